package tester_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// The definition of ioco as textbooks have it, by brute force over concrete states. It shares nothing with the tracker but the
// interpreter of models, which is the reference for what a model means.
//
//	state       a configuration, and the outputs that the last step still has to send, one after the other
//	label       an input, an output, δ, or τ
//	p after σ   the states that can be reached from p by the labels σ, with any number of τ in between
//	δ           a step from a state to itself where neither an output nor τ is possible
//	out(P)      the outputs that states of P can do, and δ if one of them can do it
//	Straces(p)  all σ over inputs, outputs and δ for which p after σ is not empty
//	i ioco s    out(i after σ) ⊆ out(s after σ) for every σ in Straces(s)

// label is a visible step; that of quiescence has no channel.
type label struct {
	direction sts.Direction
	text      string // of the message
	message   sut.Message
}

var quiescence = label{text: "δ"}

func (l label) isInput() bool { return l.message.Channel != nil && l.direction == sts.Input }

func (l label) isOutput() bool { return l.message.Channel != nil && l.direction == sts.Output }

// concrete is a state of the definition.
type concrete struct {
	config *sts.Config
	due    []sut.Message
}

func (c concrete) key() string {
	text := fmt.Sprint(c.config.Locations, c.config.Values, c.config.Queues)
	for _, m := range c.due {
		text += " " + m.String()
	}
	return text
}

// definition is a model taken as a labelled transition system.
type definition struct {
	t      testing.TB
	system *sts.System
	in     *sts.Interpreter
}

func newDefinition(t testing.TB, system *sts.System) *definition {
	return &definition{t, system, sts.NewInterpreter(system)}
}

// valuations lists all rows of values of finite sorts.
func valuations(sorts []*term.Sort) [][]term.Value {
	rows := [][]term.Value{nil}
	for _, s := range sorts {
		var longer [][]term.Value
		for _, row := range rows {
			for _, v := range s.Values(100) {
				longer = append(longer, append(row[:len(row):len(row)], v))
			}
		}
		rows = longer
	}
	return rows
}

// initial lists the initial states, closed under τ.
func (d *definition) initial() []concrete { return d.closure(d.starts()) }

// starts lists the initial states.
func (d *definition) starts() []concrete {
	var free []int
	var sorts []*term.Sort
	for i, slot := range d.system.Slots {
		if slot.Init == nil {
			free, sorts = append(free, i), append(sorts, slot.Sort)
		}
	}
	var out []concrete
	for _, row := range valuations(sorts) {
		values := make([]term.Value, len(d.system.Slots))
		for k, i := range free {
			values[i] = row[k]
		}
		config, err := d.in.Start(values)
		d.check(err)
		ok, err := d.in.Holds(config, d.system.Assume)
		d.check(err)
		if ok {
			out = append(out, concrete{config: config})
		}
	}
	return out
}

func (d *definition) check(err error) {
	if err != nil {
		d.t.Fatal(err)
	}
}

// taken lists the states to which moves of one kind lead, with the input that is received, if any.
func (d *definition) taken(c concrete, wanted func(*sts.Move) bool, visit func(input []term.Value, m *sts.Move, next concrete)) {
	if len(c.due) > 0 {
		return
	}
	for _, m := range d.system.Possible(nil, c.config.Locations, c.config.Count) {
		if !wanted(m) {
			continue
		}
		for _, params := range d.params(m) {
			step, err := d.in.Try(c.config, m, params)
			d.check(err)
			if step.Outcome != sts.Done {
				continue
			}
			var input []term.Value
			for _, a := range m.InputArgs {
				input = append(input, params[a])
			}
			visit(input, m, concrete{step.Next, messages(m.Outputs, step.Outputs)})
		}
	}
}

// params lists the parameters with which a move can be tried; those from queues come from there.
func (d *definition) params(m *sts.Move) [][]term.Value {
	sorts := make([]*term.Sort, len(m.Params))
	for i, p := range m.Params {
		sorts[i] = p.Sort
		if p.Kind == sts.Dequeued {
			sorts[i] = term.Range(0, 0)
		}
	}
	return valuations(sorts)
}

