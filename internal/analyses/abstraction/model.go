package abstraction

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
)

// Sets of states and the steps from them as formulas. An abstract state and a node of the tree of reachable states are both
// sources: the slots as terms, and a condition. A move from a source has conditions under which it can be taken, in which the
// safety of the step is included, and a state after it.

// source is a set of states.
type source struct {
	state    sts.SymbolicState // the slots as terms
	cond     []*term.Term      // on the variables of these terms
	depth    int               // of the path to it, for the names of the parameters of a step
	abstract *State            // if it is an abstract state
	node     *explore.State    // if it is a node of the tree
	next     []*explore.State  // the children of the node in the tree
}

// nodeSource returns the states that a node of the tree stands for.
func nodeSource(node *explore.State) *source {
	return &source{state: *node.Symbolic(), cond: node.Condition(), depth: node.Depth, node: node}
}

// step is a move from a source.
type step struct {
	source    *source
	move      *sts.Move
	params    []*term.Term
	needs     []*term.Term // conditions for it to be taken
	after     sts.SymbolicState
	invariant []*term.Term // after the step
}

// model has the conditions of a system that do not depend on the predicates.
type model struct {
	system    *sts.System
	invariant []*term.Term // I: declared invariants, which hold for as long as time may pass, and what is assumed of frozen constants
	states    []*term.Term // conditions of every state of an abstract state: the normal form, and I
	slots     []*term.Term
	primed    []*term.Term // the variables that stand for the slots after a step
	moves     []*step      // by move: from any state
}

func newModel(s *sts.System) *model {
	m := &model{system: s, slots: s.SlotTerms(), invariant: invariantOf(s)}
	m.states = slices.Concat(s.Normal(m.slots), m.invariant)
	for _, v := range m.slots {
		m.primed = append(m.primed, s.Store.Var(v.Name()+"'", v.Sort()))
	}
	for _, move := range s.Moves() {
		known := map[int]*term.Term{}
		for i, p := range move.Params {
			known[i] = p.Term
		}
		m.moves = append(m.moves, m.newStep(&source{state: sts.SymbolicState{Locations: s.Initial(), Store: m.slots}}, move, known))
	}
	return m
}

func (m *model) newStep(src *source, move *sts.Move, known map[int]*term.Term) *step {
	taken := m.system.Step(move, &src.state, src.depth, known)
	out := &step{source: src, move: move, params: taken.Params, needs: taken.Needs(), after: taken.Effect().State}
	out.invariant = m.apply(m.invariant, &out.after)
	return out
}

// from returns a move from a source; false if the locations do not allow it.
func (m *model) from(src *source, move *sts.Move) (*step, bool) {
	for _, t := range move.Parts {
		if src.state.Locations[t.Machine] != t.From {
			return nil, false
		}
	}
	if src.abstract == nil {
		return m.newStep(src, move, nil), true
	}
	out := *m.moves[move.ID]
	out.source, out.after.Locations = src, move.Target(src.state.Locations)
	return &out, true
}

// apply puts a symbolic state into conditions over the slots.
func (m *model) apply(conds []*term.Term, st *sts.SymbolicState) []*term.Term {
	out := make([]*term.Term, len(conds))
	for i, c := range conds {
		out[i] = m.system.Apply(c, st)
	}
	return out
}

// into returns the conditions for a step to be taken and to end in an abstract state.
func (m *model) into(n *step, q *State) []*term.Term {
	return slices.Concat(n.needs, n.invariant, m.apply(q.cond, &n.after))
}

// invariantOf collects the conditions that hold in all states of the abstraction.
func invariantOf(s *sts.System) []*term.Term {
	var out []*term.Term
	for i := range s.Invariants {
		out = append(out, s.HoldsThroughout(&s.Invariants[i]).Conjuncts()...)
	}
	frozen := map[*term.Term]bool{}
	for _, v := range s.Vars {
		for i := range v.Type.Size() {
			frozen[s.Slots[v.First+i].Term] = v.Frozen
		}
	}
	for _, c := range s.Assume.Conjuncts() {
		if !slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return !frozen[v] }) {
			out = append(out, c)
		}
	}
	return out
}

// errReplay is the reason of an unknown on which the solver and the interpreter disagree.
var errReplay = errors.New("the interpreter does not follow the solver's model")

// start returns a run to the state of a source that values of its variables give. Slots that have none keep old values, which
// may be nil; then they have defaults.
func (w *worker) start(ctx context.Context, src *source, values smt.Model, old []term.Value) (*run.Witness, error) {
	if src.node != nil {
		return src.node.Follow(ctx, w.executor, values)
	}
	if old == nil {
		old = run.DefaultStart(w.system)
	}
	slots := run.Values(values, w.model.slots, old)
	return &run.Witness{Params: slots, Config: &sts.Config{Locations: w.system.Located(slots, src.state.Locations), Values: slots}}, nil
}

// take runs to a state of the source of a step as start does, and takes the step.
func (w *worker) take(ctx context.Context, n *step, values smt.Model, old []term.Value) (*run.Witness, error) {
	before, err := w.start(ctx, n.source, values, old)
	if err != nil {
		return nil, err
	}
	return w.executor.Extend(ctx, before, n.move, run.Values(values, n.params, run.DefaultParams(n.move)))
}

// classifier evaluates conditions over the slots in concrete states. It belongs to one worker.
type classifier struct {
	frame *term.Frame
	count int
}

// classifier compiles conditions over the slots.
func (w *worker) classifier(conds []*term.Term) *classifier {
	frame := w.store.Compile(conds, w.model.slots).NewFrame()
	frame.Decide = w.executor.Decide
	return &classifier{frame, len(conds)}
}

// truth evaluates every condition in a state.
func (c *classifier) truth(config *sts.Config) ([]bool, error) {
	if err := c.frame.Run(config.Values); err != nil {
		return nil, err
	}
	out := make([]bool, c.count)
	for i := range out {
		out[i] = c.frame.Bool(i)
	}
	return out, nil
}

// holds evaluates a condition for values of its variables.
func (w *worker) holds(cond *term.Term, values smt.Model) (bool, error) {
	vars := cond.Vars()
	inputs := make([]term.Value, len(vars))
	for i, v := range vars {
		inputs[i] = values[v]
	}
	frame := w.store.Compile([]*term.Term{cond}, vars).NewFrame()
	frame.Decide = w.executor.Decide
	err := frame.Run(inputs)
	return err == nil && frame.Bool(0), err
}

// stateValues gives variables the values of a state.
func stateValues(vars []*term.Term, c *sts.Config) smt.Model {
	out := make(smt.Model, len(vars))
	for i, v := range vars {
		out[v] = c.Values[i]
	}
	return out
}
