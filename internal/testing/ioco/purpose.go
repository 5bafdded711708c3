package ioco

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Purposes: what a session is to reach. A purpose is certainly reached if every path that explains the observations reaches it,
// and possibly if some path does: the verdicts PASS and WeakPASS of the paper.

// Follow sets the purpose whose progress is followed from here on; nil for none.
func (r *record) Follow(p *sts.Purpose) {
	r.purpose = p
	r.Forget()
}

// Reached reports whether the purpose is certainly, or at least possibly, reached.
func (r *record) Reached(ctx context.Context) (certain, possible bool, err error) {
	states, err := r.States(ctx)
	certain = len(states) > 0
	for i := 0; i < len(states) && err == nil; i++ {
		var surely, maybe bool
		surely, maybe, err = r.Reaches(ctx, &states[i])
		certain, possible = certain && surely, possible || maybe
	}
	return certain && err == nil, possible, err
}

// Reaches reports whether one possibility has certainly, or at least possibly, reached the purpose.
func (r *record) Reaches(ctx context.Context, p *Possibility) (certain, possible bool, err error) {
	if r.purpose.Kind == sts.ReachLocation {
		return r.isAt(ctx, p)
	}
	possible = slices.ContainsFunc(p.past.Progress, r.purpose.Done)
	certain = possible && !slices.ContainsFunc(p.past.Progress, func(g sts.Progress) bool { return !r.purpose.Done(g) })
	return certain, possible, nil
}

// isAt checks a location with its condition.
func (r *record) isAt(ctx context.Context, p *Possibility) (certain, possible bool, err error) {
	if p.State.Locations[r.purpose.Machine] != r.purpose.Location || len(p.Pending) > 0 {
		return false, false, nil
	}
	cond := r.System.Apply(r.purpose.Cond, &p.State)
	if _, possible, err = r.Feasible(ctx, p.Conds, cond); err != nil || !possible {
		return false, false, err
	}
	_, other, err := r.Feasible(ctx, p.Conds, r.System.Store.Not(cond))
	return err == nil && !other, true, err
}

// Missing returns the transitions that a path to a possibility still has to take for the purpose, where it is not reached.
func (r *record) Missing(p *Possibility) []*sts.Transition {
	for _, g := range p.past.Progress {
		if !r.purpose.Done(g) {
			return r.purpose.Missing(g)
		}
	}
	return nil
}
