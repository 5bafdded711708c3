package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Document is a JSON document with placeholders for values.
type Document struct {
	Bound
	strict bool // members that are not in the document are rejected
	shape  any  // the document, with a hole for each placeholder
}

// hole is a placeholder for a value in a document.
type hole int

// NewDocument parses a template as a JSON document. A strict document rejects objects with additional members.
func NewDocument(t Template, c *sts.Channel, strict bool) (*Document, error) {
	b, err := t.Bind(c)
	if err != nil {
		return nil, err
	}
	if t.hasSpecial() {
		return nil, errors.New("lengths and binary numbers are for text, not for json")
	}
	document, err := value.ReadJSON([]byte(b.Fill(func(i int) string { return `"\u0000` + strconv.Itoa(b.values[i]) + `"` })))
	if repeated := (*value.RepeatedName)(nil); errors.As(err, &repeated) {
		return nil, fmt.Errorf("the name %q occurs twice in one object: keep one of them", repeated.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("it is not JSON, in which a placeholder such as {level} is a whole value: %w", err)
	}
	return &Document{b, strict, withHoles(document)}, nil
}

// withHoles replaces the strings that NewDocument wrote for placeholders by holes.
func withHoles(data any) any {
	switch d := data.(type) {
	case string:
		if number, ok := strings.CutPrefix(d, "\x00"); ok {
			if i, err := strconv.Atoi(number); err == nil {
				return hole(i)
			}
		}
	case []any:
		for i := range d {
			d[i] = withHoles(d[i])
		}
	case map[string]any:
		for name := range d {
			d[name] = withHoles(d[name])
		}
	}
	return data
}

// Found returns the index in the payload of each value.
func (d *Document) Found() []int { return d.values }

// Write renders the document on one line, with values as JSON.
func (d *Document) Write(texts []string) (string, error) {
	rendered, err := d.Render(texts, UTF8)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = json.Compact(&out, []byte(rendered))
	return out.String(), err
}

// WriteShort renders the document with the data of a payload, without members of objects whose value is none.
func (d *Document) WriteShort(data []any) (string, error) {
	out, err := value.AppendData(nil, d.filled(d.shape, data))
	return string(out), err
}

// filled returns a shape with data in place of its holes, without members whose value is none.
func (d *Document) filled(shape any, data []any) any {
	switch s := shape.(type) {
	case hole:
		return data[s]
	case json.Number:
		return json.RawMessage(s)
	case []any:
		out := make([]any, len(s))
		for i := range s {
			out[i] = d.filled(s[i], data)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(s))
		for name, member := range s {
			if place, ok := member.(hole); !ok || data[place] != nil {
				out[name] = d.filled(member, data)
			}
		}
		return out
	}
	return shape
}

// Read finds the values.
func (d *Document) Read(text string, payload []any) error {
	data, err := value.ReadJSON([]byte(text))
	if err != nil {
		return NotJSON(err)
	}
	return d.fit(d.shape, data, "", payload)
}

// NotJSON describes the error in a text that cannot be parsed as JSON.
func NotJSON(err error) error {
	if repeated := (*value.RepeatedName)(nil); errors.As(err, &repeated) {
		return repeated
	}
	return errors.New("it is not JSON")
}

// fit compares a document with its expected shape, and stores the data at the holes in the payload.
func (d *Document) fit(shape, data any, path string, payload []any) error {
	switch s := shape.(type) {
	case hole:
		if int(s) < len(payload) {
			payload[s] = data
		}
		return nil
	case map[string]any:
		return d.fitObject(s, data, path, payload)
	case []any:
		return d.fitList(s, data, path, payload)
	}
	if sameScalar(shape, data) {
		return nil
	}
	text, err := json.Marshal(shape)
	return errors.Join(fmt.Errorf("%s is not %s", inDocument(path), text), err)
}

func (d *Document) fitObject(shape map[string]any, data any, path string, payload []any) error {
	object, ok := data.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is not an object", inDocument(path))
	}
	known := 0
	for _, name := range slices.Sorted(maps.Keys(shape)) {
		member, ok := object[name]
		if place, isHole := shape[name].(hole); !ok && isHole && d.channel.Payload[place].Form == sts.Optional {
			continue // it is none
		}
		if !ok {
			return fmt.Errorf("%s has no member %q", inDocument(path), name)
		}
		if err := d.fit(shape[name], member, path+"."+name, payload); err != nil {
			return err
		}
		known++
	}
	if d.strict && len(object) > known {
		return fmt.Errorf("%s has other members than %s", inDocument(path), strings.Join(slices.Sorted(maps.Keys(shape)), ", "))
	}
	return nil
}

func (d *Document) fitList(shape []any, data any, path string, payload []any) error {
	list, ok := data.([]any)
	if !ok || len(list) != len(shape) {
		return fmt.Errorf("%s is not a list of %d", inDocument(path), len(shape))
	}
	for i := range shape {
		if err := d.fit(shape[i], list[i], fmt.Sprintf("%s[%d]", path, i), payload); err != nil {
			return err
		}
	}
	return nil
}

// sameScalar compares data that is neither a list nor an object; numbers may be written in different ways.
func sameScalar(a, b any) bool {
	x, first := a.(json.Number)
	y, second := b.(json.Number)
	if !first || !second {
		switch b.(type) {
		case []any, map[string]any: // which cannot be compared
			return false
		}
		return a == b
	}
	p, _ := x.Float64()
	q, _ := y.Float64()
	return x == y || p == q
}

// inDocument names a part of a document.
func inDocument(path string) string {
	if path == "" {
		return "it"
	}
	return strings.TrimPrefix(path, ".")
}
