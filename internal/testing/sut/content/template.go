package content

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Template is a text with placeholders for values:
//
//	{steps}      the value of this name in the payload
//	{0}          the first value
//	{#text}      the number of bytes of this value
//	{steps:u16}  the value as an integer of 16 bits; with le at the end the first byte is the lowest
//
// "{{" stands for a brace where "{" would begin a placeholder; any other brace stands for itself, so JSON needs no escapes.
type Template struct {
	literals []string // one more than placeholders
	places   []place
}

// place is a placeholder for a value in a template.
type place struct {
	name  string  // of the value, or its number
	count bool    // stands for the number of bytes of the value
	form  *binary // nil for text
}

// String returns it in the syntax of mappings.
func (p place) String() string {
	out := p.name
	if p.count {
		out = "#" + out
	}
	if p.form != nil {
		out += ":" + p.form.name
	}
	return "{" + out + "}"
}

var placeOrBrace = text.Pattern(`\{\{|\{(#?)([\p{L}\p{N}_]+)(?::([ui](?:8|16|32|64)(?:le)?))?\}`)

// UnmarshalText parses a template.
func (t *Template) UnmarshalText(text []byte) error {
	*t = Parse(string(text))
	return nil
}

// Parse parses a template; every text is a valid template.
func Parse(text string) Template {
	var t Template
	var literal strings.Builder
	last := 0
	for _, at := range placeOrBrace().FindAllStringSubmatchIndex(text, -1) {
		literal.WriteString(text[last:at[0]])
		last = at[1]
		if text[at[0]:at[1]] == "{{" {
			literal.WriteByte('{')
			continue
		}
		p := place{name: text[at[4]:at[5]], count: at[3] > at[2]}
		if at[6] >= 0 {
			p.form = binaryNamed(text[at[6]:at[7]])
		}
		t.literals, t.places = append(t.literals, literal.String()), append(t.places, p)
		literal.Reset()
	}
	literal.WriteString(text[last:])
	t.literals = append(t.literals, literal.String())
	return t
}

// String returns the template in its syntax.
func (t Template) String() string { return t.Fill(func(i int) string { return t.places[i].String() }) }

// Fill replaces the placeholders by texts.
func (t Template) Fill(text func(place int) string) string {
	var b strings.Builder
	for i := range t.places {
		b.WriteString(t.literals[i])
		b.WriteString(text(i))
	}
	b.WriteString(t.literals[len(t.places)])
	return b.String()
}

// CutPrefix splits off the text of a template up to a separator; it returns the rest and that text.
func (t Template) CutPrefix(separator string) (prefix string, rest Template) {
	prefix, after, _ := strings.Cut(t.literals[0], separator)
	return prefix, Template{append([]string{after}, t.literals[1:]...), t.places}
}

// Literal returns the text of the template without its placeholders.
func (t Template) Literal() string { return strings.Join(t.literals, "") }

// Cut splits a template at the first separator outside placeholders.
func (t Template) Cut(separator string) (before, after Template, found bool) {
	for i, literal := range t.literals {
		if left, right, ok := strings.Cut(literal, separator); ok {
			before = Template{append(slices.Clone(t.literals[:i]), left), t.places[:i]}
			after = Template{append([]string{right}, t.literals[i+1:]...), t.places[i:]}
			return before, after, true
		}
	}
	return t, Parse(""), false
}

// Bound is a template whose placeholders refer to values of a channel.
type Bound struct {
	Template
	channel *sts.Channel
	values  []int // the index in the payload of each placeholder
}

// Bind finds the values that the placeholders of a template stand for. Without a channel there are none.
func (t Template) Bind(c *sts.Channel) (Bound, error) {
	b := Bound{Template: t, channel: c}
	for _, place := range t.places {
		i, err := ValueNamed(c, place.name)
		if err != nil {
			return b, fmt.Errorf("%s %w", place, err)
		}
		if place.form != nil && !place.count && !isIntegral(c.Payload[i]) {
			return b, fmt.Errorf("%s is for integers, and %s is of type %s", place, place.name, c.Payload[i])
		}
		b.values = append(b.values, i)
	}
	return b, nil
}

// Values returns the index in the payload of each value in the template.
func (b Bound) Values() []int {
	var out []int
	for i, v := range b.values {
		if !b.places[i].count {
			out = append(out, v)
		}
	}
	return out
}

// TextAt returns the text of the value at a placeholder.
func (b Bound) TextAt(place int, texts []string) string { return texts[b.values[place]] }

// hasSpecial reports whether a placeholder stands for a length or a binary number.
func (t Template) hasSpecial() bool {
	return slices.ContainsFunc(t.places, func(p place) bool { return p.count || p.form != nil })
}

// CheckEncoding rejects binary numbers where characters are not bytes.
func (t Template) CheckEncoding(e Encoding) error {
	for _, p := range t.places {
		if p.form != nil && e != Bytes {
			return fmt.Errorf("%s is a binary number: write encoding = %q, so that each character is a byte", p, string(Bytes))
		}
	}
	return nil
}

