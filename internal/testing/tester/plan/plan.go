package plan

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// planLength bounds the moves of a plan: conditions on many inputs are expensive.
const planLength = 64

// MaxAimed is the maximum number of plans for a transition or a value. If it is still uncovered after these, its observations cannot be
// distinguished from others, or the system never takes it.
const MaxAimed = 3

// Plan is a path to a goal.
type Plan struct {
	From    int           // length of the path before its start
	Moves   []*sts.Move   // of tester and system, in order
	Inputs  []sut.Message // by move; without channel if the move receives nothing
	After   []*big.Rat    // by move, in a system with clocks: the time before it; nil if there are no clocks
	Reaches bool          // it reaches a goal, and does not only lead nearer
	Value   int           // the goal on values that it ends with, if it was made for one
}

// node is a state of the search. Outputs of the system are assumed to be received, so none are pending.
type node struct {
	ioco.Possibility
	parent   *node
	depth    int
	received []*term.Term // the open payload of the move that led here
	delay    *term.Term   // the time before it; nil if there are no clocks
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
	aim     *Aim
	tracker *ioco.Tracker
	open    *priority.Queue[*node]
	wide    []*node          // in the order in which they were found
	seen    map[string]*node // keys identify terms by address, which is unique only while the terms are in use
	best    *node
	start   float64 // the best score of the initial states
	draw    Drawer
	budget  int // maximum number of states to visit
	before  int // the cost of queries before the search
	most    int // budget of queries
	visited int
}

// Drawer finds values of inputs that are worth sending.
type Drawer interface {
	// Solution answers a query, with some values drawn where the conditions leave them open.
	Solution(ctx context.Context, query smt.Query, values []*term.Term) (smt.Answer, error)
	// Tamely calls f while drawing only values that every adapter can send.
	Tamely(f func())
	// Guess draws a message.
	Guess(c *sts.Channel) sut.Message
	// Draw draws a value.
	Draw(s *term.Sort) term.Value
	// Alike draws a value that is as large as another one.
	Alike(s *term.Sort, v term.Value) term.Value
	// MayCarry reports whether the adapter can send a message, as far as is known.
	MayCarry(m sut.Message) bool
}

// Limits bound a search.
type Limits struct {
	States int // that are visited
	Cost   int // of queries; see ioco.Tracker.Cost
}

// Found is the result of a search.
type Found struct {
	Plan    *Plan // nil if nothing better than the initial states was found
	Visited int   // number of states
	Cost    int   // of the queries
	Open    bool  // the search reached its bound: there may be more states
}

// Search looks for a plan from some states.
func Search(ctx context.Context, a *Aim, states []ioco.Possibility, draw Drawer, limits Limits) (Found, error) {
	p := &planning{aim: a, tracker: a.tracker, open: priority.New((*node).before), seen: map[string]*node{}, start: sts.FarAway,
		draw: draw, budget: limits.States, most: limits.Cost}
	for _, state := range states {
		if len(state.Pending) == 0 {
			root := &node{Possibility: state, score: a.score(&state)}
			p.start = min(p.start, root.score)
			p.add(root)
		}
	}
	var out Found
	var err error
	out.Cost, err = p.tracker.Hastily(func() error {
		err := p.run(ctx)
		if err != nil || p.best == nil {
			return err
		}
		out.Plan, err = p.solved(ctx, p.best)
		return err
	})
	out.Visited, out.Open = p.visited, p.visited == p.budget-1
	return out, err
}

// run expands states until one reaches a goal. It alternates between the best state and the oldest one, so that a search
// without progress still visits other states.
func (p *planning) run(ctx context.Context) error {
	p.before = p.tracker.Cost()
	for p.visited = range p.budget {
		n := p.next()
		if n == nil || p.isSpent() || p.aim.values != nil && p.aim.values.values.Tired() {
			return nil
		}
		if found, err := p.expand(ctx, n); err != nil || found {
			return err
		}
	}
	return nil
}

// isSpent reports whether the budget of queries is used up.
func (p *planning) isSpent() bool { return p.tracker.Cost()-p.before > p.most }

// next removes and returns the next state to expand; nil if there is none.
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

