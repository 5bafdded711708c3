package value

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxElements bounds the elements of all collections of a value, counted by their scalars.
const maxElements = 1 << 20

// Decode checks plain data against a type and returns the scalars of the value. The error is a *Mismatch.
func Decode(t *sts.Type, data any) ([]term.Value, error) {
	out := make([]term.Value, t.Size())
	d := decoder{left: maxElements}
	return out, d.value(t, data, out)
}

// decoder decodes one value.
type decoder struct {
	left int // scalars that elements of collections may still have
}

func (d *decoder) value(t *sts.Type, data any, out []term.Value) (err error) {
	switch {
	case t.Scalar != nil:
		out[0], err = DecodeScalar(t.Scalar, data)
		return err
	case t.IsCollection():
		out[0], err = d.collection(t, data)
		return err
	case t.Form == sts.Optional:
		return d.optional(t, data, out)
	case t.Form == sts.Union:
		return d.union(t, data, out)
	case t.IsArray():
		return d.array(t, data, out)
	}
	return d.fields(t, t.Fields, data, out)
}

// within puts a part of a path before that of a mismatch.
func within(part string, err error) error {
	if m := (*Mismatch)(nil); errors.As(err, &m) {
		m.Path = part + m.Path
	}
	return err
}

func (d *decoder) array(t *sts.Type, data any, out []term.Value) error {
	list, ok := data.([]any)
	if !ok {
		return wrongType("expected a list of %d for %s, got %s", t.Length, t, Describe(data))
	}
	if len(list) != t.Length {
		return mismatch("expected a list of %d for %s, got %s", t.Length, t, Describe(data))
	}
	size := t.Elem.Size()
	for i, element := range list {
		if err := d.value(t.Elem, element, out[i*size:(i+1)*size]); err != nil {
			return within(fmt.Sprintf("[%d]", i), err)
		}
	}
	return nil
}

// fields decodes the fields of a record, or of an alternative of a union. A missing optional field is none.
func (d *decoder) fields(owner fmt.Stringer, fields []sts.Field, data any, out []term.Value) error {
	object, ok := data.(map[string]any)
	if !ok {
		return wrongType("expected an object with the fields of %s, got %s", owner, Describe(data))
	}
	known := 0
	for i, part := range Each(Types(fields), out) {
		f := fields[i]
		field, given := object[f.Name]
		if given {
			known++
		} else if f.Type.Form != sts.Optional {
			return mismatch("field %s of %s is missing, got %s", f.Name, owner, Describe(data))
		}
		if err := d.value(f.Type, field, part); err != nil {
			return within("."+f.Name, err)
		}
	}
	if len(object) > known {
		return mismatch("fields that %s does not have, got %s", owner, Describe(data))
	}
	return nil
}

// Known returns plain data without fields of objects that the type does not have. Data that is not a value of the type is left unchanged
// where it differs.
func Known(t *sts.Type, data any) any {
	if t.Form == sts.Optional {
		return knownOptional(t, data)
	}
	switch d := data.(type) {
	case []any:
		return knownElements(t, d)
	case map[string]any:
		switch {
		case t.IsRecord():
			return knownFields(t.Fields, d)
		case t.Form == sts.Map:
			return knownEntries(t, d)
		case t.Form == sts.Union:
			return knownAlternative(t, d)
		}
	}
	return data
}

func knownElements(t *sts.Type, list []any) any {
	pairs := t.Form == sts.Map
	if !t.IsArray() && !t.IsCollection() {
		return list
	}
	out := make([]any, len(list))
	for i, element := range list {
		pair, _ := element.([]any)
		switch {
		case !pairs:
			out[i] = Known(t.Elem, element)
		case len(pair) == 2:
			out[i] = []any{Known(t.Key, pair[0]), Known(t.Elem, pair[1])}
		default:
			out[i] = element
		}
	}
	return out
}

func knownFields(fields []sts.Field, object map[string]any) any {
	out := make(map[string]any, len(fields))
	for _, f := range fields {
		if field, ok := object[f.Name]; ok {
			out[f.Name] = Known(f.Type, field)
		}
	}
	return out
}

func knownEntries(t *sts.Type, object map[string]any) any {
	out := make(map[string]any, len(object))
	for key, v := range object {
		out[key] = Known(t.Elem, v)
	}
	return out
}

func knownOptional(t *sts.Type, data any) any {
	object, ok := data.(map[string]any)
	if t.Elem.Form != sts.Optional || !ok {
		return Known(t.Elem, data)
	}
	return knownAlternative(some(t), object)
}

// knownAlternative keeps all alternatives, since data with two of them is not a value.
func knownAlternative(t *sts.Type, object map[string]any) any {
	out := make(map[string]any, len(object))
	for name, data := range object {
		out[name] = data
		if i := t.Alternative(name); i >= 0 {
			if fields, ok := data.(map[string]any); ok {
				out[name] = knownFields(t.Alternatives[i].Fields, fields)
			}
		}
	}
	return out
}