// counted reports whether the length of a value precedes it in the template.
func (b Bound) counted(v int) bool {
	for i, p := range b.places {
		if b.values[i] == v {
			return p.count
		}
	}
	return false
}

// Render replaces the placeholders by the texts of a payload. The error has the reason why a value cannot be written.
func (b Bound) Render(texts []string, e Encoding) (string, error) {
	var failed error
	out := b.Fill(func(i int) string {
		p, found := b.places[i], texts[b.values[i]]
		if p.count {
			found = strconv.Itoa(e.Size(found))
		}
		if p.form != nil {
			var err error
			if found, err = p.form.write(found); err != nil {
				failed = fmt.Errorf("%s: %w", p.name, err)
			}
		}
		return found
	})
	return out, failed
}

// CheckSeparate rejects a string that contains the text after its placeholder, which the system would interpret as the end of the
// value. It does not check a string preceded by its length.
func (b Bound) CheckSeparate(texts []string) error {
	for i, p := range b.places {
		v, next := b.values[i], b.literals[i+1]
		if i == len(b.places)-1 || next == "" || p.count || b.counted(v) || !isText(b.channel.Payload[v]) {
			continue
		}
		if strings.Index(texts[v]+next, next) < len(texts[v]) {
			return fmt.Errorf("%s = %q contains %q, which marks its end", p.name, text.Clip(texts[v], 200), next)
		}
	}
	return nil
}

// CheckPresent rejects an optional value that is an empty text, which the system would interpret as none.
func (b Bound) CheckPresent(plain Plain) error {
	for i, p := range b.places {
		if v := b.values[i]; !p.count && b.channel.Payload[v].Form == sts.Optional && plain.Texts[v] == "" && !plain.Absent[v] {
			return fmt.Errorf("%s is an empty text, which stands for none here; write the value as JSON, with json instead of text", p.name)
		}
	}
	return nil
}

// IsAbsent reports whether one of the values in the template is none.
func (b Bound) IsAbsent(plain Plain) bool {
	return slices.ContainsFunc(b.values, func(v int) bool { return plain.Absent[v] })
}

// Optional reports whether the template has placeholders, and all of them are for optional values.
func (b Bound) Optional() bool {
	return len(b.values) > 0 && !slices.ContainsFunc(b.values, func(v int) bool { return b.channel.Payload[v].Form != sts.Optional })
}

// Split splits a template at each separator outside placeholders.
func (b Bound) Split(separator string) []Bound {
	var out []Bound
	rest, used := b.Template, 0
	for found := true; found; {
		var part Template
		part, rest, found = rest.Cut(separator)
		out = append(out, Bound{part, b.channel, b.values[used : used+len(part.places)]})
		used += len(part.places)
	}
	return out
}

// Only returns the elements of the value at the only placeholder of a template, which must be at its end, if it is a list of scalars.
func (b Bound) Only(plain Plain) (elements []string, ok bool) {
	if len(b.places) != 1 || b.literals[1] != "" {
		return nil, false
	}
	return plain.Elements(b.channel, b.values[0])
}

// CheckLines rejects values that contain the end of a line, for messages that are lines. It does not check a value preceded by its
// length.
func (b Bound) CheckLines(texts []string) error {
	for i, p := range b.places {
		if v := b.values[i]; !p.count && p.form == nil && !b.counted(v) && strings.ContainsAny(texts[v], "\r\n") {
			return fmt.Errorf("%s = %q contains the end of a line; write the value as JSON, with json instead of text, or its length before it, as {#%s}", p.name, text.Clip(texts[v], 200), p.name)
		}
	}
	return nil
}

// ValueNamed finds a value of the payload by its name, or by its number from 0.
func ValueNamed(c *sts.Channel, place string) (int, error) {
	if c == nil {
		return 0, errors.New("is not allowed here: there is no message with values")
	}
	if i := slices.Index(c.Names, place); i >= 0 {
		return i, nil
	}
	if i, err := strconv.Atoi(place); err == nil && i >= 0 && i < len(c.Payload) {
		return i, nil
	}
	if len(c.Payload) == 0 {
		return 0, fmt.Errorf("is not a value of %s, which carries none", c.Name)
	}
	if meant := diag.Closest(place, c.Names); meant != "" {
		return 0, fmt.Errorf("is not a value of %s; did you mean {%s}?", c.Name, meant)
	}
	return 0, fmt.Errorf("is not a value of %s: write one of %s", c.Name, strings.Join(ValueNames(c), ", "))
}

// ValueNames returns the names of the values of a payload, or their numbers where they have none.
func ValueNames(c *sts.Channel) []string {
	out := make([]string, len(c.Payload))
	for i := range out {
		out[i] = strconv.Itoa(i)
		if i < len(c.Names) && c.Names[i] != "" {
			out[i] = c.Names[i]
		}
	}
	return out
}
