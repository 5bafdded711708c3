package sut

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/text"
	"github.com/sextant-mbt/sextant/internal/value"
)

// What a system sends is understood in one of three ways, whatever carries it:
//
//	text     a template read backwards: what stands in its places are the values
//	json     a JSON document with places for values: what it names must be there, more may be
//	pattern  a regular expression with a named group for each value
//
// Each has an error for a text that does not fit, which says why.

// content finds the values of a payload in a text, as plain data.
type content interface {
	read(text []byte) ([]any, error)
}

// textContent is a template read backwards.
type textContent struct {
	bound
	channel *sts.Channel // nil if there are no values
	exact   expression   // fits only texts whose values can have their types
	loose   expression   // fits whatever has the right words around the values; it finds out what is wrong with one
}

func newTextContent(t template, c *sts.Channel) (*textContent, error) {
	b, err := t.bind(c)
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(b.places); i++ {
		if b.literals[i] == "" {
			return nil, fmt.Errorf("nothing stands between {%s} and {%s}, so nobody knows where one ends: use a pattern", b.places[i-1], b.places[i])
		}
	}
	exact, err := compileExpression(b.backwards(func(i int) string { return patternOf(c.Payload[b.values[i]]) }))
	if err != nil {
		return nil, err
	}
	loose, err := compileExpression(b.backwards(func(int) string { return `.*?` }))
	return &textContent{b, c, exact, loose}, err
}

// backwards is a regular expression with a group for each place.
func (b bound) backwards(pattern func(place int) string) string {
	quoted := bound{template: template{places: b.places}, values: b.values}
	for _, literal := range b.literals {
		quoted.literals = append(quoted.literals, regexp.QuoteMeta(literal))
	}
	return quoted.fill(func(i int) string { return "(" + pattern(i) + ")" })
}

func (t *textContent) read(text []byte) ([]any, error) {
	found := t.exact.groups(text)
	if found == nil {
		found = t.loose.groups(text)
	}
	if found == nil {
		return nil, fmt.Errorf("it is not %q", t.String())
	}
	return gather(t.channel, t.values, found)
}

// gather makes a payload of texts, given which value each is.
func gather(c *sts.Channel, values []int, texts []string) ([]any, error) {
	if c == nil {
		return nil, nil
	}
	payload := make([]any, len(c.Payload))
	for i, value := range values {
		data, err := plainData(c.Payload[value], texts[i])
		if err != nil {
			return nil, fmt.Errorf("%q is no value of type %s", text.Clip(texts[i], 200), c.Payload[value])
		}
		payload[value] = data
	}
	return payload, nil
}

// expression is a regular expression that must fit a whole text.
type expression struct {
	source   string
	compiled *regexp.Regexp
}

func compileExpression(source string) (expression, error) {
	compiled, err := regexp.Compile(`(?s)\A(?:` + source + `)\z`)
	return expression{source, compiled}, err
}

// UnmarshalText reads a regular expression.
func (e *expression) UnmarshalText(text []byte) error {
	if _, err := regexp.Compile(string(text)); err != nil {
		return err
	}
	var err error
	*e, err = compileExpression(string(text))
	return err
}

// groups are the texts of all groups, or nil if the text does not fit.
func (e expression) groups(text []byte) []string {
	found := e.compiled.FindStringSubmatch(string(text))
	if found == nil {
		return nil
	}
	return found[1:]
}

// patternContent is a regular expression with a group for each value.
type patternContent struct {
	expression
	channel *sts.Channel
	values  []int // of each named group
	indices []int // of each named group, among all groups
}

func newPatternContent(e expression, c *sts.Channel) (*patternContent, error) {
	p := &patternContent{expression: e, channel: c}
	for i, name := range e.compiled.SubexpNames()[1:] {
		if name == "" {
			continue
		}
		value, err := valueNamed(c, name)
		if err != nil {
			return nil, fmt.Errorf("the group %s %w", name, err)
		}
		p.values = append(p.values, value)
		p.indices = append(p.indices, i)
	}
	return p, nil
}

