package tester

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Planning: where to go is decided by a search ahead, from the states that are possible now, over moves with open inputs. A
// state is better the fewer transitions lie between it and something wanted, and the smaller the branch distance of the guard
// there (distance.go); the sum of both counts. The first state that takes a wanted transition gives the plan: its path condition is
// solved for all inputs at once, functions included. If none is found, the plan goes to the best state of the search. A plan
// holds as long as the system takes the part in it that was foreseen; where it chooses otherwise, a new one is made. Where no
// way leads to something wanted from here, but one does from the start, the system is reset.

// planStates bounds the states that a search looks at, planRest how many inputs are chosen by chance after a search in vain;
// with each further search in vain both are doubled, at most planPatience times. After planTotal states in vain no more is
// searched until something new is wanted. A plan has at most planLength moves: conditions on many inputs are dear.
const (
	planStates   = 120
	planRest     = 4
	planPatience = 3
	planTotal    = 2000
	planLength   = 64
)

// plan is a way to something wanted.
type plan struct {
	from    int         // length of the path where it begins
	moves   []*sts.Move // of tester and system, in order
	inputs  []sut.Message
	reaches bool // it ends with something wanted, not just nearer to it
	value   int  // the goal on values that it ends with, if it was made for one
}

// node is a state of the search.
type node struct {
	ioco.Possibility
	parent   *node
	depth    int
	received []*term.Term // the open payload of the move that led here
	score    float64
	goal     bool
	expanded bool
}

// nodes is a heap, the best first.
type nodes []*node

func (n nodes) Len() int { return len(n) }
func (n nodes) Less(i, j int) bool {
	if n[i].score != n[j].score {
		return n[i].score < n[j].score
	}
	return n[i].Steps < n[j].Steps
}
func (n nodes) Swap(i, j int) { n[i], n[j] = n[j], n[i] }
func (n *nodes) Push(x any)   { *n = append(*n, x.(*node)) }
func (n *nodes) Pop() any {
	last := len(*n) - 1
	x := (*n)[last]
	*n = (*n)[:last]
	return x
}

// planning is one search.
type planning struct {
	aim     *aim
	tracker *ioco.Tracker
	open    nodes            // by score
	wide    []*node          // in the order in which they were found
	seen    map[string]*node // keys name terms by identity, which is sure only while somebody has the terms
	best    *node
	start   float64 // the best score without doing anything
	looked  int
	random  *rand.Rand
	budget  int // how many states are looked at at most
	spent   int // how many were
}

// search looks for a plan from some states; nil if nothing better than they are was found.
func (s *Session) search(ctx context.Context, states []ioco.Possibility) (*plan, error) {
	p := &planning{aim: s.aim(), tracker: s.tracker, seen: map[string]*node{}, start: sts.FarAway, random: s.random,
		budget: planStates << min(s.choice.vain, planPatience)}
	for _, state := range states {
		if len(state.Pending) == 0 {
			root := &node{Possibility: state, score: p.aim.score(&state)}
			p.start = min(p.start, root.score)
			p.add(root)
		}
	}
	err := p.run(ctx)
	s.choice.spent += p.spent
	s.choice.open = s.choice.open || p.spent == p.budget-1
	if err != nil || p.best == nil {
		return nil, err
	}
	return p.solved(ctx, p.best)
}

// run expands states until one takes something wanted. Every other one is the best; those between are taken in order, so
// that a search that is stuck where nothing gets better still looks around.
func (p *planning) run(ctx context.Context) error {
	for p.spent = range p.budget {
		n := p.next()
		if n == nil || p.aim.values != nil && p.aim.values.values.tired() {
			return nil
		}
		if found, err := p.expand(ctx, n); err != nil || found {
			return err
		}
	}
	return nil
}

// expand makes the states that follow one, and tells whether something wanted is among them. Inputs are sent only to a system
// that is silent, and so where it cannot go on by itself.
func (p *planning) expand(ctx context.Context, n *node) (bool, error) {
	n.expanded = true
	resting := n.Possibility
	var err error
	if resting.Conds, err = p.tracker.Resting(ctx, &n.Possibility); err != nil {
		return false, err
	}
	for _, m := range p.tracker.System.Possible(nil, n.State.Locations, n.State.Count) {
		before := n.Possibility
		if m.Input != nil {
			before = resting
		}
		child, err := p.child(ctx, n, before, m)
		if err != nil {
			return false, err
		}
		if child != nil && child.goal {
			p.best = child
			return true, nil
		}
	}
	return false, nil
}

// next removes the state to be expanded next; nil if there is none.
func (p *planning) next() *node {
	for len(p.wide) > 0 && p.wide[0].expanded {
		p.wide = p.wide[1:]
	}
	if p.looked++; p.looked%2 == 0 && len(p.wide) > 0 {
		return p.wide[0]
	}
	for len(p.open) > 0 {
		if n := heap.Pop(&p.open).(*node); !n.expanded {
			return n
		}
	}
	return nil
}

