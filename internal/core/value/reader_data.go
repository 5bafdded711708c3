package value

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// elements reads a sequence in brackets, or a set in braces.
func (r *reader) elements(t *sts.Type, out []term.Value) {
	open, closing := byte('['), byte(']')
	if t.Form == sts.Set {
		open, closing = '{', '}'
	}
	start := r.at
	if !r.want(open, t) {
		return
	}
	var items []term.Value
	for r.fault == nil && !r.take(closing) {
		if len(items) > 0 && !r.want(',', t) {
			return
		}
		items = append(items, r.element(t.Elem))
	}
	n := len(items)
	out[0] = t.LeafSort().Collect(items)
	switch {
	case t.Form == sts.Sequence && t.Length >= 0 && n > t.Length:
		r.fail(start, r.at, "leave some out", "the sequence has %d elements, more than %d", n, t.Length)
	case t.Form == sts.Set && len(out[0].Items()) < n:
		r.fail(start, r.at, "give each element once", "the set has an element twice")
	}
}

// element reads one element of a collection, and packs it.
func (r *reader) element(t *sts.Type) term.Value {
	if r.left -= 1 + t.Size(); r.left < 0 {
		r.fail(r.at, len(r.text), "split the value", "the collections of the value have more than %d elements", maxElements)
		return term.Value{}
	}
	scalars := make([]term.Value, t.Size())
	r.value(t, scalars)
	return t.Pack(scalars)
}

// entries reads a map: {"a": 1, "b": 2}.
func (r *reader) entries(t *sts.Type, out []term.Value) {
	start := r.at
	if !r.want('{', t) {
		return
	}
	var entries []term.Value
	for r.fault == nil && !r.take('}') {
		if len(entries) > 0 && !r.want(',', t) {
			return
		}
		key := r.element(t.Key)
		if !r.want(':', t) {
			return
		}
		entries = append(entries, key, r.element(t.Elem))
	}
	n := len(entries)
	if out[0] = t.LeafSort().Collect(entries); len(out[0].Items()) < n {
		r.fail(start, r.at, "give each key once", "the map has a key twice")
	}
}

// optional reads none, the value, or some{value: none} where the value itself may be written none.
func (r *reader) optional(t *sts.Type, out []term.Value) {
	start := r.at
	word := r.name()
	if word == "none" {
		copy(out, t.Absent())
		return
	}
	out[0] = term.BoolValue(true)
	if word == "some" && t.WrapsSome() {
		r.fields(t, named("some"), []sts.Field{{Name: "value", Type: t.Elem}}, out[1:])
		return
	}
	r.at = start
	r.value(t.Elem, out[1:])
}

// union reads an alternative: ok{value: 3}, or busy if it has no fields.
func (r *reader) union(t *sts.Type, out []term.Value) {
	start := r.at
	name := r.name()
	i := t.Alternative(name)
	if i < 0 {
		r.fail(start, max(r.at, start+1), alternativeHint(t, name), "%s is not an alternative of %s", Show(name), t)
		return
	}
	copy(out, t.Absent())
	out[0] = term.IntValue(int64(i))
	a, first := t.Alternatives[i], t.AlternativeOffset(i)
	if r.skip(); len(a.Fields) > 0 || strings.HasPrefix(r.text[r.at:], "{") {
		r.fields(t, named(name), a.Fields, out[first:])
	}
}

func alternativeHint(t *sts.Type, name string) string {
	names := t.Tag().Members
	if closest := diag.Closest(name, names); closest != "" {
		return fmt.Sprintf("did you mean %s?", closest)
	}
	return "write one of " + alternatives(t)
}

// exampleOf returns the scalars of a value that shows how the type is written.
func exampleOf(t *sts.Type) []term.Value {
	switch {
	case t.Scalar != nil:
		return []term.Value{exampleScalar(t.Scalar)}
	case t.Form == sts.Map:
		return []term.Value{term.MapValue(t.Key.Pack(exampleOf(t.Key)), t.Elem.Pack(exampleOf(t.Elem)))}
	case t.Form == sts.Sequence && t.Length == 0:
		return t.Defaults()
	case t.IsCollection():
		return []term.Value{term.ListValue(t.Elem.Pack(exampleOf(t.Elem)))}
	case t.Form == sts.Optional:
		return append([]term.Value{term.BoolValue(true)}, exampleOf(t.Elem)...)
	case t.IsArray():
		return slices.Repeat(exampleOf(t.Elem), t.Length)
	}
	out := []term.Value{}
	if t.Form == sts.Union {
		out = append(out, t.Tag().Default())
	}
	for _, part := range parts(t) {
		out = append(out, exampleOf(part)...)
	}
	return out
}

// parts lists the types of the fields of a record, or of all alternatives of a union.
func parts(t *sts.Type) []*sts.Type {
	out := Types(t.Fields)
	for _, a := range t.Alternatives {
		out = append(out, Types(a.Fields)...)
	}
	return out
}

func exampleScalar(s *term.Sort) term.Value {
	if s.Kind == term.KindString {
		return term.StringValue("text")
	}
	return s.Default()
}
