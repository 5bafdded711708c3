package operand

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The common type of several values. A literal list, such as [1, 2], is an array until it becomes an element of a collection, or is combined
// with a list of another length: then it is a sequence.

// IsOpen reports whether an operand may still change its type, because it is a literal or computed from literals.
func (o Operand) IsOpen() bool {
	return o.Literal != nil || o.Remade != nil || IsUntyped(o.Type)
}

// isList reports whether an operand is a sequence, or an array that is written out.
func (o Operand) isList() bool {
	return o.Type.Form == sts.Sequence || o.Type.IsArray() && o.Literal != nil
}

// Unify brings two operands to one type, or reports a mismatch at the operator.
func (mk *Maker) Unify(a, b Operand, span diag.Span, op string) (Operand, Operand, bool) {
	if !a.OK() || !b.OK() {
		return a, b, false
	}
	if x, y, ok := mk.Unified(a, b); ok {
		return x, y, true
	}
	mk.List.ErrorHint(diag.CodeTypeMismatch, span, mismatchHint(b.Type, a.Type), "%s between %s and %s", op, a.Type, b.Type)
	return a, b, false
}

// Unified brings two operands to one type, if that is possible.
func (mk *Maker) Unified(a, b Operand) (Operand, Operand, bool) {
	if x, ok := mk.Convert(a, b.Type); ok {
		return x, b, true
	}
	if y, ok := mk.Convert(b, a.Type); ok {
		return a, y, true
	}
	want := mk.joint(a, b)
	if want == nil {
		return a, b, false
	}
	x, ok1 := mk.Convert(a, want)
	y, ok2 := mk.Convert(b, want)
	return x, y, ok1 && ok2
}

// joint is a common type of two operands of which neither converts to the type of the other; nil if there is none.
func (mk *Maker) joint(a, b Operand) *sts.Type {
	typ := &sts.Type{Form: a.Type.Form, Length: -1}
	switch {
	case a.Type == NoneType:
		return &sts.Type{Form: sts.Optional, Elem: mk.Settled(b), Length: -1}
	case b.Type == NoneType:
		return &sts.Type{Form: sts.Optional, Elem: mk.Settled(a), Length: -1}
	case !a.IsOpen() && !b.IsOpen():
		return nil
	case a.isList() && b.isList():
		typ.Form = sts.Sequence
	case !a.Type.IsCollection() || a.Type.Form != b.Type.Form:
		return nil
	}
	keys, elements := mk.samples(a)
	otherKeys, otherElements := mk.samples(b)
	typ.Elem = mk.ElementType(append(elements, otherElements...))
	if typ.Form == sts.Map {
		typ.Key = mk.ElementType(append(keys, otherKeys...))
	}
	return typ
}

// samples are the elements of a list or collection that is written out, and the keys of a map; or one of each that stands for all.
func (mk *Maker) samples(o Operand) (keys, elements []Operand) {
	sample := func(t *sts.Type) []Operand { return []Operand{{Type: t, Terms: mk.Defaults(t)}} }
	switch {
	case IsUntyped(o.Type):
		return nil, nil
	case o.Literal == nil && o.Type.Form == sts.Map:
		return sample(o.Type.Key), sample(o.Type.Elem)
	case o.Literal == nil:
		return nil, sample(o.Type.Elem)
	case o.Type.Form != sts.Map:
		return nil, append([]Operand(nil), o.Literal...)
	}
	for i := 0; i+1 < len(o.Literal); i += 2 {
		keys, elements = append(keys, o.Literal[i]), append(elements, o.Literal[i+1])
	}
	return keys, elements
}

// Common is an operand of the common type of some operands, if there is one.
func (mk *Maker) Common(parts []Operand) Operand {
	out := parts[0]
	for _, p := range parts[1:] {
		x, y, ok := mk.Unified(out, p)
		if !ok {
			continue
		}
		if out = x; (y.Is(term.KindReal) || !y.Untyped) && (y.Literal == nil || x.Literal != nil) {
			out = y
		}
	}
	return out
}

