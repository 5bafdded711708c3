package abstraction

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The derived transition system n-D3MTS (definition 6 of paper 4): the states of all nodes of the tree are one more abstract
// state q_d0, the only initial one. Its condition is the disjunction, over the nodes, of "there are inputs x with the path
// condition of the node, and the state is what the path computes from x". So a may out of q_d0 is a step from some node, a
// must+ is a claim for every node, and a must- is a claim with one way for each node.

// Derived is an n-D3MTS.
type Derived struct {
	*Abstraction
	Reach  *Reach
	Start  []*Transition // out of q_d0, by Move and To
	Doubts []Doubt

	out map[*State][]*Transition // nil is q_d0

	provedStates      map[*State]string // unreachable, with the proof in words
	provedTransitions map[*Transition]string
}

// Derive adds q_d0 to an abstraction. If it is interrupted, the result has what was found until then, and the error is that of
// the context.
func (s *Session) Derive(ctx context.Context, a *Abstraction, r *Reach) (*Derived, error) {
	d := &Derived{Abstraction: a, Reach: r, provedStates: map[*State]string{}, provedTransitions: map[*Transition]string{}}
	err := s.leave(ctx, d)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	d.Doubts = append(d.Doubts, doubtsOf(d.Start)...)
	d.index()
	return d, err
}

// leave finds the transitions out of q_d0.
func (s *Session) leave(ctx context.Context, d *Derived) error {
	moves := s.system.Moves()
	found, doubts := make([][]*Transition, len(moves)), make([][]Doubt, len(moves))
	err := s.each(ctx, len(moves), func(w *worker, i int) (err error) {
		found[i], doubts[i], err = w.deriveMove(d, moves[i])
		return err
	})
	for i := range moves {
		d.Start = append(d.Start, found[i]...)
		d.Doubts = append(d.Doubts, doubts[i]...)
	}
	if err != nil {
		return err
	}
	return s.claimDerived(ctx, d)
}

// index groups the transitions by the states that they leave.
func (d *Derived) index() {
	d.out = map[*State][]*Transition{}
	for _, t := range append(d.Start[:len(d.Start):len(d.Start)], d.Transitions...) {
		d.out[t.From] = append(d.out[t.From], t)
	}
}

// nodeStep is a move applied to a node of the tree.
type nodeStep struct {
	node    *explore.State
	move    *sts.Move
	params  []*term.Term
	guard   []*term.Term // path condition and all that the step needs
	after   sts.SymbolicState
	targets []*term.Term // the invariant after the step
}

// nodeStep applies a move to a node; false if the locations do not allow it.
func (w *worker) nodeStep(node *explore.State, m *sts.Move) (*nodeStep, bool) {
	none := func(int) int { return 0 }
	if !slices.Contains(w.system.Possible(nil, node.Symbolic.Locations, none), m) {
		return nil, false
	}
	begin := w.system.Begin(m, &node.Symbolic, node.Depth)
	effect := begin.Effect()
	n := &nodeStep{node: node, move: m, params: begin.Params, after: effect.State}
	n.guard = join(node.Condition(), begin.Guard, begin.GuardSafety, effect.StepSafety)
	n.targets = w.applyAll(w.model.invariant, &n.after)
	return n, true
}

// applyAll puts a symbolic store into conditions over the slots.
func (w *worker) applyAll(conds []*term.Term, st *sts.SymbolicState) []*term.Term {
	out := make([]*term.Term, len(conds))
	for i, c := range conds {
		out[i] = w.system.Apply(c, st)
	}
	return out
}

// deriveMove finds the may transitions out of q_d0 by a move, each by the shortest path. It stops when every target that the
// move has in the abstraction is found.
func (w *worker) deriveMove(d *Derived, m *sts.Move) (out []*Transition, doubts []Doubt, err error) {
	possible := d.targets(m)
	found := map[*State]bool{}
	for _, node := range d.Reach.Nodes {
		if len(found) >= possible || err != nil {
			break
		}
		var new []*Transition
		var open []Doubt
		new, open, err = w.deriveStep(d, node, m, found)
		out, doubts = append(out, new...), append(doubts, open...)
	}
	slices.SortFunc(out, func(t, u *Transition) int { return cmp.Compare(t.To.ID, u.To.ID) })
	return out, doubts, err
}

// targets is how many abstract states a move can lead to from reachable states.
func (d *Derived) targets(m *sts.Move) int {
	if len(d.Breaches) > 0 || !d.complete {
		return len(d.States)
	}
	seen := map[*State]bool{}
	for _, t := range d.Transitions {
		if t.Move == m {
			seen[t.To] = true
		}
	}
	return len(seen)
}

