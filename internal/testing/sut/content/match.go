// Package content writes the values of a message into a text, and finds them in a text.
//
// A message of a system is parsed in one of three ways, independent of its carrier:
//
//	text     a template that is matched: the texts at its placeholders are the values
//	json     a JSON document with placeholders for values: its members must be present, others may be
//	pattern  a regular expression with a named group for each value
//
// Each returns an error with the reason for a text that does not fit. Texts are strings of characters; an Encoding converts them to bytes.
package content

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Content finds the values of a payload in a text, as plain data.
type Content interface {
	// Read stores the values that it finds in a payload, which has room for all.
	Read(text string, payload []any) error
	// Found returns the index in the payload of each value that it finds.
	Found() []int
}

// matcher finds values by regular expressions, one for each segment of a text. A segment ends before a value whose length is known
// by then, so that the value may contain any characters.
type matcher struct {
	channel  *sts.Channel // nil if there are no values
	encoding Encoding
	segments []segment
	places   []place
	values   []int  // the index in the payload of each placeholder
	mismatch string // the reason why a text does not fit
}

// segment is a part of a text.
type segment struct {
	tries  []*regexp.Regexp // the first one that fits is used
	groups []int            // for each placeholder, in order: its group
	places []int            // the placeholders in the segment, in order
	ends   int              // the placeholder whose value, of known length, follows the segment; -1 at the end of the text
}

// Found returns the index in the payload of each value.
func (m *matcher) Found() []int {
	var out []int
	for i, v := range m.values {
		if !m.places[i].count {
			out = append(out, v)
		}
	}
	return out
}

// NewText returns a content that matches a template.
func NewText(t Template, c *sts.Channel, e Encoding) (Content, error) {
	b, err := t.Bind(c)
	if err == nil {
		err = t.CheckEncoding(e)
	}
	if err != nil {
		return nil, err
	}
	m := &matcher{channel: c, encoding: e, places: b.places, values: b.values, mismatch: fmt.Sprintf("it is not %q", t.String())}
	var s source
	for i, place := range b.places {
		literal := regexp.QuoteMeta(b.literals[i])
		exact := place.form != nil || !place.count && b.counted(b.values[i])
		if i > 0 && literal == "" && !s.exact {
			return nil, fmt.Errorf("there is no text between %s and %s, so the end of the first is ambiguous: use a pattern", b.places[i-1], place)
		}
		s.exact = exact
		s.add(literal, literal)
		if !place.count && b.counted(b.values[i]) {
			if err := m.cut(&s, i); err != nil {
				return nil, err
			}
			continue
		}
		s.place(i, place, c.Payload[b.values[i]])
	}
	literal := regexp.QuoteMeta(b.literals[len(b.places)])
	s.add(literal, literal)
	return m, m.cut(&s, -1)
}

// source is the source of the expressions of a segment: the first one fits only texts whose values can have their types, the second
// one every text with the right words around the values, so that an error can name the wrong value.
type source struct {
	strict, loose string
	places        []int
	exact         bool // the length of the last placeholder is known
}

func (s *source) add(strict, loose string) { s.strict, s.loose = s.strict+strict, s.loose+loose }

func (s *source) place(i int, p place, t *sts.Type) {
	s.places = append(s.places, i)
	switch {
	case p.form != nil:
		s.add("("+p.form.pattern()+")", "("+p.form.pattern()+")")
	case p.count:
		s.add("([0-9]+)", "(.*?)")
	default:
		s.add("("+patternOf(t)+")", "(.*?)")
	}
}

// cut ends the current segment, before a placeholder or at the end of the text.
func (m *matcher) cut(s *source, ends int) error {
	out := segment{places: s.places, ends: ends}
	for i := range s.places {
		out.groups = append(out.groups, i+1)
	}
	end := ""
	if ends < 0 {
		end = `\z`
	}
	for _, one := range []string{s.strict, s.loose} {
		compiled, err := regexp.Compile(`(?s)\A(?:` + one + `)` + end)
		if err != nil {
			return err
		}
		out.tries = append(out.tries, compiled)
	}
	m.segments = append(m.segments, out)
	*s = source{exact: true}
	return nil
}

