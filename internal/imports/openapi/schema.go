package openapi

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/imports/service"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// use is a schema and where it is used. In a request all required parts must be present; of a response parts may be left out.
type use struct {
	schema  *document.Value
	request bool
	open    bool // a document whose members are values, with names of any form
	value   bool // a value of a message, and not a part of one
}

// result is the translation of a schema.
type result struct {
	t   *service.Type
	err *unsupported
}

// maxPattern is the length of the longest pattern that is used.
const maxPattern = 1000

// maxNested is how deep schemas may be nested.
const maxNested = 32

// schema translates a schema; the name is for types that need one.
func (c *converter) schema(v *document.Value, name string, u use) (*service.Type, *unsupported) {
	if ref := refName(v); ref != "" {
		name = ref
	}
	schema := c.resolve(v)
	switch {
	case schema == nil:
		return nil, &unsupported{v, reported}
	case c.active[schema]:
		return nil, &unsupported{v, "a recursive schema is not supported"}
	case len(c.active) >= maxNested:
		return nil, &unsupported{v, fmt.Sprintf("schemas that are nested more than %d levels deep are not supported", maxNested)}
	}
	u.schema = schema
	if known := c.schemas[u]; known != nil {
		return known.t, known.err
	}
	c.active[schema] = true
	t, err := c.translate(schema, name, u)
	delete(c.active, schema)
	if err == nil && t.Size() > service.MaxSize {
		t, err = nil, &unsupported{schema, fmt.Sprintf("values of more than %d parts are not supported", service.MaxSize)}
	}
	if err == nil {
		t.Span = schema.Span
	}
	c.schemas[u] = &result{t, err}
	return t, err
}

// translate distinguishes the kinds of schemas.
func (c *converter) translate(v *document.Value, name string, u use) (*service.Type, *unsupported) {
	if _, ok := v.Data.(*document.Object); !ok {
		return nil, &unsupported{v, "a schema that is not an object is not supported"}
	}
	if only, null := c.onlyOne(v); only != nil {
		t, err := c.schema(only, name, u)
		if err != nil {
			return nil, err
		}
		return c.maybeNull(t, null, u), nil
	}
	for _, key := range []string{"not", "if", "$dynamicRef", "patternProperties"} {
		if inner := v.Get(key); !inner.Missing {
			return nil, &unsupported{inner, key + " is not supported"}
		}
	}
	if !v.Get("oneOf").Missing || !v.Get("anyOf").Missing {
		return c.union(v, name, u)
	}
	kind, null, err := c.kind(v)
	if err != nil {
		return nil, err
	}
	t, err := c.ofKind(v, kind, name, u)
	if err != nil {
		return nil, err
	}
	return c.maybeNull(t, null, u), nil
}

// maybeNull is a type that may also be null: in requests null is not sent.
func (c *converter) maybeNull(t *service.Type, null bool, u use) *service.Type {
	if null && !u.request {
		return service.Maybe(t)
	}
	return t
}

// ofKind translates a schema of a kind.
func (c *converter) ofKind(v *document.Value, kind, name string, u use) (*service.Type, *unsupported) {
	if enum := v.Get("enum"); !enum.Missing {
		return c.enumeration(v, enum.Items(), name, kind)
	}
	if constant := v.Get("const"); !constant.Missing {
		return c.enumeration(v, []*document.Value{constant}, name, kind)
	}
	switch kind {
	case "boolean":
		return &service.Type{Kind: service.Bool}, nil
	case "integer":
		return c.integer(v)
	case "number":
		return c.number(v), nil
	case "string":
		return c.text(v, u), nil
	case "array":
		return c.array(v, name, u)
	case "object":
		return c.record(v, name, u)
	}
	return nil, &unsupported{v, "the type " + convert.Clip(kind) + " is not supported"}
}

// kind is the type of a schema, and whether it may also be null.
func (c *converter) kind(v *document.Value) (kind string, null bool, err *unsupported) {
	declared := v.Get("type")
	kind, null = declared.Text(), v.Get("nullable").Data == true
	for _, item := range declared.Items() {
		switch {
		case item.Text() == "null":
			null = true
		case kind != "":
			return "", null, &unsupported{declared, "several types are not supported"}
		default:
			kind = item.Text()
		}
	}
	switch {
	case kind != "":
		return kind, null, nil
	case !v.Get("properties").Missing || !v.Get("allOf").Missing:
		return "object", null, nil
	case !v.Get("enum").Missing && isTexts(v.Get("enum").Items()):
		return "string", null, nil
	}
	return "", null, &unsupported{v, "a schema without a type is not supported"}
}