// deriveStep finds new targets of a move from one node.
func (w *worker) deriveStep(d *Derived, node *explore.State, m *sts.Move, found map[*State]bool) ([]*Transition, []Doubt, error) {
	n, ok := w.nodeStep(node, m)
	if !ok {
		return nil, nil, nil
	}
	f := finder{worker: w, space: d.space, about: fmt.Sprintf("where %s leads from a reachable state", m.Name)}
	f.fixed, f.predicates = join(n.guard, n.targets), w.applyAll(d.Predicates.Conds, &n.after)
	for q := range found {
		f.fixed = append(f.fixed, otherThan(w.store, f.predicates, q.Truth))
	}
	var out []*Transition
	var last *explore.Witness
	err := f.run(func(values smt.Model) (config *sts.Config, err error) {
		if last, err = w.runTo(n, values); err != nil {
			return nil, err
		}
		return last.Config, nil
	}, func(q *State) {
		found[q] = true
		out = append(out, &Transition{Move: m, To: q, Example: lastStep(last), run: last})
	})
	return out, f.doubts, err
}

// runTo runs the path of a node and the step after it with the values of a model.
func (w *worker) runTo(n *nodeStep, values smt.Model) (*explore.Witness, error) {
	before, err := n.node.Follow(w.ctx, w.interpreter, values)
	if err != nil {
		return nil, err
	}
	return w.interpreter.Extend(w.ctx, before, n.move, w.row(n.params, values))
}

// lastStep is the last step of a run.
func lastStep(run *explore.Witness) Step {
	return Step{From: run.Parent.Config, Move: run.Move, Params: run.Params, To: run.Config, Outputs: run.Outputs}
}

// claimDerived examines the musts out of q_d0.
func (s *Session) claimDerived(ctx context.Context, d *Derived) error {
	return s.each(ctx, 2*len(d.Start), func(w *worker, i int) (err error) {
		t := d.Start[i/2]
		if i%2 == 0 {
			t.MustPlus, err = w.provePlusOfAll(d.Reach, t)
			return err
		}
		t.minus = w.minusFromNodes(d.Reach, t)
		t.MustMinus, err = w.proveAbout(t.minus, t.To.Locations)
		return err
	})
}

// provePlusOfAll claims a must+ for every node.
func (w *worker) provePlusOfAll(r *Reach, t *Transition) (Verdict, error) {
	sum := Verdict{Status: Proved}
	if !r.Complete {
		sum = Verdict{Reason: "the tree of reachable states is not complete"}
	}
	for _, node := range r.Nodes {
		v, err := w.provePlusOf(node, t)
		sum.Questions += v.Questions
		switch {
		case err != nil:
			return sum, err
		case v.Status == Refuted:
			v.Questions = sum.Questions
			return v, nil
		case v.Status == Unknown:
			sum.Status, sum.Reason = Unknown, v.Reason
		}
	}
	return sum, nil
}

// provePlusOf claims that every state of a node has a step into the target.
func (w *worker) provePlusOf(node *explore.State, t *Transition) (Verdict, error) {
	n, ok := w.nodeStep(node, t.Move)
	if !ok || !slices.Equal(n.after.Locations, t.To.Locations) {
		return Verdict{Status: Refuted, Against: node.Witness.Config}, nil
	}
	c := &claim{premise: node.Condition()}
	c.outer = term.Variables(c.premise, node.Symbolic.Store)
	body := join(n.guard[len(c.premise):], n.targets, w.applyAll(t.To.cond, &n.after))
	c.ways = []*way{w.newWay(body, n.params, n.params)}
	v, err := w.prove(c)
	if v.Status == Refuted {
		run, followErr := node.Follow(w.ctx, w.interpreter, v.against)
		if followErr != nil {
			return Verdict{Reason: followErr.Error(), Questions: v.Questions}, w.ctx.Err()
		}
		v.Against = run.Config
	}
	return v, err
}

// minusFromNodes says that every state of the target is reached from some node.
func (w *worker) minusFromNodes(r *Reach, t *Transition) *claim {
	outer := w.model.primed()
	c := &claim{premise: w.primedState(t.To, outer), outer: outer}
	for _, node := range r.Nodes {
		if w.ctx.Err() != nil {
			break // the proof will not begin
		}
		n, ok := w.nodeStep(node, t.Move)
		if !ok || !slices.Equal(n.after.Locations, t.To.Locations) {
			continue
		}
		body := n.guard
		for i, v := range n.after.Store {
			body = append(body, w.store.Eq(outer[i], v))
		}
		inner := without(term.Variables(body), outer...)
		y := w.newWay(body, inner, inner)
		y.node = node
		c.ways = append(c.ways, y)
	}
	return c
}