func messages(outputs []sts.Message, values []term.Value) []sut.Message {
	var out []sut.Message
	for _, o := range outputs {
		out = append(out, sut.Message{Channel: o.Channel, Values: values[:len(o.Args)]})
		values = values[len(o.Args):]
	}
	return out
}

func silentStep(m *sts.Move) bool { return m.Input == nil && len(m.Outputs) == 0 }

func withoutInput(m *sts.Move) bool { return m.Input == nil }

// closure adds the states that τ leads to.
func (d *definition) closure(states []concrete) []concrete {
	var out []concrete
	seen := map[string]bool{}
	for work := states; len(work) > 0; {
		c := work[0]
		work = work[1:]
		if seen[c.key()] {
			continue
		}
		seen[c.key()] = true
		out = append(out, c)
		d.taken(c, silentStep, func(_ []term.Value, _ *sts.Move, next concrete) { work = append(work, next) })
	}
	slices.SortFunc(out, func(a, b concrete) int { return strings.Compare(a.key(), b.key()) })
	return out
}

// quiet reports whether a state can do neither an output nor τ.
func (d *definition) quiet(c concrete) bool {
	if len(c.due) > 0 {
		return false
	}
	quiet := true
	d.taken(c, withoutInput, func([]term.Value, *sts.Move, concrete) { quiet = false })
	return quiet
}

// accepted lists the states after an input of one state.
func (d *definition) accepted(c concrete, l label) []concrete {
	var out []concrete
	d.taken(c, func(m *sts.Move) bool { return m.Input != nil && m.Input.Name == l.message.Channel.Name }, func(input []term.Value, m *sts.Move, next concrete) {
		if (sut.Message{Channel: m.Input, Values: input}).String() == l.text {
			out = append(out, next)
		}
	})
	return out
}

// sends calls visit for each output that a state can do next.
func (d *definition) sends(c concrete, visit func(m sut.Message, next concrete)) {
	if len(c.due) > 0 {
		visit(c.due[0], concrete{c.config, c.due[1:]})
		return
	}
	d.taken(c, func(m *sts.Move) bool { return m.Input == nil && len(m.Outputs) > 0 }, func(_ []term.Value, _ *sts.Move, next concrete) {
		visit(next.due[0], concrete{next.config, next.due[1:]})
	})
}

// after is the set of states after one more label.
func (d *definition) after(states []concrete, l label) []concrete {
	var out []concrete
	for _, c := range states {
		switch {
		case l.isInput():
			out = append(out, d.accepted(c, l)...)
		case l.isOutput():
			d.sends(c, func(m sut.Message, next concrete) {
				if m.String() == l.text {
					out = append(out, next)
				}
			})
		case d.quiet(c):
			out = append(out, c)
		}
	}
	return d.closure(out)
}

// alphabet lists every message of every channel to and from the tester, and δ. Channels carry values of finite sorts.
func (d *definition) alphabet() []label {
	out := []label{quiescence}
	for _, c := range d.system.Channels {
		if c.Direction == sts.Internal {
			continue
		}
		var sorts []*term.Sort
		for _, p := range c.Payload {
			for _, leaf := range p.Leaves() {
				sorts = append(sorts, leaf.Sort)
			}
		}
		for _, values := range valuations(sorts) {
			m := sut.Message{Channel: c, Values: values}
			out = append(out, label{c.Direction, m.String(), m})
		}
	}
	return out
}

// out is the set of outputs and δ that can be observed next, by their text.
func (d *definition) out(states []concrete) map[string]label {
	out := map[string]label{}
	for _, c := range states {
		if d.quiet(c) {
			out[quiescence.text] = quiescence
		}
		d.sends(c, func(m sut.Message, _ concrete) { out[m.String()] = label{sts.Output, m.String(), m} })
	}
	return out
}

// keyOf names a set of states.
func keyOf(states []concrete) string {
	var b strings.Builder
	for _, c := range states {
		b.WriteString(c.key())
		b.WriteByte('\n')
	}
	return b.String()
}