// isTexts reports whether all values are strings.
func isTexts(values []*document.Value) bool {
	for _, v := range values {
		if _, ok := v.Data.(string); !ok {
			return false
		}
	}
	return len(values) > 0
}

// enumeration is one of several strings or integers.
func (c *converter) enumeration(v *document.Value, values []*document.Value, name, kind string) (*service.Type, *unsupported) {
	var literals []string
	t := &service.Type{Kind: service.Enum, Name: name}
	for _, item := range values {
		switch {
		case item.Data == nil: // of a schema that may be null
		case kind == "string" && isTexts([]*document.Value{item}):
			t.Members = append(t.Members, item.Text())
		case kind == "integer" || kind == "boolean":
			literal := fmt.Sprint(item.Data)
			if kind == "integer" && rational(item) == nil || kind == "boolean" && literal != "true" && literal != "false" {
				return nil, &unsupported{item, "this is not of type " + kind}
			}
			literals = append(literals, literal)
		default:
			return nil, &unsupported{item, "only strings, integers and Booleans can be enumerated"}
		}
	}
	switch {
	case len(t.Members) > 0:
		return t, nil
	case len(literals) == 0:
		return nil, &unsupported{v, "an enumeration without members is not supported"}
	}
	kinds := map[string]service.Kind{"integer": service.Int, "boolean": service.Bool}
	return &service.Type{Kind: kinds[kind], Limits: []service.Limit{service.OneOf(literals)}}, nil
}

// text is a string. Formats are not checked, and patterns only of values of requests, which is reported.
func (c *converter) text(v *document.Value, u use) *service.Type {
	t := &service.Type{Kind: service.String}
	if low := c.bound(v, "minLength", false); low != nil && low.Num().Sign() > 0 {
		t.Limits = append(t.Limits, service.Limitf("len(%[1]s) >= %[2]v", low.Num()))
	}
	if high := c.bound(v, "maxLength", false); high != nil {
		t.Limits = append(t.Limits, service.Limitf("len(%[1]s) <= %[2]v", high.Num()))
	}
	if pattern := v.Get("pattern"); !pattern.Missing && u.value && u.request {
		if _, err := regexp.Compile(pattern.Text()); err == nil && len(pattern.Text()) <= maxPattern {
			t.Pattern = "(?s:.*)(?:" + pattern.Text() + ")(?s:.*)" // one that matches a part is enough
		}
	}
	for _, key := range []string{"pattern", "format"} {
		if inner := v.Get(key); !inner.Missing && inner.Text() != "password" && (key != "pattern" || t.Pattern == "") {
			c.gaps.Leave(inner.Span, "%s: it is not checked, and the tester chooses any text", inner.Path())
		}
	}
	return t
}

// array is a list: of a fixed length, without duplicates, or any other.
func (c *converter) array(v *document.Value, name string, u use) (*service.Type, *unsupported) {
	low, high := c.bound(v, "minItems", false), c.bound(v, "maxItems", false)
	if high == nil && c.Lists > 0 && !u.request {
		high = new(big.Rat).SetInt64(int64(c.Lists))
	}
	if low != nil && high != nil && low.Cmp(high) > 0 {
		return nil, &unsupported{v, "no list has a length within its bounds"}
	}
	u.open, u.value = false, false
	elem, err := c.schema(v.Get("items"), name+"_item", u)
	if err != nil {
		return nil, err
	}
	unique := v.Get("uniqueItems").Data == true
	if low != nil && high != nil && low.Cmp(high) == 0 && high.Sign() > 0 && !unique {
		return c.fixed(v, elem, high)
	}
	t := &service.Type{Kind: service.Sequence, Elem: elem}
	if unique {
		t.Kind = service.Set
	}
	if low != nil && low.Sign() > 0 {
		t.Limits = append(t.Limits, service.Limitf("len(%[1]s) >= %[2]v", low.Num()))
	}
	if high != nil && !unique && high.Num().IsInt64() && high.Num().Int64() <= maxBound {
		t.High = high.Num()
	} else if high != nil {
		t.Limits = append(t.Limits, service.Limitf("len(%[1]s) <= %[2]v", high.Num()))
	}
	return t, nil
}

// maxBound is the greatest length that is a bound of a type.
const maxBound = 1 << 20

// fixed is a list of a fixed length.
func (c *converter) fixed(v *document.Value, elem *service.Type, length *big.Rat) (*service.Type, *unsupported) {
	if !length.Num().IsInt64() || length.Num().Int64() > service.MaxSize {
		return nil, &unsupported{v, fmt.Sprintf("values of more than %d parts are not supported", service.MaxSize)}
	}
	return &service.Type{Kind: service.Array, Elem: elem, Length: int(length.Num().Int64())}, nil
}

