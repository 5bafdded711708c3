package flat

import "github.com/sextant-mbt/sextant/internal/core/sts"

// control is what decides which moves the locations and queues allow, by machine and location.
type control [][][]gate

// gate is what a move needs besides the location of its first part.
type gate struct {
	move   *sts.Move
	others []*sts.Transition // that must be possible too
	needs  []sts.QueueBound
	rivals bool // it depends on whether the queues allow other moves
}

// controlOf compiles the control of a system.
func controlOf(s *sts.System) control {
	out := make(control, len(s.Machines))
	for i, machine := range s.Machines {
		out[i] = make([][]gate, len(machine.Locations))
		for l := range machine.Locations {
			for _, m := range s.From(i, l) {
				out[i][l] = append(out[i][l], gate{m, m.Parts[1:], m.QueueBounds(), m.HasRivals()})
			}
		}
	}
	return out
}

// allows reports whether the locations and queues allow the move.
func (r *Runner) allows(g *gate) bool {
	for _, t := range g.others {
		if r.memory.cells[t.Machine] != int64(t.From) {
			return false
		}
	}
	for _, n := range g.needs {
		if count := r.count(n.Queue); count < n.Least || count > n.Most {
			return false
		}
	}
	return !g.rivals || g.move.QueuesAllow(r.count)
}

// Possible returns the moves that the current locations and queues allow; callers must not change or retain the slice. Guards are not
// evaluated.
func (r *Runner) Possible() []*sts.Move {
	m := r.machine
	if m.starting != nil {
		return m.starting[r.memory.cells[0]]
	}
	r.moves = r.moves[:0]
	for i, byLocation := range m.control {
		gates := byLocation[r.memory.cells[i]]
		for k := range gates {
			if r.allows(&gates[k]) {
				r.moves = append(r.moves, gates[k].move)
			}
		}
	}
	return r.moves
}

// count returns the number of messages in a queue. Where queues are not part of the words, those with content make a configuration large.
func (r *Runner) count(queue int) int {
	switch {
	case r.machine.queues != nil:
		return int(r.memory.cells[r.machine.queues[queue].First])
	case r.large == nil:
		return 0
	}
	return r.large.Count(queue)
}

// QueuesAllow reports whether the queues allow a move here; Step must not be called for others.
func (r *Runner) QueuesAllow(m *sts.Move) bool { return m.QueuesAllow(r.count) }
