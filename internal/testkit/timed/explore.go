package timed

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/testkit/regions"
)

// Reached is what a model does.
type Reached struct {
	States map[string]bool // locations of the machines and the value of v, as "l0, l1; v = 2"
	Taken  map[string]bool // names of steps, as m0.t1
	Stuck  map[string]bool // locations where a run can arrive and never take another step, though time passes and some machine is not at its end
	Stops  map[string]bool // locations where time can pass only up to an instant, and no step is possible any more
	Broken []bool          // by invariant: at some instant of a run it does not hold
}

// Explore computes what the model does.
func (m *Model) Explore() *Reached {
	e := &exploration{model: m, seen: map[string]bool{}, out: &Reached{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{},
		make([]bool, len(m.Invariants))}}
	for v := range 3 {
		start := state{at: make([]int, len(m.Machines)), clocks: regions.Zero(m.Clocks), v: v}
		if m.valid(start) && (v == 0 || m.Unknown) {
			e.enter(start)
		}
	}
	return e.out
}

type state struct {
	at     []int
	clocks regions.Region
	v      int
}

func (s state) key() string { return fmt.Sprint(s.at, s.clocks.Key(), s.v) }

// places are the locations, as reports show them.
func (s state) places() string {
	out := ""
	for i, l := range s.at {
		if i > 0 {
			out += ", "
		}
		out += fmt.Sprintf("l%d", l)
	}
	return out
}

type exploration struct {
	model *Model
	seen  map[string]bool
	out   *Reached
}

// enter visits all that is reached from a state after a step, or at the start.
func (e *exploration) enter(s state) {
	if e.seen[s.key()] {
		return
	}
	e.seen[s.key()] = true
	e.out.States[fmt.Sprintf("%s; v = %d", s.places(), s.v)] = true
	some, last, stops := e.wait(s)
	if !some && !stops && !e.model.ended(s) {
		e.out.Stuck[s.places()] = true
	}
	if stops && !last {
		e.out.Stops[s.places()] = true
	}
}

// wait takes all steps from a state, now and after each delay, and reports whether there is one, whether there is one at the end of time, and
// whether time has an end.
func (e *exploration) wait(s state) (some, last, stops bool) {
	for {
		e.judge(s)
		last = false
		for _, parts := range e.model.moves(s) {
			next, ok := e.model.after(s, parts)
			if !ok {
				continue
			}
			some, last = true, true
			for _, p := range parts {
				e.out.Taken[fmt.Sprintf("m%d.t%d", p.machine, p.step)] = true
			}
			e.enter(next)
		}
		later := state{s.at, s.clocks.Later(Largest), s.v}
		if e.model.hurried(s) || !e.model.valid(later) {
			return some, last, true
		}
		if later.key() == s.key() {
			return some, last, false
		}
		s = later
	}
}

// judge notes the invariants that do not hold at an instant.
func (e *exploration) judge(s state) {
	for i, invariant := range e.model.Invariants {
		if !slices.ContainsFunc(invariant, s.hold) {
			e.out.Broken[i] = true
		}
	}
}

// ended reports whether no machine has a step from where it is.
func (m *Model) ended(s state) bool {
	for i, machine := range m.Machines {
		if slices.ContainsFunc(machine.Steps, func(t Step) bool { return t.From == s.at[i] }) {
			return false
		}
	}
	return true
}

// part is a step of a machine.
type part struct{ machine, step int }

func (m *Model) step(p part) Step { return m.Machines[p.machine].Steps[p.step] }

