package protobuf

import (
	"encoding/json"
	"fmt"
	"math/big"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// lines describes a method as lines of JSON: the request, and the response or the error.
func lines(op *service.Operation, m protoreflect.MethodDescriptor, in, out *service.Type) {
	method := quote(fmt.Sprintf("%s/%s", m.Parent().FullName(), m.Name()))
	line := func(key string, body service.Template) service.Body {
		t := append(service.Template{service.Text(`{"method": ` + method + `, "` + key + `": `)}, body...)
		return service.Body{JSON: true, Template: append(t, service.Text("}"))}
	}
	op.Values, op.Body, op.Exclusive = in.Fields, line("request", object(in.Fields, 0)), exclusive(m.Input(), in.Fields)
	op.Responses = []*service.Response{
		{Name: op.Name + "_ok", Span: op.Span, Values: out.Fields, Body: line("response", object(out.Fields, 0)), Exclusive: exclusive(m.Output(), out.Fields)},
		failure(op, ""),
	}
	op.Responses[1].Body = line("error", op.Responses[1].Body.Template)
}

// failure is the response of a method that fails, with the code of the error, from 1 (cancelled) to 16 (unauthenticated).
func failure(op *service.Operation, status string) *service.Response {
	code := &service.Type{Kind: service.Int, Low: big.NewInt(1), High: big.NewInt(16)}
	values := []service.Value{{Name: "code", Type: code}}
	name := op.Name + "_error"
	if status != "" {
		name += "_" + status
	}
	return &service.Response{Name: name, Span: op.Span, Status: status, Values: values, Body: service.Body{JSON: true, Template: object(values, 0)}}
}

// object is a JSON object of values, of which the first has an index.
func object(values []service.Value, first int) service.Template {
	out := service.Template{}
	before := "{"
	for i, v := range values {
		out = append(out, service.Text(before+quote(v.Name)+": "), service.Place(first+i))
		before = ", "
	}
	if len(values) == 0 {
		return service.Template{service.Text("{}")}
	}
	return append(out, service.Text("}"))
}

// quote is a string of JSON.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""` // not reached: every string can be written
	}
	return string(text)
}
