package sts

import "github.com/sextant-mbt/sextant/internal/core/term"

// Influence marks the slots whose values can decide which steps are possible, now or later, or whether conditions hold: those that guards,
// safety conditions or the conditions read, that flow into such slots, or that are sent to a queue. The others affect only outputs.
func (s *System) Influence(conditions ...*term.Term) []bool {
	index := map[*term.Term]int{}
	for i, slot := range s.Slots {
		index[slot.Term] = i
	}
	marked := make([]bool, len(s.Slots))
	mark := func(t *term.Term) (changed bool) {
		for _, v := range t.Vars() {
			if i, ok := index[v]; ok && !marked[i] {
				marked[i], changed = true, true
			}
		}
		return changed
	}
	for _, c := range conditions {
		mark(c)
	}
	for _, m := range s.Moves() {
		for _, c := range m.Decisive() {
			mark(c)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, m := range s.Moves() {
			for _, u := range m.Updates {
				changed = marked[u.Slot] && mark(u.Value) || changed
			}
		}
	}
	return marked
}

// Decisive returns the terms of a move that decide what is possible, now or later: its conditions, and what it sends to queues
// and functions.
func (m *Move) Decisive() []*term.Term {
	out := []*term.Term{m.Guard}
	for _, obligations := range [][]Obligation{m.GuardSafety, m.StepSafety} {
		for _, o := range obligations {
			out = append(out, o.Cond)
		}
	}
	for _, msg := range m.Enqueue {
		out = append(out, msg.Args...)
	}
	for _, c := range m.Calls {
		out = append(out, c.Args...)
	}
	return out
}
