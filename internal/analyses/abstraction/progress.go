package abstraction

import (
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
)

// Phase is what a session is doing.
type Phase string

// The phases, in the order in which they begin. Refinement repeats some of them.
const (
	FindingStates      Phase = "abstract states"
	FindingInitial     Phase = "initial states"
	FindingMays        Phase = "may transitions"
	ClaimingMusts      Phase = "must transitions"
	CheckingInvariants Phase = "invariants"
	ReachingStates     Phase = "reachable states"
	MakingTests        Phase = "tests"
	Searching          Phase = "guided search"
	ProvingUnreachable Phase = "proofs"
	PlayingTests       Phase = "played tests"
)

// Progress is how far a session is.
type Progress struct {
	Phase       Phase
	Done, Parts int // of the phase; the number of all parts is 0 if it is not known
	States      int // of the abstraction that is made
	Transitions int // of the abstraction that is made: its may transitions
	Covered     int // abstract transitions that the tests cover
	Total       int // abstract transitions that tests are made for
	Solver      smt.Stats
}

// meter counts what a session does, and tells of it.
type meter struct {
	tell func(Progress) // nil if nobody listens

	mu      sync.Mutex
	now     Progress
	before  int       // covered in the studies before this one
	used    smt.Stats // by solvers of parts that have ended
	finding smt.Stats // by the solver that finds states
	tree    smt.Stats // of the tree of reachable states
}

// begin enters a phase.
func (m *meter) begin(phase Phase, parts int) {
	m.change(func(now *Progress) { now.Phase, now.Done, now.Parts = phase, 0, parts })
}

// done counts a part of the phase.
func (m *meter) done() { m.change(func(now *Progress) { now.Done++ }) }

// ended adds what the solver of a part of the work has done.
func (m *meter) ended(used smt.Stats) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used.Add(used)
	m.finding = smt.Stats{}
}

// spent returns what the solvers have done whose parts have ended.
func (m *meter) spent() smt.Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

// found says how many abstract states a worker has found.
func (m *meter) found(w *worker, states int) {
	m.change(func(now *Progress) {
		m.finding = w.solver.Stats()
		now.Done, now.States, now.Transitions = states, states, 0
	})
}

// connected says how many may transitions there are.
func (m *meter) connected(transitions int) {
	m.change(func(now *Progress) { now.Transitions = transitions })
}

// study begins to count what tests cover of an abstraction.
func (m *meter) study(a *Abstraction) {
	m.change(func(now *Progress) {
		m.before = now.Covered
		now.Total += len(a.Transitions)
		now.States, now.Transitions = len(a.States), len(a.Transitions)
	})
}

// covered says how many abstract transitions the tests of the study cover.
func (m *meter) covered(transitions int) {
	m.change(func(now *Progress) { now.Covered = m.before + transitions })
}

// more says that the tests cover so many abstract transitions more.
func (m *meter) more(transitions int) {
	m.change(func(now *Progress) { now.Covered += transitions })
}

// exploring passes on how far the tree of reachable states is.
func (m *meter) exploring(tree explore.Progress) {
	m.change(func(now *Progress) {
		now.Done = tree.States
		m.tree = tree.Solver
	})
}

// change changes the figures, and tells of them.
func (m *meter) change(f func(now *Progress)) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f(&m.now)
	m.now.Solver = m.tree
	m.now.Solver.Add(m.used)
	m.now.Solver.Add(m.finding)
	m.tell(m.now)
}
