package openapi

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/convert/document"
	"github.com/sextant-mbt/sextant/internal/convert/service"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// use is a schema and where it is used. In a request everything that is required must be there; of a response parts may be left out.
type use struct {
	schema  *document.Value
	request bool
	open    bool // a document whose members are values, with names of any form
	value   bool // a value of a message, and not a part of one
}

// result is what a schema becomes.
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
	for _, key := range []string{"oneOf", "anyOf", "not", "if", "$dynamicRef", "patternProperties"} {
		if inner := v.Get(key); !inner.Missing {
			return nil, &unsupported{inner, key + " is not supported"}
		}
	}
	kind, err := c.kind(v, u)
	if err != nil {
		return nil, err
	}
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

// kind is the type of a schema. One that may also be null is sent without null, and not understood in responses.
func (c *converter) kind(v *document.Value, u use) (string, *unsupported) {
	declared := v.Get("type")
	kind, null := declared.Text(), v.Get("nullable").Data == true
	for _, item := range declared.Items() {
		switch {
		case item.Text() == "null":
			null = true
		case kind != "":
			return "", &unsupported{declared, "several types are not supported"}
		default:
			kind = item.Text()
		}
	}
	if null && !u.request {
		return "", &unsupported{v, "a value that may be null is not supported in responses"}
	}
	switch {
	case kind != "":
		return kind, nil
	case !v.Get("properties").Missing || !v.Get("allOf").Missing:
		return "object", nil
	case !v.Get("enum").Missing && isTexts(v.Get("enum").Items()):
		return "string", nil
	}
	return "", &unsupported{v, "a schema without a type is not supported"}
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

// array is a list, if its length is fixed. As a value of a response it may also be shorter than a known length.
func (c *converter) array(v *document.Value, name string, u use) (*service.Type, *unsupported) {
	low, high := c.bound(v, "minItems", false), c.bound(v, "maxItems", false)
	if high == nil && c.Lists > 0 {
		high = new(big.Rat).SetInt64(int64(c.Lists))
	}
	if low == nil {
		low = new(big.Rat)
	}
	varies := u.value && !u.request
	switch {
	case high == nil || !varies && low.Cmp(high) != 0 || low.Cmp(high) > 0 || high.Sign() == 0:
		return nil, &unsupported{v, "a list whose length is not fixed is not supported here"}
	case !high.Num().IsInt64() || high.Num().Int64() > service.MaxSize:
		return nil, &unsupported{v, fmt.Sprintf("values of more than %d parts are not supported", service.MaxSize)}
	}
	u.open, u.value = false, false
	elem, err := c.schema(v.Get("items"), name+"_item", u)
	if err != nil {
		return nil, err
	}
	if unique := v.Get("uniqueItems"); unique.Data == true {
		c.gaps.Leave(unique.Span, "%s: it is not checked", unique.Path())
	}
	t := &service.Type{Kind: service.Array, Elem: elem, Length: int(high.Num().Int64())}
	if low.Cmp(high) != 0 {
		t.Varies, t.Low = true, low.Num()
	}
	return t, nil
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
	if len(members) == 0 && !u.open {
		return nil, &unsupported{v, "an object without properties is not supported"}
	}
	t := &service.Type{Kind: service.Record, Name: syntax.Declarable(upper(name))}
	for _, m := range members {
		ft, err := c.member(m, name, u)
		switch {
		case err == nil && ft != nil:
			t.Fields = append(t.Fields, service.Value{Name: m.name, Type: ft})
		case err != nil && m.required && u.request:
			return nil, err
		case err != nil:
			c.leave(m.schema, err)
		}
	}
	if len(t.Fields) == 0 && !u.open {
		return nil, &unsupported{v, "none of its properties is supported"}
	}
	return t, nil
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
	case !u.request && !m.required && !c.Optional:
		return nil, &unsupported{m.schema, "it need not be in the response (--optional takes it to be there)"}
	}
	u.open, u.value = false, u.open
	return c.schema(m.schema, name+"_"+m.name, u)
}

// members are the properties of an object and of the parts of allOf.
func (c *converter) members(v *document.Value) ([]member, *unsupported) {
	required := map[string]bool{}
	seen := map[string]bool{}
	var out []member
	parts, err := c.parts(v, 0)
	if err != nil {
		return nil, err
	}
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
	return out, nil
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
