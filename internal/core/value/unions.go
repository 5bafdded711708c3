package value

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// In plain data a value of a union is an object with the chosen alternative, {"cat": {"name": "Tom"}}. Systems use two other forms:
//
//	tagged    {"kind": "cat", "name": "Tom"}  a member next to the fields names the alternative
//	untagged  {"name": "Tom"}                 the members determine the alternative
//
// UnionForms converts plain data to these forms and back.

// UnionForms holds the forms of unions that differ from plain data, by the names of their types.
type UnionForms map[string]UnionForm

// UnionForm is the form of a union.
type UnionForm struct {
	Tag   string            // the member that names the alternative; empty if there is none
	Names map[string]string // by alternative: the tag, if it differs from the name
}

// Write returns plain data with the unions in their own forms.
func (u UnionForms) Write(t *sts.Type, data any) any {
	out, _ := rewriter{forms: u}.value(t, data) // only reading fails
	return out
}

// Read returns data with the unions in their own forms as plain data. Data that is not a value of the type for other reasons is left
// unchanged, for Decode to report. The error is a *Mismatch.
func (u UnionForms) Read(t *sts.Type, data any) (any, error) {
	return rewriter{u, true}.value(t, data)
}

// rewriter converts the unions in data to their forms, or back.
type rewriter struct {
	forms UnionForms
	read  bool
}

func (r rewriter) value(t *sts.Type, data any) (any, error) {
	switch {
	case len(r.forms) == 0:
		return data, nil
	case t.Form == sts.Optional && t.Elem.Form == sts.Optional:
		return r.alternative(some(t), data)
	case t.Form == sts.Optional:
		return r.value(t.Elem, data)
	case t.Form == sts.Union && data != nil:
		return r.union(t, data)
	}
	switch d := data.(type) {
	case []any:
		return r.list(t, d)
	case map[string]any:
		if t.Form == sts.Map {
			return r.members(d, func(string) *sts.Type { return t.Elem })
		}
		return r.fields(t.Fields, d)
	}
	return data, nil
}

// list rewrites the elements of a list, or the pairs of a map.
func (r rewriter) list(t *sts.Type, list []any) (any, error) {
	if t.Elem == nil {
		return list, nil
	}
	out := make([]any, len(list))
	for i, element := range list {
		pair, ok := element.([]any)
		var err error
		switch {
		case t.Form != sts.Map:
			out[i], err = r.value(t.Elem, element)
		case ok && len(pair) == 2:
			out[i], err = r.pair(t, pair)
		default:
			out[i] = element
		}
		if err != nil {
			return nil, within(fmt.Sprintf("[%d]", i), err)
		}
	}
	return out, nil
}

func (r rewriter) pair(t *sts.Type, pair []any) (any, error) {
	key, err := r.value(t.Key, pair[0])
	if err != nil {
		return nil, err
	}
	element, err := r.value(t.Elem, pair[1])
	return []any{key, element}, err
}

func (r rewriter) fields(fields []sts.Field, object map[string]any) (any, error) {
	return r.members(object, func(name string) *sts.Type {
		if i := slices.IndexFunc(fields, func(f sts.Field) bool { return f.Name == name }); i >= 0 {
			return fields[i].Type
		}
		return nil
	})
}

// members rewrites the members of an object that have a type.
func (r rewriter) members(object map[string]any, typeOf func(name string) *sts.Type) (any, error) {
	out := maps.Clone(object)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		t := typeOf(name)
		if t == nil {
			continue
		}
		var err error
		if out[name], err = r.value(t, object[name]); err != nil {
			return nil, within("."+name, err)
		}
	}
	return out, nil
}

// union rewrites a value of a union; its fields are rewritten while it has the form of plain data.
func (r rewriter) union(t *sts.Type, data any) (any, error) {
	form, ok := r.forms[t.Name]
	if ok && r.read {
		var err error
		if data, err = form.read(t, data); err != nil {
			return nil, err
		}
	}
	data, err := r.alternative(t, data)
	if ok && !r.read {
		data = form.write(data)
	}
	return data, err
}

// alternative rewrites the fields of the alternative in plain data.
func (r rewriter) alternative(t *sts.Type, data any) (any, error) {
	name, fields, ok := chosen(data)
	object, isObject := fields.(map[string]any)
	i := t.Alternative(name)
	if !ok || !isObject || i < 0 || len(object) == 0 {
		return data, nil
	}
	written, err := r.fields(t.Alternatives[i].Fields, object)
	return map[string]any{name: written}, within("."+name, err)
}

