package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Operators on collections: in, +, -, & and the comparisons of sets.

// isCollectionOperator reports whether an operator is one of collections, given its operands.
func (l *lowering) isCollectionOperator(op string, a, b operand) bool {
	isCollection := func(o operand) bool { return o.ok() && (o.typ.IsCollection() || o.typ.IsArray()) }
	return a.ok() && b.ok() && (op == "in" || op != "==" && op != "!=" && (isCollection(a) || isCollection(b)))
}

func (l *lowering) collectionBinary(e *syntax.BinaryExpr, a, b operand) operand {
	if e.Op == "in" {
		return l.membership(e, a, b)
	}
	x, y, ok := l.alike(a, b)
	if !ok {
		return l.fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s between %s and %s", e.Op, a.typ, b.typ)
	}
	if e.Op == "+" {
		return l.joined(x, y, e)
	}
	if x.typ.Form == sts.Set {
		if out := l.setOperation(e.Op, x, y); out.ok() {
			return out
		}
	}
	return l.fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s is not an operator on %s", e.Op, x.typ)
}

// alike brings two collections to one type.
func (l *lowering) alike(a, b operand) (operand, operand, bool) {
	x, ok1 := l.asCollection(a)
	y, ok2 := l.asCollection(b)
	if !ok1 || !ok2 {
		return a, b, false
	}
	if isUntyped(x.typ) && !isUntyped(y.typ) {
		z, ok := l.convert(x, anyLength(y.typ))
		return z, y, ok
	}
	if z, ok := l.convert(x, anyLength(y.typ)); ok && !isUntyped(y.typ) && x.typ != y.typ && (x.literal != nil || !y.typ.Same(x.typ)) {
		return z, y, true
	}
	if z, ok := l.convert(y, anyLength(x.typ)); ok {
		return x, z, true
	}
	return l.unified(x, y)
}

// joined is a + b.
func (l *lowering) joined(a, b operand, e *syntax.BinaryExpr) operand {
	typ := l.joinedType(&a, &b, e)
	return made(typ, a.isOpen() && b.isOpen() && !isUntyped(typ), func(typ *sts.Type) (*term.Term, bool) {
		x, ok1 := l.convert(a, typ)
		y, ok2 := l.convert(b, typ)
		if !ok1 || !ok2 {
			return nil, false
		}
		return l.store.Join(x.scalar(), y.scalar()), true
	})
}

// joinedType is the type of a + b. Where one is written out, its elements must be within the bounds of the other, so that the sum
// is as well.
func (l *lowering) joinedType(a, b *operand, e *syntax.BinaryExpr) *sts.Type {
	switch {
	case b.literal != nil && a.literal == nil:
		*b = l.fitRange(*b, anyLength(a.typ), e.Y.Span(), "what is added")
		if !b.ok() {
			*b = *a
		}
	case a.literal != nil && b.literal == nil:
		*a = l.fitRange(*a, anyLength(b.typ), e.X.Span(), "what is added to")
		if !a.ok() {
			*a = *b
		}
	}
	if typ := anyLength(a.typ); sameBounds(typ, anyLength(b.typ)) {
		return typ
	}
	return loosened(a.typ)
}

func (l *lowering) setOperation(op string, a, b operand) operand {
	x := l.boundVariable("x", a.typ.Elem.Packed())
	s, t := a.scalar(), b.scalar()
	switch op {
	case "-":
		return scalarOf(a.typ, l.store.Filter(s, x, l.store.Not(l.store.Has(t, x))))
	case "&":
		return scalarOf(a.typ, l.store.Filter(s, x, l.store.Has(t, x)))
	case "<=":
		return boolean(l.store.All(s, x, l.store.Has(t, x)))
	case ">=":
		return boolean(l.store.All(t, x, l.store.Has(s, x)))
	case "<":
		return boolean(l.store.And(l.store.All(s, x, l.store.Has(t, x)), l.store.Not(l.store.Eq(s, t))))
	case ">":
		return boolean(l.store.And(l.store.All(t, x, l.store.Has(s, x)), l.store.Not(l.store.Eq(s, t))))
	}
	return operand{}
}

// membership is x in s, or k in m.
func (l *lowering) membership(e *syntax.BinaryExpr, a, b operand) operand {
	c, ok := l.asCollection(b)
	if !ok {
		hint := ""
		if b.is(term.KindString) {
			hint = "for strings write contains(s, t)"
		}
		return l.fail(diag.CodeTypeMismatch, e.Y.Span(), hint, "in needs a sequence, a set or a map, but this is %s", b.typ)
	}
	if c.typ == emptySequence || c.typ == emptyBraces {
		return boolean(l.store.False())
	}
	typ := c.typ.Elem
	if c.typ.Form == sts.Map {
		typ = c.typ.Key
	}
	x := l.fit(a, typ, e.X.Span(), "an element")
	if !x.ok() {
		return operand{}
	}
	return boolean(l.store.Has(c.scalar(), l.pack(x.terms)))
}
