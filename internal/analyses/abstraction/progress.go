package abstraction

import (
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
)

// Phase is the phase of a session.
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

// Progress is the progress of a session.
type Progress struct {
	Phase       Phase
	Done, Parts int // of the phase; the number of all parts is 0 if it is not known
	States      int // of the abstraction that is made
	Transitions int // of the abstraction that is made: its may transitions
	Covered     int // abstract transitions that the tests cover
	Total       int // abstract transitions that tests are made for
	Solver      smt.Stats
}

// meter counts the work of a session, and reports it.
type meter struct {
	tell func(Progress) // may be nil

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

// ended adds the statistics of the solver of a part of the work.
func (m *meter) ended(used smt.Stats) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used.Add(used)
	m.finding = smt.Stats{}
}

// spent returns the statistics of the solvers whose parts have ended.
func (m *meter) spent() smt.Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

// found reports the number of abstract states that a worker has found.
func (m *meter) found(w *worker, states int) {
	m.change(func(now *Progress) {
		m.finding = w.solver.Stats()
		now.Done, now.States, now.Transitions = states, states, 0
	})
}

// connected reports the number of may transitions.
func (m *meter) connected(transitions int) {
	m.change(func(now *Progress) { now.Transitions = transitions })
}

// study begins to count the coverage of an abstraction by tests.
func (m *meter) study(a *Abstraction) {
	m.change(func(now *Progress) {
		m.before = now.Covered
		now.Total += len(a.Transitions)
		now.States, now.Transitions = len(a.States), len(a.Transitions)
	})
}

// covered reports the number of abstract transitions that the tests of the study cover.
func (m *meter) covered(transitions int) {
	m.change(func(now *Progress) { now.Covered = m.before + transitions })
}

// more reports a number of newly covered abstract transitions.
func (m *meter) more(transitions int) {
	m.change(func(now *Progress) { now.Covered += transitions })
}

// exploring passes on the progress of the tree of reachable states.
func (m *meter) exploring(tree explore.Progress) {
	m.change(func(now *Progress) {
		now.Done = tree.States
		m.tree = tree.Solver
	})
}

// change changes the figures, and reports them.
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
