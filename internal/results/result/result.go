// Package result has the documents that analyses return and renderers read: plain data with a documented JSON form.
//
// Vocabulary:
//
//	Stats      the cost of the work: states, solver calls, time
//	Coverage   the covered transitions, and a reason for each uncovered one
//	Finding    an error in the model, with a concrete trace that shows it
//	Trace      concrete steps: inputs, outputs, values
//	Tree       the symbolic execution tree as rows, parents before children
//	Graph      the model as locations and arrows, for drawing
//
// The JSON names are a contract with users; change them only with a note in the changelog.
package result

import "slices"

// Head begins every document.
type Head struct {
	Command string `json:"command"`
	Model   Model  `json:"model"`
	Stats   Stats  `json:"stats"`
	Stop    Stop   `json:"stop"`
}

// Stopped returns why the analysis ended.
func (h *Head) Stopped() Stop { return h.Stop }

// LeftUnconfirmed notes how many answers the second solver of a cross-check could not confirm.
func (h *Head) LeftUnconfirmed(n int) { h.Stats.Unconfirmed = n }

// EndedBy notes that the time limit or the user ended the analysis, unless that did not matter: everything was covered.
func (h *Head) EndedBy(stop Stop) {
	if stop.Early() && !h.Stop.Early() && h.Stop != StopCovered {
		h.Stop = stop
	}
}

// Model identifies the model of a result.
type Model struct {
	Name string `json:"name"`
	File string `json:"file"`
	Hash string `json:"hash"`
}

// Stats is the cost of a run.
type Stats struct {
	States        int     `json:"states"`
	SolverCalls   int     `json:"solverCalls"`
	WitnessHits   int     `json:"witnessHits"` // steps that known values show to be possible, without a solver call
	CacheHits     int     `json:"cacheHits"`   // repeated queries
	Restarts      int     `json:"solverRestarts,omitempty"`
	Unconfirmed   int     `json:"unconfirmed,omitempty"` // answers that the second solver of a cross-check could not confirm
	SolverSeconds float64 `json:"solverSeconds"`
	Seconds       float64 `json:"seconds"`
	Workers       int     `json:"workers"`

	QueryKinds []QueryCost `json:"queryKinds,omitempty"` // by purpose
}

// QueryCost is what the solver queries of one kind cost.
type QueryCost struct {
	Kind    string  `json:"query"` // start, step, deadlock, timelock, obligation, invariant, inclusion, proof, closed (a formula that a run depends on) or other
	Calls   int     `json:"calls"`
	Seconds float64 `json:"seconds"`
}

// Add adds the cost of other work.
func (s *Stats) Add(other Stats) {
	s.States += other.States
	s.SolverCalls += other.SolverCalls
	s.WitnessHits += other.WitnessHits
	s.CacheHits += other.CacheHits
	s.Restarts += other.Restarts
	s.Unconfirmed += other.Unconfirmed
	s.SolverSeconds += other.SolverSeconds
	s.Seconds += other.Seconds
	s.Workers = max(s.Workers, other.Workers)
	s.QueryKinds = slices.Clone(s.QueryKinds) // a copy of s may have the same
	for _, q := range other.QueryKinds {
		s.addQueries(q)
	}
}

func (s *Stats) addQueries(more QueryCost) {
	for i := range s.QueryKinds {
		if s.QueryKinds[i].Kind == more.Kind {
			s.QueryKinds[i].Calls += more.Calls
			s.QueryKinds[i].Seconds += more.Seconds
			return
		}
	}
	s.QueryKinds = append(s.QueryKinds, more)
}

// Proof is the certificate that a transition can never be taken.
type Proof struct {
	Method    Method   `json:"method"`
	K         int      `json:"k,omitempty"`         // of k-induction
	Invariant []Clause `json:"invariant,omitempty"` // conditions that contradict the guard
	Contracts []string `json:"contracts,omitempty"` // externs that must keep theirs
	Queries   int      `json:"queries"`             // for this transition, besides those for the shared invariants
}

// Clause is a condition that always holds in a location.
type Clause struct {
	Location  string `json:"location"`
	Condition string `json:"condition"`
}

// The kinds of findings of concrete runs, besides those of obligations.
const (
	Deadlock           = "deadlock"
	Livelock           = "livelock"
	InvariantViolation = "invariant"
)

// Finding is an error in the model.
type Finding struct {
	Kind       string `json:"kind"` // deadlock, livelock, timelock, zeno, invariant, division-by-zero, index-out-of-bounds, value-out-of-range, key-absent, value-absent, case-not-covered
	Message    string `json:"message"`
	Transition string `json:"transition,omitempty"`
	File       string `json:"file,omitempty"`
	Line       int    `json:"line,omitempty"`
	Column     int    `json:"column,omitempty"`
	Depth      int    `json:"depth"`
	Trace      Trace  `json:"trace"`

	Products *Products `json:"products,omitempty"` // of a product line: those that show it

	// Replay is the command that shows the finding again.
	Replay string `json:"replay,omitempty"`

	// Assumes lists results of externs that the trace takes for granted without having run them, as in "Price(tea) = 0".
	// Such a finding is a possibility, not a fact.
	Assumes []string `json:"assumes,omitempty"`
}
