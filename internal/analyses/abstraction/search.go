package abstraction

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
)

// Guided search for parts that the chains do not reach. The authors of paper 4 name it as future work: a tree of all sequences of n events
// soon grows too large, and most of it is not needed. Here the abstraction serves as a map. A node is a path that is restricted to one
// abstract state after each step; the nodes wait in the order of their length plus the number of may transitions that lie, at least, between
// their abstract state and the nearest transition that is wanted (an A* search, since no path can be shorter than on the map). A wanted
// transition that a path takes gives a test.
//
// There are three searches. In the first two a path stands for the one state that its run ends in: queries are small, and a state that was
// seen before is dropped. The first finds short paths; the second continues from the newest node, whatever its length, and so finds long
// ones. In the third a path stands for all states that it can end in: it finds paths that depend on the right choice early on, but not such
// long ones. The first two may use a quarter of the queries each, the third the rest.

// searcher is one search.
type searcher struct {
	worker   *worker
	meter    *meter
	derived  *Derived
	wanted   map[*Transition]bool
	distance distances // minimum number of steps to the source of a wanted transition
	waiting  *priority.Queue[*searchNode]
	newest   bool            // the newest node is expanded first
	concrete bool            // paths stand for one state
	seen     map[string]bool // states, if they do
	queries  int             // left
	order    int             // of the next node
	tests    []*Test
	doubts   []Doubt
}

// searchNode is a path restricted to abstract states.
type searchNode struct {
	path   *explore.State
	states []*State
	order  int
}

// at returns the abstract state that the path ends in.
func (n *searchNode) at() *State { return n.states[len(n.states)-1] }

// search looks for tests that take transitions which the given tests do not, with a limited number of queries.
func (s *Session) search(ctx context.Context, d *Derived, tests []*Test, queries int) ([]*Test, []Doubt, error) {
	s.meter.begin(Searching, queries)
	w := s.worker(ctx)
	defer s.end(w)
	x := &searcher{worker: w, meter: s.meter, derived: d, wanted: map[*Transition]bool{}}
	x.waiting = priority.New(x.before)
	for _, t := range d.cover(tests).open() {
		x.wanted[t] = true
	}
	for _, phase := range []struct{ concrete, newest bool }{{true, false}, {true, true}, {false, false}} {
		x.concrete, x.newest, x.seen = phase.concrete, phase.newest, map[string]bool{}
		x.queries += queries / 4
		if !x.concrete {
			x.queries += queries - 3*(queries/4)
		}
		if err := x.run(ctx); err != nil {
			return x.tests, x.doubts, err
		}
	}
	return x.tests, x.doubts, nil
}

// before orders waiting nodes: the shortest way to a wanted transition first, older nodes first among equals; or by the remaining distance
// alone, and newer nodes first.
func (x *searcher) before(a, b *searchNode) bool {
	if c, d := x.cost(a), x.cost(b); c != d {
		return c < d
	}
	return (a.order < b.order) != x.newest
}

// cost returns the priority of a waiting node.
func (x *searcher) cost(n *searchNode) int {
	distance, leads := x.distance[n.at()]
	switch {
	case !leads:
		return sts.FarAway
	case x.newest:
		return distance
	}
	return n.path.Depth + distance
}

