package value

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// An optional value is null or the value. Where the value can be null as well, as in int??, one that is present is written like a
// union: {"some": {"value": null}}.

// some is a union with the alternative "some", for optional values of optional values.
func some(t *sts.Type) *sts.Type {
	return &sts.Type{Name: t.String(), Form: sts.Union, Alternatives: []sts.Alternative{{Name: "some", Fields: []sts.Field{{Name: "value", Type: t.Elem}}}}}
}

func encodeOptional(t *sts.Type, scalars []term.Value) (any, error) {
	switch {
	case !scalars[0].Bool():
		return nil, nil
	case t.Elem.Form == sts.Optional:
		return encodeUnion(some(t), append([]term.Value{term.IntValue(0)}, scalars[1:]...))
	}
	return Encode(t.Elem, scalars[1:])
}

func (d *decoder) optional(t *sts.Type, data any, out []term.Value) error {
	out[0] = term.BoolValue(data != nil)
	switch {
	case data == nil:
		copy(out[1:], t.Elem.Absent())
		return nil
	case t.Elem.Form == sts.Optional:
		scalars := make([]term.Value, len(out))
		err := d.union(some(t), data, scalars)
		copy(out[1:], scalars[1:])
		return err
	}
	return d.value(t.Elem, data, out[1:])
}

func encodeUnion(t *sts.Type, scalars []term.Value) (any, error) {
	if tag := t.Tag(); !tag.Contains(scalars[0]) {
		return nil, mismatch("%s is not an alternative of %s", scalars[0].Format(tag), t)
	}
	i, _ := scalars[0].Small()
	a := t.Alternatives[i]
	if len(a.Fields) == 0 {
		return a.Name, nil
	}
	first := t.AlternativeOffset(int(i))
	fields, err := encodeFields(a.Fields, scalars[first:])
	return map[string]any{a.Name: fields}, err
}

func (d *decoder) union(t *sts.Type, data any, out []term.Value) error {
	name, fields, ok := chosen(data)
	i := t.Alternative(name)
	if !ok || i < 0 {
		return mismatch("expected an alternative of %s (%s), got %s", t, alternatives(t), Describe(data))
	}
	copy(out, t.Absent())
	out[0] = term.IntValue(int64(i))
	a, first := t.Alternatives[i], t.AlternativeOffset(i)
	return within("."+name, d.fields(named(name), a.Fields, fields, out[first:]))
}

// named is the name of an alternative in messages.
type named string

func (n named) String() string { return string(n) }

// chosen returns the alternative that data names, and the object with its fields: "busy" is {"busy": {}}.
func chosen(data any) (name string, fields any, ok bool) {
	switch d := data.(type) {
	case string:
		return d, map[string]any{}, true
	case map[string]any:
		for name, fields := range d {
			return name, fields, len(d) == 1
		}
	}
	return "", nil, false
}

// alternatives lists the alternatives of a union, each as it is written.
func alternatives(t *sts.Type) string {
	unnamed := *t
	unnamed.Name = ""
	return unnamed.String()
}
