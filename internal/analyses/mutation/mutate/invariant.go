package mutate

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
)

// Invariants of the original. For each control (the locations, and how many messages wait) there is a list of candidates: comparisons of
// variables with the numbers of the model and with each other, members of enumerations, the declared invariants. Those that a state of the
// tree refutes are dropped first, since that needs no solver. Of the rest, Houdini's algorithm keeps those that are inductive, which hold in
// every reachable state.

// Limits of the search for invariants.
const (
	maxControls   = 60
	maxConstants  = 14
	maxCompared   = 14 // variables that are compared with each other
	maxCandidates = 1500
)

// invariants are conditions over the slots by control, for the controls that can be reached. If there were too many controls,
// there are no states, and nothing is proved locally.
type invariants struct {
	states []*sts.SymbolicState
	at     map[string][]*term.Term
}

// withoutConditions returns the same controls, without conditions on values.
func (k *invariants) withoutConditions() *invariants { return &invariants{states: k.states} }

// of are the invariants of the control of a state whose store is any values.
func (k *invariants) of(state *sts.SymbolicState) []*term.Term {
	return k.at[control(state.Locations, state.Queues)]
}

// controls are the controls that are reachable if guards are ignored, and the steps between them.
type controls struct {
	system *sts.System
	names  []string
	index  map[string]int
	states []*sts.SymbolicState
	edges  []prove.Edge
}

// findInvariants finds the invariants of a system. A system with too many controls gets none.
func findInvariants(s *sts.System, tree *explore.Tree, q *querier) (*invariants, error) {
	c := &controls{system: s, index: map[string]int{}}
	if !c.walk() {
		return &invariants{}, nil
	}
	candidates := make([][]*term.Term, len(c.names))
	seen := rowsByControl(tree)
	all := candidatesOf(s)
	for i, name := range c.names {
		candidates[i] = holding(s, all, seen[name])
	}
	left, err := prove.Inductive(s.Store, c.edges, candidates, q.forHoudini)
	if err != nil {
		return nil, err
	}
	found := &invariants{states: c.states, at: map[string][]*term.Term{}}
	for i, name := range c.names {
		found.at[name] = tightest(left[i])
	}
	return found, nil
}

// walk follows the moves from the start; false if there are too many controls.
func (c *controls) walk() bool {
	start, _ := c.system.StartSymbolic()
	c.add(prove.Outside, []*term.Term{c.system.Apply(c.system.Assume, &start)}, &start)
	for i := 0; i < len(c.states); i++ {
		if len(c.states) > maxControls {
			return false
		}
		for _, m := range c.system.Possible(nil, c.states[i].Locations, c.states[i].Count) {
			step := take(c.system, m, c.states[i], 0, nil, unmarked)
			after := step.after()
			c.add(i, step.cond, &after)
		}
	}
	return true
}

// add notes a step, and the control that it leads to: a state with the slots unchanged and variables for queued messages.
func (c *controls) add(from int, premises []*term.Term, after *sts.SymbolicState) {
	name := control(after.Locations, after.Queues)
	if _, known := c.index[name]; !known {
		c.index[name] = len(c.names)
		c.names = append(c.names, name)
		c.states = append(c.states, &sts.SymbolicState{Locations: after.Locations, Store: c.system.SlotTerms(), Queues: anyQueues(c.system.Store, after.Queues)})
	}
	c.edges = append(c.edges, prove.Edge{From: from, To: c.index[name], Premises: premises,
		After: func(cond *term.Term) *term.Term { return c.system.Apply(cond, after) }})
}

// anyQueues are queues of the same length with any contents.
func anyQueues(s *term.Store, queues []sts.Queue[*term.Term]) []sts.Queue[*term.Term] {
	out := make([]sts.Queue[*term.Term], len(queues))
	for i, q := range queues {
		out[i].Count = q.Count
		for k, item := range q.Items {
			out[i].Items = append(out[i].Items, s.Var(fmt.Sprintf("queue %d.%d", i, k), item.Sort()))
		}
	}
	return out
}

