package export

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// notation writes values of all types in a language. The parts of a value are written first.
type notation interface {
	scalar(sort *term.Sort, x *term.Term, place int) (string, error) // x may be a variable: a value that the model leaves free
	free(t *sts.Type, place int, asField bool) string                // a collection, an optional value or a union that the model leaves free
	array(elements []string) string
	record(t *sts.Type, fields []string) string
	collection(t *sts.Type, elements []string) string // of a map, keys and values in turn
	optional(t *sts.Type, content string, present, asField bool) string
	alternative(t *sts.Type, i int, fields []string) string
}

// inElement is the index of scalars in elements of collections, which are never free.
const inElement = -1

// payload writes each value of a message.
func payload(n notation, store *term.Store, m script.Message) ([]string, error) {
	w := payloadWriter{notation: n, store: store}
	var out []string
	for _, p := range m.Parts() {
		text, err := w.value(p.Type, p.Scalars, true)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}

// payloadWriter writes the values of one message.
type payloadWriter struct {
	notation
	store *term.Store
	place int // of the next scalar in the payload, or inElement
}

// skip passes over scalars that are not written.
func (w *payloadWriter) skip(n int) {
	if w.place != inElement {
		w.place += n
	}
}

// value writes a value. A field is a value of a payload, of a record or of an alternative.
func (w *payloadWriter) value(t *sts.Type, scalars []*term.Term, asField bool) (string, error) {
	switch {
	case t.Scalar != nil:
		place := w.place
		w.skip(1)
		return w.scalar(t.Scalar, scalars[0], place)
	case t.IsCollection():
		return w.elements(t, scalars[0], asField)
	case t.Form == sts.Optional:
		return w.maybe(t, scalars, asField)
	case t.Form == sts.Union:
		return w.chosen(t, scalars, asField)
	case t.IsArray():
		parts, err := w.values(slices.Repeat([]*sts.Type{t.Elem}, t.Length), scalars, false)
		return w.array(parts), err
	}
	parts, err := w.fields(t.Fields, scalars)
	if err != nil {
		return "", err
	}
	return w.record(t, parts), nil
}

// values writes values with consecutive scalars.
func (w *payloadWriter) values(types []*sts.Type, scalars []*term.Term, asFields bool) ([]string, error) {
	out := make([]string, len(types))
	for i, t := range types {
		var err error
		if out[i], err = w.value(t, scalars[:t.Size()], asFields); err != nil {
			return nil, err
		}
		scalars = scalars[t.Size():]
	}
	return out, nil
}

func (w *payloadWriter) fields(fields []sts.Field, scalars []*term.Term) ([]string, error) {
	var types []*sts.Type
	for _, f := range fields {
		types = append(types, f.Type)
	}
	return w.values(types, scalars, true)
}

// whole writes a value that the model leaves free as a whole.
func (w *payloadWriter) whole(t *sts.Type, asField bool) string {
	place := w.place
	w.skip(t.Size())
	return w.free(t, place, asField)
}

func (w *payloadWriter) maybe(t *sts.Type, scalars []*term.Term, asField bool) (string, error) {
	switch {
	case !scalars[0].IsConst():
		return w.whole(t, asField), nil
	case !scalars[0].IsTrue():
		w.skip(t.Size())
		return w.optional(t, "", false, asField), nil
	}
	w.skip(1)
	content, err := w.value(t.Elem, scalars[1:], false)
	return w.optional(t, content, true, asField), err
}

func (w *payloadWriter) chosen(t *sts.Type, scalars []*term.Term, asField bool) (string, error) {
	if !scalars[0].IsConst() {
		return w.whole(t, asField), nil
	}
	n, _ := scalars[0].Value().Small()
	i := int(n)
	first, next := t.AlternativeOffset(i), t.AlternativeOffset(i+1)
	w.skip(first)
	fields, err := w.fields(t.Alternatives[i].Fields, scalars[first:next])
	w.skip(t.Size() - next)
	if err != nil {
		return "", err
	}
	return w.alternative(t, i, fields), nil
}

// elements writes a collection, which is known or free as a whole.
func (w *payloadWriter) elements(t *sts.Type, x *term.Term, asField bool) (string, error) {
	if !x.IsConst() {
		return w.whole(t, asField), nil
	}
	place := w.place
	w.place = inElement
	var out []string
	for i, item := range x.Value().Items() {
		part := t.Elem
		if t.Form == sts.Map && i%2 == 0 {
			part = t.Key
		}
		text, err := w.value(part, w.constants(part, item), false)
		if err != nil {
			return "", err
		}
		out = append(out, text)
	}
	w.place = place
	w.skip(1)
	return w.collection(t, out), nil
}

// constants returns the scalars of an element of a collection.
func (w *payloadWriter) constants(t *sts.Type, item term.Value) []*term.Term {
	leaves := t.Leaves()
	out := make([]*term.Term, len(leaves))
	for i, v := range t.Unpack(item) {
		out[i] = w.store.Const(leaves[i].Sort, v)
	}
	return out
}

// unseen returns the variables of a payload that are parts of values free as a whole.
func unseen(m script.Message) []*term.Term {
	var out []*term.Term
	for _, p := range m.Parts() {
		out = appendUnseen(out, p.Type, p.Scalars)
	}
	return slices.DeleteFunc(out, (*term.Term).IsConst)
}

func appendUnseen(out []*term.Term, t *sts.Type, scalars []*term.Term) []*term.Term {
	choice := t.Form == sts.Optional || t.Form == sts.Union
	switch {
	case t.Scalar != nil:
		return out
	case t.IsCollection() || choice && !scalars[0].IsConst():
		return append(out, scalars...)
	case choice:
		scalars = scalars[1:]
	}
	for _, part := range parts(t) {
		out = appendUnseen(out, part, scalars[:part.Size()])
		scalars = scalars[part.Size():]
	}
	return out
}

// parts returns the types of the components of a value, after the first scalar of an optional value or a union.
func parts(t *sts.Type) []*sts.Type {
	switch {
	case t.Form == sts.Optional:
		return []*sts.Type{t.Elem}
	case t.IsArray():
		return slices.Repeat([]*sts.Type{t.Elem}, t.Length)
	}
	var out []*sts.Type
	for _, f := range t.Fields {
		out = append(out, f.Type)
	}
	for _, a := range t.Alternatives {
		for _, f := range a.Fields {
			out = append(out, f.Type)
		}
	}
	return out
}
