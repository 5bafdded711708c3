package script

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Script is a test.
type Script struct {
	Steps   []Step
	Silence bool // after the last step the system sends nothing more
}

// Step is one step of a test.
type Step struct {
	Transition string
	Input      *Message // nil if the system acts by itself
	When       []*term.Term
	Open       bool
	Outputs    []Output
}

// Message is a message with the scalars of its payload.
type Message struct {
	Channel *sts.Channel
	Payload []*term.Term
}

// Output is an output that is expected.
type Output struct {
	Message
	Where  []*term.Term
	Hidden []*term.Term
}

// Free lists the variables in a payload.
func (m Message) Free() []*term.Term {
	var out []*term.Term
	for _, t := range m.Payload {
		if !t.IsConst() {
			out = append(out, t)
		}
	}
	return out
}

// PayloadName is the name of value i of a payload; "value" if it has none.
func PayloadName(c *sts.Channel, i int) string {
	if i < len(c.Names) && c.Names[i] != "" {
		return c.Names[i]
	}
	return "value"
}

// Part is one value of a payload: its type and its scalars.
type Part struct {
	Name    string // of the payload, may be empty
	Type    *sts.Type
	Scalars []*term.Term
}

// Parts are the values of a payload.
func (m Message) Parts() []Part {
	var out []Part
	rest := m.Payload
	for i, t := range m.Channel.Payload {
		part := Part{Type: t, Scalars: rest[:t.Size()]}
		if i < len(m.Channel.Names) {
			part.Name = m.Channel.Names[i]
		}
		out = append(out, part)
		rest = rest[t.Size():]
	}
	return out
}

// Values are the scalars of a part; false if one of them is free.
func (p Part) Values() ([]term.Value, bool) {
	out := make([]term.Value, len(p.Scalars))
	for i, x := range p.Scalars {
		if !x.IsConst() {
			return nil, false
		}
		out[i] = x.Value()
	}
	return out, true
}

// String prints a part as the language writes it; what is free stands as its variables.
func (p Part) String() string {
	if values, ok := p.Values(); ok {
		return p.Type.Format(values)
	}
	return joined(p.Scalars)
}

// String prints a message as the language writes it.
func (m Message) String() string {
	var parts []string
	for _, p := range m.Parts() {
		parts = append(parts, p.String())
	}
	return m.Channel.Name + "(" + strings.Join(parts, ", ") + ")"
}

func joined(terms []*term.Term) string {
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = t.String()
	}
	return strings.Join(words, ", ")
}