func (p *patternContent) read(text []byte) ([]any, error) {
	groups := p.groups(text)
	if groups == nil {
		return nil, fmt.Errorf("it does not fit %q", p.source)
	}
	found := make([]string, len(p.indices))
	for i, index := range p.indices {
		found[i] = groups[index]
	}
	return gather(p.channel, p.values, found)
}

// jsonContent is a JSON document with places for values.
type jsonContent struct {
	bound
	channel *sts.Channel
	shape   any // the document, with a hole for each place
}

// hole is a place for a value in a document.
type hole int

func newJSONContent(t template, c *sts.Channel) (*jsonContent, error) {
	b, err := t.bind(c)
	if err != nil {
		return nil, err
	}
	document, err := value.ReadJSON([]byte(b.fill(func(i int) string { return `"\u0000` + strconv.Itoa(b.values[i]) + `"` })))
	if err != nil {
		return nil, fmt.Errorf("it is not JSON, where a place such as {level} is a whole value: %w", err)
	}
	return &jsonContent{b, c, withHoles(document)}, nil
}

// withHoles puts holes where newJSONContent wrote strings for places.
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

// write renders the document on one line.
func (j *jsonContent) write(texts []string) ([]byte, error) {
	var out bytes.Buffer
	err := json.Compact(&out, []byte(j.render(texts)))
	return out.Bytes(), err
}

func (j *jsonContent) read(text []byte) ([]any, error) {
	data, err := value.ReadJSON(text)
	if err != nil {
		return nil, errors.New("it is not JSON")
	}
	var payload []any
	if j.channel != nil {
		payload = make([]any, len(j.channel.Payload))
	}
	return payload, fit(j.shape, data, "", payload)
}

// fit compares a document with the shape that it should have, and puts what stands in the holes into the payload.
func fit(shape, data any, path string, payload []any) error {
	switch s := shape.(type) {
	case hole:
		if int(s) < len(payload) {
			payload[s] = data
		}
		return nil
	case map[string]any:
		return fitObject(s, data, path, payload)
	case []any:
		return fitList(s, data, path, payload)
	}
	if !sameScalar(shape, data) {
		return fmt.Errorf("%s is not %s", inDocument(path), jsonText(shape))
	}
	return nil
}

func fitObject(shape map[string]any, data any, path string, payload []any) error {
	object, ok := data.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is no object", inDocument(path))
	}
	for _, name := range slices.Sorted(maps.Keys(shape)) {
		member, ok := object[name]
		if !ok {
			return fmt.Errorf("%s has no member %q", inDocument(path), name)
		}
		if err := fit(shape[name], member, path+"."+name, payload); err != nil {
			return err
		}
	}
	return nil
}

func fitList(shape []any, data any, path string, payload []any) error {
	list, ok := data.([]any)
	if !ok || len(list) != len(shape) {
		return fmt.Errorf("%s is no list of %d", inDocument(path), len(shape))
	}
	for i := range shape {
		if err := fit(shape[i], list[i], fmt.Sprintf("%s[%d]", path, i), payload); err != nil {
			return err
		}
	}
	return nil
}

// sameScalar compares what is neither a list nor an object; numbers may be written in different ways.
func sameScalar(a, b any) bool {
	x, first := a.(json.Number)
	y, second := b.(json.Number)
	if !first || !second {
		return isScalar(b) && a == b
	}
	p, _ := x.Float64()
	q, _ := y.Float64()
	return x == y || p == q
}

func isScalar(data any) bool {
	switch data.(type) {
	case []any, map[string]any:
		return false
	}
	return true
}

// inDocument names a part of a document.
func inDocument(path string) string {
	if path == "" {
		return "it"
	}
	return strings.TrimPrefix(path, ".")
}

func jsonText(data any) string {
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Sprint(data)
	}
	return string(text)
}