// child is the state after a move from a state of which everything that the system sends is taken for granted.
func (p *planning) child(ctx context.Context, n *node, before ioco.Possibility, m *sts.Move) (*node, error) {
	if n.depth >= p.aim.length() {
		return nil, nil
	}
	before.Pending = nil
	next, err := p.tracker.Take(ctx, &before, m, nil)
	if err != nil || next == nil {
		return nil, err
	}
	child := &node{Possibility: *next, parent: n, depth: n.depth + 1, received: p.received(m, n.Steps)}
	if child.goal, err = p.aim.reached(ctx, &child.Possibility, &before, m); err != nil {
		return nil, err
	}
	child.score = p.aim.score(&child.Possibility)
	if !p.add(child) && !child.goal {
		return nil, nil
	}
	if !child.goal && child.score < p.start && (p.best == nil || child.score < p.best.score) && child.hasInput() {
		p.best = child
	}
	return child, nil
}

// add puts a state into the search unless one like it was there. Values that decide nothing do not tell states apart, nor do
// conditions on inputs of the past.
func (p *planning) add(n *node) bool {
	short := n.Possibility
	short.State.Store = nil
	for i, matters := range p.aim.influence {
		if matters {
			short.State.Store = append(short.State.Store, n.State.Store[i])
		}
	}
	short.Pending = nil
	short.Simplify()
	key := short.Key() + p.aim.progress(&n.Possibility)
	if p.seen[key] != nil {
		return false
	}
	p.seen[key] = n
	heap.Push(&p.open, n)
	p.wide = append(p.wide, n)
	return true
}

// received returns the variables for the payload of a move with an input.
func (p *planning) received(m *sts.Move, step int) []*term.Term {
	if m.Input == nil {
		return nil
	}
	return term.Pick(p.tracker.System.Fresh(m, step), m.InputArgs)
}

// hasInput tells whether the way to a state has an input, so that the tester can do something for it.
func (n *node) hasInput() bool {
	for ; n.parent != nil; n = n.parent {
		if n.Path.Move.Input != nil {
			return true
		}
	}
	return false
}

// solved finds values for all inputs of a way; nil if the solver finds none.
func (p *planning) solved(ctx context.Context, end *node) (*plan, error) {
	out := &plan{reaches: end.goal}
	if p.aim.values != nil {
		out.value = p.aim.values.found
	}
	var values []*term.Term
	var way []*node
	for n := end; n.parent != nil; n = n.parent {
		way = append(way, n)
		values = append(values, n.received...)
		out.from = n.parent.Path.Len()
	}
	slices.Reverse(way)
	query := smt.Query{Conjuncts: end.Conds, Values: values, Calls: end.Calls}
	for _, c := range end.Calls {
		query.Values = append(query.Values, c.Results...)
	}
	answer, err := p.vary(ctx, query, values)
	if err != nil || answer.Status != smt.Sat {
		return nil, err
	}
	for _, n := range way {
		m := n.Path.Move
		out.moves = append(out.moves, m)
		message := sut.Message{Channel: m.Input}
		for _, v := range n.received {
			message.Values = append(message.Values, answer.Model[v])
		}
		out.inputs = append(out.inputs, message)
	}
	return out, nil
}

// maxVaried bounds how many values of a plan are varied one by one.
const maxVaried = 8

// vary solves a query with values by chance, as far as the conditions leave them open: all at once, or else one after the
// other. What a solver finds by itself is often zero, and zeros hide faults.
func (p *planning) vary(ctx context.Context, query smt.Query, values []*term.Term) (smt.Answer, error) {
	store := p.tracker.System.Store
	var wishes []*term.Term
	for _, v := range values {
		wishes = append(wishes, store.Eq(v, store.Const(v.Sort(), ioco.RandomValue(v.Sort(), p.random))))
	}
	conds := query.Conjuncts
	solve := func(wishes ...*term.Term) (smt.Answer, error) {
		all, ok := term.Conjoin(conds, wishes)
		if !ok {
			return smt.Answer{Status: smt.Unsat}, nil
		}
		query.Conjuncts = all
		return p.tracker.Solver.Check(ctx, query)
	}
	if answer, err := solve(wishes...); err != nil || answer.Status == smt.Sat {
		return answer, err
	}
	answer, err := solve()
	if err != nil || answer.Status != smt.Sat {
		return answer, err
	}
	for _, wish := range wishes[:min(len(wishes), maxVaried)] {
		other, err := solve(wish)
		if err != nil {
			return answer, err
		}
		if other.Status == smt.Sat {
			answer, conds = other, query.Conjuncts
		}
	}
	return answer, nil
}

// next is the input that the plan foresees after one of the possible states; false if the system left it, or it is done.
func (p *plan) next(states []ioco.Possibility) (ioco.Input, bool) {
	for _, state := range states {
		done := state.Path.Len() - p.from
		if len(state.Pending) > 0 || done < 0 || done >= len(p.moves) || !slices.Equal(state.Path.Moves(done), p.moves[:done]) {
			continue
		}
		for i := done; i < len(p.moves); i++ {
			if m := p.moves[i]; m.Input != nil {
				return ioco.Input{Move: m, Message: p.inputs[i]}, i == done
			}
		}
	}
	return ioco.Input{}, false
}

// awaited is what the plan expects of the system after as many steps: the names of its moves until the next input.
func (p *plan) awaited(done int) []string {
	var out []string
	for i := max(done, 0); i < len(p.moves) && p.moves[i].Input == nil; i++ {
		out = append(out, p.moves[i].Name)
	}
	return out
}
