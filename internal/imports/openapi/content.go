package openapi

import (
	"encoding/json"
	"net/url"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/imports/service"
)

// unsupported is a part that a model cannot express, with the reason.
type unsupported struct {
	at     *document.Value
	reason string
}

// reported is the reason of parts that are left out because of a reported error.
const reported = ""

// leave reports that v is left out.
func (c *converter) leave(v *document.Value, err *unsupported) {
	switch {
	case err.reason == reported:
	case v == err.at:
		c.gaps.Leave(v.Span, "%s: %s", v.Path(), err.reason)
	default:
		c.gaps.Leave(err.at.Span, "%s is left out: %s: %s", v.Path(), err.at.Path(), err.reason)
	}
}

func escapeQuery(name string) string { return url.QueryEscape(name) }

var isJSON = text.Pattern(`\Aapplication/([^;]+\+)?json\b`)

// content is the body of a request or response, with its values after those that are there already.
func (c *converter) content(v *document.Value, name string, values []service.Value, u use) (service.Body, []service.Value, *unsupported) {
	content := c.object(v.Get("content"))
	var text *document.Value
	for _, kind := range content.Keys {
		media := content.Values[kind]
		switch {
		case media.Get("schema").Missing:
		case isJSON().MatchString(strings.ToLower(kind)):
			return c.jsonBody(media.Get("schema"), name, values, u)
		case strings.HasPrefix(strings.ToLower(kind), "text/plain"):
			text = media.Get("schema")
		}
	}
	if text == nil {
		return service.Body{}, values, &unsupported{v, "there is no body that is JSON or plain text with a schema"}
	}
	t, err := c.schema(text, name, u)
	if err == nil && t.Kind != service.String {
		err = &unsupported{text, "plain text that is not a string is not supported"}
	}
	if err != nil {
		return service.Body{}, values, err
	}
	return service.Body{Template: service.Template{service.Place(len(values))}}, append(values, service.Value{Name: "body", Type: t}), nil
}

// jsonBody is a JSON document. The members of an object are values of the message; any other document is one value.
func (c *converter) jsonBody(schema *document.Value, name string, values []service.Value, u use) (service.Body, []service.Value, *unsupported) {
	u.open, u.value = true, true
	t, err := c.schema(schema, name, u)
	if err != nil {
		return service.Body{}, values, err
	}
	if t.Kind != service.Record {
		b := service.Body{JSON: true, Template: service.Template{service.Place(len(values))}}
		return b, append(values, service.Value{Name: "body", Type: t}), nil
	}
	b := service.Body{JSON: true, Template: service.Template{service.Text("{")}}
	for i, f := range t.Fields {
		before := ", "
		if i == 0 {
			before = ""
		}
		b.Template = append(b.Template, service.Text(before+quote(f.Name)+": "), service.Place(len(values)))
		values = append(values, f)
	}
	b.Template = append(b.Template, service.Text("}"))
	return b, values, nil
}

// quote is a string of JSON.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""` // not reached: every string can be written
	}
	return string(text)
}
