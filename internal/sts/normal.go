package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/term"
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

// Absent returns the scalars of a value that is not there: zero, whatever the bounds, the empty string, false, the first member and
// empty collections.
func (t *Type) Absent() []term.Value {
	leaves := t.Leaves()
	out := make([]term.Value, len(leaves))
	for i, leaf := range leaves {
		out[i] = leaf.Sort.Base().Default()
	}
	return out
}

// Normalize gives the scalars of optional values that are absent, and of alternatives that are not chosen, the values of Absent. What
// makes a value scalar by scalar ends with it. It reports whether something was changed.
func (t *Type) Normalize(values []term.Value) bool {
	switch {
	case t.Scalar != nil || t.IsCollection() && !t.hasChoice():
		return false
	case t.IsCollection():
		return t.normalizeElements(values)
	case t.Form == Optional:
		return t.Elem.normalizeIf(values[0].Bool(), values[1:])
	case t.Form == Union:
		return t.normalizeUnion(values)
	case t.IsArray():
		return t.normalizeArray(values)
	}
	return normalizeFields(t.Fields, true, values)
}

// normalizeIf clears a value that is not present.
func (t *Type) normalizeIf(present bool, values []term.Value) bool {
	if present {
		return t.Normalize(values)
	}
	changed := false
	for i, v := range t.Absent() {
		changed = changed || !v.Equal(values[i])
		values[i] = v
	}
	return changed
}

func (t *Type) normalizeUnion(values []term.Value) bool {
	chosen, _ := values[0].Small()
	changed, at := false, 1
	for i, a := range t.Alternatives {
		size := fieldsSize(a.Fields)
		changed = normalizeFields(a.Fields, int64(i) == chosen, values[at:at+size]) || changed
		at += size
	}
	return changed
}

func (t *Type) normalizeArray(values []term.Value) bool {
	changed, size := false, t.Elem.Size()
	for i := range t.Length {
		changed = t.Elem.Normalize(values[i*size:(i+1)*size]) || changed
	}
	return changed
}

func normalizeFields(fields []Field, present bool, values []term.Value) bool {
	changed := false
	for _, f := range fields {
		size := f.Type.Size()
		changed = f.Type.normalizeIf(present, values[:size]) || changed
		values = values[size:]
	}
	return changed
}

// hasChoice reports whether a value of the type, or an element of it, is an optional value or a union.
func (t *Type) hasChoice() bool {
	return t.Form == Optional || t.Form == Union || t.Elem != nil && t.Elem.hasChoice() || t.Key != nil && t.Key.hasChoice() ||
		slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.hasChoice() })
}

// normalizeElements normalizes the elements of a collection.
func (t *Type) normalizeElements(values []term.Value) bool {
	items, changed := slices.Clone(values[0].Items()), false
	for i, item := range items {
		part := t.Elem
		if t.Form == Map && i%2 == 0 {
			part = t.Key
		}
		scalars := slices.Clone(part.Unpack(item))
		if part.Normalize(scalars) {
			items[i], changed = part.Pack(scalars), true
		}
	}
	if changed {
		values[0] = t.collectionSort().Collect(items)
	}
	return changed
}
