package operand

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The scalars of an optional value that is absent, and of alternatives that are not chosen, are defaults. Expressions keep this; values from
// outside (inputs, choices, results of externs) are brought to this form where they are read.

// IsNormal reports whether every row of scalars is a value of the type in this form.
func IsNormal(t *sts.Type) bool {
	switch {
	case t.Form == sts.Optional || t.Form == sts.Union:
		return false
	case t.Elem != nil:
		return IsNormal(t.Elem) && (t.Key == nil || IsNormal(t.Key))
	}
	return !slices.ContainsFunc(t.Fields, func(f sts.Field) bool { return !IsNormal(f.Type) })
}

// Normal is a value in this form.
func (mk *Maker) Normal(o Operand) Operand {
	if IsNormal(o.Type) {
		return o
	}
	return Operand{Type: o.Type, Terms: mk.NormalTerms(o.Type, o.Terms)}
}

// NormalTerms are the scalars of a value in this form.
func (mk *Maker) NormalTerms(t *sts.Type, terms []*term.Term) []*term.Term {
	switch {
	case IsNormal(t):
		return terms
	case t.IsCollection():
		return []*term.Term{mk.normalCollection(t, terms[0])}
	case t.Form == sts.Optional:
		return append([]*term.Term{terms[0]}, mk.onlyIf(terms[0], t.Elem, mk.NormalTerms(t.Elem, terms[1:]))...)
	case t.Form == sts.Union:
		return mk.normalUnion(t, terms)
	case t.IsArray():
		var out []*term.Term
		for i, size := 0, t.Elem.Size(); i < t.Length; i++ {
			out = append(out, mk.NormalTerms(t.Elem, terms[i*size:(i+1)*size])...)
		}
		return out
	}
	return mk.normalFields(t.Fields, terms)
}

func (mk *Maker) normalFields(fields []sts.Field, terms []*term.Term) []*term.Term {
	var out []*term.Term
	for _, f := range fields {
		size := f.Type.Size()
		out = append(out, mk.NormalTerms(f.Type, terms[:size])...)
		terms = terms[size:]
	}
	return out
}

func (mk *Maker) normalUnion(t *sts.Type, terms []*term.Term) []*term.Term {
	out := []*term.Term{terms[0]}
	for i, a := range t.Alternatives {
		chosen := mk.Store.Eq(terms[0], mk.Store.Const(t.Tag(), term.IntValue(int64(i))))
		fields := &sts.Type{Fields: a.Fields}
		out = append(out, mk.onlyIf(chosen, fields, mk.normalFields(a.Fields, terms[t.AlternativeOffset(i):t.AlternativeOffset(i+1)]))...)
	}
	return out
}

// onlyIf is terms if a condition holds, and otherwise the defaults of their type.
func (mk *Maker) onlyIf(cond *term.Term, t *sts.Type, terms []*term.Term) []*term.Term {
	out := make([]*term.Term, len(terms))
	for i, other := range mk.Defaults(t) {
		out[i] = mk.Store.Ite(cond, terms[i], other)
	}
	return out
}

// normalCollection brings the elements of a collection to this form.
func (mk *Maker) normalCollection(t *sts.Type, collection *term.Term) *term.Term {
	if t.Form == sts.Map {
		k := mk.BoundVariable("k", t.Key.Packed())
		pair := mk.Store.Tuple(mk.normalElement(t.Key, k), mk.normalElement(t.Elem, mk.Store.Get(collection, k)))
		return mk.Store.ToMap(mk.Store.Each(mk.Store.Keys(collection), k, pair))
	}
	x := mk.BoundVariable("x", t.Elem.Packed())
	return mk.Store.Each(collection, x, mk.normalElement(t.Elem, x))
}

func (mk *Maker) normalElement(t *sts.Type, x *term.Term) *term.Term {
	return mk.Pack(mk.NormalTerms(t, mk.Unpack(t, x).Terms))
}

// Proper is the condition that scalars, which are within the bounds of their sorts, are a value of the type in this form.
func (mk *Maker) Proper(t *sts.Type, terms []*term.Term) *term.Term {
	return mk.proper(t, terms, false)
}

// proper is Proper for components of an optional value or a union, where sorts are wider than types.
func (mk *Maker) proper(t *sts.Type, terms []*term.Term, widened bool) *term.Term {
	s := mk.Store
	switch {
	case t.Scalar != nil && widened:
		return mk.insideRange(terms[0], t.Scalar)
	case IsNormal(t) && !widened:
		return s.True()
	case t.IsCollection():
		return mk.properElements(t, terms[0])
	case t.Form == sts.Optional:
		return mk.properIf(terms[0], []sts.Field{{Type: t.Elem}}, terms[1:])
	case t.Form == sts.Union:
		parts := make([]*term.Term, len(t.Alternatives))
		for i, a := range t.Alternatives {
			chosen := s.Eq(terms[0], s.Const(t.Tag(), term.IntValue(int64(i))))
			parts[i] = mk.properIf(chosen, a.Fields, terms[t.AlternativeOffset(i):t.AlternativeOffset(i+1)])
		}
		return s.And(parts...)
	case t.IsArray():
		return mk.properFields(slices.Repeat([]sts.Field{{Type: t.Elem}}, t.Length), terms, widened)
	}
	return mk.properFields(t.Fields, terms, widened)
}

func (mk *Maker) properFields(fields []sts.Field, terms []*term.Term, widened bool) *term.Term {
	var parts []*term.Term
	for _, f := range fields {
		parts = append(parts, mk.proper(f.Type, terms[:f.Type.Size()], widened))
		terms = terms[f.Type.Size():]
	}
	return mk.Store.And(parts...)
}

// properIf is the condition that fields are proper if they are present, and defaults if they are not.
func (mk *Maker) properIf(there *term.Term, fields []sts.Field, terms []*term.Term) *term.Term {
	s := mk.Store
	absent := make([]*term.Term, len(terms))
	for i, other := range mk.Defaults(&sts.Type{Fields: fields}) {
		absent[i] = s.Eq(terms[i], other)
	}
	return s.And(s.Or(s.Not(there), mk.properFields(fields, terms, true)), s.Or(there, s.And(absent...)))
}

// properElements is the condition that the elements of a collection are proper; the bounds of elements in collections are those of their
// sorts.
func (mk *Maker) properElements(t *sts.Type, collection *term.Term) *term.Term {
	s := mk.Store
	if IsNormal(t) {
		return s.True()
	}
	element := func(t *sts.Type, x *term.Term) *term.Term { return mk.Proper(t, mk.Unpack(t, x).Terms) }
	if t.Form == sts.Map {
		k := mk.BoundVariable("k", t.Key.Packed())
		return s.All(s.Keys(collection), k, s.And(element(t.Key, k), element(t.Elem, s.Get(collection, k))))
	}
	x := mk.BoundVariable("x", t.Elem.Packed())
	return s.All(collection, x, element(t.Elem, x))
}
