package concolic

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// EC: Algorithm 1 of paper 3. It searches long-range until no new transition was taken for some steps (inactivity), then
// wide-width around the targets, and goes back to the long-range search as soon as one of them was reached. The inactivity
// that ends a long-range search is counted in steps; it is prolonged by the cost of the wide-width search before it, so that
// neither starves when efforts grow.

// concolicEngine is EC.
func (w *walker) concolicEngine(ctx context.Context) error {
	c, b := w.campaign, w.newBackward(true)
	effort := make([]int, len(w.system.Transitions()))
	for patience := c.options.Inactivity; !c.over(ctx); {
		covered := c.coverage()
		w.idle = 0
		if err := w.longRangeSearch(ctx, patience, min(episode, c.options.Inactivity)); err != nil {
			return err
		}
		before := c.queries.Load()
		hit, err := b.wideWidth(ctx, effort)
		patience = c.options.Inactivity + stepsPerQuery*int(c.queries.Load()-before)
		if hit {
			err = w.walkOn(ctx, episode) // from the target
		}
		if err != nil {
			return err
		}
		if c.coverage() > covered {
			renew(effort)
		}
	}
	return nil
}

// renew lets all targets be tried once more, since there are new states to start from.
func renew(effort []int) {
	for i := range effort {
		effort[i] = min(effort[i], maxEffort/2)
	}
}

// wideWidth tries the targets of the least effort so far, in turn, until one is reached.
func (b *backward) wideWidth(ctx context.Context, effort []int) (hit bool, err error) {
	frontier := b.campaign.frontier()
	least := maxEffort
	for _, t := range frontier {
		least = min(least, effort[t.ID])
	}
	for _, t := range frontier {
		if effort[t.ID] != least || least == maxEffort || b.campaign.over(ctx) {
			continue
		}
		if hit, err = b.try(ctx, t, max(firstEffort, 2*least), effort); hit || err != nil {
			return hit, err
		}
	}
	return false, nil
}

// try searches for a target and keeps the effort. After too many undecided queries it is the largest: the solver will not do better next
// time.
func (b *backward) try(ctx context.Context, t *sts.Transition, effort int, tried []int) (bool, error) {
	tried[t.ID] = effort
	hit, err := b.reach(ctx, t, effort)
	if b.open >= maxOpen {
		tried[t.ID] = maxEffort
	}
	return hit, err
}
