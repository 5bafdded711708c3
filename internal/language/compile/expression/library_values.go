package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Functions that take values out of collections and optional values: get, value, count, sum, min, max.

// get is get(x, default) of an optional value.
func (l *Lowering) get(x operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.orDefault(e, x.Scalar(), operand.Operand{Type: x.Type.Elem, Terms: x.Terms[1:]})
}

// orDefault is a value if it is present, and otherwise the last argument.
func (l *Lowering) orDefault(e *syntax.CallExpr, present *term.Term, v operand.Operand) operand.Operand {
	last := e.Args[len(e.Args)-1]
	other := l.Assuming(l.Store.Not(present)).Expr(last)
	if present.IsFalse() && v.Type == operand.UnknownType {
		return other
	}
	return l.either(present, v, other, last.Span(), "value and default")
}

// getKey is get(m, k, default) of a map.
func (l *Lowering) getKey(m operand.Operand, e *syntax.CallExpr) operand.Operand {
	if operand.IsUntyped(m.Type) {
		l.Expr(e.Args[1])
		return l.Expr(e.Args[2])
	}
	k := l.key(e.Args[1], m.Type)
	if k == nil {
		return operand.Operand{}
	}
	present := l.Store.Has(m.Scalar(), k)
	return l.orDefault(e, present, l.Unpack(m.Type.Elem, l.Store.Get(m.Scalar(), k)))
}

// value is the value of an optional that must be present.
func (l *Lowering) value(x operand.Operand, e *syntax.CallExpr) operand.Operand {
	if !l.demand(sts.ValueAbsent, x.Scalar(), e.Span(), diag.CodeConstAbsent, "the value is none") {
		return operand.Operand{}
	}
	return operand.Operand{Type: x.Type.Elem, Terms: x.Terms[1:]}
}

// count is the number of elements, most often of a comprehension.
func (l *Lowering) count(c operand.Operand, _ *syntax.CallExpr) operand.Operand {
	return operand.ScalarOperand(l.Store.Size(c.Scalar()))
}

// sum adds the elements. Of an expression for the elements of a set, equal results are added as often as they occur.
func (l *Lowering) sum(_ operand.Operand, e *syntax.CallExpr) operand.Operand {
	if b, ok := e.Args[0].(*syntax.ComprehensionExpr); ok && b.Kind == syntax.BareComprehension && b.Element != nil {
		return l.sumOf(e, b)
	}
	c := l.collectionArgument(e, 0, list...)
	if !c.OK() {
		return c
	}
	if operand.IsUntyped(c.Type) {
		return operand.ScalarOperand(l.Store.Int(0)).WithUntyped(true)
	}
	x := l.BoundVariable("x", c.Type.Elem.Packed())
	return l.sumOver(e, c, x, l.Unpack(c.Type.Elem, x))
}

// sumOver adds a term for each element x of a collection.
func (l *Lowering) sumOver(e *syntax.CallExpr, c operand.Operand, x *term.Term, summand operand.Operand) operand.Operand {
	if !summand.IsNumber() {
		return l.Fail(diag.CodeTypeMismatch, e.Args[0].Span(), "", "sum needs numbers, but the elements are %s", summand.Type)
	}
	sort := summand.Scalar().Sort().Base()
	total := l.BoundVariable("total", sort)
	zero := l.Store.Const(sort, term.Value{})
	return operand.ScalarOf(sts.ScalarType(sort), l.Store.Fold(c.Scalar(), zero, total, x, l.Store.Add(total, summand.Scalar())))
}

// sumOf lowers sum(f(x) for x in s : c): the results are added, not collected in a set first.
func (l *Lowering) sumOf(e *syntax.CallExpr, b *syntax.ComprehensionExpr) operand.Operand {
	s := l.goOver(b.Variable, b.Over)
	if s == nil {
		return operand.Operand{}
	}
	if b.Cond != nil {
		cond := s.inner.Condition(b.Cond, "the condition of a comprehension")
		s.leave(s.forAll)
		s.over = operand.ScalarOf(s.over.Type, l.Store.Filter(s.over.Scalar(), s.x, cond))
	}
	element := s.inner.Expr(b.Element)
	s.leave(s.forAll)
	if !element.OK() {
		return operand.Operand{}
	}
	return l.sumOver(e, s.over, s.x, element)
}

func (l *Lowering) least(c operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.extreme(c, e, false)
}

func (l *Lowering) greatest(c operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.extreme(c, e, true)
}

// extreme is min(s) or max(s): the first or last of the sorted elements. A sequence is folded instead, which is cheaper.
func (l *Lowering) extreme(c operand.Operand, e *syntax.CallExpr, greatest bool) operand.Operand {
	if c = l.ordered(c, e); !c.OK() {
		return c
	}
	if !l.demandElements(c, e) {
		return operand.Operand{}
	}
	s := c.Scalar()
	if c.Type.Form == sts.Set {
		i := l.Store.Int(0)
		if greatest {
			i = l.Store.Sub(l.Store.Size(s), l.Store.Int(1))
		}
		return l.Unpack(c.Type.Elem, l.Store.At(l.Store.Sorted(s), i))
	}
	x, best := l.BoundVariable("x", c.Type.Elem.Packed()), l.BoundVariable("best", c.Type.Elem.Packed().Base())
	better := l.Store.Le(x, best)
	if greatest {
		better = l.Store.Le(best, x)
	}
	return operand.ScalarOf(c.Type.Elem, l.Store.Fold(s, l.Store.At(s, l.Store.Int(0)), best, x, l.Store.Ite(better, x, best)))
}
