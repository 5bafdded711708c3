package abstraction

import (
	"fmt"
	"strings"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
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

// figures are what is counted in a session.
type figures struct {
	phase       Phase
	done, parts int // of the phase; the total is 0 if it is unknown
	states      int // of the abstraction that is made
	transitions int // of the abstraction that is made: its may transitions
	covered     int // abstract transitions that the tests cover
	total       int // abstract transitions that tests are made for
}

// progress is the progress of a session. The point is about the abstract states, and the abstract transitions that tests cover.
func (f figures) progress(used smt.Stats) result.Progress {
	var found []string
	if f.phase != FindingStates {
		found = append(found, fmt.Sprintf("%d abstract states, %d transitions", f.states, f.transitions))
	}
	if f.total > 0 {
		found = append(found, fmt.Sprintf("%d/%d covered", f.covered, f.total))
	}
	return result.Progress{Doing: "abstracting", Phase: string(f.phase), Done: int64(f.done), Total: int64(f.parts), Found: strings.Join(found, ", "),
		Point: result.Point{Covered: f.covered, Total: f.total, States: f.states, Calls: used.Calls, SolverSeconds: used.Seconds}}
}

// meter counts the work of a session, and reports it.
type meter struct {
	tell func(result.Progress) // may be nil

	mu      sync.Mutex
	now     figures
	before  int       // covered in the studies before this one
	used    smt.Stats // by solvers of parts that have ended
	finding smt.Stats // by the solver that finds states
	tree    smt.Stats // of the tree of reachable states
}

// begin enters a phase.
func (m *meter) begin(phase Phase, parts int) {
	m.change(func(now *figures) { now.phase, now.done, now.parts = phase, 0, parts })
}

// done counts a part of the phase.
func (m *meter) done() { m.change(func(now *figures) { now.done++ }) }

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
	m.change(func(now *figures) {
		m.finding = w.solver.Stats()
		now.done, now.states, now.transitions = states, states, 0
	})
}

// connected reports the number of may transitions.
func (m *meter) connected(transitions int) {
	m.change(func(now *figures) { now.transitions = transitions })
}

// study begins to count the coverage of an abstraction by tests.
func (m *meter) study(a *Abstraction) {
	m.change(func(now *figures) {
		m.before = now.covered
		now.total += len(a.Transitions)
		now.states, now.transitions = len(a.States), len(a.Transitions)
	})
}

// covered reports the number of abstract transitions that the tests of the study cover.
func (m *meter) covered(transitions int) {
	m.change(func(now *figures) { now.covered = m.before + transitions })
}

// more reports a number of newly covered abstract transitions.
func (m *meter) more(transitions int) {
	m.change(func(now *figures) { now.covered += transitions })
}

// exploring passes on the progress of the tree of reachable states.
func (m *meter) exploring(tree result.Progress) {
	m.change(func(now *figures) {
		now.done = tree.Point.States
		m.tree = smt.Stats{Calls: tree.Point.Calls, Seconds: tree.Point.SolverSeconds}
	})
}

// change changes the figures, and reports them.
func (m *meter) change(f func(now *figures)) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f(&m.now)
	used := m.tree
	used.Add(m.used)
	used.Add(m.finding)
	m.tell(m.now.progress(used))
}
