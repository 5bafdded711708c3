package explore

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// State is a node of the symbolic execution tree. Large trees drop the content of most states and recompute it when needed: see restore.go.
type State struct {
	ID      int
	Parent  *State
	Move    *sts.Move // nil for the root
	Depth   int
	Added   []*term.Term // conjuncts that the step adds to π; see Conjuncts
	Content *Content     // nil if it was dropped; Symbolic, Params and Witness have it in any case

	seed   seed
	notes  *notes  // nil for most states
	clocks *clocks // if their values are looked for and known

	point    uint32 // of the concrete state that it stands for, see recall.go; 0 if it is unknown
	waits    bool   // it was put into a queue
	Followed bool   // it has children
	Expanded bool
	Terminal bool
	Pruned   bool
}

// Content is the part of a state that follows from its path and the parameters of its run.
type Content struct {
	Symbolic sts.SymbolicState // q and λ
	Params   []*term.Term      // the step's parameters: fresh variables, or terms from a queue
	Witness  *run.Witness
}

// notes holds data that few states have.
type notes struct {
	calls     []sts.SymbolicCall
	behaviors []*sts.Behavior
	covers    []*sts.Transition
	finding   string
	large     []term.Value // parameters that the seed does not have
	restorer  *restorer    // of the root: shared by all callers that need contents
}

// note returns the notes of the state, to be changed.
func (s *State) note() *notes {
	if s.notes == nil {
		s.notes = &notes{}
	}
	return s.notes
}

// noted returns the notes of the state, to be read.
func (s *State) noted() notes {
	if s.notes == nil {
		return notes{}
	}
	return *s.notes
}

// Calls returns the calls that the step adds to κ.
func (s *State) Calls() []sts.SymbolicCall { return s.noted().calls }

// Behaviors are those of the contracts in force, one per call, nil for calls without.
func (s *State) Behaviors() []*sts.Behavior { return s.noted().behaviors }

// Covers are the transitions that this state was the first to cover.
func (s *State) Covers() []*sts.Transition { return s.noted().covers }

// Finding is the kind of a finding shown at this state; empty if there is none.
func (s *State) Finding() string { return s.noted().finding }

// Symbolic returns q and λ.
func (s *State) Symbolic() *sts.SymbolicState { return &s.content().Symbolic }

// Params returns the step's parameters: fresh variables, or terms from a queue.
func (s *State) Params() []*term.Term {
	if s.Content == nil && s.Move.Dequeue == nil {
		return s.Move.Fresh(s.Depth - 1)
	}
	return s.content().Params
}

// Witness returns a run to the state.
func (s *State) Witness() *run.Witness { return s.content().Witness }

// Condition is π, the path condition of the state: the conjuncts along the path, in order.
func (s *State) Condition() []*term.Term {
	s.deriveConjuncts()
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

// Conjuncts are those that the step adds to π.
func (s *State) Conjuncts() []*term.Term {
	s.deriveConjuncts()
	return s.Added
}

// deriveConjuncts makes the conjuncts of the path if that was not done before.
func (s *State) deriveConjuncts() {
	if s.clocks != nil && s.clocks.step != nil && !s.clocks.derived {
		s.content()
	}
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
	steps := s.Witness().Steps()
	for i, st := range s.Path() {
		for k, v := range st.Params() {
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
		out = append(out, st.Calls()...)
	}
	return out
}

// Follow runs the path of the state with the values of a model; variables without a value in the model keep their value in the witness, and
// steps before the first change are shared with it.
func (s *State) Follow(ctx context.Context, e *run.Executor, model smt.Model) (*run.Witness, error) {
	old := s.Witness().Steps()
	params := make([][]term.Value, len(old))
	for i, st := range s.Path() {
		params[i] = run.Values(model, st.Params(), old[i].Params)
	}
	return e.Revise(ctx, old, params)
}
