package run

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The parties of a step: which machines take it, where their transitions are written, and what they send to whom.

// parts renders the transitions of a move.
func parts(s *sts.System, m *sts.Move) []result.StepPart {
	var out []result.StepPart
	for _, t := range m.Parts {
		out = append(out, result.StepPart{Machine: s.Machines[t.Machine].Name, Transition: t.Name, When: t.Source.When, Source: Place(t)})
	}
	return out
}

// Place returns the place where a transition is written; empty if it was derived.
func Place(t *sts.Transition) result.Source {
	if t.Span.File == nil {
		return result.Source{}
	}
	p := t.Span.Position()
	return result.Source{File: t.Span.FileName(), Line: p.Line, Column: p.Column}
}

// namesOf lists the names of the machines of some transitions; nil in a system that is one machine without a name.
func namesOf(s *sts.System, parts []*sts.Transition) []string {
	var out []string
	for _, t := range parts {
		if name := s.Machines[t.Machine].Name; name != "" {
			out = append(out, name)
		}
	}
	return out
}

// sent renders the outputs of the last step, each with the machine that sends it.
func (w *Witness) sent(s *sts.System) []result.Message {
	var out []result.Message
	senders, rest := Senders(s, w.Move), w.Outputs
	for i, msg := range w.Move.Outputs {
		shown := Message(msg.Channel, rest[:len(msg.Args)])
		shown.From, rest = senders[i], rest[len(msg.Args):]
		out = append(out, shown)
	}
	return out
}

// Outline renders what is known of a step whose values are not.
func Outline(s *sts.System, m *sts.Move) result.Step {
	return result.Step{Transition: m.Name, Parts: parts(s, m)}
}

// Received renders the input of a step.
func Received(s *sts.System, m *sts.Move, values []term.Value) *result.Message {
	out := Message(m.Input, values)
	out.To = namesOf(s, m.Parts[:1])
	return &out
}

// Senders lists the names of the machines that send the outputs of a move, in the order of these.
func Senders(s *sts.System, m *sts.Move) []string {
	return senders(s, m, func(c *sts.Channel) bool { return c.Direction == sts.Output })
}

// senders lists the names of the machines that send the messages of a move on some channels, in the order of the messages.
func senders(s *sts.System, m *sts.Move, on func(*sts.Channel) bool) []string {
	var out []string
	for _, t := range m.Parts {
		for _, msg := range t.Sends {
			if on(msg.Channel) {
				out = append(out, s.Machines[t.Machine].Name)
			}
		}
	}
	return out
}

// inner renders the messages between machines in the last step: one from a queue, one at which machines meet, and those to queues.
func (w *Witness) inner(s *sts.System) []result.Message {
	var out []result.Message
	if c := w.Move.Dequeue; c != nil {
		taken := Message(c, w.Parent.Config.Queues[c.Queue].Items[:len(w.Move.DequeueArgs)])
		taken.Taken, taken.To = true, namesOf(s, w.Move.Parts[:1])
		out = append(out, taken)
	}
	if met := w.Move.Meeting(); met != nil {
		shown := Message(met.Channel, w.evaluate(s, met.Args))
		shown.From, shown.To = s.Machines[w.Move.Parts[0].Machine].Name, namesOf(s, w.Move.Parts[1:])
		out = append(out, shown)
	}
	senders := senders(s, w.Move, func(c *sts.Channel) bool { return c.Direction == sts.Internal && c.Capacity > 0 })
	for i, msg := range w.Move.Enqueue {
		shown := Message(msg.Channel, w.evaluate(s, msg.Args))
		shown.Queued, shown.From = true, senders[i]
		out = append(out, shown)
	}
	return out
}

// evaluate returns the values of terms over the slots and parameters of the last step.
func (w *Witness) evaluate(s *sts.System, terms []*term.Term) []term.Value {
	known := map[*term.Term]term.Value{}
	before := s.After(w.Parent.Config, w.Delay().Rat())
	for i, slot := range s.Slots {
		known[slot.Term] = before.Values[i]
	}
	for i, p := range w.Move.Params {
		known[p.Term] = w.Params[i]
	}
	out := make([]term.Value, len(terms))
	for i, t := range terms {
		out[i], _ = s.Store.Evaluate(t, known) // the step was taken, so its terms have values
	}
	return out
}