// expand adds the successors of a state, and reports whether one of them reaches a goal. Without clocks inputs are sent only in states in
// which the system cannot continue by itself, since it must be silent.
func (p *planning) expand(ctx context.Context, n *node) (bool, error) {
	n.expanded = true
	if n.depth >= p.aim.length() {
		return false, nil
	}
	resting := n.Possibility
	if !p.tracker.System.Timed() {
		var err error
		if resting.Conds, err = p.tracker.Resting(ctx, &n.Possibility); err != nil {
			return false, err
		}
	}
	for _, m := range p.tracker.System.Possible(nil, n.State.Locations, n.State.Count) {
		if p.isSpent() {
			return false, nil
		}
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
	if d := m.DelayParam(); d >= 0 {
		child.delay = p.tracker.System.Fresh(m, n.Steps)[d]
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

// add adds a state to the search unless an equal one was there. Values without influence and conditions on past inputs
// are ignored in the comparison.
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

// solved finds values for all inputs of a path; nil if the solver finds none that the adapter can send.
func (p *planning) solved(ctx context.Context, end *node) (*Plan, error) {
	out := &Plan{Reaches: end.goal, From: end.Path.Len() - end.depth, Moves: end.Path.Moves(end.depth)}
	if p.aim.values != nil {
		out.Value = p.aim.values.found
	}
	var err error
	if out.Inputs, out.After, err = p.inputs(ctx, end, out.Moves); err == nil && p.carried(out.Inputs) {
		return out, nil
	}
	p.draw.Tamely(func() { out.Inputs, out.After, err = p.inputs(ctx, end, out.Moves) })
	if err != nil || !p.carried(out.Inputs) {
		return nil, err
	}
	return out, nil
}

// inputs returns a message for each move of a way, without channel where it receives nothing, and the times before the moves; nil if the solver
// finds none.
func (p *planning) inputs(ctx context.Context, end *node, moves []*sts.Move) ([]sut.Message, []*big.Rat, error) {
	received, delays := make([][]*term.Term, end.depth), make([]*term.Term, end.depth)
	for n := end; n.parent != nil; n = n.parent {
		received[n.depth-1], delays[n.depth-1] = n.received, n.delay
	}
	query := smt.Query{Conjuncts: end.Conds, Values: slices.Concat(received...), Calls: end.Calls}
	values := query.Values
	for _, c := range end.Calls {
		query.Values = append(query.Values, c.Results...)
	}
	timed := p.tracker.System.Timed()
	if timed {
		query.Values = append(query.Values, delays...)
	}
	answer, err := p.draw.Solution(ctx, query, values)
	if err != nil || answer.Status != smt.Sat {
		return nil, nil, err
	}
	out, after := make([]sut.Message, len(moves)), make([]*big.Rat, len(moves))
	for i, m := range moves {
		out[i].Channel = m.Input
		for _, v := range received[i] {
			out[i].Values = append(out[i].Values, answer.Model[v])
		}
		if timed {
			after[i] = answer.Model[delays[i]].Rat()
		}
	}
	return out, after, nil
}

// carried reports whether there are inputs, and the adapter can send all of them.
func (p *planning) carried(inputs []sut.Message) bool {
	return inputs != nil && !slices.ContainsFunc(inputs, func(m sut.Message) bool { return m.Channel != nil && !p.draw.MayCarry(m) })
}

// Next returns the next planned input in one of the possible states; false if the system deviated from the plan, or the plan is complete, or it
// awaits something of the system.
func (p *Plan) Next(states []ioco.Possibility) (ioco.Input, bool) {
	next, ok := p.next(states)
	if !ok || p.Moves[next].Input == nil {
		return ioco.Input{}, false
	}
	in := ioco.Input{Move: p.Moves[next], Message: p.Inputs[next]}
	if p.After != nil {
		in.After = p.After[next]
	}
	return in, true
}

// Awaits returns the move by which the system is to continue a plan; false if it is not its turn.
func (p *Plan) Awaits(states []ioco.Possibility) (*sts.Move, bool) {
	next, ok := p.next(states)
	if !ok || p.Moves[next].Input != nil {
		return nil, false
	}
	return p.Moves[next], true
}

// next returns the next move of a plan in one of the possible states; false if the system deviated from it, or it is complete.
func (p *Plan) next(states []ioco.Possibility) (int, bool) {
	for _, state := range states {
		done := state.Path.Len() - p.From
		if !state.Owes() && done >= 0 && done < len(p.Moves) && slices.Equal(state.Path.Moves(done), p.Moves[:done]) {
			return done, true
		}
	}
	return 0, false
}

// Succeeds reports whether there is a plan that reaches a goal.
func (p *Plan) Succeeds() bool { return p != nil && p.Reaches }

// Awaited returns the names of the planned moves of the system after a number of steps, until the next input.
func (p *Plan) Awaited(done int) []string {
	var out []string
	for i := max(done, 0); i < len(p.Moves) && p.Moves[i].Input == nil; i++ {
		out = append(out, p.Moves[i].Name)
	}
	return out
}
