package ioco

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Purposes: what a session is to reach. A purpose is certainly reached if every path that explains the observations reaches it,
// and possibly if some path does: the verdicts PASS and WeakPASS of the paper.

// Follow sets the purpose whose progress is followed from here on; nil for none.
func (t *Tracker) Follow(p *sts.Purpose) {
	t.purpose = p
	t.Forget()
}

// Reached reports whether the purpose is certainly, or at least possibly, reached.
func (t *Tracker) Reached(ctx context.Context) (certain, possible bool, err error) {
	states, err := t.States(ctx)
	certain = len(states) > 0
	for i := 0; i < len(states) && err == nil; i++ {
		var surely, maybe bool
		surely, maybe, err = t.Reaches(ctx, &states[i])
		certain, possible = certain && surely, possible || maybe
	}
	return certain && err == nil, possible, err
}

// Reaches reports whether one possibility has certainly, or at least possibly, reached the purpose.
func (t *Tracker) Reaches(ctx context.Context, p *Possibility) (certain, possible bool, err error) {
	if t.purpose.Kind == sts.ReachLocation {
		return t.isAt(ctx, p)
	}
	possible = slices.ContainsFunc(p.past.Progress, t.purpose.Done)
	certain = possible && !slices.ContainsFunc(p.past.Progress, func(g sts.Progress) bool { return !t.purpose.Done(g) })
	return certain, possible, nil
}

// isAt checks a location with its condition.
func (t *Tracker) isAt(ctx context.Context, p *Possibility) (certain, possible bool, err error) {
	if p.State.Locations[t.purpose.Machine] != t.purpose.Location || len(p.Pending) > 0 {
		return false, false, nil
	}
	cond := t.System.Apply(t.purpose.Cond, &p.State)
	if _, possible, err = t.Feasible(ctx, p.Conds, cond); err != nil || !possible {
		return false, false, err
	}
	_, other, err := t.Feasible(ctx, p.Conds, t.System.Store.Not(cond))
	return err == nil && !other, true, err
}

// Missing returns the transitions that a path to a possibility still has to take for the purpose, where it is not reached.
func (t *Tracker) Missing(p *Possibility) []*sts.Transition {
	for _, g := range p.past.Progress {
		if !t.purpose.Done(g) {
			return t.purpose.Missing(g)
		}
	}
	return nil
}
