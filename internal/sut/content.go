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

// A message of the system is understood in one of three ways, whatever carries it:
//
//	text     a template read backwards: the texts in its places are the values
//	json     a JSON document with places for values: its members must be there, others may be
//	pattern  a regular expression with a named group for each value
//
// Each has an error for a text that does not fit, with the reason.

// content finds the values of a payload in a text, as plain data.
type content interface {
	read(text []byte) ([]any, error)
	found() []int // the index in the payload of each value
}

// matcher finds values by regular expressions.
type matcher struct {
	channel  *sts.Channel     // nil if there are no values
	tries    []*regexp.Regexp // the first one that fits the whole text counts
	values   []int            // the index in the payload of each value
	groups   []int            // the group of each value, from 0
	mismatch string           // the reason why a text does not fit
}

func (m *matcher) found() []int { return m.values }

// newTextContent reads a template backwards. The first expression fits only texts whose values can have their types; the second
// fits every text with the right words around the values, to report what is wrong with a value.
func newTextContent(t template, c *sts.Channel) (*matcher, error) {
	b, err := t.bind(c)
	if err != nil {
		return nil, err
	}
	m := &matcher{channel: c, values: b.values, mismatch: fmt.Sprintf("it is not %q", t.String())}
	exact, loose := "", ""
	for i, place := range b.places {
		literal := regexp.QuoteMeta(b.literals[i])
		if i > 0 && literal == "" {
			return nil, fmt.Errorf("nothing stands between {%s} and {%s}, so it is unclear where one ends: use a pattern", b.places[i-1], place)
		}
		exact += literal + "(" + patternOf(c.Payload[b.values[i]]) + ")"
		loose += literal + "(.*?)"
		m.groups = append(m.groups, i)
	}
	for _, source := range []string{exact, loose} {
		compiled, err := compileWhole(source + regexp.QuoteMeta(b.literals[len(b.places)]))
		if err != nil {
			return nil, err
		}
		m.tries = append(m.tries, compiled)
	}
	return m, nil
}

func newPatternContent(e expression, c *sts.Channel) (*matcher, error) {
	m := &matcher{channel: c, tries: []*regexp.Regexp{e.compiled}, mismatch: fmt.Sprintf("it does not fit %q", e.source)}
	for i, name := range e.compiled.SubexpNames()[1:] {
		if name == "" {
			continue
		}
		value, err := valueNamed(c, name)
		if err != nil {
			return nil, fmt.Errorf("the group %s %w", name, err)
		}
		m.values, m.groups = append(m.values, value), append(m.groups, i)
	}
	return m, nil
}

func (m *matcher) read(message []byte) ([]any, error) {
	var groups []string
	for i := 0; i < len(m.tries) && groups == nil; i++ {
		groups = m.tries[i].FindStringSubmatch(string(message))
	}
	switch {
	case groups == nil:
		return nil, errors.New(m.mismatch)
	case m.channel == nil:
		return nil, nil
	}
	payload := make([]any, len(m.channel.Payload))
	for i, value := range m.values {
		found := groups[m.groups[i]+1]
		data, err := plainData(m.channel.Payload[value], found)
		if err != nil {
			return nil, fmt.Errorf("%q is not a value of type %s", text.Clip(found, 200), m.channel.Payload[value])
		}
		payload[value] = data
	}
	return payload, nil
}

// expression is a regular expression of a mapping that must fit a whole text.
type expression struct {
	source   string
	compiled *regexp.Regexp
}

func compileWhole(source string) (*regexp.Regexp, error) {
	return regexp.Compile(`(?s)\A(?:` + source + `)\z`)
}

// UnmarshalText reads a regular expression.
func (e *expression) UnmarshalText(text []byte) error {
	if _, err := regexp.Compile(string(text)); err != nil {
		return err
	}
	var err error
	e.source = string(text)
	e.compiled, err = compileWhole(e.source)
	return err
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
	if repeated := (*value.RepeatedName)(nil); errors.As(err, &repeated) {
		return nil, fmt.Errorf("the name %q occurs twice in one object: keep one of them", repeated.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("it is not JSON, where a place such as {level} is a whole value: %w", err)
	}
	return &jsonContent{b, c, withHoles(document)}, nil
}

// withHoles replaces the strings that newJSONContent wrote for places by holes.
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

func (j *jsonContent) found() []int { return j.values }

// write renders the document on one line.
func (j *jsonContent) write(texts []string) ([]byte, error) {
	var out bytes.Buffer
	err := json.Compact(&out, []byte(j.render(texts)))
	return out.Bytes(), err
}

func (j *jsonContent) read(text []byte) ([]any, error) {
	data, err := value.ReadJSON(text)
	if err != nil {
		return nil, notJSON(err)
	}
	var payload []any
	if j.channel != nil {
		payload = make([]any, len(j.channel.Payload))
	}
	return payload, fit(j.shape, data, "", payload)
}

// fit compares a document with the shape that it should have, and puts the data at the holes into the payload.
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
	if sameScalar(shape, data) {
		return nil
	}
	text, err := json.Marshal(shape)
	return errors.Join(fmt.Errorf("%s is not %s", inDocument(path), text), err)
}

func fitObject(shape map[string]any, data any, path string, payload []any) error {
	object, ok := data.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is not an object", inDocument(path))
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
		return fmt.Errorf("%s is not a list of %d", inDocument(path), len(shape))
	}
	for i := range shape {
		if err := fit(shape[i], list[i], fmt.Sprintf("%s[%d]", path, i), payload); err != nil {
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
