package mutate

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Conformance by brute force, for models whose parameters have small finite types: no solver, no symbolic state. The original
// is followed as the set of all states that it may be in; the mutant by every choice that it has. It fails where it sends what
// no state of the set sends, or is silent where every state must send.

// concreteState is a state with the outputs that its last step still has to send.
type concreteState struct {
	config  *sts.Config
	pending []string
}

func (c concreteState) key() string {
	text := fmt.Sprint(c.config.Locations, c.pending)
	for _, v := range c.config.Values {
		text += " " + v.Format(term.Int)
	}
	return text
}

// force runs a model concretely.
type force struct {
	system *sts.System
	in     *sts.Interpreter
}

func newForce(s *sts.System) *force { return &force{s, sts.NewInterpreter(s)} }

func (f *force) start() concreteState {
	c, err := f.in.Start(make([]term.Value, len(f.system.Slots)))
	if err != nil {
		panic(err)
	}
	return concreteState{config: c}
}

// steps are all states after one move with the input, or without if channel is empty.
func (f *force) steps(c concreteState, channel string, values []term.Value) (all, silent []concreteState) {
	for _, m := range f.system.Possible(nil, c.config.Locations, c.config.Count) {
		if (m.Input == nil) != (channel == "") || m.Input != nil && m.Input.Name != channel {
			continue
		}
		for _, params := range rowsOf(m, values) {
			step, err := f.in.Try(c.config, m, params)
			if err != nil {
				panic(err)
			}
			if step.Outcome != sts.Done {
				continue
			}
			next := concreteState{config: step.Next, pending: outputTexts(m, step.Outputs)}
			all = append(all, next)
			if len(next.pending) == 0 {
				silent = append(silent, next)
			}
		}
	}
	return all, silent
}

// rowsOf lists all parameters of a move with given inputs.
func rowsOf(m *sts.Move, values []term.Value) [][]term.Value {
	rows := [][]term.Value{make([]term.Value, len(m.Params))}
	for i, a := range m.InputArgs {
		rows[0][a] = values[i]
	}
	for i, p := range m.Params {
		if p.Kind != sts.Chosen {
			continue
		}
		var next [][]term.Value
		for _, row := range rows {
			for _, v := range p.Sort.Values(100) {
				other := append([]term.Value(nil), row...)
				other[i] = v
				next = append(next, other)
			}
		}
		rows = next
	}
	return rows
}

func outputTexts(m *sts.Move, values []term.Value) []string {
	var out []string
	for _, msg := range m.Outputs {
		text := msg.Channel.Name
		for i := range msg.Args {
			text += " " + values[i].Format(msg.Args[i].Sort())
		}
		values = values[len(msg.Args):]
		out = append(out, text)
	}
	return out
}

// states is a set of states by key.
type states map[string]concreteState

func (s states) key() string {
	var keys []string
	for k := range s {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return strings.Join(keys, "; ")
}

// settled adds the states after internal steps.
func (f *force) settled(s states) states {
	out := states{}
	var queue []concreteState
	for k, c := range s {
		out[k] = c
		queue = append(queue, c)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		if len(c.pending) > 0 {
			continue
		}
		_, silent := f.steps(c, "", nil)
		for _, n := range silent {
			if _, seen := out[n.key()]; !seen {
				out[n.key()] = n
				queue = append(queue, n)
			}
		}
	}
	return out
}

// afterOutput are the states after an output; none means that it is not allowed.
func (f *force) afterOutput(s states, text string) states {
	out := states{}
	for _, c := range f.settled(s) {
		offers := []concreteState{c}
		if len(c.pending) == 0 {
			offers, _ = f.steps(c, "", nil)
		}
		for _, o := range offers {
			if len(o.pending) > 0 && o.pending[0] == text {
				n := concreteState{o.config, o.pending[1:]}
				out[n.key()] = n
			}
		}
	}
	return out
}

// afterSilence are the states that may be silent.
func (f *force) afterSilence(s states) states {
	out := states{}
	for k, c := range f.settled(s) {
		if all, _ := f.steps(c, "", nil); len(all) == 0 && len(c.pending) == 0 {
			out[k] = c
		}
	}
	return out
}

// afterInput are the states after an input; none if some state that is at rest does not accept it.
func (f *force) afterInput(s states, channel string, values []term.Value) states {
	out := states{}
	for _, c := range s {
		all, _ := f.steps(c, channel, values)
		if len(all) == 0 {
			return nil
		}
		for _, n := range all {
			out[n.key()] = n
		}
	}
	return out
}

// stimulus is an input.
type stimulus struct {
	channel string
	values  []term.Value
}

// stimuli lists all inputs of a model with finite types.
func stimuli(s *sts.System) []stimulus {
	var out []stimulus
	for _, c := range s.Channels {
		if c.Direction != sts.Input {
			continue
		}
		rows := [][]term.Value{nil}
		for _, p := range c.Payload {
			for _, leaf := range p.Leaves() {
				var next [][]term.Value
				for _, row := range rows {
					for _, v := range leaf.Sort.Values(100) {
						next = append(next, append(row[:len(row):len(row)], v))
					}
				}
				rows = next
			}
		}
		for _, row := range rows {
			out = append(out, stimulus{c.Name, row})
		}
	}
	return out
}

// fails searches for a run of the mutant with at most depth inputs that the original does not allow.
func fails(original, mutant *sts.System, depth int) bool {
	b := &confrontation{newForce(original), newForce(mutant), stimuli(original), map[string]int{}}
	start := b.original.start()
	return b.failing(b.mutant.start(), states{start.key(): start}, depth, nil)
}

// confrontation is the search of fails.
type confrontation struct {
	original, mutant *force
	stimuli          []stimulus
	seen             map[string]int // inputs that were left when a pair was met
}

// failing reports whether a run from a pair fails; silent holds the states of the mutant since its last output. If one is repeated, the
// mutant can be silent forever.
func (b *confrontation) failing(m concreteState, s states, depth int, silent []string) bool {
	if slices.Contains(silent, m.key()) {
		return b.failingInSilence(m, s, depth)
	}
	key := m.key() + " | " + s.key()
	if left, ok := b.seen[key]; ok && left >= depth {
		return false
	}
	b.seen[key] = depth
	if len(m.pending) > 0 {
		after := b.original.afterOutput(s, m.pending[0])
		return len(after) == 0 || b.failing(concreteState{m.config, m.pending[1:]}, after, depth, nil)
	}
	all, _ := b.mutant.steps(m, "", nil)
	for _, n := range all {
		if b.failing(n, s, depth, append(silent[:len(silent):len(silent)], m.key())) {
			return true
		}
	}
	return len(all) == 0 && b.failingInSilence(m, s, depth)
}

// failingInSilence continues after silence.
func (b *confrontation) failingInSilence(m concreteState, s states, depth int) bool {
	s = b.original.afterSilence(s)
	if len(s) == 0 {
		return true
	}
	for _, in := range b.stimuli {
		if depth > 0 && b.failingAfter(m, s, in, depth) {
			return true
		}
	}
	return false
}

// failingAfter continues after an input, which the mutant ignores if it cannot take it.
func (b *confrontation) failingAfter(m concreteState, s states, in stimulus, depth int) bool {
	after := b.original.afterInput(s, in.channel, in.values)
	if len(after) == 0 {
		return false
	}
	next, _ := b.mutant.steps(m, in.channel, in.values)
	if len(next) == 0 {
		next = []concreteState{m}
	}
	for _, n := range next {
		if b.failing(n, after, depth-1, nil) {
			return true
		}
	}
	return false
}
