package flat

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Machine is a compiled system.
type Machine struct {
	system   *sts.System
	slots    int         // index of the first slot: the number of machines
	sets     []*universe // by slot: of those whose words are sets
	queues   []Queue     // whose content is part of the words; nil if it is not
	params   int         // index of the first parameter: the number of words of a configuration
	cells    int         // the number of cells of a run
	codes    []*code     // by move; nil if the interpreter has to make the step
	control  control
	starting [][]*sts.Move // by location: the moves that start there, if there is one machine and no queue that could forbid one

	conditions []*condition // nil if the interpreter has to evaluate it
}

// condition is a compiled conjunction over the slots.
type condition struct {
	before []assignment // registers
	parts  []truth
}

// code is a compiled move.
type code struct {
	move        *sts.Move
	guardSafety []truth
	guard       []truth
	state       []truth // those of guard that read no parameter
	stepSafety  []truth
	updates     []assignment
	arrivals    []arrival
	traffic     []traffic
	before      []assignment // registers of guard and guard safety
	after       []assignment // registers of the rest
}

// assignment computes the word of a slot or a register.
type assignment struct {
	cell  int
	value number
}

// arrival is a location that a machine gets.
type arrival struct {
	machine  int
	location int64
}

// Compile compiles all moves of a system for runs that pass through many configurations. Their words have no queues: those with content make a
// configuration large.
func Compile(s *sts.System) *Machine {
	return compile(s, s.Moves(), nil, make([]*universe, len(s.Slots)), nil)
}

// CompileStates compiles some moves of a system, while the interpreter takes others, for states that are stored: what waits in queues is part of their
// words, and sets of few values are words. It also compiles conjunctions of conditions over the slots, which Runner.Holds evaluates.
func CompileStates(s *sts.System, moves []*sts.Move, conjunctions [][]*term.Term) *Machine {
	sets := make([]*universe, len(s.Slots))
	for i, slot := range s.Slots {
		sets[i] = universeOf(slot.Sort)
	}
	return compile(s, moves, conjunctions, sets, queuesOf(s, len(s.Machines)+len(s.Slots)))
}

func compile(s *sts.System, moves []*sts.Move, conjunctions [][]*term.Term, sets []*universe, queues []Queue) *Machine {
	m := &Machine{system: s, slots: len(s.Machines), sets: sets, queues: queues, codes: make([]*code, len(s.Moves())), control: controlOf(s)}
	m.params = m.slots + len(s.Slots)
	if len(queues) > 0 {
		m.params = queues[len(queues)-1].end()
	}
	m.cells = m.params
	for _, move := range s.Moves() {
		m.cells = max(m.cells, m.params+len(move.Params))
	}
	first := m.cells
	for _, move := range moves {
		c, used := m.compileMove(move, first)
		m.codes[move.ID] = c
		m.cells = max(m.cells, used)
	}
	for _, conjuncts := range conjunctions {
		c, used := m.compileCondition(conjuncts, first)
		m.conditions = append(m.conditions, c)
		m.cells = max(m.cells, used)
	}
	if len(s.Machines) == 1 && s.Queues() == 0 {
		for l := range s.Machines[0].Locations {
			m.starting = append(m.starting, s.Possible(nil, []int{l}, func(int) int { return 0 }))
		}
	}
	return m
}

// compileMove compiles one move with registers from first on; it returns the first cell after them. A move that a closure
// cannot make has no code.
func (m *Machine) compileMove(move *sts.Move, first int) (*code, int) {
	if m.queues == nil && (move.Dequeue != nil || len(move.Enqueue) > 0) {
		return nil, first
	}
	b := m.newBuilder(move, first)
	c := &code{move: move}
	safety, guard := sts.Conditions(move.GuardSafety), move.Conjuncts()
	b.share(safety, guard)
	c.guardSafety, c.guard = compileAll(safety, b.truth), compileAll(guard, b.truth)
	for i, conjunct := range guard {
		if !slices.ContainsFunc(move.Params, func(p sts.Param) bool { return conjunct.Mentions(p.Term) }) {
			c.state = append(c.state, c.guard[i])
		}
	}
	c.before, b.loads = b.loads, nil
	safety = sts.Conditions(move.StepSafety)
	values := make([]*term.Term, len(move.Updates))
	for i, u := range move.Updates {
		values[i] = u.Value
	}
	for _, msg := range move.Enqueue {
		values = append(values, msg.Args...)
	}
	b.share(safety, values)
	c.stepSafety = compileAll(safety, b.truth)
	for _, u := range move.Updates {
		value := b.number
		if of := m.sets[u.Slot]; of != nil {
			value = func(t *term.Term) number { return b.set(t, of) }
		}
		c.updates = append(c.updates, assignment{m.slots + u.Slot, value(u.Value)})
	}
	c.traffic = b.trafficOf(m, move)
	for _, t := range move.Parts {
		if t.From != t.To {
			c.arrivals = append(c.arrivals, arrival{t.Machine, int64(t.To)})
		}
	}
	c.after = b.loads
	if b.failed {
		return nil, first
	}
	return c, b.next
}

// compileCondition compiles a conjunction with registers from first on; it returns the first cell after them.
func (m *Machine) compileCondition(conjuncts []*term.Term, first int) (*condition, int) {
	b := m.newBuilder(&sts.Move{}, first)
	b.share(conjuncts)
	c := &condition{parts: compileAll(conjuncts, b.truth)}
	c.before = b.loads
	if b.failed {
		return nil, first
	}
	return c, b.next
}

// Starting returns the moves from a location of a system with one machine and no queues, and nil for other systems. The slice
// must not be changed.
func (m *Machine) Starting(location int) []*sts.Move {
	if m.starting == nil {
		return nil
	}
	return m.starting[location]
}
