package script

import (
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Script is the sequence of steps of a tester in a test.
type Script struct {
	Steps   []Step
	Silence bool // the system sends nothing after the last step
}

// Step is one step of a test.
type Step struct {
	Transition string
	Input      *Message // nil if the system acts by itself
	After      *big.Rat // in a timed model: the time of the input since the message before it; nil if it is open
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
	Window *sts.Window // in a timed model: the window of the output since the message before it; nil in others
	Gap    *term.Term  // the variable of conditions for the time between the two; nil if the output comes at once
}

// Conditions lists all conditions on the output, whether or not a tester can check them.
func (o Output) Conditions() []*term.Term { return slices.Concat(o.Where, o.Hidden) }

// Free lists the variables in a payload.
func (m Message) Free() []*term.Term {
	return slices.DeleteFunc(slices.Clone(m.Payload), (*term.Term).IsConst)
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
	Type    *sts.Type
	Scalars []*term.Term
}

// Parts returns the values of a payload.
func (m Message) Parts() []Part {
	var out []Part
	rest := m.Payload
	for _, t := range m.Channel.Payload {
		out = append(out, Part{t, rest[:t.Size()]})
		rest = rest[t.Size():]
	}
	return out
}

// Values returns the scalars of a part; false if one of them is free.
func (p Part) Values() ([]term.Value, bool) { return term.Constants(p.Scalars) }

// String prints a part in the syntax of the language; free scalars are printed as variables.
func (p Part) String() string { return p.Type.FormatTerms(p.Scalars) }

// String prints a message in the syntax of the language.
func (m Message) String() string {
	var parts []string
	for _, p := range m.Parts() {
		parts = append(parts, p.String())
	}
	return m.Channel.Name + "(" + strings.Join(parts, ", ") + ")"
}
