package sut

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/value"
)

// template is a text with places for values: {steps} for the value of this name in the payload, {0} for the first one. "{{"
// stands for a brace where "{" would begin a place; any other brace is itself, so JSON can be written as it is.
type template struct {
	literals []string // one more than places
	places   []string
}

var placeOrBrace = regexp.MustCompile(`\{\{|\{[\p{L}\p{N}_]+\}`)

// UnmarshalText reads a template.
func (t *template) UnmarshalText(text []byte) error {
	*t = parseTemplate(string(text))
	return nil
}

func parseTemplate(text string) template {
	var t template
	var literal strings.Builder
	last := 0
	for _, at := range placeOrBrace.FindAllStringIndex(text, -1) {
		literal.WriteString(text[last:at[0]])
		last = at[1]
		if found := text[at[0]:at[1]]; found == "{{" {
			literal.WriteByte('{')
		} else {
			t.literals = append(t.literals, literal.String())
			t.places = append(t.places, found[1:len(found)-1])
			literal.Reset()
		}
	}
	literal.WriteString(text[last:])
	t.literals = append(t.literals, literal.String())
	return t
}

// String is the template as it may be written.
func (t template) String() string {
	return t.fill(func(i int) string { return "{" + t.places[i] + "}" })
}

// fill puts texts into the places.
func (t template) fill(text func(place int) string) string {
	var b strings.Builder
	for i := range t.places {
		b.WriteString(t.literals[i])
		b.WriteString(text(i))
	}
	b.WriteString(t.literals[len(t.places)])
	return b.String()
}

// bound is a template whose places are known values of a channel.
type bound struct {
	template
	values []int // the index in the payload of each place
}

// bind finds the values that the places of a template stand for. Without a channel there are none.
func (t template) bind(c *sts.Channel) (bound, error) {
	b := bound{template: t}
	for _, place := range t.places {
		i, err := valueNamed(c, place)
		if err != nil {
			return b, fmt.Errorf("{%s} %w", place, err)
		}
		b.values = append(b.values, i)
	}
	return b, nil
}

// valueNamed finds a value of the payload by its name, or by its number from 0.
func valueNamed(c *sts.Channel, place string) (int, error) {
	if c == nil {
		return 0, errors.New("cannot stand here: there is no message that it could be a value of")
	}
	if i := slices.Index(c.Names, place); i >= 0 {
		return i, nil
	}
	if i, err := strconv.Atoi(place); err == nil && i >= 0 && i < len(c.Payload) {
		return i, nil
	}
	if len(c.Payload) == 0 {
		return 0, fmt.Errorf("is not a value of %s: it carries none", c.Name)
	}
	if meant := diag.Closest(place, c.Names); meant != "" {
		return 0, fmt.Errorf("is not a value of %s; did you mean {%s}?", c.Name, meant)
	}
	return 0, fmt.Errorf("is not a value of %s: write one of %s", c.Name, strings.Join(valueNames(c), ", "))
}

// valueNames returns the names of the values of a payload, or their numbers where they have none.
func valueNames(c *sts.Channel) []string {
	out := make([]string, len(c.Payload))
	for i := range out {
		out[i] = strconv.Itoa(i)
		if i < len(c.Names) && c.Names[i] != "" {
			out[i] = c.Names[i]
		}
	}
	return out
}

// render writes a payload into the template.
func (b bound) render(texts []string) string {
	return b.fill(func(i int) string { return texts[b.values[i]] })
}

// jsonTexts returns the values of a payload as JSON.
func jsonTexts(m Message) ([]string, error) {
	texts, err := value.JSON(m.Channel.Payload, m.Values)
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = string(text)
	}
	return out, err
}

// plainTexts returns the values of a payload as text: strings and members of enumerations as they are, others as JSON.
func plainTexts(m Message) ([]string, error) {
	data, err := m.Plain()
	if err != nil {
		return nil, err
	}
	out, err := jsonTexts(m)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if text, ok := data[i].(string); ok {
			out[i] = text
		}
	}
	return out, nil
}

// plainData reads a text as plainTexts writes it.
func plainData(t *sts.Type, text string) (any, error) {
	if t.Scalar == nil {
		return value.ReadJSON([]byte(text))
	}
	switch t.Scalar.Kind {
	case term.KindBool:
		if text == "true" || text == "false" {
			return text == "true", nil
		}
		return text, nil // which is no bool; its decoder reports that
	case term.KindString, term.KindEnum, term.KindReal:
		return text, nil
	}
	if isInteger.MatchString(text) {
		return json.Number(text), nil
	}
	return text, nil // which is no number; its decoder reports that
}

var isInteger = regexp.MustCompile(`\A` + integerPattern + `\z`)

const integerPattern = `[+-]?[0-9]+`

// patternOf returns a regular expression for the texts of values of a type.
func patternOf(t *sts.Type) string {
	switch {
	case t.IsArray():
		return `\[.*?\]`
	case t.IsRecord():
		return `\{.*?\}`
	}
	switch t.Scalar.Kind {
	case term.KindBool:
		return `true|false`
	case term.KindString:
		return `.*?`
	case term.KindReal:
		return `[+-]?[0-9.][0-9./eE+-]*`
	case term.KindEnum:
		names := make([]string, len(t.Scalar.Members))
		for i, name := range t.Scalar.Members {
			names[i] = regexp.QuoteMeta(name)
		}
		return strings.Join(names, "|")
	}
	return integerPattern
}
