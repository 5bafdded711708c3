package ioco

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// at sets the time since the last observation, at which other states may be possible, and returns what sets it back.
func (f *follower) at(elapsed *term.Term) (back func()) {
	settled, lost, cycle, reset := f.settled, f.lost, f.cycle, f.clock.at(elapsed)
	f.settled = nil
	return func() {
		reset()
		f.settled, f.lost, f.cycle = settled, lost, cycle
	}
}

// At says when the next observation is made, in units of the model from the start. It has no effect in a system without clocks.
func (f *follower) At(instant *big.Rat) {
	if f.since != nil {
		f.measured = new(big.Rat).Sub(instant, f.since)
		f.at(f.number(f.measured))
	}
}

// stillOwes lets time pass in a possibility that owes an output, and reports whether the output may come now: those of one step come at one
// instant, up to the tolerance.
func (f *follower) stillOwes(ctx context.Context, p *Possibility) (bool, error) {
	if p.lag == nil {
		return true, nil
	}
	late, limit := f.delay(p), new(big.Rat)
	if f.Tolerance != nil && f.loose == nil { // a loose instant has the tolerance already
		limit = f.Tolerance
	}
	f.passTime(p)
	return f.constrain(ctx, p, append(slices.Clone(f.doubt), f.System.Store.Le(late, f.number(limit)))...)
}

// lasting returns the possibilities that can last until the next observation; others were left by an internal step before.
func (f *follower) lasting(ctx context.Context, list []Possibility) ([]Possibility, error) {
	if f.elapsed == nil || !f.elapsed.IsConst() {
		return list, nil
	}
	out := []Possibility{}
	for _, p := range list {
		lasts := p.Owes()
		if !lasts {
			var err error
			if lasts, err = f.mayHold(ctx, &p, f.System.MayWait(&f.symbolic(&p).State, f.delay(&p))...); err != nil {
				return nil, err
			}
		}
		if lasts {
			out = append(out, p)
		}
	}
	return out, nil
}

// waits lets time pass in a possibility, and reports whether that is possible without a step.
func (f *follower) waits(ctx context.Context, p *Possibility) (bool, error) {
	if p.Owes() {
		return f.stillOwes(ctx, p)
	}
	delay := f.delay(p)
	f.symbolic(p)
	f.passTime(p)
	return f.constrain(ctx, p, append(slices.Clone(f.doubt), f.System.MayWait(&p.State, delay)...)...)
}

// constrain adds conditions to a possibility that may be a configuration, and reports whether they can hold.
func (f *follower) constrain(ctx context.Context, p *Possibility, conds ...*term.Term) (bool, error) {
	open := slices.DeleteFunc(slices.Clone(conds), (*term.Term).IsTrue)
	switch {
	case len(open) == 0:
		return true, nil
	case slices.ContainsFunc(open, (*term.Term).IsFalse):
		return false, nil
	}
	if p.unseen == nil {
		f.symbolic(p)
		p.config = nil
	}
	return f.narrow(ctx, p, open...)
}

// Snapshot is what a tracker knew at some time.
type Snapshot struct{ present present }

// Snapshot returns what the tracker knows now.
func (f *follower) Snapshot() *Snapshot { return &Snapshot{f.present} }

// Restore goes back to what the tracker knew.
func (f *follower) Restore(s *Snapshot) {
	f.present = s.present
	f.settled = nil
}
