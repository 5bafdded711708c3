package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The type that several values have in common. A list that is written out, such as [1, 2], is an array until it becomes an element of a
// collection, or meets a list of another length: then it is a sequence.

// isOpen reports whether an operand may still change its type, because it is written out or computed from what is.
func (o operand) isOpen() bool {
	return o.literal != nil || o.remade != nil || isUntyped(o.typ)
}

// isList reports whether an operand is a sequence, or an array that is written out.
func (o operand) isList() bool {
	return o.typ.Form == sts.Sequence || o.typ.IsArray() && o.literal != nil
}

// unify brings two operands to one type, or reports a mismatch at the operator.
func (c *checker) unify(a, b operand, span diag.Span, op string) (operand, operand, bool) {
	if !a.ok() || !b.ok() {
		return a, b, false
	}
	if x, y, ok := c.unified(a, b); ok {
		return x, y, true
	}
	c.list.ErrorHint(diag.CodeTypeMismatch, span, mismatchHint(b.typ, a.typ), "%s between %s and %s", op, a.typ, b.typ)
	return a, b, false
}

// unified brings two operands to one type, if that is possible.
func (c *checker) unified(a, b operand) (operand, operand, bool) {
	if x, ok := c.convert(a, b.typ); ok {
		return x, b, true
	}
	if y, ok := c.convert(b, a.typ); ok {
		return a, y, true
	}
	want := c.joint(a, b)
	if want == nil {
		return a, b, false
	}
	x, ok1 := c.convert(a, want)
	y, ok2 := c.convert(b, want)
	return x, y, ok1 && ok2
}

// joint is a type that two operands may have in common though neither converts to that of the other; nil if there is none.
func (c *checker) joint(a, b operand) *sts.Type {
	typ := &sts.Type{Form: a.typ.Form, Length: -1}
	switch {
	case a.typ == noneType:
		return &sts.Type{Form: sts.Optional, Elem: c.settled(b), Length: -1}
	case b.typ == noneType:
		return &sts.Type{Form: sts.Optional, Elem: c.settled(a), Length: -1}
	case !a.isOpen() && !b.isOpen():
		return nil
	case a.isList() && b.isList():
		typ.Form = sts.Sequence
	case !a.typ.IsCollection() || a.typ.Form != b.typ.Form:
		return nil
	}
	keys, elements := c.samples(a)
	otherKeys, otherElements := c.samples(b)
	typ.Elem = c.elementType(append(elements, otherElements...))
	if typ.Form == sts.Map {
		typ.Key = c.elementType(append(keys, otherKeys...))
	}
	return typ
}

// samples are the elements of a list or collection that is written out, and the keys of a map; or one of each that stands for all.
func (c *checker) samples(o operand) (keys, elements []operand) {
	sample := func(t *sts.Type) []operand { return []operand{{typ: t, terms: c.defaults(t)}} }
	switch {
	case isUntyped(o.typ):
		return nil, nil
	case o.literal == nil && o.typ.Form == sts.Map:
		return sample(o.typ.Key), sample(o.typ.Elem)
	case o.literal == nil:
		return nil, sample(o.typ.Elem)
	case o.typ.Form != sts.Map:
		return nil, append([]operand(nil), o.literal...)
	}
	for i := 0; i+1 < len(o.literal); i += 2 {
		keys, elements = append(keys, o.literal[i]), append(elements, o.literal[i+1])
	}
	return keys, elements
}

// common is an operand of the type that all of some have, if they have one.
func (c *checker) common(parts []operand) operand {
	out := parts[0]
	for _, p := range parts[1:] {
		x, y, ok := c.unified(out, p)
		if !ok {
			continue
		}
		if out = x; (y.is(term.KindReal) || !y.untyped) && (y.literal == nil || x.literal != nil) {
			out = y
		}
	}
	return out
}

// elementType is the type of the elements of a collection that consists of some operands.
func (c *checker) elementType(parts []operand) *sts.Type { return c.settled(c.common(parts)) }