// run expands nodes until nothing is wanted, nothing waits, or no query is left.
func (x *searcher) run(ctx context.Context) error {
	x.waiting.Clear()
	x.measure()
	if err := x.root(ctx); err != nil {
		return err
	}
	for x.waiting.Len() > 0 && len(x.wanted) > 0 && x.queries > 0 && ctx.Err() == nil {
		node := x.waiting.Pop()
		if !x.distance.may(node.at()) {
			continue
		}
		for _, t := range x.derived.out[node.at()] {
			if err := x.take(ctx, node, t); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// measure computes the distances on the map, from the wanted transitions backwards, and reorders the nodes.
func (x *searcher) measure() {
	var starts []*State
	for _, t := range x.derived.Abstraction.Transitions {
		if x.wanted[t] && !slices.Contains(starts, t.From) {
			starts = append(starts, t.From)
		}
	}
	x.distance = spread(starts, x.derived.Abstraction.Transitions, func(t *Transition) (*State, *State) { return t.To, t.From })
	x.waiting.Reorder()
}

// root adds the initial states, by abstract state.
func (x *searcher) root(ctx context.Context) error {
	root, model := x.derived.Reach.Tree.Root, x.worker.model
	for _, q := range x.derived.Abstraction.States {
		if !q.Initial {
			continue
		}
		added := append(model.apply(q.source.cond, root.Symbolic()), root.Added...)
		node := &explore.State{Added: added, Content: &explore.Content{Symbolic: *root.Symbolic(), Params: root.Params(), Witness: root.Witness()}}
		if _, err := x.visit(ctx, node, []*State{q}, root.Witness()); err != nil {
			return err
		}
	}
	return nil
}

// take prolongs a path by an abstract transition, if that is possible.
func (x *searcher) take(ctx context.Context, from *searchNode, t *Transition) error {
	if !x.distance.may(t.To) && !x.wanted[t] || x.queries <= 0 {
		return nil
	}
	n, ok := x.worker.model.from(nodeSource(from.path), t.Move)
	if !ok {
		return nil
	}
	node := &explore.State{Parent: from.path, Move: t.Move, Depth: from.path.Depth + 1, Added: x.worker.model.into(n, t.To),
		Content: &explore.Content{Symbolic: n.after, Params: n.params}}
	guess := &run.Witness{Parent: from.path.Witness(), Move: t.Move, Params: run.DefaultParams(t.Move)}
	states := append(from.states[:len(from.states):len(from.states)], t.To)
	possible, err := x.visit(ctx, node, states, guess)
	if possible && x.wanted[t] {
		return x.found(ctx, node, states)
	}
	return err
}

// visit adds a path to the waiting nodes, with a run of its own, if it is possible; guess has values for variables to which the solver gives
// none.
func (x *searcher) visit(ctx context.Context, node *explore.State, states []*State, guess *run.Witness) (bool, error) {
	conjuncts := x.worker.store.And(node.Condition()...).Conjuncts()
	x.queries--
	answer, err := x.worker.check(ctx, conjuncts, term.Variables(conjuncts))
	x.meter.done()
	if err != nil || answer.Status == smt.Unsat {
		return false, err
	}
	if answer.Status != smt.Sat {
		return false, x.doubt(ctx, answer.Reason)
	}
	node.Content.Witness = guess
	if node.Content.Witness, err = node.Follow(ctx, x.worker.executor, answer.Model); err != nil {
		return false, x.doubt(ctx, err.Error())
	}
	if !x.concrete || x.settle(node) {
		x.order++
		x.waiting.Push(&searchNode{path: node, states: states, order: x.order})
	}
	return true, nil
}

// settle makes a path stand for the state that its run ends in; false if that state was seen before.
func (x *searcher) settle(node *explore.State) bool {
	end := node.Witness().Config
	key := fmt.Sprint(end.Locations, end.Values)
	if x.seen[key] {
		return false
	}
	x.seen[key] = true
	node.Added, node.Content.Symbolic = nil, x.worker.system.Constant(end)
	return true
}

// doubt adds an open query; the error is that the search was interrupted.
func (x *searcher) doubt(ctx context.Context, reason string) error {
	x.doubts = append(x.doubts, Doubt{About: "a path of the guided search", Reason: reason})
	return ctx.Err()
}

// found makes a test from a path, and recomputes the distances to the wanted transitions.
func (x *searcher) found(ctx context.Context, node *explore.State, states []*State) error {
	steps := make([]*Transition, node.Depth)
	for i, st := range node.Path()[1:] {
		steps[i] = x.derived.transition(states[i], st.Move, states[i+1])
	}
	last := node.Depth - 1
	test := &Test{Chain: &Chain{Steps: steps[last:]}, Prefix: last, Run: node.Witness()}
	if err := x.worker.verify(x.derived.Abstraction, test); err != nil {
		return x.doubt(ctx, err.Error())
	}
	x.tests = append(x.tests, test)
	before := len(x.wanted)
	for t := range x.derived.cover([]*Test{test}).transitions {
		delete(x.wanted, t)
	}
	x.meter.more(before - len(x.wanted))
	x.measure()
	return nil
}