// candidatesOf are the conditions to begin with.
func candidatesOf(s *sts.System) []*term.Term {
	var out []*term.Term
	for _, n := range s.Invariants {
		out = append(out, n.Cond.Conjuncts()...)
	}
	constants := constantsIn(s)
	for i, slot := range s.Slots {
		out = append(out, about(s.Store, slot, constants)...)
		for _, other := range s.Slots[:i] {
			if i < maxCompared {
				out = append(out, prove.Comparisons(s.Store, slot.Term, other.Term)...)
			}
		}
	}
	return out[:min(len(out), maxCandidates)]
}

// constantsIn are the numbers and other constants of a model.
func constantsIn(s *sts.System) []*term.Term {
	var roots []*term.Term
	for _, m := range s.Moves() {
		roots = append(roots, guardAndValues(m)...)
	}
	for _, slot := range s.Slots {
		if slot.Init != nil {
			roots = append(roots, slot.Init)
		}
	}
	out := prove.Literals(roots...)
	return out[:min(len(out), maxConstants)]
}

// guardAndValues returns the guard of a move and the assigned values.
func guardAndValues(m *sts.Move) []*term.Term {
	out := []*term.Term{m.Guard}
	for _, u := range m.Updates {
		out = append(out, u.Value)
	}
	return out
}

func numeric(s *term.Sort) bool { return s.Kind == term.KindInt || s.Kind == term.KindReal }

// about are the candidates for one slot alone.
func about(s *term.Store, slot sts.Slot, constants []*term.Term) []*term.Term {
	var out []*term.Term
	switch slot.Sort.Kind {
	case term.KindBool:
		return []*term.Term{slot.Term, s.Not(slot.Term)}
	case term.KindEnum:
		for _, v := range slot.Sort.Values(maxConstants) {
			out = append(out, s.Not(s.Eq(slot.Term, s.Const(slot.Sort, v))))
		}
		return out
	}
	for _, c := range constants {
		switch {
		case !c.Sort().Same(slot.Sort):
		case numeric(slot.Sort):
			out = append(out, s.Le(slot.Term, c), s.Le(c, slot.Term))
		default:
			out = append(out, s.Eq(slot.Term, c))
		}
	}
	return out
}

// rowsByControl are the values of the states of a tree.
func rowsByControl(tree *explore.Tree) map[string][][]term.Value {
	out := map[string][][]term.Value{}
	for _, st := range tree.States() {
		if st.Witness() != nil {
			name := control(st.Witness().Config.Locations, st.Witness().Config.Queues)
			out[name] = append(out[name], st.Witness().Config.Values)
		}
	}
	return out
}

// holding are the candidates that hold for all rows of values; none if a quantifier among them cannot be decided.
func holding(s *sts.System, candidates []*term.Term, rows [][]term.Value) []*term.Term {
	frame := s.Store.Compile(candidates, s.SlotTerms()).NewFrame()
	fails := map[*term.Term]bool{}
	for _, values := range rows {
		if frame.Run(values) != nil {
			return nil
		}
		for i, c := range candidates {
			fails[c] = fails[c] || !frame.Bool(i)
		}
	}
	return slices.DeleteFunc(slices.Clone(candidates), func(c *term.Term) bool { return fails[c] })
}

// tightest leaves out bounds of a slot that follow from another bound of it, and orders that follow from an equality.
func tightest(conds []*term.Term) []*term.Term {
	equal := map[[2]*term.Term]bool{}
	for _, c := range conds {
		if c.Op() == term.OpEq {
			a, b := c.Args()[0], c.Args()[1]
			equal[[2]*term.Term{a, b}], equal[[2]*term.Term{b, a}] = true, true
		}
	}
	return slices.DeleteFunc(prove.Tightest(conds), func(c *term.Term) bool {
		return c.Op() == term.OpLe && equal[[2]*term.Term{c.Args()[0], c.Args()[1]}]
	})
}
