package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Operators on collections: in, +, -, & and the comparisons of sets.

// isCollectionOperator reports whether an operator is one of collections, given its operands.
func (l *Lowering) isCollectionOperator(op string, a, b operand.Operand) bool {
	isCollection := func(o operand.Operand) bool { return o.OK() && (o.Type.IsCollection() || o.Type.IsArray()) }
	return a.OK() && b.OK() && (op == "in" || op != "==" && op != "!=" && (isCollection(a) || isCollection(b)))
}

func (l *Lowering) collectionBinary(e *syntax.BinaryExpr, a, b operand.Operand) operand.Operand {
	if e.Op == "in" {
		return l.membership(e, a, b)
	}
	x, y, ok := l.alike(a, b)
	if !ok {
		return l.Fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s between %s and %s", e.Op, a.Type, b.Type)
	}
	if e.Op == "+" {
		return l.joined(x, y, e)
	}
	if x.Type.Form == sts.Set {
		if out := l.setOperation(e.Op, x, y); out.OK() {
			return out
		}
	}
	return l.Fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s is not an operator on %s", e.Op, x.Type)
}

// alike brings two collections to one type.
func (l *Lowering) alike(a, b operand.Operand) (operand.Operand, operand.Operand, bool) {
	x, ok1 := l.AsCollection(a)
	y, ok2 := l.AsCollection(b)
	if !ok1 || !ok2 {
		return a, b, false
	}
	if operand.IsUntyped(x.Type) && !operand.IsUntyped(y.Type) {
		z, ok := l.Convert(x, operand.AnyLength(y.Type))
		return z, y, ok
	}
	if z, ok := l.Convert(x, operand.AnyLength(y.Type)); ok && !operand.IsUntyped(y.Type) && x.Type != y.Type && (x.Literal != nil || !y.Type.Same(x.Type)) {
		return z, y, true
	}
	if z, ok := l.Convert(y, operand.AnyLength(x.Type)); ok {
		return x, z, true
	}
	return l.Unified(x, y)
}

// joined is a + b.
func (l *Lowering) joined(a, b operand.Operand, e *syntax.BinaryExpr) operand.Operand {
	typ := l.joinedType(&a, &b, e)
	return operand.Made(typ, a.IsOpen() && b.IsOpen() && !operand.IsUntyped(typ), func(typ *sts.Type) (*term.Term, bool) {
		x, ok1 := l.Convert(a, typ)
		y, ok2 := l.Convert(b, typ)
		if !ok1 || !ok2 {
			return nil, false
		}
		return l.Store.Join(x.Scalar(), y.Scalar()), true
	})
}

// joinedType is the type of a + b. If one is a literal, its elements must be within the bounds of the other, so that the result is as well.
func (l *Lowering) joinedType(a, b *operand.Operand, e *syntax.BinaryExpr) *sts.Type {
	switch {
	case b.Literal != nil && a.Literal == nil:
		*b = l.FitRange(*b, operand.AnyLength(a.Type), e.Y.Span(), "what is added")
		if !b.OK() {
			*b = *a
		}
	case a.Literal != nil && b.Literal == nil:
		*a = l.FitRange(*a, operand.AnyLength(b.Type), e.X.Span(), "what is added to")
		if !a.OK() {
			*a = *b
		}
	}
	if typ := operand.AnyLength(a.Type); operand.SameBounds(typ, operand.AnyLength(b.Type)) {
		return typ
	}
	return operand.Loosened(a.Type)
}

func (l *Lowering) setOperation(op string, a, b operand.Operand) operand.Operand {
	x := l.BoundVariable("x", a.Type.Elem.Packed())
	s, t := a.Scalar(), b.Scalar()
	switch op {
	case "-":
		return operand.ScalarOf(a.Type, l.Store.Filter(s, x, l.Store.Not(l.Store.Has(t, x))))
	case "&":
		return operand.ScalarOf(a.Type, l.Store.Filter(s, x, l.Store.Has(t, x)))
	case "<=":
		return operand.Boolean(l.Store.All(s, x, l.Store.Has(t, x)))
	case ">=":
		return operand.Boolean(l.Store.All(t, x, l.Store.Has(s, x)))
	case "<":
		return operand.Boolean(l.Store.And(l.Store.All(s, x, l.Store.Has(t, x)), l.Store.Not(l.Store.Eq(s, t))))
	case ">":
		return operand.Boolean(l.Store.And(l.Store.All(t, x, l.Store.Has(s, x)), l.Store.Not(l.Store.Eq(s, t))))
	}
	return operand.Operand{}
}

// membership is x in s, or k in m.
func (l *Lowering) membership(e *syntax.BinaryExpr, a, b operand.Operand) operand.Operand {
	c, ok := l.AsCollection(b)
	if !ok {
		hint := ""
		if b.Is(term.KindString) {
			hint = "for strings write contains(s, t)"
		}
		return l.Fail(diag.CodeTypeMismatch, e.Y.Span(), hint, "in needs a sequence, a set or a map, but this is %s", b.Type)
	}
	if c.Type == operand.EmptySequence || c.Type == operand.EmptyBraces {
		return operand.Boolean(l.Store.False())
	}
	typ := c.Type.Elem
	if c.Type.Form == sts.Map {
		typ = c.Type.Key
	}
	x := l.Fit(a, typ, e.X.Span(), "an element")
	if !x.OK() {
		return operand.Operand{}
	}
	return operand.Boolean(l.Store.Has(c.Scalar(), l.Pack(x.Terms)))
}