// ElementType is the type of the elements of a collection that consists of some operands.
func (mk *Maker) ElementType(parts []Operand) *sts.Type { return mk.Settled(mk.Common(parts)) }

// Settled is the type of an operand as an element of a collection, without bounds.
func (mk *Maker) Settled(o Operand) *sts.Type {
	if o.Type.IsArray() && o.Literal != nil {
		return &sts.Type{Form: sts.Sequence, Elem: mk.ElementType(o.Literal), Length: -1}
	}
	return Loosened(o.Type)
}

// Choose is a if a condition holds, and otherwise b, which has the same type. Of two lists that are written out it is one as well.
func (mk *Maker) Choose(cond *term.Term, a, b Operand) Operand {
	out := Operand{Type: widest(a.Type, b.Type)}
	for i := range a.Terms {
		out.Terms = append(out.Terms, mk.Store.Ite(cond, a.Terms[i], b.Terms[i]))
	}
	if !a.Type.IsArray() || len(a.Literal) != len(b.Literal) {
		return out
	}
	for i := range a.Literal {
		x, y, ok := mk.Unified(a.Literal[i], b.Literal[i])
		if !ok {
			out.Literal = nil
			break
		}
		out.Literal = append(out.Literal, mk.Choose(cond, x, y))
	}
	return out
}

// widest drops the bounds of an int type, since a result of either branch need not keep those of one.
func widest(a, b *sts.Type) *sts.Type {
	switch {
	case a == b:
	case a.Scalar != nil && a.Scalar.Kind == term.KindInt:
		return IntType
	case a.Form != sts.Plain && !SameBounds(a, b):
		return Loosened(a)
	}
	return a
}

// Made is a collection of a type, which build makes from converted parts. If some of the parts are open, so is the collection.
func Made(typ *sts.Type, open bool, build func(typ *sts.Type) (*term.Term, bool)) Operand {
	t, ok := build(typ)
	if !ok {
		return Operand{}
	}
	out := ScalarOf(typ, t)
	if open {
		out.Remade = func(want *sts.Type) (Operand, bool) {
			t, ok := build(want)
			return ScalarOf(Loosened(want), t), ok
		}
	}
	return out
}

// Rebuilt is the collection that build makes from another one, with elements of the same type.
func (mk *Maker) Rebuilt(c Operand, typ *sts.Type, build func(c *term.Term) *term.Term) Operand {
	return Made(typ, c.IsOpen(), func(typ *sts.Type) (*term.Term, bool) {
		if c, ok := mk.Convert(c, typ); ok {
			return build(c.Scalar()), true
		}
		return nil, false
	})
}

// Room is a collection with the type that it has when x becomes an element of it, if its type may still change.
func (mk *Maker) Room(c, x Operand) Operand {
	if !c.IsOpen() {
		return c
	}
	_, elements := mk.samples(c)
	if out, ok := mk.Convert(c, &sts.Type{Form: c.Type.Form, Elem: mk.ElementType(append(elements, x)), Length: -1}); ok {
		return out
	}
	return c
}

// RoomForEntry is a map with the type that it has when a key and a value are put into it, if its type may still change.
func (mk *Maker) RoomForEntry(m, k, v Operand) Operand {
	if !m.IsOpen() {
		return m
	}
	keys, values := mk.samples(m)
	typ := &sts.Type{Form: sts.Map, Key: mk.ElementType(append(keys, k)), Elem: mk.ElementType(append(values, v)), Length: -1}
	if out, ok := mk.Convert(m, typ); ok {
		return out
	}
	return m
}

// MemberType is the type of an operand as an element of a collection, with its bounds if it has one of its own.
func (mk *Maker) MemberType(o Operand) *sts.Type {
	if o.IsOpen() {
		return mk.Settled(o)
	}
	return o.Type
}
