package tester

import (
	"context"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/priority"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/tester/drawing"
)

// Planning: where to go is decided by a search ahead, from the states that are possible now, over moves with open inputs. A
// state is better the fewer transitions lie between it and something wanted, and the smaller the branch distance of the guard
// there; the sum of both counts. The first state that takes a wanted transition gives the plan: its path condition is solved for
// all inputs at once, functions included. If none is found, the plan goes to the best state of the search. A plan holds as long
// as the system takes the part in it that was foreseen; where it chooses otherwise, a new one is made. Where no way leads to
// something wanted from here, but one does from the start, the system is reset.

// planStates bounds the states that a search visits, planRest how many inputs are chosen at random after a search without
// success; with each further one both are doubled, at most planPatience times. After planTotal states without success there is
// no search until something new is wanted. The queries of a session may cost planFirst in all, and planMore for each input that was sent (ioco.Tracker.Cost). A plan has at most planLength moves: conditions on
// many inputs are expensive.
const (
	planStates   = 120
	planRest     = 4
	planPatience = 3
	planTotal    = 2000

	planFirst  = 4000
	planMore   = 2
	planLength = 64
)

// plan is a way to something wanted.
type plan struct {
	from    int         // length of the path where it begins
	moves   []*sts.Move // of tester and system, in order
	inputs  []sut.Message
	reaches bool // it ends with something wanted, not just nearer to it
	value   int  // the goal on values that it ends with, if it was made for one
}

// node is a state of the search. Everything that the system sends is taken for granted, so nothing is pending.
type node struct {
	ioco.Possibility
	parent   *node
	depth    int
	received []*term.Term // the open payload of the move that led here
	score    float64
	goal     bool
	expanded bool
}

// before orders nodes, the best first.
func (n *node) before(m *node) bool {
	if n.score != m.score {
		return n.score < m.score
	}
	return n.Steps < m.Steps
}

// planning is one search.
type planning struct {
	aim     *aim
	tracker *ioco.Tracker
	open    *priority.Queue[*node]
	wide    []*node          // in the order in which they were found
	seen    map[string]*node // keys name terms by identity, which is sure only as long as the terms are in use
	best    *node
	start   float64 // the best score without doing anything
	draw    *drawing.Drawing
	budget  int // maximum number of states to visit
	most    int // what the queries may cost
	visited int
}

// search returns a plan from some states; nil if nothing better than they are was found.
func (s *Session) search(ctx context.Context, states []ioco.Possibility) (*plan, error) {
	p := &planning{aim: s.aim(), tracker: s.tracker, open: priority.New((*node).before), seen: map[string]*node{}, start: sts.FarAway,
		draw: s.drawing, budget: planStates << min(s.choice.failures, planPatience)}
	for _, state := range states {
		if len(state.Pending) == 0 {
			root := &node{Possibility: state, score: p.aim.score(&state)}
			p.start = min(p.start, root.score)
			p.add(root)
		}
	}
	p.most = s.allowance()
	var found *plan
	cost, err := s.tracker.Hastily(func() error {
		err := p.run(ctx)
		if err != nil || p.best == nil {
			return err
		}
		found, err = p.solved(ctx, p.best)
		return err
	})
	s.choice.spent += p.visited
	s.cost += cost
	s.choice.open = s.choice.open || p.visited == p.budget-1
	return found, err
}

// allowance returns what searches may still cost.
func (s *Session) allowance() int {
	if s.options.Purpose != nil {
		return math.MaxInt
	}
	return planFirst + planMore*s.report.Sent - s.cost - s.drawing.Cost()
}

// run expands states until one takes something wanted. Every other one is the best; those between are taken in order, so
// that a search that is stuck where nothing gets better still looks around.
func (p *planning) run(ctx context.Context) error {
	before := p.tracker.Cost()
	for p.visited = range p.budget {
		n := p.next()
		if n == nil || p.tracker.Cost()-before > p.most || p.aim.values != nil && p.aim.values.values.tired() {
			return nil
		}
		if found, err := p.expand(ctx, n); err != nil || found {
			return err
		}
	}
	return nil
}

// next removes the state to be expanded next; nil if there is none.
func (p *planning) next() *node {
	for len(p.wide) > 0 && p.wide[0].expanded {
		p.wide = p.wide[1:]
	}
	if p.visited%2 == 1 && len(p.wide) > 0 {
		return p.wide[0]
	}
	for p.open.Len() > 0 {
		if n := p.open.Pop(); !n.expanded {
			return n
		}
	}
	return nil
}

// expand adds the states that follow one, and reports whether something wanted is among them. Inputs are sent only to a system
// that is silent, and so where it cannot go on by itself.
func (p *planning) expand(ctx context.Context, n *node) (bool, error) {
	n.expanded = true
	if n.depth >= p.aim.length() {
		return false, nil
	}
	resting := n.Possibility
	var err error
	if resting.Conds, err = p.tracker.Resting(ctx, &n.Possibility); err != nil {
		return false, err
	}
	for _, m := range p.tracker.System.Possible(nil, n.State.Locations, n.State.Count) {
		before := &n.Possibility
		if m.Input != nil {
			before = &resting
		}
		if found, err := p.follow(ctx, n, before, m); err != nil || found {
			return found, err
		}
	}
	return false, nil
}

