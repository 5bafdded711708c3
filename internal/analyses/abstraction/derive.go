package abstraction

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The reachable state tree RST n (definition 5 of paper 4) is the symbolic execution tree of all paths of at most n steps: a
// node is a path with its condition, and stands for the states that the path can end in. Package explore builds it.
//
// In the derived transition system n-D3MTS (definition 6) the states of all nodes of the tree are one more abstract state q_d0,
// the only initial one. Its condition is the disjunction, over the nodes, of "there are inputs x with the path condition of the
// node, and the state is what the path computes from x". So a may out of q_d0 is a step from some node, a must+ is a claim for
// every node, and a must- is a claim with one way for each node.

// Reach is a reachable state tree.
type Reach struct {
	Depth    int
	Nodes    []*explore.State // of at most Depth steps, shortest paths first
	Tree     *explore.Tree
	Complete bool // no node is missing: no bound was reached and no step was left undecided

	sources []*source // by node
}

// Reach builds the tree of all paths of at most depth steps. Several abstractions may use it.
func (s *Session) Reach(ctx context.Context, depth int) (*Reach, error) {
	s.meter.begin(ReachingStates, 0)
	tree, err := explore.Run(ctx, s.system, explore.Options{Strategy: explore.BreadthFirst, Depth: max(depth, 1), States: s.options.Nodes,
		Workers: s.options.Workers, NewSolver: s.options.NewSolver, Progress: s.meter.exploring})
	if err != nil {
		return nil, err
	}
	s.reached.Add(tree.Solver)
	r := &Reach{Depth: depth, Tree: tree}
	byNode := map[*explore.State]*source{}
	for _, st := range tree.States() {
		if parent := byNode[st.Parent]; parent != nil {
			parent.next = append(parent.next, st)
		}
		if st.Depth <= depth {
			byNode[st] = nodeSource(st)
			r.Nodes, r.sources = append(r.Nodes, st), append(r.sources, byNode[st])
		}
	}
	r.Complete = depth == 0 || len(tree.Doubts) == 0 && (tree.Stop == result.StopDepth || tree.Stop == result.StopExhausted)
	return r, ctx.Err()
}

// Derived is an n-D3MTS.
type Derived struct {
	Abstraction *Abstraction
	Reach       *Reach
	Start       []*Transition // out of q_d0, by Move and To
	Doubts      []Doubt
	Engines     []result.EngineUse // that were asked whether what tests do not cover can be reached

	out map[*State][]*Transition // nil is q_d0

	provedStates      map[*State]result.Why // unreachable
	provedTransitions map[*Transition]result.Why
}

// Derive adds q_d0 to an abstraction. If it is interrupted, the result has what was found until then, and the error is that of
// the context.
func (s *Session) Derive(ctx context.Context, a *Abstraction, r *Reach) (*Derived, error) {
	d := &Derived{Abstraction: a, Reach: r, provedStates: map[*State]result.Why{}, provedTransitions: map[*Transition]result.Why{}}
	var origins []origin
	for _, m := range s.system.Moves() {
		for depth := range r.Depth + 1 {
			s.system.Fresh(m, depth) // here, since variables are ordered as they were made, which workers do in any order
		}
		origins = append(origins, origin{"a reachable state", nil, r.sources, m, a.targets(m)})
	}
	var err error
	if d.Start, d.Doubts, err = s.findMays(ctx, a.space, origins); err == nil {
		err = s.claimMusts(ctx, d.Start, r)
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	d.Doubts = append(d.Doubts, doubtsOf(d.Start)...)
	d.out = map[*State][]*Transition{}
	for _, t := range slices.Concat(d.Start, a.Transitions) {
		d.out[t.From] = append(d.out[t.From], t)
	}
	return d, err
}

// targets returns the number of abstract states that a move can lead to from reachable states.
func (a *Abstraction) targets(m *sts.Move) int {
	if len(a.Breaches) > 0 || !a.complete {
		return len(a.States)
	}
	seen := map[*State]bool{}
	for _, t := range a.Transitions {
		if t.Move == m {
			seen[t.To] = true
		}
	}
	return len(seen)
}
