package explore

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
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
	Calls    []CallRecord // what the step adds to κ
	Witness  *Witness

	Behaviors []*sts.Behavior // of the contracts in force, one per call, nil for calls without

	Covers   []*sts.Transition // transitions that this state was the first to cover
	Children int
	Expanded bool
	Terminal bool
	Pruned   bool
	Finding  string // kind of a finding shown at this state
}

// CallRecord is an element of κ: a call of an extern, its arguments, and the variables of its result.
type CallRecord struct {
	Extern  *sts.Extern
	Args    []*term.Term
	Results []*term.Term
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

// Witness is a concrete run along a path: a list from the last step to the first. The first element has no move; its
// parameters are the initial values by slot.
type Witness struct {
	Parent  *Witness
	Move    *sts.Move
	Params  []term.Value
	Config  *sts.Config // after the step
	Outputs []term.Value
	Calls   [][]term.Value // arguments of each call
}

// Steps lists the elements from the first to the last.
func (w *Witness) Steps() []*Witness {
	n := 0
	for v := w; v != nil; v = v.Parent {
		n++
	}
	out := make([]*Witness, n)
	for v := w; v != nil; v = v.Parent {
		n--
		out[n] = v
	}
	return out
}

// result finds what the run assumes for an extern on given arguments.
func (w *Witness) result(x *sts.Extern, args []term.Value) ([]term.Value, bool) {
	for ; w != nil; w = w.Parent {
		if w.Move == nil {
			continue
		}
		for i, c := range w.Move.Calls {
			if c.Extern == x && term.SameValues(w.Calls[i], args) {
				return term.Pick(w.Params, c.Results), true
			}
		}
	}
	return nil, false
}
