package explore

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/zone"
)

// State is a node of the symbolic execution tree.
type State struct {
	ID       int
	Parent   *State
	Move     *sts.Move // nil for the root
	Depth    int
	Symbolic sts.SymbolicState // q and λ
	Params   []*term.Term      // the step's parameters: fresh variables, or terms from a queue
	Added    []*term.Term      // what the step adds to π
	Outputs  []*term.Term
	Calls    []sts.SymbolicCall // what the step adds to κ
	Witness  *run.Witness

	zone    *zone.Zone // of the clocks on entry, if it is looked for and known
	grouped bool       // it has a zone, and its data are known values

	Behaviors []*sts.Behavior // of the contracts in force, one per call, nil for calls without

	Covers   []*sts.Transition // transitions that this state was the first to cover
	Children int
	Expanded bool
	Terminal bool
	Pruned   bool
	Finding  string // kind of a finding shown at this state
}

// Condition is π, the path condition of the state: the conjuncts along the path, in order.
func (s *State) Condition() []*term.Term {
	n := 0
	for t := s; t != nil; t = t.Parent {
		n += len(t.Added)
	}
	out := make([]*term.Term, n)
	for t := s; t != nil; t = t.Parent {
		n -= len(t.Added)
		copy(out[n:], t.Added)
	}
	return out
}

// Path lists the states from the root to s.
func (s *State) Path() []*State {
	out := make([]*State, s.Depth+1)
	for t := s; t != nil; t = t.Parent {
		out[t.Depth] = t
	}
	return out
}

// values gives the variables of the path their values in the witness.
func (s *State) values() smt.Model {
	out := smt.Model{}
	steps := s.Witness.Steps()
	for i, st := range s.Path() {
		for k, v := range st.Params {
			if v != nil && v.Op() == term.OpVar {
				out[v] = steps[i].Params[k]
			}
		}
	}
	return out
}

// calls returns κ, the calls along the path of the state, in order.
func (s *State) calls() []sts.SymbolicCall {
	var out []sts.SymbolicCall
	for _, st := range s.Path() {
		out = append(out, st.Calls...)
	}
	return out
}

// Follow runs the path of the state with the values of a model; what the model leaves open keeps the value that it has in the
// witness, and steps before the first change are shared with it.
func (s *State) Follow(ctx context.Context, e *run.Executor, model smt.Model) (*run.Witness, error) {
	old := s.Witness.Steps()
	params := make([][]term.Value, len(old))
	for i, st := range s.Path() {
		params[i] = run.Values(model, st.Params, old[i].Params)
	}
	return e.Revise(ctx, old, params)
}
