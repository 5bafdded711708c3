package operand

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The bounds of types, as conditions on scalars.

// Inside is the condition that a value is within the bounds of its type.
func (mk *Maker) Inside(t *sts.Type, terms []*term.Term) *term.Term {
	s := mk.Store
	switch {
	case t.Scalar != nil:
		return mk.insideRange(terms[0], t.Scalar)
	case t.IsCollection():
		return mk.insideCollection(t, terms[0])
	case t.Form == sts.Optional:
		return s.Or(s.Not(terms[0]), mk.Inside(t.Elem, terms[1:]))
	case t.Form == sts.Union:
		parts := make([]*term.Term, len(t.Alternatives))
		for i, a := range t.Alternatives {
			other := s.Not(s.Eq(terms[0], s.Const(t.Tag(), term.IntValue(int64(i)))))
			parts[i] = s.Or(other, mk.insideFields(a.Fields, terms[t.AlternativeOffset(i):]))
		}
		return s.And(parts...)
	case t.IsArray():
		var parts []*term.Term
		for i, size := 0, t.Elem.Size(); i < t.Length; i++ {
			parts = append(parts, mk.Inside(t.Elem, terms[i*size:(i+1)*size]))
		}
		return s.And(parts...)
	}
	return mk.insideFields(t.Fields, terms)
}

func (mk *Maker) insideFields(fields []sts.Field, terms []*term.Term) *term.Term {
	var parts []*term.Term
	for _, f := range fields {
		parts = append(parts, mk.Inside(f.Type, terms[:f.Type.Size()]))
		terms = terms[f.Type.Size():]
	}
	return mk.Store.And(parts...)
}

// insideCollection bounds the size of a collection, and its elements or keys and values.
func (mk *Maker) insideCollection(t *sts.Type, collection *term.Term) *term.Term {
	s := mk.Store
	cond := s.True()
	if t.Form == sts.Sequence && t.Length >= 0 {
		cond = s.Le(s.Size(collection), s.Int(int64(t.Length)))
	}
	if t.Form == sts.Map {
		k := mk.BoundVariable("k", t.Key.Packed().Base())
		entry := s.And(mk.Inside(t.Key, mk.Unpack(t.Key, k).Terms), mk.Inside(t.Elem, mk.Unpack(t.Elem, s.Get(collection, k)).Terms))
		return s.And(cond, s.All(s.Keys(collection), k, entry))
	}
	x := mk.BoundVariable("x", t.Elem.Packed().Base())
	return s.And(cond, s.All(collection, x, mk.Inside(t.Elem, mk.Unpack(t.Elem, x).Terms)))
}

// IsWidened reports whether the scalars of a type have wider bounds than it says: those of optional values and unions include zero.
func IsWidened(t *sts.Type, maybeAbsent bool) bool {
	if t.Scalar != nil {
		return maybeAbsent && !t.Scalar.Contains(term.IntValue(0)) && t.Scalar.Kind == term.KindInt
	}
	maybeAbsent = !t.IsCollection() && (maybeAbsent || t.Form == sts.Optional || t.Form == sts.Union)
	widened := t.Elem != nil && IsWidened(t.Elem, maybeAbsent) || t.Key != nil && IsWidened(t.Key, maybeAbsent)
	isField := func(f sts.Field) bool { return IsWidened(f.Type, maybeAbsent) }
	for _, a := range t.Alternatives {
		widened = widened || slices.ContainsFunc(a.Fields, isField)
	}
	return widened || slices.ContainsFunc(t.Fields, isField)
}

// insideRange is the condition that a scalar lies within the bounds of its sort.
func (mk *Maker) insideRange(t *term.Term, sort *term.Sort) *term.Term {
	cond := mk.Store.True()
	if sort.Kind == term.KindInt && sort.HasLow {
		cond = mk.Store.Le(mk.Store.Int(sort.Low), t)
	}
	if sort.Kind == term.KindInt && sort.HasHigh {
		cond = mk.Store.And(cond, mk.Store.Le(t, mk.Store.Int(sort.High)))
	}
	return cond
}
