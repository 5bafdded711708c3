package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Defaults returns the scalars of the simplest value of the type: zero or the bound nearest to it, the empty string, an empty collection,
// none, and the first alternative of a union.
func (t *Type) Defaults() []term.Value {
	switch {
	case t.Scalar != nil || t.IsCollection():
		return []term.Value{t.LeafSort().Default()}
	case t.Form == Optional:
		return t.Absent()
	case t.IsArray():
		return slices.Repeat(t.Elem.Defaults(), t.Length)
	}
	var out []term.Value
	fields := t.Fields
	if t.Form == Union {
		out, fields = append(out, term.IntValue(0)), t.Alternatives[0].Fields
	}
	for _, f := range fields {
		out = append(out, f.Type.Defaults()...)
	}
	if t.Form == Union {
		out = append(out, t.Absent()[len(out):]...)
	}
	return out
}

// Absent returns the scalars of an absent value: zero, whatever the bounds, the empty string, false, the first member and empty collections.
func (t *Type) Absent() []term.Value {
	leaves := t.Leaves()
	out := make([]term.Value, len(leaves))
	for i, leaf := range leaves {
		out[i] = leaf.Sort.Base().Default()
	}
	return out
}

// Normalize gives the scalars of optional values that are absent, and of alternatives that are not chosen, the values of Absent. Code that
// builds a value scalar by scalar calls it last. It reports whether it changed anything.
func (t *Type) Normalize(values []term.Value) bool {
	return t.settle(values, func(_ *term.Sort, v term.Value) term.Value { return v })
}

// Fit turns scalars that have the sorts of the leaves of the type into a value of the type. It normalizes them, and brings those that are
// present into the bounds of the type: the sort of a leaf in an optional value or a union contains zero even if the type does not.
func (t *Type) Fit(values []term.Value) {
	t.settle(values, func(s *term.Sort, v term.Value) term.Value {
		if s.Contains(v) {
			return v
		}
		return s.Default()
	})
}

// settle changes the scalars that are present by a function, and the others to the values of Absent. It reports whether it changed anything.
func (t *Type) settle(values []term.Value, there scalarChange) bool {
	switch {
	case t.Scalar != nil:
		return change(values, 0, there(t.Scalar, values[0]))
	case t.IsCollection():
		return t.hasChoice() && t.settleElements(values, there)
	case t.Form == Optional:
		return t.Elem.settleIf(values[0].Bool(), values[1:], there)
	case t.Form == Union:
		return t.settleUnion(values, there)
	case t.IsArray():
		return t.settleArray(values, there)
	}
	return settleFields(t.Fields, true, values, there)
}

// scalarChange returns what a scalar of a sort is changed to.
type scalarChange func(s *term.Sort, v term.Value) term.Value

// change replaces a value of a list, and reports whether it was different.
func change(values []term.Value, i int, v term.Value) bool {
	changed := !v.Equal(values[i])
	values[i] = v
	return changed
}

// settleIf clears a value that is not present.
func (t *Type) settleIf(present bool, values []term.Value, there scalarChange) bool {
	if present {
		return t.settle(values, there)
	}
	changed := false
	for i, v := range t.Absent() {
		changed = change(values, i, v) || changed
	}
	return changed
}

func (t *Type) settleUnion(values []term.Value, there scalarChange) bool {
	chosen, _ := values[0].Small()
	changed, at := false, 1
	for i, a := range t.Alternatives {
		size := fieldsSize(a.Fields)
		changed = settleFields(a.Fields, int64(i) == chosen, values[at:at+size], there) || changed
		at += size
	}
	return changed
}

func (t *Type) settleArray(values []term.Value, there scalarChange) bool {
	changed, size := false, t.Elem.Size()
	for i := range t.Length {
		changed = t.Elem.settle(values[i*size:(i+1)*size], there) || changed
	}
	return changed
}

func settleFields(fields []Field, present bool, values []term.Value, there scalarChange) bool {
	changed := false
	for _, f := range fields {
		size := f.Type.Size()
		changed = f.Type.settleIf(present, values[:size], there) || changed
		values = values[size:]
	}
	return changed
}

// hasChoice reports whether a value of the type, or an element of it, is an optional value or a union.
func (t *Type) hasChoice() bool {
	return t.Form == Optional || t.Form == Union || t.Elem != nil && t.Elem.hasChoice() || t.Key != nil && t.Key.hasChoice() ||
		slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.hasChoice() })
}

// settleElements settles the elements of a collection.
func (t *Type) settleElements(values []term.Value, there scalarChange) bool {
	items, changed := slices.Clone(values[0].Items()), false
	for i, item := range items {
		part := t.Elem
		if t.Form == Map && i%2 == 0 {
			part = t.Key
		}
		scalars := slices.Clone(part.Unpack(item))
		if part.settle(scalars, there) {
			items[i], changed = part.Pack(scalars), true
		}
	}
	if changed {
		values[0] = t.collectionSort().Collect(items)
	}
	return changed
}
