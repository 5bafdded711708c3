package concolic

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
)

// The backward searches: Algorithm 2 of paper 3 for EC, and a variant of it for AUTO.
//
// Algorithm 2, multi-level backjumping: a priority queue p holds trails with their weight distribution w and consumed weight
// c. It starts with the target alone, where w̄ is 1 for each variable of the target's guard. The trail of the largest c is
// taken. If the solver refutes it on its own (line 6), it is dropped with everything before it. If its first move has consumed
// weight (line 7), it is tried from every stored configuration of its first location (lines 8 to 10). Then it is prolonged by
// every move that ends where it starts (lines 11 to 13). The paper gives Algorithm 2 a time limit per target. Here it is a
// number of queries, which doubles each time a target is tried again. Beyond the paper, a trail is also tried if its first move
// feeds a guard before the target's (package trail), and from initial configurations if their values decide its condition.
//
// The search of AUTO differs in three points. First, every trail is tried from the stored configurations, the target alone included: a
// configuration that already satisfies the guard is the cheapest solution. Second, a trail is dropped if an earlier one had the same needs at
// the same place. So a value that was set 50 steps ago costs 50 trails, not 2 to the 50. Third, short trails come first, but each unit of
// consumed weight compensates for some steps.

// Efforts are numbers of queries: firstEffort is the first effort for a target, maxEffort the largest.
const (
	firstEffort = 64
	maxEffort   = 4096
)

// stepsPerQuery is the number of concrete steps that take about as long as a query and the work around it.
const stepsPerQuery = 100

// popsPerQuery bounds the trails that are taken from the queue for each query of the effort: not all need one.
const popsPerQuery = 8

// maxOpen is the number of undecided queries after which a target is given up: each may have taken the solver's whole time limit.
const maxOpen = 3

// weightWorth is the number of steps that a unit of consumed weight compensates for.
const weightWorth = 4

// The names of the two searches, as they appear in results.
const (
	byBackjumping = "multi-level backjumping"
	byBackward    = "backward search"
)

// backward searches backwards from targets. It belongs to the walker's goroutine.
type backward struct {
	walker   *walker
	campaign *campaign
	trails   *trail.Builder
	keys     *trail.Keys // nil for Algorithm 2
	open     int         // queries for the current target that the solver did not decide
}

// newBackward prepares the search of AUTO, or Algorithm 2.
func (w *walker) newBackward(algorithm2 bool) *backward {
	c := w.campaign
	b := &backward{walker: w, campaign: c, trails: trail.NewBuilder(c.system, c.depends, c.knows)}
	if !algorithm2 {
		b.keys = trail.NewKeys(b.trails)
	}
	return b
}

// how returns the name of the search.
func (b *backward) how() string {
	if b.keys == nil {
		return byBackjumping
	}
	return byBackward
}

// rank orders the trails.
func (b *backward) rank(t *trail.Trail) float64 {
	if b.keys == nil {
		return trail.ByWeight(t)
	}
	return float64(t.Length) - weightWorth*t.Consumed
}

// reach searches backwards from a target with a limited number of queries. It reports whether it reached the target.
func (b *backward) reach(ctx context.Context, target *sts.Transition, effort int) (bool, error) {
	c := b.campaign
	queue, seen := trail.NewQueue(b.rank), map[uint64]bool{}
	push := func(t *trail.Trail) {
		if b.keys != nil && !queue.Full() {
			key := b.keys.Of(t)
			if seen[key] {
				return
			}
			seen[key] = true
		}
		queue.Push(t)
	}
	for _, m := range c.movesOf[target.ID] {
		if t, ok := b.trails.Start(m); ok {
			push(t)
		}
	}
	b.open = 0
	limit := c.queries.Load() + int64(effort)
	for popped := 0; queue.Len() > 0 && c.queries.Load() < limit && popped < popsPerQuery*effort && b.open < maxOpen && !c.over(ctx); popped++ {
		t := queue.Pop()
		possible, err := b.possible(ctx, t)
		if err != nil {
			return false, err
		}
		if !possible {
			continue
		}
		if done, err := b.from(ctx, t); done || err != nil {
			return done, err
		}
		for _, longer := range b.trails.Extensions(t) {
			push(longer)
		}
	}
	b.giveUp(ctx, target, queue.Len() == 0 && b.keys == nil, effort)
	return false, nil
}

// worth reports whether a trail should be tried from the stored configurations: line 7 of Algorithm 2, or beyond it, if inputs of its first
// move flow into a guard between it and the target.
func (b *backward) worth(t *trail.Trail) bool { return t.Gained || t.Feeds || b.keys != nil }

// giveUp records that the target was not reached.
func (b *backward) giveUp(ctx context.Context, target *sts.Transition, exhausted bool, effort int) {
	switch {
	case b.campaign.over(ctx):
	case exhausted:
		b.campaign.giveUp(target, "no path that ends with it and depends on inputs can be followed from a stored configuration")
	default:
		b.campaign.giveUp(target, fmt.Sprintf("%s with at most %d queries found no way", b.how(), effort))
	}
}
