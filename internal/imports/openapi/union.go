package openapi

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/imports/service"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// oneOf and anyOf of objects become a union of the model if an object says which of the schemas describes it. There are three ways:
//
//	discriminator  it names a property, and its mapping, or the name of a schema, gives the value that stands for the schema
//	constants      a required property has a constant, or strings of an enumeration, that no other schema has
//	members        each schema requires a property that no other one has
//
// In the first two the property is the tag of the union, and not a field; a schema with several values is an alternative for each.

// maxMembers is how many properties the schemas of a union may have together.
const maxMembers = 5000

// onlyOne returns the only schema of oneOf or anyOf that is not null, and whether there is null as well. Without one it is nil.
func (c *converter) onlyOne(v *document.Value) (only *document.Value, null bool) {
	if !v.Get("properties").Missing || !v.Get("discriminator").Missing {
		return nil, false
	}
	for _, item := range choiceList(v).Items() {
		r := c.resolve(item)
		switch {
		case r != nil && r.Get("type").Text() == "null":
			null = true
		case only != nil:
			return nil, false
		default:
			only = item
		}
	}
	return only, null
}

// choice is a schema of oneOf or anyOf.
type choice struct {
	item    *document.Value // as it stands there
	schema  *document.Value // after references
	members []member
	values  []string // of the tag
	fields  []service.Value
}

// union translates oneOf or anyOf of objects.
func (c *converter) union(v *document.Value, name string, u use) (*service.Type, *unsupported) {
	choices, null, err := c.choices(v)
	if err != nil {
		return nil, err
	}
	t := &service.Type{Kind: service.Union, Name: syntax.Declarable(upper(name))}
	if t.Tag, err = c.tag(v, choices); err != nil {
		return nil, err
	}
	u.open, u.value = false, false
	for i, one := range choices {
		if t.Tag == "" {
			one.values = []string{one.name(name, i)}
		}
		if err := c.alternatives(t, one, one.name(name, i), u); err != nil {
			return nil, err
		}
	}
	if t.Tag == "" {
		if err := toldByMembers(v, choices, u); err != nil {
			return nil, err
		}
	}
	return c.maybeNull(t, null, u), nil
}

// alternatives adds those of a schema to a union: one for each value of the tag.
func (c *converter) alternatives(t *service.Type, one *choice, name string, u use) (err *unsupported) {
	fields := one.members
	if t.Tag != "" {
		fields = slices.DeleteFunc(slices.Clone(fields), func(m member) bool { return m.name == t.Tag })
	}
	if one.fields, err = c.fields(fields, name, u); err != nil {
		return err
	}
	for _, value := range one.values {
		t.Alternatives = append(t.Alternatives, service.Alternative{Name: value, Fields: one.fields})
	}
	if len(t.Alternatives) > service.MaxSize || t.Size() > service.MaxSize {
		return &unsupported{one.item, fmt.Sprintf("unions of more than %d alternatives or parts are not supported", service.MaxSize)}
	}
	return nil
}

// name is the name of the schema, or one from its place.
func (one *choice) name(outer string, i int) string {
	return cmp.Or(refName(one.item), fmt.Sprint(outer, "_", i+1))
}

// choices are the schemas of oneOf or anyOf, and whether one of them is null. Properties beside oneOf belong to each of them.
func (c *converter) choices(v *document.Value) (out []*choice, null bool, err *unsupported) {
	list := choiceList(v)
	if !v.Get("oneOf").Missing && !v.Get("anyOf").Missing {
		return nil, false, &unsupported{v, "oneOf and anyOf in one schema are not supported: leave one"}
	}
	shared, err := c.parts(v, 0)
	if err != nil {
		return nil, false, err
	}
	null = v.Get("nullable").Data == true
	total := 0
	for _, item := range list.Items() {
		one := &choice{item: item, schema: c.resolve(item)}
		switch {
		case one.schema == nil:
			return nil, false, &unsupported{item, reported}
		case one.schema.Get("type").Text() == "null":
			null = true
			continue
		case !isObject(one.schema) || !isObjectType(v):
			return nil, false, &unsupported{item, "only objects can be alternatives of a union: put this value into an object with a property of its own"}
		}
		null = null || one.schema.Get("nullable").Data == true
		parts, err := c.parts(one.schema, 0)
		if err != nil {
			return nil, false, err
		}
		one.members = c.membersOf(slices.Concat(parts, shared))
		if total += 1 + len(one.members); total > maxMembers {
			return nil, false, &unsupported{list, fmt.Sprintf("schemas with more than %d properties together are not supported", maxMembers)}
		}
		out = append(out, one)
	}
	if len(out) == 0 {
		err = &unsupported{list, "there is no schema to choose"}
	}
	return out, null, err
}

// choiceList is the list of oneOf or anyOf.
func choiceList(v *document.Value) *document.Value {
	if list := v.Get("oneOf"); !list.Missing {
		return list
	}
	return v.Get("anyOf")
}

