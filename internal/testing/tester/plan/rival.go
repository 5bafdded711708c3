package plan

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Rivals. A step of a faulty system may lead to a wrong state from which it goes on for a while as a right one would. So what is looked for is a
// plan that has other answers in the state of the model than in states that the system may be in instead, its rivals.

// The bounds of a search for such a plan: the states that it visits, those that all searches of a session visit, and its inputs.
const (
	rivalStates = 300
	rivalTotal  = 4000
	rivalLength = 12
)

// Rules reports whether there may be more searches for such plans.
func (s *Scout) Rules() bool { return s.contests < rivalTotal }

// Rival is a state that a faulty system may be in, with the number by which the caller knows it.
type Rival struct {
	*sts.Config
	Number int
}

// contest is the state of the model and its rivals after some inputs.
type contest struct {
	state  *sts.Config
	rivals []Rival
	parent *contest
	moves  []*sts.Move // since the parent
	input  sut.Message // with which they began
	depth  int
}

// reaction is what a state does with an input.
type reaction struct {
	next    *sts.Config
	moves   []*sts.Move
	outputs []sut.Message
}

// Answer returns the state after an input, and the rivals that gave the same answer, as they are then; nil if it is not determined.
func (s *Scout) Answer(from *sts.Config, rivals []Rival, msg sut.Message) (*sts.Config, []Rival) {
	x := &scouting{Scout: s}
	if c := x.compete(&contest{state: from, rivals: rivals}, msg); c != nil {
		return c.state, c.rivals
	}
	return nil, nil
}

// Rule looks for a plan that rules out some rivals of a state to which a path of some length leads; nil if it finds none.
func (s *Scout) Rule(from *sts.Config, length int, rivals []Rival) *Plan {
	x := &scouting{Scout: s}
	seen := map[string]bool{}
	open := []*contest{{state: from, rivals: rivals}}
	var best *contest
	for visited := 0; visited < rivalStates && len(open) > 0 && s.Rules(); visited++ {
		s.contests++
		c := open[0]
		if open = open[1:]; best != nil && best.bad() == 0 || c.depth >= rivalLength {
			break
		}
		for _, msg := range x.inputsAt(c.state) {
			next := x.compete(c, msg)
			if next == nil {
				continue
			}
			if len(next.rivals) < len(c.rivals) && (best == nil || next.bad() < best.bad()) {
				best = next
			}
			if key := next.key(); !seen[key] {
				seen[key] = true
				open = append(open, next)
			}
		}
	}
	if best == nil {
		return nil
	}
	return best.plan(length)
}

// inputsAt draws inputs for the moves that are possible in a state.
func (x *scouting) inputsAt(c *sts.Config) []sut.Message {
	var out []sut.Message
	p := &post{Config: c}
	for _, m := range x.tracker.System.Possible(nil, c.Locations, c.Count) {
		if m.Input == nil || !plain(m) {
			continue
		}
		for range scoutDraws {
			if params := x.drawn(p, m); x.step(p, m, params) != nil {
				out = append(out, message(m, params))
			}
			if len(m.InputArgs) == 0 {
				break
			}
		}
		if params, missing := x.approach(p, m, x.guard(m)); missing == 0 && fits(m, params) && len(m.InputArgs) > 0 {
			out = append(out, message(m, params))
		}
	}
	return slices.DeleteFunc(out, func(m sut.Message) bool { return !x.draw.MayCarry(m) })
}

// message is the input that a move receives by its parameters.
func message(m *sts.Move, params []term.Value) sut.Message {
	return sut.Message{Channel: m.Input, Values: term.Pick(params, m.InputArgs)}
}

// compete sends an input to a state and its rivals, and drops those that answer otherwise; nil if what happens is not determined.
func (x *scouting) compete(c *contest, msg sut.Message) *contest {
	right, ok := x.react(c.state, msg)
	if !ok || len(right.moves) == 0 {
		return nil
	}
	out := &contest{state: right.next, parent: c, moves: right.moves, input: msg, depth: c.depth + 1}
	for _, r := range c.rivals {
		other, ok := x.react(r.Config, msg)
		if ok && !slices.EqualFunc(right.outputs, other.outputs, sut.Message.Equal) {
			continue
		}
		if other.next == nil {
			other.next = r.Config
		}
		out.rivals = append(out.rivals, Rival{other.next, r.Number})
	}
	return out
}

// react returns what a state does with an input, and then by itself; false if it may do different things. Nothing happens if it does not accept it.
func (x *scouting) react(c *sts.Config, msg sut.Message) (reaction, bool) {
	out := reaction{next: c}
	ok := x.advance(&out, func(m *sts.Move) bool { return m.Input == msg.Channel }, msg.Values)
	for moved := -1; ok && moved < len(out.moves) && len(out.moves) > 0 && len(out.moves) < planLength; {
		moved = len(out.moves)
		ok = x.advance(&out, func(m *sts.Move) bool { return m.Input == nil }, nil)
	}
	return out, ok
}

// advance takes the step by one of some moves, if there is one; false if there are several.
func (x *scouting) advance(r *reaction, wanted func(*sts.Move) bool, received []term.Value) bool {
	p, from := &post{Config: r.next}, r.next
	found := false
	for _, m := range x.tracker.System.Possible(nil, from.Locations, from.Count) {
		if !wanted(m) {
			continue
		}
		if !plain(m) {
			return false
		}
		params := x.fixed(p, m)
		for i, v := range received {
			params[m.InputArgs[i]] = v
		}
		step, err := x.interpreter.Try(from, m, params)
		if err != nil || step.Outcome != sts.Done {
			continue
		}
		if found {
			return false
		}
		found = true
		r.next, r.moves = step.Next, append(r.moves, m)
		rest := step.Outputs
		for _, o := range m.Outputs {
			r.outputs = append(r.outputs, sut.Message{Channel: o.Channel, Values: rest[:len(o.Args):len(o.Args)]})
			rest = rest[len(o.Args):]
		}
	}
	return true
}

// bad is less for better contests: the number of rivals, of which those that have become equal to the right state count twice.
func (c *contest) bad() int {
	out := len(c.rivals)
	for _, r := range c.rivals {
		if r.Equal(c.state) {
			out++
		}
	}
	return out
}

// key identifies the states.
func (c *contest) key() string {
	b := c.state.AppendKey(nil)
	for _, r := range c.rivals {
		b = r.AppendKey(append(b, '|'))
	}
	return string(b)
}

// plan returns the way to a contest.
func (c *contest) plan(from int) *Plan {
	out := &Plan{From: from, Reaches: true}
	for ; c.parent != nil; c = c.parent {
		for i, m := range slices.Backward(c.moves) {
			input := sut.Message{}
			if i == 0 {
				input = c.input
			}
			out.Moves, out.Inputs = append(out.Moves, m), append(out.Inputs, input)
		}
	}
	slices.Reverse(out.Moves)
	slices.Reverse(out.Inputs)
	return out
}