// NewPattern returns a content that finds values by the named groups of an expression.
func NewPattern(e Expression, c *sts.Channel) (Content, error) {
	m := &matcher{channel: c, mismatch: fmt.Sprintf("it does not fit %q", e.Source)}
	only := segment{tries: []*regexp.Regexp{e.compiled}, ends: -1}
	for i, name := range e.compiled.SubexpNames()[1:] {
		if name == "" {
			continue
		}
		value, err := ValueNamed(c, name)
		if err != nil {
			return nil, fmt.Errorf("the group %s %w", name, err)
		}
		only.places, only.groups = append(only.places, len(m.places)), append(only.groups, i+1)
		m.places, m.values = append(m.places, place{name: name}), append(m.values, value)
	}
	m.segments = []segment{only}
	return m, nil
}

// Read finds the values.
func (m *matcher) Read(message string, payload []any) error {
	texts, err := m.find(message)
	if err != nil || m.channel == nil {
		return err
	}
	for i, place := range m.places {
		v := m.values[i]
		if place.count {
			continue
		}
		t := m.channel.Payload[v]
		if payload[v], err = plainData(t, texts[i]); err != nil {
			return fmt.Errorf("%q is not a value of type %s", text.Clip(texts[i], 200), t)
		}
	}
	return nil
}

// find returns the text at each placeholder.
func (m *matcher) find(message string) ([]string, error) {
	texts := make([]string, len(m.places))
	rest := message
	for _, s := range m.segments {
		groups := s.match(rest)
		if groups == nil {
			return nil, errors.New(m.mismatch)
		}
		for i, p := range s.places {
			texts[p] = groups[s.groups[i]]
			if form := m.places[p].form; form != nil {
				texts[p] = form.read(texts[p])
			}
		}
		rest = rest[len(groups[0]):]
		if s.ends < 0 {
			break
		}
		var ok bool
		if texts[s.ends], rest, ok = m.encoding.cut(rest, m.count(s.ends, texts)); !ok {
			return nil, fmt.Errorf("%s: %s does not have the announced length", m.mismatch, m.places[s.ends].name)
		}
	}
	return texts, m.checkCounts(texts)
}

// match returns the groups of the first expression that fits; nil if none does.
func (s *segment) match(rest string) []string {
	for _, try := range s.tries {
		if groups := try.FindStringSubmatch(rest); groups != nil {
			return groups
		}
	}
	return nil
}

// count returns the announced length of the value at a placeholder; -1 if it is not a number.
func (m *matcher) count(ends int, texts []string) int {
	for i, p := range m.places[:ends] {
		if p.count && m.values[i] == m.values[ends] {
			if n, err := strconv.ParseUint(texts[i], 10, 31); err == nil {
				return int(n)
			}
		}
	}
	return -1
}

// checkCounts compares the announced lengths in a text with those of the values.
func (m *matcher) checkCounts(texts []string) error {
	for i, p := range m.places {
		for j, v := range m.places {
			if p.count && !v.count && m.values[i] == m.values[j] && texts[i] != strconv.Itoa(m.encoding.Size(texts[j])) {
				return fmt.Errorf("%s has %d bytes, but its announced length is %s", v.name, m.encoding.Size(texts[j]), text.Clip(texts[i], 40))
			}
		}
	}
	return nil
}

// Expression is a regular expression that must fit a whole text.
type Expression struct {
	Source   string
	compiled *regexp.Regexp
}

// UnmarshalText parses a regular expression.
func (e *Expression) UnmarshalText(text []byte) error {
	if _, err := regexp.Compile(string(text)); err != nil {
		return err
	}
	var err error
	e.Source = string(text)
	e.compiled, err = regexp.Compile(`(?s)\A(?:` + e.Source + `)\z`)
	return err
}

// Compiled returns the expression for whole texts.
func (e *Expression) Compiled() *regexp.Regexp { return e.compiled }

// Fits reports whether the expression fits a whole text.
func (e *Expression) Fits(text string) bool { return e.compiled.MatchString(text) }