// isObject reports whether a schema describes objects by their properties.
func isObject(v *document.Value) bool {
	for _, key := range []string{"oneOf", "anyOf", "enum", "const", "not", "if", "patternProperties"} {
		if !v.Get(key).Missing {
			return false
		}
	}
	return isObjectType(v) && (!v.Get("properties").Missing || !v.Get("allOf").Missing || !v.Get("required").Missing)
}

// isObjectType reports whether a schema has the type of objects, or none.
func isObjectType(v *document.Value) bool {
	kind := v.Get("type")
	return kind.Missing || kind.Text() == "object"
}

// tag returns the property that distinguishes the alternatives, and notes its values; it is empty if there is none.
func (c *converter) tag(v *document.Value, choices []*choice) (string, *unsupported) {
	if d := v.Get("discriminator"); !d.Missing {
		return c.discriminator(d, choices)
	}
	for _, m := range choices[0].members {
		if m.name != "" && len(choices) > 1 && c.constants(choices, m.name) {
			return m.name, nil
		}
	}
	return "", nil
}

// discriminator returns the property of a discriminator, and notes its values.
func (c *converter) discriminator(d *document.Value, choices []*choice) (string, *unsupported) {
	property := d.Get("propertyName").Text()
	switch {
	case property == "":
		return "", &unsupported{d, "a discriminator needs a propertyName"}
	case len(c.object(d.Get("mapping")).Keys) > service.MaxSize:
		return "", &unsupported{d, fmt.Sprintf("a mapping of more than %d values is not supported", service.MaxSize)}
	}
	constant := c.constants(choices, property)
	for _, one := range choices {
		switch mapped := c.mapped(d.Get("mapping"), one.item); {
		case mapped != nil:
			one.values = mapped
		case !constant && refName(one.item) == "":
			return "", &unsupported{one.item, fmt.Sprintf("nothing says which %s stands for this schema: move it to components and refer to it, or give the property a const", convert.Clip(property))}
		case !constant:
			one.values = []string{refName(one.item)}
		}
	}
	if twice, ok := repeated(choices); ok {
		return "", &unsupported{d, fmt.Sprintf("the %s %q stands for several schemas: give each its own in the mapping", convert.Clip(property), convert.Clip(twice))}
	}
	return property, nil
}

// mapped are the values that stand for a schema in the mapping of a discriminator.
func (c *converter) mapped(mapping, item *document.Value) []string {
	var out []string
	entries := c.object(mapping)
	for _, value := range entries.Keys {
		if target := entries.Values[value].Text(); target != "" && (target == item.Get("$ref").Text() || target == refName(item)) {
			out = append(out, value)
		}
	}
	return out
}

// constants reports whether each schema requires a property with strings that no other has, and notes them.
func (c *converter) constants(choices []*choice, property string) bool {
	for _, one := range choices {
		i := slices.IndexFunc(one.members, func(m member) bool { return m.name == property && m.required })
		if i < 0 {
			return clearValues(choices)
		}
		if one.values = c.constantsOf(one.members[i].schema); one.values == nil {
			return clearValues(choices)
		}
	}
	if _, ok := repeated(choices); ok {
		return clearValues(choices)
	}
	return true
}

// clearValues forgets the values of a property that does not distinguish the schemas, and returns false.
func clearValues(choices []*choice) bool {
	for _, one := range choices {
		one.values = nil
	}
	return false
}

// constantsOf are the strings of const or enum.
func (c *converter) constantsOf(schema *document.Value) []string {
	v := c.resolve(schema)
	if v == nil {
		return nil
	}
	list := v.Get("enum").Items()
	if constant := v.Get("const"); !constant.Missing {
		list = []*document.Value{constant}
	}
	if len(list) > service.MaxSize || !isTexts(list) || v.Get("nullable").Data == true {
		return nil
	}
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = item.Text()
	}
	return out
}

// repeated returns a value that several schemas have, or one schema twice.
func repeated(choices []*choice) (string, bool) {
	seen := map[string]bool{}
	for _, one := range choices {
		for _, value := range one.values {
			if seen[value] {
				return value, true
			}
			seen[value] = true
		}
	}
	return "", false
}

// toldByMembers checks that no object has all properties that two of the schemas require.
func toldByMembers(v *document.Value, choices []*choice, u use) *unsupported {
	const fix = ": add a discriminator, or a required property with a const to each schema"
	list := choiceList(v)
	for i, one := range choices {
		if !v.Get("anyOf").Missing && !u.request && one.schema.Get("additionalProperties").Data != false {
			return &unsupported{list, "an object may fit several schemas of anyOf" + fix + ", or use oneOf"}
		}
		for k, other := range choices {
			if i != k && !other.requiresMore(one) {
				return &unsupported{list, fmt.Sprintf("an object of schema %d may have all properties that schema %d requires%s", i+1, k+1, fix)}
			}
		}
	}
	return nil
}

// requiresMore reports whether a schema has a field that is always present, and that is not a property of another schema.
func (one *choice) requiresMore(other *choice) bool {
	return slices.ContainsFunc(one.fields, func(f service.Value) bool {
		return f.Type.Kind != service.Optional && !slices.ContainsFunc(other.members, func(m member) bool { return m.name == f.Name })
	})
}
