package flat

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Machine is a compiled system.
type Machine struct {
	system   *sts.System
	slots    int     // index of the first slot: the number of machines
	params   int     // index of the first parameter
	cells    int     // how many cells a run needs
	codes    []*code // by move; nil if the interpreter has to make the step
	starting [][]*sts.Move
}

// code is a compiled move.
type code struct {
	move        *sts.Move
	guardSafety []truth
	guard       []truth
	state       []truth // those of guard that read no parameter
	stepSafety  []truth
	updates     []update
	before      []load // registers of guard and guard safety
	after       []load // registers of the rest
}

// update computes the new word of a slot.
type update struct {
	cell  int
	value number
}

// load computes a register.
type load struct {
	cell  int
	value number
}

// Compile compiles all moves of a system.
func Compile(s *sts.System) *Machine {
	m := &Machine{system: s, slots: len(s.Machines), codes: make([]*code, len(s.Moves()))}
	m.params = m.slots + len(s.Slots)
	most := 0
	for _, move := range s.Moves() {
		most = max(most, len(move.Params))
	}
	m.cells = m.params + most
	first := m.cells
	for _, move := range s.Moves() {
		c, used := m.compileMove(move, first)
		m.codes[move.ID] = c
		m.cells = max(m.cells, used)
	}
	m.listStarting()
	return m
}

// listStarting knows the moves of each location, if there is one machine and no queue that could forbid one.
func (m *Machine) listStarting() {
	if len(m.system.Machines) != 1 || m.system.Queues() > 0 {
		return
	}
	m.starting = make([][]*sts.Move, len(m.system.Machines[0].Locations))
	for l := range m.starting {
		m.starting[l] = m.system.Possible(nil, []int{l}, func(int) int { return 0 })
	}
}

// compileMove compiles one move with registers from first on; it returns the first cell after them. A move that a closure
// cannot make has no code.
func (m *Machine) compileMove(move *sts.Move, first int) (*code, int) {
	if move.Dequeue != nil || len(move.Enqueue) > 0 {
		return nil, first
	}
	b := m.newBuilder(move, first)
	c := &code{move: move}
	b.share(sts.Conditions(move.GuardSafety), move.Conjuncts())
	c.guardSafety, c.guard = b.truths(sts.Conditions(move.GuardSafety)), b.truths(move.Conjuncts())
	for i, conjunct := range move.Conjuncts() {
		if !readsParameter(move, conjunct) {
			c.state = append(c.state, c.guard[i])
		}
	}
	c.before, b.loads = b.loads, nil
	b.share(sts.Conditions(move.StepSafety), values(move.Updates))
	c.stepSafety = b.truths(sts.Conditions(move.StepSafety))
	for _, u := range move.Updates {
		c.updates = append(c.updates, update{m.slots + u.Slot, b.number(u.Value)})
	}
	c.after = b.loads
	if b.failed {
		return nil, first
	}
	return c, b.next
}

// readsParameter tells whether a condition depends on more than the state.
func readsParameter(move *sts.Move, cond *term.Term) bool {
	for _, v := range cond.Vars() {
		for _, p := range move.Params {
			if p.Term == v {
				return true
			}
		}
	}
	return false
}

func values(updates []sts.Update) []*term.Term {
	out := make([]*term.Term, len(updates))
	for i, u := range updates {
		out[i] = u.Value
	}
	return out
}

// Starting lists the moves from a location of a system with one machine and no queues, not to be changed; of others it is nil.
func (m *Machine) Starting(location int) []*sts.Move {
	if m.starting == nil {
		return nil
	}
	return m.starting[location]
}