// tag returns the tag of an alternative.
func (f UnionForm) tag(alternative string) string {
	if name, ok := f.Names[alternative]; ok {
		return name
	}
	return alternative
}

// write returns a value with the fields next to the tag.
func (f UnionForm) write(data any) any {
	name, fields, _ := chosen(data)
	out := map[string]any{}
	if object, ok := fields.(map[string]any); ok {
		maps.Copy(out, object)
	}
	if f.Tag != "" {
		out[f.Tag] = f.tag(name)
	}
	return out
}

// read returns plain data for a value with the fields next to the tag.
func (f UnionForm) read(t *sts.Type, data any) (any, error) {
	object, ok := data.(map[string]any)
	if !ok {
		return nil, mismatch("expected an object for %s, got %s", t, Describe(data))
	}
	find := f.named
	if f.Tag == "" {
		find = fitting
	}
	name, err := find(t, object)
	if err != nil {
		return nil, err
	}
	fields := maps.Clone(object)
	if f.Tag != "" {
		delete(fields, f.Tag)
	}
	return map[string]any{name: fields}, nil
}

// named returns the alternative that the tag of an object names.
func (f UnionForm) named(t *sts.Type, object map[string]any) (string, error) {
	var tags []string
	for _, a := range t.Alternatives {
		tags = append(tags, fmt.Sprintf("%q", f.tag(a.Name)))
		if object[f.Tag] == f.tag(a.Name) {
			return a.Name, nil
		}
	}
	expected := text.Clip(strings.Join(tags, ", "), 200)
	if tag, ok := object[f.Tag]; ok {
		return "", mismatch("the member %s of %s is one of %s, got %s", f.Tag, t, expected, Describe(tag))
	}
	return "", mismatch("the member %s of %s, one of %s, is missing, got %s", f.Tag, t, expected, Describe(object))
}

// fitting returns the only alternative whose fields, except optional ones, are members of an object.
func fitting(t *sts.Type, object map[string]any) (string, error) {
	var fit []string
	for _, a := range t.Alternatives {
		if !slices.ContainsFunc(a.Fields, func(f sts.Field) bool { return f.Type.Form != sts.Optional && object[f.Name] == nil }) {
			fit = append(fit, a.Name)
		}
	}
	switch len(fit) {
	case 1:
		return fit[0], nil
	case 0:
		return "", mismatch("expected the fields of an alternative of %s (%s), got %s", t, alternatives(t), Describe(object))
	}
	return "", mismatch("expected the fields of one alternative of %s, got those of %s", t, strings.Join(fit, " and "))
}

// Check returns an error if values of a union could not be read back in the form in which they are written.
func (f UnionForm) Check(t *sts.Type) error {
	if f.Tag == "" {
		return checkUntagged(t)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Names)) {
		if t.Alternative(name) < 0 {
			return fmt.Errorf("%s has no alternative %s: it has %s", t, name, strings.Join(t.Tag().Members, ", "))
		}
	}
	names := map[string]string{}
	for _, a := range t.Alternatives {
		if other, taken := names[f.tag(a.Name)]; taken {
			return fmt.Errorf("%s and %s have the same name %q: give them different ones", other, a.Name, f.tag(a.Name))
		}
		names[f.tag(a.Name)] = a.Name
		if slices.ContainsFunc(a.Fields, func(other sts.Field) bool { return other.Name == f.Tag }) {
			return fmt.Errorf("%s has a field %s, which stands where the tag is: leave out the field, whose value is the alternative", a.Name, f.Tag)
		}
	}
	return nil
}

// checkUntagged checks that no value of an alternative has all fields that another one needs.
func checkUntagged(t *sts.Type) error {
	for _, a := range t.Alternatives {
		for _, b := range t.Alternatives {
			if a.Name != b.Name && !needsMore(b.Fields, a.Fields) {
				return fmt.Errorf("a value of %s may have all fields that %s needs: give %s a field that is not optional and that %s does not have, or use a tag", a.Name, b.Name, b.Name, a.Name)
			}
		}
	}
	return nil
}

// needsMore reports whether one of the fields is not optional and not among the others.
func needsMore(fields, others []sts.Field) bool {
	return slices.ContainsFunc(fields, func(f sts.Field) bool {
		return f.Type.Form != sts.Optional && !slices.ContainsFunc(others, func(o sts.Field) bool { return o.Name == f.Name })
	})
}
