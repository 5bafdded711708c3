package operand

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Conversions between collections, optional values and their components.

// Pack joins the scalars of a value to an element of a collection.
func (mk *Maker) Pack(terms []*term.Term) *term.Term {
	if len(terms) == 1 {
		return terms[0]
	}
	return mk.Store.Tuple(terms...)
}

// Unpack takes an element of a collection apart into the scalars of its type.
func (mk *Maker) Unpack(typ *sts.Type, t *term.Term) Operand {
	size := typ.Size()
	if size == 1 {
		return ScalarOf(typ, t)
	}
	out := Operand{Type: typ, Terms: make([]*term.Term, size)}
	for i := range out.Terms {
		out.Terms[i] = mk.Store.Part(t, i)
	}
	return out
}

// convertData converts to a collection, an optional value or a union, as convert does.
func (mk *Maker) convertData(o Operand, want *sts.Type) (Operand, bool) {
	switch {
	case o.Type == EmptySequence && want.Form == sts.Sequence, o.Type == EmptyBraces && (want.Form == sts.Set || want.Form == sts.Map):
		return ScalarOf(want, mk.Store.Empty(want.LeafSort())), true
	case o.Type == NoneType && want.Form == sts.Optional:
		return Operand{Type: want, Terms: append([]*term.Term{mk.Store.False()}, mk.Defaults(want.Elem)...)}, true
	case o.Literal != nil && want.IsCollection():
		return mk.convertLiteral(o, want)
	case o.Type.IsArray() && want.Form == sts.Sequence:
		return mk.convertLiteral(Operand{Type: o.Type, Terms: o.Terms, Literal: mk.arrayParts(o)}, want)
	case o.Type.Form == want.Form && o.Type.Same(want):
		return o, true
	case o.Type.Form == want.Form && o.Remade != nil:
		return o.Remade(want)
	case o.Type.Form == want.Form:
		return o, false
	case want.Form == sts.Optional:
		part, ok := mk.Convert(o, want.Elem)
		typ := &sts.Type{Form: sts.Optional, Elem: part.Type, Length: -1}
		return Operand{Type: typ, Terms: append([]*term.Term{mk.Store.True()}, part.Terms...)}, ok
	}
	return o, false
}

// Defaults are the scalars of an absent value.
func (mk *Maker) Defaults(t *sts.Type) []*term.Term {
	var out []*term.Term
	for _, leaf := range t.Leaves() {
		out = append(out, mk.Store.Const(leaf.Sort, leaf.Sort.Base().Default()))
	}
	return out
}

// arrayParts are the elements of an array; those of a literal as they were written.
func (mk *Maker) arrayParts(o Operand) []Operand {
	if o.Literal != nil {
		return o.Literal
	}
	size := o.Type.Elem.Size()
	out := make([]Operand, o.Type.Length)
	for i := range out {
		out[i] = Operand{Type: o.Type.Elem, Terms: o.Terms[i*size : (i+1)*size], Untyped: o.Untyped}
	}
	return out
}

// convertLiteral converts the elements of a collection that was written out, or of an array.
func (mk *Maker) convertLiteral(o Operand, want *sts.Type) (Operand, bool) {
	isMap, toMap := o.Type.Form == sts.Map, want.Form == sts.Map
	if isMap != toMap || (o.Type.Form == sts.Set) != (want.Form == sts.Set) {
		return o, false
	}
	parts := make([]Operand, len(o.Literal))
	for i, p := range o.Literal {
		typ := want.Elem
		if isMap && i%2 == 0 {
			typ = want.Key
		}
		var ok bool
		if parts[i], ok = mk.Convert(p, typ); !ok {
			return o, false
		}
	}
	out := mk.Collect(Loosened(want), parts) // whether they are within bounds is not known
	out.Literal = o.Literal
	return out, true
}

// Collect is the collection of a type with the given elements, or keys and values in turn.
func (mk *Maker) Collect(typ *sts.Type, parts []Operand) Operand {
	if typ.Form == sts.Map {
		t := mk.Store.Empty(typ.LeafSort())
		for i := 0; i+1 < len(parts); i += 2 {
			t = mk.Store.Put(t, mk.Pack(parts[i].Terms), mk.Pack(parts[i+1].Terms))
		}
		return ScalarOf(typ, t)
	}
	elements := make([]*term.Term, len(parts))
	for i, p := range parts {
		elements[i] = mk.Pack(p.Terms)
	}
	t := mk.Store.Items(typ.Elem.Packed().Base(), elements...)
	if typ.Form == sts.Set {
		t = mk.Store.ToSet(t)
	}
	return ScalarOf(typ, t)
}

// AsCollection is a collection, or the sequence of the elements of an array.
func (mk *Maker) AsCollection(o Operand) (Operand, bool) {
	switch {
	case !o.OK():
		return o, false
	case o.Type.IsArray() && o.Literal != nil:
		return mk.Convert(o, mk.Settled(o))
	case o.Type.IsArray():
		return mk.Convert(o, &sts.Type{Form: sts.Sequence, Elem: o.Type.Elem, Length: -1})
	}
	return o, o.Type.IsCollection()
}
