package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Purposes: what a session is to reach. A purpose is certainly reached if every possibility reached it, and possibly if some
// did: the verdicts PASS and WeakPASS of the paper. A session that ends without is inconclusive.

// reached tells whether the purpose is certainly, or at least possibly, reached.
func (t *Tracker) Reached(ctx context.Context, p *sts.Purpose) (certain, possible bool, err error) {
	states, err := t.States(ctx)
	if err != nil {
		return false, false, err
	}
	certain = len(states) > 0
	for _, s := range states {
		own, surely, err := t.Reaches(ctx, s, p)
		if err != nil {
			return false, false, err
		}
		possible = possible || own
		certain = certain && surely
	}
	return certain, possible, nil
}

// reaches tells whether one possibility can have reached a purpose, and whether it surely has.
func (t *Tracker) Reaches(ctx context.Context, s Possibility, p *sts.Purpose) (possible, certain bool, err error) {
	switch p.Kind {
	case sts.ReachLocation:
		return t.isAt(ctx, s, p)
	case sts.FollowSequence:
		done := follows(s.Path.Transitions(), p.Transitions)
		return done, done, nil
	}
	for _, wanted := range p.Transitions {
		if !s.Path.Has(wanted) {
			return false, false, nil
		}
	}
	return true, true, nil
}

// isAt checks a location with its condition.
func (t *Tracker) isAt(ctx context.Context, s Possibility, p *sts.Purpose) (possible, certain bool, err error) {
	if s.State.Locations[p.Machine] != p.Location || len(s.Pending) > 0 {
		return false, false, nil
	}
	cond := t.System.Apply(p.Cond, &s.State)
	if possible, err = t.Feasible(ctx, Conjuncts(s.Conds, []*term.Term{cond})); err != nil || !possible {
		return false, false, err
	}
	other, err := t.Feasible(ctx, Conjuncts(s.Conds, []*term.Term{t.System.Store.Not(cond)}))
	return true, !other, err
}
