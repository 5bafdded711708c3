package ioco

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// τ-reduction (paper 2, section 6.1), done on the way: where the paper replaces internal steps by the observable one at their
// end, the tracker keeps every state that they may have led to.

// settled are the possibilities after any number of internal steps, none of which has outputs due; those with outputs due
// come as they are. A cycle of internal steps is followed once, and noted.
func (t *Tracker) States(ctx context.Context) ([]Possibility, error) {
	c := closure{tracker: t, seen: map[string]int{}}
	for _, p := range t.now {
		c.add(p, -1)
	}
	for i := 0; i < len(c.out) && !c.full; i++ {
		if err := c.expand(ctx, i); err != nil {
			return nil, err
		}
	}
	return c.out, nil
}

// closure collects possibilities along internal steps.
type closure struct {
	tracker *Tracker
	out     []Possibility
	parents []int // from which each came by an internal step, -1 for none
	seen    map[string]int
	full    bool // a bound was met
}

// add notes a possibility that came from another, unless it is there already; then it may close a cycle.
func (c *closure) add(p Possibility, parent int) {
	p.Simplify()
	key := p.Key()
	before, again := c.seen[key]
	if !again {
		if parent >= 0 && c.tracker.tooMany(len(c.out), p.internalSteps()) {
			if p.internalSteps() > maxInternal {
				c.tracker.noteCycle(p.Path.Moves(maxInternal))
			}
			c.full = true
			return
		}
		c.seen[key] = len(c.out)
		c.out, c.parents = append(c.out, p), append(c.parents, parent)
		return
	}
	length := 1
	for i := parent; i >= 0; i = c.parents[i] {
		if i == before {
			c.tracker.noteCycle(p.Path.Moves(length))
			return
		}
		length++
	}
}

// expand takes the internal steps of one possibility.
func (c *closure) expand(ctx context.Context, i int) error {
	p := c.out[i]
	if len(p.Pending) > 0 {
		return nil
	}
	for _, m := range c.tracker.System.Possible(nil, p.State.Locations, p.State.Count) {
		if !m.IsInternal() {
			continue
		}
		next, err := c.tracker.Take(ctx, p, m, nil)
		if err != nil {
			return err
		}
		if next != nil {
			c.add(*next, i)
		}
	}
	return nil
}

// maxCycles bounds how many cycles are noted, and fewMoves how many moves of one are named.
const (
	maxCycles = 20
	fewMoves  = 8
)

// noteCycle remembers internal moves that lead back to where they began, or go on without end.
func (t *Tracker) noteCycle(moves []*sts.Move) {
	var names []string
	for _, m := range moves[max(len(moves)-fewMoves, 0):] {
		names = append(names, m.Name)
	}
	if len(t.cycles) < maxCycles {
		t.cycles[strings.Join(names, ", ")] = true
	}
}

// Cycles lists the cycles of internal steps that were met, each by its moves. The paper assumes that there are none: in such
// a cycle a system may be silent for ever though it still works.
func (t *Tracker) Cycles() []string { return slices.Sorted(maps.Keys(t.cycles)) }