// dictionary is an object whose members have any names and one type.
func (c *converter) dictionary(v *document.Value, name string, u use) (*service.Type, *unsupported) {
	u.open, u.value = false, false
	elem, err := c.schema(v.Get("additionalProperties"), name+"_item", u)
	if err != nil {
		return nil, err
	}
	return &service.Type{Kind: service.Map, Key: &service.Type{Kind: service.String}, Elem: elem}, nil
}

// member is a property of an object.
type member struct {
	name     string
	schema   *document.Value
	required bool
}

// record is an object with properties.
func (c *converter) record(v *document.Value, name string, u use) (*service.Type, *unsupported) {
	members, err := c.members(v)
	if err != nil {
		return nil, err
	}
	if _, ok := v.Get("additionalProperties").Data.(*document.Object); ok && len(members) == 0 {
		return c.dictionary(v, name, u)
	}
	if len(members) == 0 && !u.open {
		return nil, &unsupported{v, "an object without properties is not supported"}
	}
	t := &service.Type{Kind: service.Record, Name: syntax.Declarable(upper(name))}
	if t.Fields, err = c.fields(members, name, u); err != nil {
		return nil, err
	}
	if len(t.Fields) == 0 && !u.open {
		return nil, &unsupported{v, "none of its properties is supported"}
	}
	return t, nil
}

// fields are the properties of an object that a model can have. A request must have all that are required.
func (c *converter) fields(members []member, name string, u use) ([]service.Value, *unsupported) {
	var out []service.Value
	for _, m := range members {
		t, err := c.member(m, name, u)
		switch {
		case err == nil && t != nil:
			out = append(out, service.Value{Name: m.name, Type: t})
		case err != nil && m.required && u.request:
			return nil, err
		case err != nil:
			c.leave(m.schema, err)
		}
	}
	return out, nil
}

// member is the type of a property; without a type and an error it does not belong here.
func (c *converter) member(m member, name string, u use) (*service.Type, *unsupported) {
	resolved := c.resolve(m.schema)
	switch {
	case resolved == nil:
		return nil, &unsupported{m.schema, reported}
	case u.request && resolved.Get("readOnly").Data == true, !u.request && resolved.Get("writeOnly").Data == true:
		return nil, nil
	case !u.open && !service.IsName(m.name):
		return nil, &unsupported{m.schema, fmt.Sprintf("%q is not a name that a record of the model can have", convert.Clip(m.name))}
	}
	u.open, u.value = false, u.open
	t, err := c.schema(m.schema, name+"_"+m.name, u)
	if err != nil || m.required || c.Optional && !u.request {
		return t, err
	}
	return service.Maybe(t), nil
}

// members are the properties of an object and of the parts of allOf.
func (c *converter) members(v *document.Value) ([]member, *unsupported) {
	parts, err := c.parts(v, 0)
	if err != nil {
		return nil, err
	}
	return c.membersOf(parts), nil
}

// membersOf are the properties of several schemas that describe an object together.
func (c *converter) membersOf(parts []*document.Value) []member {
	required := map[string]bool{}
	seen := map[string]bool{}
	var out []member
	for _, part := range parts {
		for _, item := range part.Get("required").Items() {
			required[item.Text()] = true
		}
	}
	for _, part := range parts {
		properties := c.object(part.Get("properties"))
		for _, name := range properties.Keys {
			if !seen[name] {
				seen[name] = true
				out = append(out, member{name, properties.Values[name], required[name]})
			}
		}
	}
	return out
}

// parts are the schemas that describe an object together: itself, and those of allOf.
func (c *converter) parts(v *document.Value, level int) ([]*document.Value, *unsupported) {
	if level > maxNested {
		return nil, &unsupported{v, "a recursive schema is not supported"}
	}
	out := []*document.Value{v}
	for _, item := range v.Get("allOf").Items() {
		part := c.resolve(item)
		if part == nil {
			return nil, &unsupported{item, reported}
		}
		if kind := part.Get("type").Text(); kind != "" && kind != "object" || !part.Get("oneOf").Missing || !part.Get("anyOf").Missing {
			return nil, &unsupported{item, "allOf of schemas that are not objects is not supported"}
		}
		inner, err := c.parts(part, level+1)
		if err != nil {
			return nil, err
		}
		if out = append(out, inner...); len(out) > service.MaxSize {
			return nil, &unsupported{v, fmt.Sprintf("allOf of more than %d schemas is not supported", service.MaxSize)}
		}
	}
	return out, nil
}

// upper begins the name of a type with a capital.
func upper(name string) string {
	if name == "" {
		return name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