// settled is the type of an operand as an element of a collection, without bounds.
func (c *checker) settled(o operand) *sts.Type {
	if o.typ.IsArray() && o.literal != nil {
		return &sts.Type{Form: sts.Sequence, Elem: c.elementType(o.literal), Length: -1}
	}
	return loosened(o.typ)
}

// either is a if a condition holds, and otherwise b, brought to one type.
func (l *lowering) either(cond *term.Term, a, b operand, span diag.Span, what string) operand {
	if l.inferring && !a.ok() {
		return b
	}
	if l.inferring && !b.ok() {
		return a
	}
	x, y, ok := l.unify(a, b, span, what)
	if !ok {
		return operand{}
	}
	out := l.choose(cond, x, y)
	if out.literal == nil && (a.isOpen() || b.isOpen()) {
		out.remade = func(want *sts.Type) (operand, bool) {
			x, ok1 := l.convert(a, want)
			y, ok2 := l.convert(b, want)
			if !ok1 || !ok2 {
				return operand{}, false
			}
			return l.choose(cond, x, y), true
		}
	}
	return out
}

// choose is a if a condition holds, and otherwise b, which has the same type. Of two lists that are written out it is one as well.
func (l *lowering) choose(cond *term.Term, a, b operand) operand {
	out := operand{typ: widest(a.typ, b.typ)}
	for i := range a.terms {
		out.terms = append(out.terms, l.store.Ite(cond, a.terms[i], b.terms[i]))
	}
	if !a.typ.IsArray() || len(a.literal) != len(b.literal) {
		return out
	}
	for i := range a.literal {
		x, y, ok := l.unified(a.literal[i], b.literal[i])
		if !ok {
			out.literal = nil
			break
		}
		out.literal = append(out.literal, l.choose(cond, x, y))
	}
	return out
}

// widest drops the bounds of an int type, since a result of either branch need not keep those of one.
func widest(a, b *sts.Type) *sts.Type {
	switch {
	case a == b:
	case a.Scalar != nil && a.Scalar.Kind == term.KindInt:
		return intType
	case a.Form != sts.Plain && !sameBounds(a, b):
		return loosened(a)
	}
	return a
}

// made is a collection of a type, which build makes of parts that it converts. If some of the parts are open, so is the collection.
func made(typ *sts.Type, open bool, build func(typ *sts.Type) (*term.Term, bool)) operand {
	t, ok := build(typ)
	if !ok {
		return operand{}
	}
	out := scalarOf(typ, t)
	if open {
		out.remade = func(want *sts.Type) (operand, bool) {
			t, ok := build(want)
			return scalarOf(loosened(want), t), ok
		}
	}
	return out
}

// rebuilt is what build makes of a collection, with elements of the same type.
func (l *lowering) rebuilt(c operand, typ *sts.Type, build func(c *term.Term) *term.Term) operand {
	return made(typ, c.isOpen(), func(typ *sts.Type) (*term.Term, bool) {
		if c, ok := l.convert(c, typ); ok {
			return build(c.scalar()), true
		}
		return nil, false
	})
}

// room is a collection with the type that it has when x becomes an element of it, if its type may still change.
func (l *lowering) room(c, x operand) operand {
	if !c.isOpen() {
		return c
	}
	_, elements := l.samples(c)
	if out, ok := l.convert(c, &sts.Type{Form: c.typ.Form, Elem: l.elementType(append(elements, x)), Length: -1}); ok {
		return out
	}
	return c
}

// roomForEntry is a map with the type that it has when a key and a value are put into it, if its type may still change.
func (l *lowering) roomForEntry(m, k, v operand) operand {
	if !m.isOpen() {
		return m
	}
	keys, values := l.samples(m)
	typ := &sts.Type{Form: sts.Map, Key: l.elementType(append(keys, k)), Elem: l.elementType(append(values, v)), Length: -1}
	if out, ok := l.convert(m, typ); ok {
		return out
	}
	return m
}
