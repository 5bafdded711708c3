package abstraction

import (
	"container/heap"
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Guided search for what the chains do not reach. The authors of paper 4 name it as future work: a tree of all sequences of n
// events soon grows too large, and most of it does not help. Here the abstraction is the map. A node is a path that is held to
// one abstract state after each step; the nodes wait in the order of their length plus the number of may transitions that lie,
// at least, between their abstract state and the nearest transition that is wanted (an A* search, since no path can be shorter
// than on the map). A wanted transition that a path takes gives a test.
//
// There are three searches. In the first two a path stands for the one state that its run ends in: questions are small, and a
// state that was seen before is dropped. The first finds short ways; the second goes on from the newest node, whatever its
// length, and so finds long ones. In the third a path stands for all states that it can end in: it finds ways that hang on the
// right choice early on, but cannot go as far. The first two may ask a quarter of the questions each, the third the rest.

// searcher is one search.
type searcher struct {
	*worker
	derived   *Derived
	wanted    map[*Transition]bool
	distance  map[*State]int // steps to the source of a wanted transition, at least
	waiting   nodeHeap
	concrete  bool            // paths stand for one state
	seen      map[string]bool // states, if they do
	questions int             // left
	order     int             // of the next node
	tests     []*Test
	doubts    []Doubt
}

// searchNode is a path held to an abstract state.
type searchNode struct {
	path   *explore.State
	states []*State
	order  int
}

// at is the abstract state that the path ends in.
func (n *searchNode) at() *State { return n.states[len(n.states)-1] }

// search looks for tests that take transitions which the given tests do not, asking the solver at most so many questions.
func (s *Session) search(ctx context.Context, d *Derived, tests []*Test, questions int) ([]*Test, []Doubt, error) {
	x := &searcher{worker: s.first(ctx), derived: d, wanted: map[*Transition]bool{}}
	covered, reachable := d.cover(tests), d.reachable()
	for _, t := range d.Transitions {
		if !covered.transitions[t] && (reachable == nil || reachable[t.From]) {
			x.wanted[t] = true
		}
	}
	for _, phase := range []struct{ concrete, newest bool }{{true, false}, {true, true}, {false, false}} {
		x.concrete, x.waiting.newest, x.seen = phase.concrete, phase.newest, map[string]bool{}
		x.questions += questions / 4
		if !x.concrete {
			x.questions += questions - 3*(questions/4)
		}
		if err := x.run(); err != nil {
			return x.tests, x.doubts, err
		}
	}
	return x.tests, x.doubts, nil
}

// run expands nodes until nothing is wanted, nothing waits, or no question is left.
func (x *searcher) run() error {
	x.waiting.nodes = nil
	x.measure()
	if err := x.root(); err != nil {
		return err
	}
	for len(x.waiting.nodes) > 0 && len(x.wanted) > 0 && x.questions > 0 && x.ctx.Err() == nil {
		node := heap.Pop(&x.waiting).(*searchNode)
		if _, leads := x.distance[node.at()]; !leads {
			continue
		}
		for _, t := range x.derived.out[node.at()] {
			if err := x.take(node, t); err != nil {
				return err
			}
		}
	}
	return x.ctx.Err()
}

// measure computes the distances on the map, from the wanted transitions backwards, and orders the nodes anew.
func (x *searcher) measure() {
	x.distance = map[*State]int{}
	var queue []*State
	reach := func(q *State, steps int) {
		if _, known := x.distance[q]; !known {
			x.distance[q] = steps
			queue = append(queue, q)
		}
	}
	for _, t := range x.derived.Transitions {
		if x.wanted[t] {
			reach(t.From, 0)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, t := range x.derived.Transitions {
			if t.To == queue[0] {
				reach(t.From, x.distance[queue[0]]+1)
			}
		}
	}
	x.waiting.distance = x.distance
	heap.Init(&x.waiting)
}

// root puts the initial states, by abstract state.
func (x *searcher) root() error {
	root := x.derived.Reach.Tree.Root
	for _, q := range x.derived.States {
		if !q.Initial {
			continue
		}
		added := join(root.Added, x.applyAll(join(x.model.invariant, q.cond), &root.Symbolic))
		node := &explore.State{Symbolic: root.Symbolic, Params: root.Params, Added: added, Witness: root.Witness}
		if _, err := x.visit(node, []*State{q}, root.Witness); err != nil {
			return err
		}
	}
	return nil
}

// take prolongs a path by an abstract transition, if that is possible.
func (x *searcher) take(from *searchNode, t *Transition) error {
	if _, leads := x.distance[t.To]; !leads && !x.wanted[t] || x.questions <= 0 {
		return nil
	}
	n, ok := x.nodeStep(from.path, t.Move)
	if !ok {
		return nil
	}
	added := join(n.guard[len(from.path.Condition()):], n.targets, x.applyAll(t.To.cond, &n.after))
	node := &explore.State{Parent: from.path, Move: t.Move, Depth: from.path.Depth + 1, Symbolic: n.after, Params: n.params, Added: added}
	guess := &explore.Witness{Parent: from.path.Witness, Move: t.Move, Params: defaults(t.Move)}
	states := append(from.states[:len(from.states):len(from.states)], t.To)
	possible, err := x.visit(node, states, guess)
	if possible && x.wanted[t] {
		return x.found(node, states)
	}
	return err
}

// defaults are values for the parameters of a move that the solver leaves open.
func defaults(m *sts.Move) []term.Value {
	out := make([]term.Value, len(m.Params))
	for i, p := range m.Params {
		out[i] = explore.DefaultValue(p.Sort)
	}
	return out
}

// visit asks whether a path is possible and lets it wait with a run of its own; guess gives values that the solver leaves open.
func (x *searcher) visit(node *explore.State, states []*State, guess *explore.Witness) (bool, error) {
	conjuncts := x.store.And(node.Condition()...).Conjuncts()
	x.questions--
	answer, err := x.check(conjuncts, term.Variables(conjuncts))
	if err != nil || answer.Status == smt.Unsat {
		return false, err
	}
	if answer.Status != smt.Sat {
		return false, x.doubt(answer.Reason)
	}
	node.Witness = guess
	if node.Witness, err = node.Follow(x.ctx, x.interpreter, answer.Model); err != nil {
		return false, x.doubt(err.Error())
	}
	if !x.concrete || x.settle(node) {
		x.order++
		heap.Push(&x.waiting, &searchNode{path: node, states: states, order: x.order})
	}
	return true, nil
}

// settle makes a path stand for the state that its run ends in; false if that state was seen before.
func (x *searcher) settle(node *explore.State) bool {
	end := node.Witness.Config
	key := fmt.Sprint(end.Locations, end.Values)
	if x.seen[key] {
		return false
	}
	x.seen[key] = true
	node.Added = nil
	node.Symbolic.Store = make([]*term.Term, len(end.Values))
	for i, v := range x.model.slots {
		node.Symbolic.Store[i] = x.store.Const(v.Sort(), end.Values[i])
	}
	return true
}

// doubt notes a question that stayed open; the error is that the search was interrupted.
func (x *searcher) doubt(reason string) error {
	x.doubts = append(x.doubts, Doubt{"a path of the guided search", reason})
	return x.ctx.Err()
}

// found makes a test of a path, and measures anew to what is still wanted.
func (x *searcher) found(node *explore.State, states []*State) error {
	steps := make([]*Transition, node.Depth)
	for i, st := range node.Path()[1:] {
		steps[i] = x.derived.transition(states[i], st.Move.ID, states[i+1])
	}
	last := node.Depth - 1
	test := &Test{Chain: &Chain{Steps: steps[last:]}, Prefix: last, Run: node.Witness}
	if err := x.verify(x.derived, test); err != nil {
		return x.doubt(err.Error())
	}
	x.tests = append(x.tests, test)
	for t := range x.derived.cover([]*Test{test}).transitions {
		delete(x.wanted, t)
	}
	x.measure()
	return nil
}

// nodeHeap orders waiting nodes: the shortest way to a wanted transition first, older nodes first among equals; or only what
// lies ahead counts, and newer nodes come first.
type nodeHeap struct {
	nodes    []*searchNode
	distance map[*State]int
	newest   bool
}

// cost is what a node waits by.
func (h *nodeHeap) cost(n *searchNode) int {
	distance, leads := h.distance[n.at()]
	switch {
	case !leads:
		return sts.FarAway
	case h.newest:
		return distance
	}
	return n.path.Depth + distance
}

// Len is part of heap.Interface, as are the methods below.
func (h *nodeHeap) Len() int { return len(h.nodes) }

// Less compares costs.
func (h *nodeHeap) Less(i, j int) bool {
	a, b := h.nodes[i], h.nodes[j]
	if x, y := h.cost(a), h.cost(b); x != y {
		return x < y
	}
	return (a.order < b.order) != h.newest
}

// Swap exchanges two nodes.
func (h *nodeHeap) Swap(i, j int) { h.nodes[i], h.nodes[j] = h.nodes[j], h.nodes[i] }

// Push adds a node.
func (h *nodeHeap) Push(node any) { h.nodes = append(h.nodes, node.(*searchNode)) }

// Pop removes the last node.
func (h *nodeHeap) Pop() any {
	last := h.nodes[len(h.nodes)-1]
	h.nodes = h.nodes[:len(h.nodes)-1]
	return last
}
