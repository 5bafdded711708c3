package tester

import (
	"context"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/timing"
)

// The instants of inputs in systems with clocks.

// setPace decides for an episode whether inputs are sent as early as possible: so they are if they have to be faster than what the system does by
// itself, and now and then otherwise.
func (p *picker) setPace(fast bool) {
	p.hasty = p.time.isTimed() && (fast || p.random.IntN(4) == 0)
}

// instants returns instants for an input, in the order in which they are tried.
func (p *picker) instants(o option) []*big.Rat {
	out := timing.Instants(p.random, o.window, p.time.clock.Now(), p.time.tolerance, p.outputs())
	if p.hasty {
		timing.EarliestFirst(out, p.time.tolerance, p.outputs())
	}
	return out
}

// outputs returns the windows of outputs, which inputs are not to cross.
func (p *picker) outputs() []sts.Window {
	var out []sts.Window
	for _, c := range p.prospect.future.Outputs {
		out = append(out, c.Window)
	}
	return out
}

// inputAt chooses an instant for an input, and its values; false if there are none.
func (p *picker) inputAt(ctx context.Context, o option, solve bool) (act, bool, error) {
	defer p.prospect.here()
	for _, at := range p.instants(o) {
		r, ok, err := p.receiverAt(ctx, o.Move, at)
		if err != nil {
			return act{}, false, err
		}
		if !ok {
			continue
		}
		msg, ok, err := p.drawing.Input(ctx, r, solve)
		if err != nil {
			return act{}, false, err
		}
		if ok {
			at, err = p.atAnEnd(ctx, o, msg, at)
			return act{ioco.Input{Move: o.Move, Message: msg}, at}, true, err
		}
	}
	return act{}, false, nil
}

// fixedAt chooses an instant for an input whose values are given; false if there is none.
func (p *picker) fixedAt(ctx context.Context, o option, msg sut.Message) (act, bool, error) {
	for _, at := range p.instants(o) {
		if ok, err := p.takenAt(ctx, o.Move, msg, at); err != nil || ok {
			return act{ioco.Input{Move: o.Move, Message: msg}, at}, ok, err
		}
	}
	return act{}, false, nil
}

// isCertain reports whether a move receives an input at an instant, also if it is sent earlier or later by the tolerance, and without crossing an
// output.
func (p *picker) isCertain(ctx context.Context, m *sts.Move, msg sut.Message, at *big.Rat) (bool, error) {
	instants := []*big.Rat{at}
	if p.time.tolerance.Sign() > 0 {
		if timing.Near(at, p.time.tolerance, p.outputs()) {
			return false, nil
		}
		instants = append(instants, new(big.Rat).Add(at, p.time.tolerance))
		if before := new(big.Rat).Sub(at, p.time.tolerance); before.Cmp(p.time.clock.Now()) > 0 {
			instants = append(instants, before)
		}
	}
	for _, i := range instants {
		if ok, err := p.takenAt(ctx, m, msg, i); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// halvings is how often the time to an end of a window is halved to find the end.
const halvings = 10

// atAnEnd returns another instant for an input, in one case of two where there is one: near to the first or the last at which a move receives it
// with its values, where something wrong by a little shows.
func (p *picker) atAnEnd(ctx context.Context, o option, msg sut.Message, at *big.Rat) (*big.Rat, error) {
	if p.options.Strategy != Guided || p.hasty || p.random.IntN(2) == 0 {
		return at, nil
	}
	beyond := p.time.clock.Now()
	if p.random.IntN(2) == 0 {
		if beyond = o.window.High; beyond == nil {
			beyond = new(big.Rat).Add(at, big.NewRat(int64(1+p.random.IntN(8)), 1))
		}
	}
	return p.lastTaken(ctx, o.Move, msg, at, beyond)
}

// lastTaken returns an instant on the way from one at which a move receives an input to another: one near to the last at which it does, and
// further from it than the tolerance.
func (p *picker) lastTaken(ctx context.Context, m *sts.Move, msg sut.Message, taken, beyond *big.Rat) (*big.Rat, error) {
	best := taken
	margin := new(big.Rat).Set(p.time.tolerance)
	if beyond.Cmp(taken) < 0 {
		margin.Neg(margin)
	}
	for range halvings {
		middle := new(big.Rat).Add(taken, beyond)
		middle.Mul(middle, big.NewRat(1, 2))
		ok, err := p.takenAt(ctx, m, msg, middle)
		if err != nil {
			return nil, err
		}
		if !ok {
			beyond = middle
			continue
		}
		taken = middle
		if certain, err := p.takenAt(ctx, m, msg, new(big.Rat).Add(middle, margin)); err != nil || certain {
			best = middle
		}
	}
	return best, nil
}

// takenAt reports whether a move receives an input at an instant, and no state refuses it.
func (p *picker) takenAt(ctx context.Context, m *sts.Move, msg sut.Message, at *big.Rat) (bool, error) {
	r, ok, err := p.receiverAt(ctx, m, at)
	if err != nil || !ok {
		return false, err
	}
	defer p.prospect.here()
	return p.drawing.Fits(ctx, r, msg)
}

// receiverAt sets the instant of the tracker, and returns the receiver that a move has then; false if it has none.
func (p *picker) receiverAt(ctx context.Context, m *sts.Move, at *big.Rat) (ioco.Receiver, bool, error) {
	p.tracker.At(at)
	receivers, err := p.tracker.Receivers(ctx)
	for _, r := range receivers {
		if r.Move == m {
			return r, true, err
		}
	}
	return ioco.Receiver{}, false, err
}
