package service

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

// rule is how a channel is mapped, as a table of the mapping.
type rule struct {
	Request string   `toml:"request,omitempty"`
	Status  any      `toml:"status,omitempty"`
	Text    string   `toml:"text,omitempty"`
	JSON    string   `toml:"json,omitempty"`
	Outputs []string `toml:"outputs,omitempty"`

	Headers map[string]string `toml:"headers,omitempty,inline"`
	Only    map[string]string `toml:"only,omitempty,inline"`
}

// mapping writes the file that describes the messages of all channels.
func (w *writer) mapping() string {
	var b strings.Builder
	for _, line := range w.api.Hints {
		b.WriteString(commentLine(line))
	}
	if slices.ContainsFunc(w.api.Operations, (*Operation).mayOmit) {
		b.WriteString("\nomit = true\n")
	}
	w.writeUnions(&b)
	for i, op := range w.api.Operations {
		in := w.inputs[i]
		r := body(op.Body, in.values)
		r.Headers, r.Only = headers(op, in.values), patterns(op.Values, in.values)
		if op.Request != nil {
			r.Request = op.Request.write(in.values)
			for _, out := range in.outputs {
				r.Outputs = append(r.Outputs, out.name)
			}
		}
		writeRule(&b, "inputs", in.name, r)
		for k, response := range op.Responses {
			r := body(response.Body, in.outputs[k].values)
			r.Status = status(response.Status)
			writeRule(&b, "outputs", in.outputs[k].name, r)
		}
	}
	return b.String()
}

// mayOmit reports whether a request has members that may be left out.
func (op *Operation) mayOmit() bool {
	return slices.ContainsFunc(op.Values, func(v Value) bool { return v.Type.hasOptional() })
}

func (t *Type) hasOptional() bool {
	values := t.Fields
	for _, a := range t.Alternatives {
		values = slices.Concat(values, a.Fields)
	}
	return t.Kind == Optional || t.Elem != nil && t.Elem.hasOptional() || slices.ContainsFunc(values, func(f Value) bool { return f.Type.hasOptional() })
}

// headers are those of a request whose texts are values.
func headers(op *Operation, names []string) map[string]string {
	out := map[string]string{}
	for _, h := range op.Headers {
		out[h.Name] = "{" + names[h.Value] + "}"
	}
	return out
}

// patterns are the texts that can be sent, by the names of the values.
func patterns(values []Value, names []string) map[string]string {
	out := map[string]string{}
	for i, v := range values {
		if pattern := v.Type.Content().Pattern; pattern != "" {
			out[names[i]] = pattern
		}
	}
	return out
}

func body(b Body, names []string) rule {
	switch {
	case b.Template == nil:
		return rule{}
	case b.JSON:
		return rule{JSON: b.Template.write(names)}
	}
	return rule{Text: b.Template.write(names)}
}

// status is a number, or a class as a string.
func status(s string) any {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	if s == "" {
		return nil
	}
	return s
}

// writeRule writes a table. Its values are strings, numbers and Booleans, which can always be written.
func writeRule(b *strings.Builder, table, name string, r any) {
	b.WriteString("\n[" + table + "." + key(name) + "]\n")
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(r); err != nil {
		panic(err)
	}
	b.Write(text.Bytes())
}

var bareKey = text.Pattern(`\A[A-Za-z0-9_-]+\z`)

// key is a key of TOML; the names of channels and types consist of letters, digits and _.
func key(name string) string {
	if bareKey().MatchString(name) {
		return name
	}
	return `"` + name + `"`
}

// likePlace finds text that would be read as a place or an escaped brace.
var likePlace = text.Pattern(`\{\{|\{[\p{L}\p{N}_]+\}`)

// write writes a template with the names of the values in the places.
func (t Template) write(names []string) string {
	var b strings.Builder
	for _, p := range t {
		if p.Value >= 0 {
			b.WriteString("{" + names[p.Value] + "}")
			continue
		}
		b.WriteString(likePlace().ReplaceAllStringFunc(p.Text, func(found string) string {
			if found == "{{" {
				return "{{{{"
			}
			return "{" + found
		}))
	}
	return b.String()
}
