package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The scalars of an optional value that is absent, and of alternatives that are not chosen, are defaults. Expressions keep this; what
// comes from outside (inputs, choices, results of externs) is brought to this form where it is read.

// isNormal reports whether every row of scalars is a value of the type in this form.
func isNormal(t *sts.Type) bool {
	switch {
	case t.Form == sts.Optional || t.Form == sts.Union:
		return false
	case t.Elem != nil:
		return isNormal(t.Elem) && (t.Key == nil || isNormal(t.Key))
	}
	return !slices.ContainsFunc(t.Fields, func(f sts.Field) bool { return !isNormal(f.Type) })
}

// arbitraryValues is the condition that the variables without an initial value have values of their types in this form.
func (c *checker) arbitraryValues() *term.Term {
	cond := c.store.True()
	for _, v := range c.system.Vars {
		if isNormal(v.Type) || c.system.Slots[v.First].Init != nil {
			continue
		}
		terms := make([]*term.Term, v.Type.Size())
		for i := range terms {
			terms[i] = c.system.Slots[v.First+i].Term
		}
		for i, t := range c.normalTerms(v.Type, terms) {
			cond = c.store.And(cond, c.store.Eq(terms[i], t))
		}
		if isWidened(v.Type, false) {
			cond = c.store.And(cond, c.inside(v.Type, terms))
		}
	}
	return cond
}

// normal is a value in this form.
func (c *checker) normal(o operand) operand {
	if isNormal(o.typ) {
		return o
	}
	return operand{typ: o.typ, terms: c.normalTerms(o.typ, o.terms)}
}

func (c *checker) normalTerms(t *sts.Type, terms []*term.Term) []*term.Term {
	switch {
	case isNormal(t):
		return terms
	case t.IsCollection():
		return []*term.Term{c.normalCollection(t, terms[0])}
	case t.Form == sts.Optional:
		return append([]*term.Term{terms[0]}, c.onlyIf(terms[0], t.Elem, c.normalTerms(t.Elem, terms[1:]))...)
	case t.Form == sts.Union:
		return c.normalUnion(t, terms)
	case t.IsArray():
		var out []*term.Term
		for i, size := 0, t.Elem.Size(); i < t.Length; i++ {
			out = append(out, c.normalTerms(t.Elem, terms[i*size:(i+1)*size])...)
		}
		return out
	}
	return c.normalFields(t.Fields, terms)
}

func (c *checker) normalFields(fields []sts.Field, terms []*term.Term) []*term.Term {
	var out []*term.Term
	for _, f := range fields {
		size := f.Type.Size()
		out = append(out, c.normalTerms(f.Type, terms[:size])...)
		terms = terms[size:]
	}
	return out
}

func (c *checker) normalUnion(t *sts.Type, terms []*term.Term) []*term.Term {
	out := []*term.Term{terms[0]}
	for i, a := range t.Alternatives {
		chosen := c.store.Eq(terms[0], c.store.Const(t.Tag(), term.IntValue(int64(i))))
		fields := &sts.Type{Fields: a.Fields}
		out = append(out, c.onlyIf(chosen, fields, c.normalFields(a.Fields, terms[t.AlternativeOffset(i):t.AlternativeOffset(i+1)]))...)
	}
	return out
}

// onlyIf is terms if a condition holds, and otherwise the defaults of their type.
func (c *checker) onlyIf(cond *term.Term, t *sts.Type, terms []*term.Term) []*term.Term {
	out := make([]*term.Term, len(terms))
	for i, other := range c.defaults(t) {
		out[i] = c.store.Ite(cond, terms[i], other)
	}
	return out
}

// normalCollection brings the elements of a collection to this form.
func (c *checker) normalCollection(t *sts.Type, collection *term.Term) *term.Term {
	if t.Form == sts.Map {
		k := c.boundVariable("k", t.Key.Packed())
		pair := c.store.Tuple(c.normalElement(t.Key, k), c.normalElement(t.Elem, c.store.Get(collection, k)))
		return c.store.ToMap(c.store.Each(c.store.Keys(collection), k, pair))
	}
	x := c.boundVariable("x", t.Elem.Packed())
	return c.store.Each(collection, x, c.normalElement(t.Elem, x))
}

func (c *checker) normalElement(t *sts.Type, x *term.Term) *term.Term {
	return c.pack(c.normalTerms(t, c.unpack(t, x).terms))
}