// follow adds the state after a move, and reports whether it is wanted.
func (p *planning) follow(ctx context.Context, n *node, before *ioco.Possibility, m *sts.Move) (bool, error) {
	next, err := p.tracker.Take(ctx, before, m, nil)
	if err != nil || next == nil {
		return false, err
	}
	child := &node{Possibility: *next, parent: n, depth: n.depth + 1}
	child.Pending = nil
	if m.Input != nil {
		child.received = term.Pick(p.tracker.System.Fresh(m, n.Steps), m.InputArgs)
	}
	if child.goal, err = p.aim.reached(ctx, &child.Possibility, before, m); err != nil {
		return false, err
	}
	if child.goal {
		p.best = child
		return true, nil
	}
	child.score = p.aim.score(&child.Possibility)
	if p.add(child) && child.score < p.start && (p.best == nil || child.score < p.best.score) && child.hasInput() {
		p.best = child
	}
	return false, nil
}

// add puts a state into the search unless an equal one was there. Values that decide nothing make no difference, nor do
// conditions on inputs of the past.
func (p *planning) add(n *node) bool {
	short := n.Possibility
	short.State.Store = nil
	for i, matters := range p.aim.influence {
		if matters {
			short.State.Store = append(short.State.Store, n.State.Store[i])
		}
	}
	short.Simplify()
	key := short.Key() + p.aim.progress(&n.Possibility)
	if p.seen[key] != nil {
		return false
	}
	p.seen[key] = n
	p.open.Push(n)
	p.wide = append(p.wide, n)
	return true
}

// hasInput reports whether the way to a state has an input, so that the tester can do something for it.
func (n *node) hasInput() bool {
	for ; n.parent != nil; n = n.parent {
		if n.Path.Move.Input != nil {
			return true
		}
	}
	return false
}

// solved finds values for all inputs of a way; nil if the solver finds none that the adapter can send.
func (p *planning) solved(ctx context.Context, end *node) (*plan, error) {
	out := &plan{reaches: end.goal, from: end.Path.Len() - end.depth, moves: end.Path.Moves(end.depth)}
	if p.aim.values != nil {
		out.value = p.aim.values.found
	}
	var err error
	if out.inputs, err = p.inputs(ctx, end, out.moves); err == nil && p.carried(out.inputs) {
		return out, nil
	}
	p.draw.Tamely(func() { out.inputs, err = p.inputs(ctx, end, out.moves) })
	if err != nil || !p.carried(out.inputs) {
		return nil, err
	}
	return out, nil
}

// inputs returns a message for each move of a way, without channel where it receives nothing; nil if the solver finds none.
func (p *planning) inputs(ctx context.Context, end *node, moves []*sts.Move) ([]sut.Message, error) {
	received := make([][]*term.Term, end.depth)
	for n := end; n.parent != nil; n = n.parent {
		received[n.depth-1] = n.received
	}
	query := smt.Query{Conjuncts: end.Conds, Values: slices.Concat(received...), Calls: end.Calls}
	values := query.Values
	for _, c := range end.Calls {
		query.Values = append(query.Values, c.Results...)
	}
	answer, err := p.draw.Solution(ctx, query, values)
	if err != nil || answer.Status != smt.Sat {
		return nil, err
	}
	out := make([]sut.Message, len(moves))
	for i, m := range moves {
		out[i].Channel = m.Input
		for _, v := range received[i] {
			out[i].Values = append(out[i].Values, answer.Model[v])
		}
	}
	return out, nil
}

// carried reports whether there are inputs, and the adapter can send all of them.
func (p *planning) carried(inputs []sut.Message) bool {
	return inputs != nil && !slices.ContainsFunc(inputs, func(m sut.Message) bool { return m.Channel != nil && !p.draw.MayCarry(m) })
}

// next returns the input that the plan foresees after one of the possible states; false if the system left it, or it is done.
func (p *plan) next(states []ioco.Possibility) (ioco.Input, bool) {
	for _, state := range states {
		done := state.Path.Len() - p.from
		if len(state.Pending) > 0 || done < 0 || done >= len(p.moves) || !slices.Equal(state.Path.Moves(done), p.moves[:done]) {
			continue
		}
		for i, m := range p.moves[done:] {
			if m.Input != nil {
				return ioco.Input{Move: m, Message: p.inputs[done+i]}, i == 0
			}
		}
	}
	return ioco.Input{}, false
}

// succeeds reports whether there is a plan that ends with something wanted.
func (p *plan) succeeds() bool { return p != nil && p.reaches }

// awaited returns the names of the system's moves that the plan foresees after a number of steps, until the next input.
func (p *plan) awaited(done int) []string {
	var out []string
	for i := max(done, 0); i < len(p.moves) && p.moves[i].Input == nil; i++ {
		out = append(out, p.moves[i].Name)
	}
	return out
}
