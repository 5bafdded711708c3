package types

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Contains reports whether scalars are a value of a type: each has the right kind and lies within the bounds of the type, sets and maps are
// in their order, and what is not there is zero.
func Contains(t *sts.Type, scalars []term.Value) bool {
	switch {
	case len(scalars) != t.Size():
		return false
	case t.Scalar != nil:
		return isScalar(t.Scalar, scalars[0])
	case t.IsCollection():
		return isCollection(t, scalars[0])
	case t.Form == sts.Optional:
		return isScalar(term.Bool, scalars[0]) && isThere(t.Elem, scalars[1:], scalars[0].Bool())
	case t.Form == sts.Union:
		return isUnion(t, scalars)
	}
	for range t.Length {
		if !Contains(t.Elem, scalars[:t.Elem.Size()]) {
			return false
		}
		scalars = scalars[t.Elem.Size():]
	}
	return areFields(t.Fields, scalars, true)
}

// isThere reports whether scalars are a value of a type, or those of one that is not there.
func isThere(t *sts.Type, scalars []term.Value, there bool) bool {
	if there {
		return Contains(t, scalars)
	}
	return term.SameValues(scalars, t.Absent())
}

func areFields(fields []sts.Field, scalars []term.Value, there bool) bool {
	for _, f := range fields {
		if !isThere(f.Type, scalars[:f.Type.Size()], there) {
			return false
		}
		scalars = scalars[f.Type.Size():]
	}
	return true
}

func isUnion(t *sts.Type, scalars []term.Value) bool {
	if !isScalar(t.Tag(), scalars[0]) {
		return false
	}
	for i, a := range t.Alternatives {
		if !areFields(a.Fields, scalars[t.AlternativeOffset(i):t.AlternativeOffset(i+1)], scalars[0].Equal(term.IntValue(int64(i)))) {
			return false
		}
	}
	return true
}

// isScalar reports whether a value has the kind of a sort, in its canonical form, and lies within its bounds.
func isScalar(s *term.Sort, v term.Value) bool {
	switch s.Kind {
	case term.KindString:
		return v.Equal(term.StringValue(v.Text()))
	case term.KindReal:
		return v.Equal(term.RatValue(v.Rat()))
	case term.KindBits:
		return isWord(s, v)
	case term.KindBool:
		return v.Equal(term.IntValue(0)) || v.Equal(term.IntValue(1))
	}
	return v.Equal(term.BigValue(v.Big())) && s.Contains(v)
}

// isWord reports whether a machine integer has no more bits than its sort.
func isWord(s *term.Sort, v term.Value) bool {
	n, small := v.Small()
	switch {
	case s.Width == 64:
		return small
	case s.Signed:
		return small && n >= -1<<(s.Width-1) && n < 1<<(s.Width-1)
	}
	return small && n >= 0 && n < 1<<s.Width
}

func isCollection(t *sts.Type, v term.Value) bool {
	items, parts := v.Items(), []*sts.Type{t.Elem}
	if t.Form == sts.Map {
		parts = []*sts.Type{t.Key, t.Elem}
	}
	if !v.Equal(term.ListValue(items...)) || len(items)%len(parts) != 0 || t.Form == sts.Sequence && t.Length >= 0 && len(items) > t.Length {
		return false
	}
	for i, item := range items {
		if !isElement(parts[i%len(parts)], item) || i >= len(parts) && i%len(parts) == 0 && t.Form != sts.Sequence && items[i-len(parts)].Compare(item) >= 0 {
			return false
		}
	}
	return true
}

// isElement reports whether an item of a collection is a value of a type: a scalar, or a row of scalars.
func isElement(t *sts.Type, item term.Value) bool {
	if t.Size() != 1 && !item.Equal(term.ListValue(item.Items()...)) {
		return false
	}
	return Contains(t, t.Unpack(item))
}