// moves returns the steps that can be taken at once in a state, alone or together on a channel, but for the conditions of the locations behind them.
func (m *Model) moves(s state) [][]part {
	var out [][]part
	for _, p := range m.ready(s, "", false) {
		out = append(out, []part{p})
	}
	for _, channel := range []string{"c", "u"} {
		out = append(out, m.meetings(s, channel)...)
	}
	for _, from := range m.ready(s, "b", true) {
		out = append(out, m.audiences(s, []part{from}, 0)...)
	}
	committed := slices.ContainsFunc(m.all(), func(i int) bool { return m.urgency(s, i) == "committed" })
	return slices.DeleteFunc(out, func(parts []part) bool {
		return committed && !slices.ContainsFunc(parts, func(p part) bool { return m.urgency(s, p.machine) == "committed" })
	})
}

func (m *Model) meetings(s state, channel string) [][]part {
	var out [][]part
	for _, from := range m.ready(s, channel, true) {
		for _, to := range m.ready(s, channel, false) {
			if from.machine != to.machine {
				out = append(out, []part{from, to})
			}
		}
	}
	return out
}

// audiences returns the ways to go on with a broadcast, from a machine on: each one that can receive does.
func (m *Model) audiences(s state, parts []part, machine int) [][]part {
	if machine == len(m.Machines) {
		return [][]part{parts}
	}
	var out [][]part
	for _, to := range m.ready(s, "b", false) {
		if to.machine == machine && machine != parts[0].machine {
			out = append(out, m.audiences(s, append(slices.Clone(parts), to), machine+1)...)
		}
	}
	if out == nil {
		return m.audiences(s, parts, machine+1)
	}
	return out
}

// ready returns the steps on a channel whose guards hold.
func (m *Model) ready(s state, channel string, sends bool) []part {
	var out []part
	for i, machine := range m.Machines {
		for k, t := range machine.Steps {
			if t.From == s.at[i] && t.Channel == channel && t.Sends == sends && s.hold(t.Guard) {
				out = append(out, part{i, k})
			}
		}
	}
	return out
}

// all are the numbers of the machines.
func (m *Model) all() []int {
	var out []int
	for i := range m.Machines {
		out = append(out, i)
	}
	return out
}

func (m *Model) urgency(s state, machine int) string {
	return m.Machines[machine].Locations[s.at[machine]].Urgency
}

// hurried reports whether no time may pass in a state.
func (m *Model) hurried(s state) bool {
	return len(m.meetings(s, "u")) > 0 || slices.ContainsFunc(m.all(), func(i int) bool { return m.urgency(s, i) != "" })
}

// valid reports whether the conditions of all locations hold.
func (m *Model) valid(s state) bool {
	return !slices.ContainsFunc(m.all(), func(i int) bool { return !s.hold(m.Machines[i].Locations[s.at[i]].While) })
}

// after returns the state after steps that are taken together, in their order; not ok if a condition of a location does not hold then.
func (m *Model) after(s state, parts []part) (next state, ok bool) {
	next = state{slices.Clone(s.at), slices.Clone(s.clocks), s.v}
	for _, p := range parts {
		t := m.step(p)
		next.at[p.machine] = t.To
		for _, r := range t.Resets {
			next.clocks = next.clocks.Assign(r.Clock, next.value(r.Value), Largest)
		}
		if t.Sets > 0 {
			next.v = t.Sets - 1
		}
	}
	return next, m.valid(next)
}

// value is a constant, or v.
func (s state) value(constant int) int {
	if constant < 0 {
		return s.v
	}
	return constant
}

func (s state) hold(atoms []Atom) bool {
	return !slices.ContainsFunc(atoms, func(a Atom) bool { return !s.holds(a) })
}

func (s state) holds(a Atom) bool {
	if a.Operator == "at" {
		return s.at[a.Clock] == a.Value
	}
	left, right := s.v*regions.Unit, s.value(a.Value)*regions.Unit
	if a.Clock >= 0 {
		left = s.clocks[a.Clock]
	}
	return compare(left, a.Operator, right)
}

func compare(left int, operator string, right int) bool {
	switch operator {
	case "<":
		return left < right
	case "<=":
		return left <= right
	case ">":
		return left > right
	case ">=":
		return left >= right
	}
	return left == right
}
