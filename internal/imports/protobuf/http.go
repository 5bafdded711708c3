package protobuf

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// annotations and rules declare the option google.api.http, with the names and numbers of its fields that are in use everywhere.
const (
	annotations = `syntax = "proto3";
package google.api;
import "google/api/http.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.MethodOptions { HttpRule http = 72295728; }
`
	rules = `syntax = "proto3";
package google.api;
message Http { repeated HttpRule rules = 1; bool fully_decode_reserved_expansion = 2; }
message HttpRule {
  string selector = 1;
  oneof pattern { string get = 2; string put = 3; string post = 4; string delete = 5; string patch = 6; CustomHttpPattern custom = 8; }
  string body = 7;
  string response_body = 12;
  repeated HttpRule additional_bindings = 11;
}
message CustomHttpPattern { string kind = 1; string path = 2; }
`
)

// rule is the annotation of a method.
type rule struct {
	method, path       string
	body, responseBody string
}

// httpRule is the annotation of a method; nil if it has none.
func httpRule(m protoreflect.MethodDescriptor) *rule {
	options := m.Options()
	if options == nil {
		return nil
	}
	var out *rule
	options.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if f.FullName() == "google.api.http" && f.Kind() == protoreflect.MessageKind {
			out = readRule(v.Message())
		}
		return true
	})
	return out
}

func readRule(m protoreflect.Message) *rule {
	out := &rule{}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch f.Name() {
		case "get", "put", "post", "delete", "patch":
			out.method, out.path = strings.ToUpper(string(f.Name())), v.String()
		case "body":
			out.body = v.String()
		case "response_body":
			out.responseBody = v.String()
		}
		return true
	})
	return out
}

// transcode describes a method as a request of HTTP.
func (c *converter) transcode(op *service.Operation, m protoreflect.MethodDescriptor, in, out *service.Type) *unsupported {
	r := httpRule(m)
	switch {
	case r == nil:
		return &unsupported{op.Span, "it has no annotation google.api.http, and other methods have one"}
	case r.method == "":
		return &unsupported{op.Span, "only get, put, post, delete and patch are supported"}
	case r.responseBody != "":
		return &unsupported{op.Span, "response_body is not supported"}
	}
	t := transcoding{c: c, op: op, rule: r, left: fields(m.Input(), in)}
	if err := t.path(); err != nil {
		return err
	}
	if err := t.body(); err != nil {
		return err
	}
	t.query()
	op.Exclusive = exclusive(m.Input(), op.Values)
	op.Responses = []*service.Response{
		{Name: op.Name + "_ok", Span: op.Span, Status: "200", Values: out.Fields, Body: service.Body{JSON: true, Template: object(out.Fields, 0)},
			Exclusive: exclusive(m.Output(), out.Fields)},
		failure(op, "4xx"), failure(op, "5xx"),
	}
	return nil
}

// input is a field of a request that was not used yet.
type input struct {
	name  string // in annotations
	value service.Value
}

// fields are those of a request that the model has, by the names that annotations use.
func fields(m protoreflect.MessageDescriptor, t *service.Type) []input {
	var out []input
	for _, v := range t.Fields {
		out = append(out, input{string(m.Fields().ByJSONName(v.Name).Name()), v})
	}
	return out
}

// transcoding distributes the fields of a request to path, body and query.
type transcoding struct {
	c    *converter
	op   *service.Operation
	rule *rule
	left []input
}

// take uses a field.
func (t *transcoding) take(name string) (service.Value, bool) {
	i := slices.IndexFunc(t.left, func(f input) bool { return f.name == name })
	if i < 0 {
		return service.Value{}, false
	}
	v := t.left[i].value
	t.left = slices.Delete(t.left, i, i+1)
	return v, true
}

var inBraces = text.Pattern(`\{([^{}]*)\}`)

// path is the method and the path; its places are fields that are scalars.
func (t *transcoding) path() *unsupported {
	path := t.rule.path
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(inBraces().ReplaceAllString(path, ""), "{}?#*: \r\n\t") {
		return &unsupported{t.op.Span, fmt.Sprintf("the path %q is not supported", path)}
	}
	out := service.Template{service.Text(t.rule.method + " ")}
	last := 0
	for _, at := range inBraces().FindAllStringSubmatchIndex(path, -1) {
		name := path[at[2]:at[3]]
		v, ok := t.take(name)
		if !ok || !v.Type.IsScalar() {
			return &unsupported{t.op.Span, fmt.Sprintf("{%s} in the path is not a field of the request that is supported there", name)}
		}
		out = append(out, service.Text(path[last:at[0]]), service.Place(len(t.op.Values)))
		t.op.Values = append(t.op.Values, service.Value{Name: v.Name, Type: v.Type.Content()})
		last = at[1]
	}
	t.op.Request = append(out, service.Text(path[last:]))
	return nil
}

// body is nothing, one field, or all fields that are left.
func (t *transcoding) body() *unsupported {
	first := len(t.op.Values)
	switch name := t.rule.body; name {
	case "":
	case "*":
		var values []service.Value
		for _, f := range t.left {
			values = append(values, f.value)
		}
		t.left = nil
		t.op.Values = append(t.op.Values, values...)
		t.op.Body = service.Body{JSON: true, Template: object(values, first)}
	default:
		v, ok := t.take(name)
		if !ok {
			return &unsupported{t.op.Span, fmt.Sprintf("the body %s is not a field of the request that is supported there", name)}
		}
		t.op.Values = append(t.op.Values, service.Value{Name: v.Name, Type: v.Type.Content()})
		t.op.Body = service.Body{JSON: true, Template: service.Template{service.Place(first)}}
	}
	return nil
}

// query has the other fields; those that are not scalars are left out.
func (t *transcoding) query() {
	separator := "?"
	for _, f := range t.left {
		if !f.value.Type.IsScalar() && !f.value.Type.IsListOfScalars() {
			t.c.gaps.Leave(t.op.Span, "%s of the request is left out: messages and maps are not supported in the query", f.name)
			continue
		}
		t.op.Request = append(t.op.Request, service.Text(separator+f.value.Name+"="), service.Place(len(t.op.Values)))
		t.op.Values = append(t.op.Values, f.value)
		separator = "&"
	}
}
