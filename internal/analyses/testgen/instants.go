package testgen

import (
	"context"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The instants of a test that is chosen for its path. A run of the exploration has arbitrary possible delays, often at an end of the allowed
// window, where a little lateness matters, or where an input crosses an output of the system. So the delays are chosen again, one after the
// other: each in the middle of the window that the rest of the path allows, and an input before the system can do something else. Tests for
// boundary values and conditions keep their instants.

// comfortable is a run along the same path with the same data, with delays from the middle of what is possible. It is the run itself if
// there are none.
func (b *builder) comfortable(ctx context.Context, w *run.Witness) *run.Witness {
	if !b.tree.System.Timed() || w.Parent == nil {
		return w
	}
	taken, conds, err := b.delays(ctx, w)
	if err != nil {
		return w
	}
	steps := w.Steps()
	by := map[*term.Term]*term.Term{}
	for i, p := range taken {
		delay := p.Params[p.Move.DelayParam()]
		window, _ := b.tree.System.Project(conds, delay)
		if p.Move.Input != nil {
			window = b.beforeOthers(p, window, by)
		}
		value := b.tree.System.Store.Const(term.Real, term.RatValue(middle(window)))
		by[delay] = value
		var ok bool
		if conds, ok = term.Conjoin(b.substituted(conds, by)); !ok {
			return w
		}
		steps[i+1] = withDelay(steps[i+1], value.Value())
	}
	again, err := b.executor.Replay(ctx, nil, steps)
	if err != nil {
		return w
	}
	return again
}

func withDelay(w *run.Witness, delay term.Value) *run.Witness {
	params := append([]term.Value(nil), w.Params...)
	params[w.Move.DelayParam()] = delay
	return &run.Witness{Move: w.Move, Params: params}
}

// delays takes the steps of a run with variables for the delays, and returns what these have to satisfy.
func (b *builder) delays(ctx context.Context, w *run.Witness) (steps []*path.Path, conds []*term.Term, err error) {
	s, all := b.tree.System, w.Steps()
	p := path.From(path.Knowledge{System: s}, s.Constant(all[0].Config))
	for _, w := range all[1:] {
		known := map[int]*term.Term{}
		for k, param := range w.Move.Params {
			if param.Kind != sts.Delay && param.Kind != sts.Dequeued {
				known[k] = s.Store.Const(param.Sort.Base(), w.Params[k])
			}
		}
		if p, err = p.Take(ctx, w.Move, known); err != nil {
			return nil, nil, err
		}
	}
	conds, _ = term.Conjoin(path.Terms(p.All()))
	return p.Steps(), conds, nil
}

func (b *builder) substituted(conds []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	out := make([]*term.Term, len(conds))
	for i, c := range conds {
		out[i] = b.tree.System.Store.Substitute(c, by)
	}
	return out
}

// beforeOthers is a window for an input, cut off where the system can do something else, if there is time before that.
func (b *builder) beforeOthers(p *path.Path, w sts.Window, by map[*term.Term]*term.Term) sts.Window {
	s, delay := b.tree.System, p.Params[p.Move.DelayParam()]
	for _, m := range p.Parent.Possible() {
		if m.Input != nil {
			continue
		}
		step := s.Step(m, &p.Parent.State, 0, map[int]*term.Term{m.DelayParam(): delay})
		other, _ := s.Project(b.substituted(step.Needs(), by), delay)
		if other.IsEmpty() || other.Low == nil || w.Low != nil && other.Low.Cmp(w.Low) <= 0 {
			continue
		}
		if w.High == nil || other.Low.Cmp(w.High) <= 0 {
			w.High, w.OpenHigh = other.Low, true
		}
	}
	return w
}

// middle is a point well inside of a window of delays: without a deadline, one unit after the earliest, or at once if that is allowed.
func middle(w sts.Window) *big.Rat {
	low := new(big.Rat)
	if w.Low != nil {
		low = w.Low
	}
	switch {
	case w.High != nil:
		sum := new(big.Rat).Add(low, w.High)
		return sum.Quo(sum, big.NewRat(2, 1))
	case low.Sign() == 0 && !w.OpenLow:
		return low
	}
	return new(big.Rat).Add(low, big.NewRat(1, 1))
}
