package ioco

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/history"
)

// τ-reduction (paper 2, section 6.1), done on the way: where the paper replaces internal steps by the observable one at their
// end, the tracker keeps every state that they may have led to.

// States returns the possibilities after any number of internal steps, none of which has outputs due; those with outputs due
// come as they are. A cycle of internal steps is followed once, and noted. The list must not be changed.
func (f *follower) States(ctx context.Context) ([]Possibility, error) {
	states, err := f.settle(ctx)
	if err != nil {
		return nil, err
	}
	return f.symbolics(ctx, states)
}

// Settled is States where the symbolic form is not needed: possibilities that have a Config may lack it.
func (f *follower) Settled(ctx context.Context) ([]Possibility, error) { return f.settle(ctx) }

// settle is States where the symbolic form is not needed.
func (f *follower) settle(ctx context.Context) ([]Possibility, error) {
	if f.settled != nil {
		return f.settled, nil
	}
	f.settling = true
	defer func() { f.settling = false }()
	if len(f.now) == 1 && len(f.control(&f.now[0]).internal) == 0 {
		f.settled = f.now
		return f.settled, nil
	}
	c := closure{follower: f, seen: map[string]int{}, open: map[string][]int{}}
	for _, p := range f.now {
		f.reduce(&p)
		c.add(p, -1)
	}
	for i := 0; i < len(c.out) && !c.full; i++ {
		next, err := f.takeAll(ctx, &c.out[i], f.control(&c.out[i]).internal, nil)
		if err != nil {
			return nil, err
		}
		for _, p := range next {
			if err := c.arrive(ctx, p, i); err != nil {
				return nil, err
			}
		}
	}
	c.mergeHistories()
	var err error
	f.settled, err = f.lasting(ctx, c.out)
	return f.settled, err
}

// closure collects possibilities along internal steps.
type closure struct {
	*follower
	out    []Possibility
	steps  []internalStep
	from   map[int][]int    // the steps from a possibility, as indices of steps
	merged bool             // a state was reached in several ways
	seen   map[string]int   // by key
	open   map[string][]int // by control: the first possibilities that are symbolic
	full   bool             // a bound was met
}

// internalStep leads from one possibility to another; the last move of path is that of the step.
type internalStep struct {
	from, to int
	path     *history.Path
}

// add collects a possibility that came from another, unless it is there already.
func (c *closure) add(p Possibility, parent int) {
	key := p.key()
	if index, again := c.seen[key]; again {
		c.again(&p, parent, index)
		return
	}
	if parent >= 0 && c.tooMany(len(c.out), &p) {
		if p.Path.InternalSteps() > maxInternal {
			c.noteCycle(p.Path.Moves(maxInternal))
		}
		c.full = true
		return
	}
	c.seen[key] = len(c.out)
	c.remember(&p)
	p.trail = p.trail.junction()
	c.out = append(c.out, p)
	if parent >= 0 {
		c.connect(parent, len(c.out)-1, p.Path)
	}
}

// again notes that an internal step leads to a possibility that is there already; then it may close a cycle.
func (c *closure) again(p *Possibility, parent, index int) {
	c.merged = true
	c.out[index].trail.join(p.trail)
	if parent >= 0 {
		c.connect(parent, index, p.Path)
		c.findCycle(index, parent, p.Path)
	}
}

// connect keeps an internal step.
func (c *closure) connect(from, to int, path *history.Path) {
	if c.from == nil {
		c.from = map[int][]int{}
	}
	c.from[from] = append(c.from[from], len(c.steps))
	c.steps = append(c.steps, internalStep{from, to, path})
}

// findCycle notes a cycle if internal steps lead from a state that was reached again to the one before it.
func (c *closure) findCycle(index, parent int, last *history.Path) {
	if parent < 0 {
		return
	}
	if way, found := c.way(index, parent); found {
		c.noteCycle(append(way, last.Move))
	}
}

// way returns the moves of internal steps that lead from one possibility to another.
func (c *closure) way(from, to int) (moves []*sts.Move, found bool) {
	by := map[int]internalStep{}
	for reached := []int{from}; len(reached) > 0 && from != to; reached = reached[1:] {
		for _, i := range c.from[reached[0]] {
			s := c.steps[i]
			if _, known := by[s.to]; s.to != from && !known {
				by[s.to] = s
				reached = append(reached, s.to)
			}
		}
	}
	for at := to; at != from; {
		s, known := by[at]
		if !known {
			return nil, false
		}
		moves, at = append(moves, s.path.Move), s.from
	}
	slices.Reverse(moves)
	return moves, true
}

// mergeHistories gives each possibility the history of all ways that lead to it. A way that was found late changes those of the
// states behind it too, so this goes on until nothing changes.
func (c *closure) mergeHistories() {
	for changed := c.merged; changed; {
		changed = false
		for _, s := range c.steps {
			if c.out[s.to].merge(c.out[s.from].past.After(s.path, c.purpose)) {
				changed = true
			}
		}
	}
}

// maxCycles bounds how many cycles are noted, and fewMoves how many moves of one are named.
const (
	maxCycles = 20
	fewMoves  = 8
)

// noteCycle keeps internal moves that lead back to where they began, or go on without end.
func (f *follower) noteCycle(moves []*sts.Move) {
	var names []string
	for _, m := range moves[max(len(moves)-fewMoves, 0):] {
		names = append(names, m.Name)
	}
	f.cycle = strings.Join(names, ", ")
	if len(f.cycles) < maxCycles {
		f.cycles[f.cycle] = true
	}
}

// Cycles returns the cycles of internal steps that were met, each by its moves. The paper assumes that there are none: in such
// a cycle a system may be silent for ever though it still works.
func (f *follower) Cycles() []string { return slices.Sorted(maps.Keys(f.cycles)) }
