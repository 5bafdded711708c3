package run

import (
	"encoding/json"
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Traces: concrete runs for people and for JSON.

// Trace renders a run.
func (w *Witness) Trace(s *sts.System) result.Trace {
	steps := w.Steps()
	out := result.Trace{Machines: Machines(s), Start: startOf(s, steps[0].Config), Initial: steps[0].Initial(s), Steps: []result.Step{}}
	for _, w := range steps[1:] {
		out.Steps = append(out.Steps, w.Format(s))
	}
	if w.Wait != nil && w.Wait.Sign() > 0 {
		out.Wait = WaitOf(s, w.Config, w.Wait)
		out.Wait.At = sts.FormatInstant(new(big.Rat).Add(w.Instant().Rat(), w.Wait))
	}
	return out
}

// Apart renders a run as what differs from another one; all of it, if that is nil.
func (w *Witness) Apart(s *sts.System, other *Witness) *result.NodeRun {
	out, steps := &result.NodeRun{}, w.Steps()
	same := shared(steps, other)
	if same == 0 {
		start := steps[0].Trace(s)
		out.Start, out.Initial, same = start.Start, start.Initial, 1
	}
	out.Keeps = same - 1
	for _, w := range steps[same:] {
		out.Steps = append(out.Steps, w.Format(s))
	}
	return out
}

// shared is the number of elements that a run, given as a list, has in common with the beginning of another one.
func shared(steps []*Witness, other *Witness) int {
	if last := len(steps) - 1; last > 0 && steps[last].Parent == other {
		return last
	}
	n, others := 0, other.Steps()
	for n < min(len(steps), len(others)) && steps[n].Move == others[n].Move && term.SameValues(steps[n].Params, others[n].Params) {
		n++
	}
	return n
}

// Machines lists the names of the machines; nil for a machine without a name, which is the whole system.
func Machines(s *sts.System) []string {
	var out []string
	for _, m := range s.Machines {
		if m.Name != "" {
			out = append(out, m.Name)
		}
	}
	return out
}

// startOf renders a configuration in which a run begins.
func startOf(s *sts.System, c *sts.Config) *result.Start {
	if c == nil {
		return nil
	}
	out := &result.Start{Location: s.LocationName(c.Locations), Variables: []result.Variable{}}
	for _, v := range s.Variables() {
		out.Variables = append(out.Variables, result.Variable{Name: v.Name, Clock: v.Clock, Value: ValueOf(v.Type, v.In(c.Values))})
	}
	out.Queues = Queues(s, c.Count)
	return out
}

// ValueOf renders a value.
func ValueOf(t *sts.Type, scalars []term.Value) result.Value {
	out := result.Value{Text: t.Format(scalars)}
	if data, err := value.AppendJSON(nil, t, scalars); err == nil {
		out.Data = data
	}
	return out
}

// WaitOf renders a delay in a configuration.
func WaitOf(s *sts.System, c *sts.Config, wait *big.Rat) *result.Wait {
	return &result.Wait{For: sts.FormatInstant(wait), Values: Texts(changes(s, c, s.After(c, wait), term.Value{}))}
}

// Initial returns the values that the run takes for variables that start symbolic, by their names.
func (w *Witness) Initial(s *sts.System) map[string]string { return Free(s, w.Steps()[0].Params) }

// Free returns the values of the variables that start symbolic, by their names, from values by slot.
func Free(s *sts.System, values []term.Value) map[string]string {
	out := map[string]string{}
	for _, v := range s.Variables() {
		if s.Slots[v.First].Init == nil {
			out[v.Name] = v.Type.Format(v.In(values))
		}
	}
	return out
}

// Format renders the last step of a run; a step that fails has no configuration after it.
func (w *Witness) Format(s *sts.System) result.Step {
	m := w.Move
	out := Outline(s, m)
	out.At = w.at()
	if m.Input != nil {
		out.Input = Received(s, m, term.Pick(w.Params, m.InputArgs))
	}
	for _, c := range sts.Components(m.Params) {
		if m.Params[c.First].Kind == sts.Chosen {
			if out.Chosen == nil {
				out.Chosen = map[string]string{}
			}
			out.Chosen[c.Name] = c.Format(w.Params)
		}
	}
	for i := range m.Calls {
		if i < len(w.Calls) {
			out.Calls = append(out.Calls, w.Call(i))
		}
	}
	if w.Config == nil {
		return out
	}
	out.Location = s.LocationName(w.Config.Locations)
	out.Inner, out.Outputs = w.inner(s), w.sent(s)
	out.Changes = changes(s, w.Parent.Config, w.Config, w.Delay())
	out.Values = Texts(out.Changes)
	out.Queues = ChangedQueues(Queues(s, w.Parent.Config.Count), Queues(s, w.Config.Count))
	return out
}

// Delay returns the time before the last step; 0 in a system without clocks, and where a run begins.
func (w *Witness) Delay() term.Value {
	if w.Move == nil || w.Move.DelayParam() < 0 || w.Params == nil {
		return term.Value{}
	}
	return w.Params[w.Move.DelayParam()]
}

// Instant returns the time from the beginning of a run to its last step.
func (w *Witness) Instant() term.Value {
	sum := new(big.Rat)
	for ; w != nil; w = w.Parent {
		sum.Add(sum, w.Delay().Rat())
	}
	return term.RatValue(sum)
}

// at is the instant of the last step, for people; empty in a system without clocks.
func (w *Witness) at() string {
	if w.Move.DelayParam() < 0 {
		return ""
	}
	return w.Instant().Format(term.Real)
}

// Message renders a message. A value that JSON cannot hold is null there; the text has it.
func Message(c *sts.Channel, values []term.Value) result.Message {
	out := result.Message{Stored: result.Stored{Channel: c.Name, Payload: make([]json.RawMessage, len(c.Payload))}}
	for i, part := range value.Each(c.Payload, values) {
		data, err := value.AppendJSON(nil, c.Payload[i], part)
		if err != nil {
			data = json.RawMessage("null")
		}
		out.Payload[i] = data
	}
	out.Text = c.Name + "(" + value.Format(c.Payload, values) + ")"
	return out
}

// Call renders call i of the last step.
func (w *Witness) Call(i int) result.Call {
	c, args := w.Move.Calls[i], w.Calls[i]
	out := result.Call{Extern: c.Extern.Name, Result: c.Extern.Result.Format(term.Pick(w.Params, c.Results))}
	for _, p := range c.Extern.Params {
		out.Args = append(out.Args, p.Type.Format(args[:p.Type.Size()]))
		args = args[p.Type.Size():]
	}
	return out
}

// changes lists the variables that differ between two configurations, but for clocks that have only grown by the delay.
func changes(s *sts.System, before, after *sts.Config, delay term.Value) []result.Change {
	var out []result.Change
	for _, v := range s.Variables() {
		a, b := v.In(before.Values), v.In(after.Values)
		if v.Clock {
			a = []term.Value{grown(a[0], delay)}
		}
		if !term.SameValues(a, b) {
			out = append(out, result.Change{Variable: v.Name, Before: ValueOf(v.Type, a), After: ValueOf(v.Type, b)})
		}
	}
	return out
}

// Texts returns the values after changes by the names of their variables; nil if there are none.
func Texts(changes []result.Change) map[string]string {
	var out map[string]string
	for _, c := range changes {
		if out == nil {
			out = map[string]string{}
		}
		out[c.Variable] = c.After.Text
	}
	return out
}

// grown is the value of a clock after a delay.
func grown(clock, delay term.Value) term.Value {
	return term.RatValue(new(big.Rat).Add(clock.Rat(), delay.Rat()))
}

// Bindings lists the variables with their values in a configuration.
func Bindings(s *sts.System, c *sts.Config) []result.NamedText {
	return bindings(s, func(v sts.Var) string { return v.Type.Format(v.In(c.Values)) })
}

// Terms lists the variables with their terms in a symbolic store.
func Terms(s *sts.System, store []*term.Term) []result.NamedText {
	return bindings(s, func(v sts.Var) string { return v.Type.FormatTerms(store[v.First : v.First+v.Type.Size()]) })
}

func bindings(s *sts.System, format func(sts.Var) string) []result.NamedText {
	var out []result.NamedText
	for _, v := range s.Variables() {
		out = append(out, result.NamedText{Name: v.Name, Value: format(v)})
	}
	return out
}

// FormatValues prints the values of all variables.
func FormatValues(s *sts.System, c *sts.Config) string {
	var parts []string
	for _, b := range Bindings(s, c) {
		parts = append(parts, b.Name+" = "+b.Value)
	}
	return strings.Join(parts, ", ")
}
