package protobuf

import (
	"fmt"
	"math/big"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// use is a message and where it is used.
type use struct {
	name    protoreflect.FullName
	request bool
	nested  bool // a record, whose fields have the names of JSON
}

// result is the translation of a message.
type result struct {
	t   *service.Type
	err *unsupported
}

// maxDepth is how deep messages may contain messages.
const maxDepth = 32

// message translates a message.
func (c *converter) message(m protoreflect.MessageDescriptor, u use) (*service.Type, *unsupported) {
	u.name = m.FullName()
	switch {
	case c.active[u.name]:
		return nil, &unsupported{c.span(m), fmt.Sprintf("%s is recursive", u.name)}
	case len(c.active) >= maxDepth:
		return nil, &unsupported{c.span(m), fmt.Sprintf("messages that contain each other more than %d levels deep are not supported", maxDepth)}
	}
	if known := c.messages[u]; known != nil {
		return known.t, known.err
	}
	c.active[u.name] = true
	t, err := c.record(m, u)
	delete(c.active, u.name)
	if err == nil && t.Size() > service.MaxSize {
		t, err = nil, &unsupported{c.span(m), fmt.Sprintf("values of more than %d parts are not supported", service.MaxSize)}
	}
	c.messages[u] = &result{t, err}
	return t, err
}

// record translates the fields of a message; those that cannot be expressed are left out, unless a request requires them.
func (c *converter) record(m protoreflect.MessageDescriptor, u use) (*service.Type, *unsupported) {
	t := &service.Type{Kind: service.Record, Name: string(m.Name()), Span: c.span(m)}
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		ft, err := c.field(f, u)
		switch {
		case err == nil:
			t.Fields = append(t.Fields, service.Value{Name: f.JSONName(), Type: ft})
		case u.request && f.Cardinality() == protoreflect.Required:
			return nil, err
		default:
			c.gaps.Leave(err.at, "%s is left out: %s", f.FullName(), err.reason)
		}
	}
	if u.nested && len(t.Fields) == 0 {
		return nil, &unsupported{t.Span, "none of its fields is supported"}
	}
	if u.nested {
		for _, group := range exclusive(m, t.Fields) {
			names := make([]string, len(group))
			for k, i := range group {
				names[k] = t.Fields[i].Name
			}
			t.Limits = append(t.Limits, func(path string) string {
				return strings.Join(service.AtMostOne(len(names), func(k int) string { return path + "." + names[k] }), " and ")
			})
		}
	}
	return t, nil
}

// exclusive lists the groups of values that are fields of a oneof, by their indexes.
func exclusive(m protoreflect.MessageDescriptor, values []service.Value) [][]int {
	var out [][]int
	for i := range m.Oneofs().Len() {
		one := m.Oneofs().Get(i)
		var group []int
		for k, v := range values {
			if f := m.Fields().ByJSONName(v.Name); f != nil && f.ContainingOneof() == one && v.Type.Kind == service.Optional {
				group = append(group, k)
			}
		}
		if len(group) > 1 {
			out = append(out, group)
		}
	}
	return out
}

// field translates the type of a field. One that may be missing is optional.
func (c *converter) field(f protoreflect.FieldDescriptor, u use) (*service.Type, *unsupported) {
	if u.nested && !service.IsName(f.JSONName()) {
		return nil, &unsupported{c.span(f), fmt.Sprintf("%q is not a name that a record of the model can have", f.JSONName())}
	}
	inOneof := f.ContainingOneof() != nil && !f.ContainingOneof().IsSynthetic()
	switch {
	case f.IsMap():
		return c.dictionary(f, u)
	case f.IsList():
		elem, err := c.single(f, u)
		return &service.Type{Kind: service.Sequence, Elem: elem}, err
	}
	t, err := c.single(f, u)
	if err != nil || !f.HasPresence() || f.Cardinality() == protoreflect.Required || !inOneof && c.Optional && !u.request {
		return t, err
	}
	return service.Maybe(t), nil
}

// dictionary translates a map. Its keys are the names of members in the JSON form.
func (c *converter) dictionary(f protoreflect.FieldDescriptor, u use) (*service.Type, *unsupported) {
	key := &service.Type{Kind: service.String}
	if bits, signed := integer(f.MapKey().Kind()); bits > 0 {
		key = bounded(bits, signed)
	} else if f.MapKey().Kind() != protoreflect.StringKind {
		return nil, &unsupported{c.span(f), "maps with Boolean keys are not supported"}
	}
	elem, err := c.single(f.MapValue(), u)
	return &service.Type{Kind: service.Map, Key: key, Elem: elem}, err
}

// single translates the type of a field, or of an element of it.
func (c *converter) single(f protoreflect.FieldDescriptor, u use) (*service.Type, *unsupported) {
	bad := func(reason string) (*service.Type, *unsupported) { return nil, &unsupported{c.span(f), reason} }
	if bits, signed := integer(f.Kind()); bits > 0 {
		if bits == 64 && !u.request {
			return bad("integers of 64 bits are strings in the JSON form, which is not supported in responses")
		}
		return bounded(bits, signed), nil
	}
	switch f.Kind() {
	case protoreflect.BoolKind:
		return &service.Type{Kind: service.Bool}, nil
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return &service.Type{Kind: service.Real}, nil
	case protoreflect.StringKind:
		return &service.Type{Kind: service.String}, nil
	case protoreflect.EnumKind:
		return c.enum(f.Enum(), f)
	case protoreflect.MessageKind:
		return c.nested(f, u)
	}
	return bad(fmt.Sprintf("the type %s is not supported", f.Kind()))
}

// nested translates a field that is a message. Those of google.protobuf have JSON forms of their own.
func (c *converter) nested(f protoreflect.FieldDescriptor, u use) (*service.Type, *unsupported) {
	if strings.HasPrefix(string(f.Message().FullName()), "google.protobuf.") {
		return nil, &unsupported{c.span(f), fmt.Sprintf("the type %s is not supported", f.Message().FullName())}
	}
	return c.message(f.Message(), use{request: u.request, nested: true})
}

// enum translates an enumeration; the JSON form has the names of its values.
func (c *converter) enum(e protoreflect.EnumDescriptor, f protoreflect.FieldDescriptor) (*service.Type, *unsupported) {
	if e.FullName() == "google.protobuf.NullValue" {
		return nil, &unsupported{c.span(f), "null is not supported"}
	}
	t := &service.Type{Kind: service.Enum, Name: string(e.Name()), Span: c.span(e)}
	for i := range e.Values().Len() {
		t.Members = append(t.Members, string(e.Values().Get(i).Name()))
	}
	return t, nil
}

// integer returns the width of an integer; 0 if the kind is not an integer.
func integer(k protoreflect.Kind) (bits uint, signed bool) {
	switch k {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return 32, true
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return 32, false
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return 64, true
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return 64, false
	}
	return 0, false
}

// bounded is an integer of a width.
func bounded(bits uint, signed bool) *service.Type {
	low := new(big.Int)
	if signed {
		bits--
		low.Lsh(big.NewInt(-1), bits)
	}
	high := new(big.Int).Lsh(big.NewInt(1), bits)
	return &service.Type{Kind: service.Int, Low: low, High: high.Sub(high, big.NewInt(1))}
}
