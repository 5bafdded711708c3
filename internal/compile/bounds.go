package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Bounds: where a value is stored, sent or passed it must be within those of the type, or it is a model error.

// demandBounds demands that a value, which was converted from o, is within the bounds of a type; false if it certainly is not.
func (l *lowering) demandBounds(o, value operand, want *sts.Type, span diag.Span, what string) bool {
	if o.literal == nil && o.typ.Form == want.Form && want.Form != sts.Plain && o.typ.Same(want) && sameBounds(o.typ, want) {
		return true // a value of this type is within
	}
	return l.demandWithin(want, value.terms, span, what)
}

// demandWithin demands the bounds of scalars, collections, optional values and unions one by one, so that messages name them.
func (l *lowering) demandWithin(t *sts.Type, terms []*term.Term, span diag.Span, what string) bool {
	within := true
	switch {
	case t.IsArray():
		for i, size := 0, t.Elem.Size(); i < t.Length; i++ {
			within = l.demandWithin(t.Elem, terms[i*size:(i+1)*size], span, what+"["+text.Number(i)+"]") && within
		}
		return within
	case t.IsRecord():
		for _, f := range t.Fields {
			size := f.Type.Size()
			within = l.demandWithin(f.Type, terms[:size], span, what+"."+f.Name) && within
			terms = terms[size:]
		}
		return within
	}
	cond := l.inside(t, terms)
	message := what + " must stay within " + t.String()
	if values, ok := term.Constants(terms); ok {
		message = what + " must be within " + t.String() + ", but this is " + text.Clip(t.Format(values), 100)
	}
	return l.demand(sts.OutOfRange, cond, span, diag.CodeConstRange, message)
}

// inside is the condition that a value is within the bounds of its type.
func (c *checker) inside(t *sts.Type, terms []*term.Term) *term.Term {
	s := c.store
	switch {
	case t.Scalar != nil:
		return c.insideRange(terms[0], t.Scalar)
	case t.IsCollection():
		return c.insideCollection(t, terms[0])
	case t.Form == sts.Optional:
		return s.Or(s.Not(terms[0]), c.inside(t.Elem, terms[1:]))
	case t.Form == sts.Union:
		parts := make([]*term.Term, len(t.Alternatives))
		for i, a := range t.Alternatives {
			other := s.Not(s.Eq(terms[0], s.Const(t.Tag(), term.IntValue(int64(i)))))
			parts[i] = s.Or(other, c.insideFields(a.Fields, terms[t.AlternativeOffset(i):]))
		}
		return s.And(parts...)
	case t.IsArray():
		var parts []*term.Term
		for i, size := 0, t.Elem.Size(); i < t.Length; i++ {
			parts = append(parts, c.inside(t.Elem, terms[i*size:(i+1)*size]))
		}
		return s.And(parts...)
	}
	return c.insideFields(t.Fields, terms)
}

func (c *checker) insideFields(fields []sts.Field, terms []*term.Term) *term.Term {
	var parts []*term.Term
	for _, f := range fields {
		parts = append(parts, c.inside(f.Type, terms[:f.Type.Size()]))
		terms = terms[f.Type.Size():]
	}
	return c.store.And(parts...)
}

// insideCollection bounds the size of a collection, and its elements or keys and values.
func (c *checker) insideCollection(t *sts.Type, collection *term.Term) *term.Term {
	s := c.store
	cond := s.True()
	if t.Form == sts.Sequence && t.Length >= 0 {
		cond = s.Le(s.Size(collection), s.Int(int64(t.Length)))
	}
	if t.Form == sts.Map {
		k := c.boundVariable("k", t.Key.Packed().Base())
		entry := s.And(c.inside(t.Key, c.unpack(t.Key, k).terms), c.inside(t.Elem, c.unpack(t.Elem, s.Get(collection, k)).terms))
		return s.And(cond, s.All(s.Keys(collection), k, entry))
	}
	x := c.boundVariable("x", t.Elem.Packed().Base())
	return s.And(cond, s.All(collection, x, c.inside(t.Elem, c.unpack(t.Elem, x).terms)))
}

// isWidened reports whether the scalars of a type have wider bounds than it says: those of optional values and unions include zero.
func isWidened(t *sts.Type, maybeAbsent bool) bool {
	if t.Scalar != nil {
		return maybeAbsent && !t.Scalar.Contains(term.IntValue(0)) && t.Scalar.Kind == term.KindInt
	}
	maybeAbsent = !t.IsCollection() && (maybeAbsent || t.Form == sts.Optional || t.Form == sts.Union)
	widened := t.Elem != nil && isWidened(t.Elem, maybeAbsent) || t.Key != nil && isWidened(t.Key, maybeAbsent)
	isField := func(f sts.Field) bool { return isWidened(f.Type, maybeAbsent) }
	for _, a := range t.Alternatives {
		widened = widened || slices.ContainsFunc(a.Fields, isField)
	}
	return widened || slices.ContainsFunc(t.Fields, isField)
}

// insideRange is the condition that a scalar lies within the bounds of its sort.
func (c *checker) insideRange(t *term.Term, sort *term.Sort) *term.Term {
	cond := c.store.True()
	if sort.Kind == term.KindInt && sort.HasLow {
		cond = c.store.Le(c.store.Int(sort.Low), t)
	}
	if sort.Kind == term.KindInt && sort.HasHigh {
		cond = c.store.And(cond, c.store.Le(t, c.store.Int(sort.High)))
	}
	return cond
}
