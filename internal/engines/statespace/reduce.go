package statespace

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Partial-order reduction. Where a machine can take steps that are independent of the steps of others, their order does not matter, and only the
// steps of this machine are taken: they are an ample set. A location of a machine is private if
//
//   - all moves that begin there, whatever their other parts are, are moves of this machine alone,
//   - no move of other machines writes a slot or a queue that they read or write, and they write none that others read,
//   - they write nothing that an invariant reads.
//
// Such a machine stays where it is until it takes one of these moves, and until then no step of others enables or disables them, so all other
// steps can be taken after them as well as before. To avoid postponing a step forever, a state is reduced only if the moves lead to states that
// are not expanded yet; in a breadth-first search, a cycle has a state with a step back to one that is. This keeps deadlocks, violated invariants,
// model errors and the transitions that can be taken; the numbers of states and steps are smaller, and livelocks are not searched for.

// footprint is the set of slots and queues that moves read and write; queues come after slots.
type footprint struct{ reads, writes map[int]bool }

func newFootprint() footprint { return footprint{map[int]bool{}, map[int]bool{}} }

// conflicts reports whether one writes what the other reads or writes.
func (f footprint) conflicts(g footprint) bool {
	for i := range f.writes {
		if g.reads[i] || g.writes[i] {
			return true
		}
	}
	for i := range g.writes {
		if f.reads[i] {
			return true
		}
	}
	return false
}

// private reports, by machine and location, whether the moves are independent of those of other machines.
func private(s *sts.System) [][]bool {
	slots := map[*term.Term]int{}
	for i, slot := range s.Slots {
		slots[slot.Term] = i
	}
	prints := make([]footprint, len(s.Moves()))
	for i, m := range s.Moves() {
		prints[i] = footprintOf(s, m, slots)
	}
	watched := newFootprint()
	for _, named := range s.Invariants {
		watched.read(append(sts.Conditions(named.Safety), named.Cond), slots)
	}
	out := make([][]bool, len(s.Machines))
	for i, machine := range s.Machines {
		out[i] = make([]bool, len(machine.Locations))
		for l := range machine.Locations {
			out[i][l] = isPrivate(s, i, l, prints, watched)
		}
	}
	return out
}

func (f footprint) read(terms []*term.Term, slots map[*term.Term]int) {
	for _, t := range terms {
		for _, v := range t.Vars() {
			if slot, ok := slots[v]; ok {
				f.reads[slot] = true
			}
		}
	}
}

// footprintOf returns the slots and queues that a move reads and writes. Both sending to a queue and receiving from it write it.
func footprintOf(s *sts.System, m *sts.Move, slots map[*term.Term]int) footprint {
	f := newFootprint()
	f.read([]*term.Term{m.Guard}, slots)
	f.read(sts.Conditions(m.GuardSafety), slots)
	f.read(sts.Conditions(m.StepSafety), slots)
	for _, u := range m.Updates {
		f.writes[u.Slot] = true
		f.read([]*term.Term{u.Value}, slots)
	}
	for _, messages := range [][]sts.Message{m.Outputs, m.Enqueue} {
		for _, msg := range messages {
			f.read(msg.Args, slots)
		}
	}
	for _, msg := range m.Enqueue {
		f.writes[len(s.Slots)+msg.Channel.Queue] = true
	}
	if m.Dequeue != nil {
		f.writes[len(s.Slots)+m.Dequeue.Queue] = true
	}
	return f
}

// isPrivate reports whether the moves of a machine from a location are independent of all others.
func isPrivate(s *sts.System, machine, location int, prints []footprint, watched footprint) bool {
	here, some := newFootprint(), false
	for i, m := range s.Moves() {
		if !takesPart(m, machine, location) {
			continue
		}
		if len(m.Parts) > 1 || m.HasRivals() {
			return false
		}
		some = true
		for slot := range prints[i].reads {
			here.reads[slot] = true
		}
		for slot := range prints[i].writes {
			here.writes[slot] = true
		}
	}
	if !some || here.conflicts(watched) {
		return false
	}
	for i, m := range s.Moves() {
		if !takesPart(m, machine, -1) && (m.HasRivals() || here.conflicts(prints[i])) {
			return false
		}
	}
	return true
}

// takesPart reports whether a machine takes part in a move, from a location; -1 is any.
func takesPart(m *sts.Move, machine, location int) bool {
	for _, t := range m.Parts {
		if t.Machine == machine && (location < 0 || t.From == location) {
			return true
		}
	}
	return false
}

// ampleOf returns the moves of one machine that may be taken before all others in a state, or nil if there is no such machine.
func (x *search) ampleOf(moves []*sts.Move, row []int64) []*sts.Move {
	if x.private == nil {
		return nil
	}
	for first := 0; first < len(moves); {
		machine, end := moves[first].Parts[0].Machine, first
		for end < len(moves) && moves[end].Parts[0].Machine == machine {
			end++
		}
		if end-first < len(moves) && x.private[machine][row[machine]] {
			return moves[first:end]
		}
		first = end
	}
	return nil
}

// without returns the moves that are not in an ample set.
func without(moves, ample []*sts.Move) []*sts.Move {
	if len(ample) == 0 {
		return moves
	}
	return slices.DeleteFunc(slices.Clone(moves), func(m *sts.Move) bool { return slices.Contains(ample, m) })
}
