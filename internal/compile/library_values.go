package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Functions that take values out of collections and optional values: get, value, count, sum, min, max.

// get is get(x, default) of an optional value.
func (l *lowering) get(x operand, e *syntax.CallExpr) operand {
	return l.orDefault(e, x.scalar(), operand{typ: x.typ.Elem, terms: x.terms[1:]})
}

// orDefault is a value if it is present, and otherwise the last argument.
func (l *lowering) orDefault(e *syntax.CallExpr, present *term.Term, v operand) operand {
	last := e.Args[len(e.Args)-1]
	other := l.assuming(l.store.Not(present)).expr(last)
	if present.IsFalse() && v.typ == unknownType {
		return other
	}
	return l.either(present, v, other, last.Span(), "value and default")
}

// getKey is get(m, k, default) of a map.
func (l *lowering) getKey(m operand, e *syntax.CallExpr) operand {
	if isUntyped(m.typ) {
		l.expr(e.Args[1])
		return l.expr(e.Args[2])
	}
	k := l.key(e.Args[1], m.typ)
	if k == nil {
		return operand{}
	}
	present := l.store.Has(m.scalar(), k)
	return l.orDefault(e, present, l.unpack(m.typ.Elem, l.store.Get(m.scalar(), k)))
}

// value is the value of an optional that must be present.
func (l *lowering) value(x operand, e *syntax.CallExpr) operand {
	if !l.demand(sts.ValueAbsent, x.scalar(), e.Span(), diag.CodeConstAbsent, "the value is none") {
		return operand{}
	}
	return operand{typ: x.typ.Elem, terms: x.terms[1:]}
}

// count is the number of elements, most often of a comprehension.
func (l *lowering) count(c operand, _ *syntax.CallExpr) operand {
	return scalarOperand(l.store.Size(c.scalar()))
}

// sum adds the elements. Of an expression for the elements of a set, equal results are added as often as they occur.
func (l *lowering) sum(_ operand, e *syntax.CallExpr) operand {
	if b, ok := e.Args[0].(*syntax.ComprehensionExpr); ok && b.Kind == syntax.BareComprehension && b.Element != nil {
		return l.sumOf(e, b)
	}
	c := l.collectionArgument(e, 0, list...)
	if !c.ok() {
		return c
	}
	x := l.boundVariable("x", c.typ.Elem.Packed())
	return l.sumOver(e, c, x, l.unpack(c.typ.Elem, x))
}

// sumOver adds a term for each element x of a collection.
func (l *lowering) sumOver(e *syntax.CallExpr, c operand, x *term.Term, summand operand) operand {
	if !summand.isNumber() {
		return l.fail(diag.CodeTypeMismatch, e.Args[0].Span(), "", "sum needs numbers, but the elements are %s", summand.typ)
	}
	sort := summand.scalar().Sort().Base()
	total := l.boundVariable("total", sort)
	zero := l.store.Const(sort, term.Value{})
	return scalarOf(sts.ScalarType(sort), l.store.Fold(c.scalar(), zero, total, x, l.store.Add(total, summand.scalar())))
}

// sumOf lowers sum(f(x) for x in s : c): the results are added, not collected in a set first.
func (l *lowering) sumOf(e *syntax.CallExpr, b *syntax.ComprehensionExpr) operand {
	s := l.goOver(b.Variable, b.Over)
	if s == nil {
		return operand{}
	}
	if b.Cond != nil {
		cond := s.inner.condition(b.Cond, "the condition of a comprehension")
		s.leave(s.forAll)
		s.over = scalarOf(s.over.typ, l.store.Filter(s.over.scalar(), s.x, cond))
	}
	element := s.inner.expr(b.Element)
	s.leave(s.forAll)
	if !element.ok() {
		return operand{}
	}
	return l.sumOver(e, s.over, s.x, element)
}

func (l *lowering) least(c operand, e *syntax.CallExpr) operand { return l.extreme(c, e, false) }

func (l *lowering) greatest(c operand, e *syntax.CallExpr) operand { return l.extreme(c, e, true) }

// extreme is min(s) or max(s): the first or last of the sorted elements. A sequence is folded instead, which is cheaper.
func (l *lowering) extreme(c operand, e *syntax.CallExpr, greatest bool) operand {
	if c = l.ordered(c, e); !c.ok() {
		return c
	}
	if !l.demandElements(c, e) {
		return operand{}
	}
	s := c.scalar()
	if c.typ.Form == sts.Set {
		i := l.store.Int(0)
		if greatest {
			i = l.store.Sub(l.store.Size(s), l.store.Int(1))
		}
		return l.unpack(c.typ.Elem, l.store.At(l.store.Sorted(s), i))
	}
	x, best := l.boundVariable("x", c.typ.Elem.Packed()), l.boundVariable("best", c.typ.Elem.Packed().Base())
	better := l.store.Le(x, best)
	if greatest {
		better = l.store.Le(best, x)
	}
	return scalarOf(c.typ.Elem, l.store.Fold(s, l.store.At(s, l.store.Int(0)), best, x, l.store.Ite(better, x, best)))
}
