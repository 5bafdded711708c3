package tester

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
	"github.com/sextant-mbt/sextant/internal/testing/tester/timing"
)

// picker finds the values of an input, and, in a system with clocks, its instant.
type picker struct {
	tracker  *ioco.Tracker
	options  *Options
	random   *rand.Rand
	drawing  *drawing.Drawing
	expenses *expenses
	time     *timekeeper
}

// pick returns an input for the first of the receivers that has one. The solver is used for a move less and less often, unless nothing else
// is possible.
func (p *picker) pick(ctx context.Context, receivers []ioco.Receiver) (ioco.Input, bool, error) {
	p.drawing.Begin()
	for _, effort := range []bool{false, true} {
		for _, x := range receivers {
			msg, ok, err := p.drawing.Input(ctx, x, effort || !p.expenses.warms() && p.solves(x.Move))
			if err != nil || ok {
				return ioco.Input{Move: x.Move, Message: msg}, ok, err
			}
		}
	}
	return ioco.Input{}, false, nil
}

// solves reports whether to use the solver for a move whose draws fail: the more it was used for the move, the less often.
func (p *picker) solves(m *sts.Move) bool {
	n := p.drawing.Solved(m)
	return p.expenses.allowance() > 0 && (n < freeSolutions || p.random.IntN(n*n) < freeSolutions)
}

// shuffle puts receivers into a random order.
func (p *picker) shuffle(receivers []ioco.Receiver) {
	p.random.Shuffle(len(receivers), func(i, j int) { receivers[i], receivers[j] = receivers[j], receivers[i] })
}

// halvings is how often the time to an end of a window is halved to find the end.
const halvings = 10

// atAnEnd returns another instant for an input, in one case of two where there is one: near to the first or the last at which a move receives it
// with its values, where something wrong by a little shows.
func (p *picker) atAnEnd(ctx context.Context, c ioco.Chance, msg sut.Message, at *big.Rat) (*big.Rat, error) {
	if p.options.Strategy != Guided || p.random.IntN(2) == 0 {
		return at, nil
	}
	beyond := p.time.clock.Now()
	if p.random.IntN(2) == 0 {
		if beyond = c.Window.High; beyond == nil {
			beyond = new(big.Rat).Add(at, big.NewRat(int64(1+p.random.IntN(8)), 1))
		}
	}
	return p.lastTaken(ctx, c, msg, at, beyond)
}

// lastTaken returns an instant on the way from one at which a move receives an input to another: one near to the last at which it does, and
// further from it than the tolerance.
func (p *picker) lastTaken(ctx context.Context, c ioco.Chance, msg sut.Message, taken, beyond *big.Rat) (*big.Rat, error) {
	best := taken
	margin := new(big.Rat).Set(p.time.tolerance)
	if beyond.Cmp(taken) < 0 {
		margin.Neg(margin)
	}
	for range halvings {
		middle := new(big.Rat).Add(taken, beyond)
		middle.Mul(middle, big.NewRat(1, 2))
		ok, err := p.takenAt(ctx, c, msg, middle)
		if err != nil {
			return nil, err
		}
		if !ok {
			beyond = middle
			continue
		}
		taken = middle
		if certain, err := p.takenAt(ctx, c, msg, new(big.Rat).Add(middle, margin)); err != nil || certain {
			best = middle
		}
	}
	return best, nil
}

// takenAt reports whether a move receives an input at an instant, and no state refuses it.
func (p *picker) takenAt(ctx context.Context, c ioco.Chance, msg sut.Message, at *big.Rat) (bool, error) {
	p.tracker.At(at)
	receivers, err := p.tracker.Receivers(ctx)
	if err != nil {
		return false, err
	}
	for _, r := range receivers {
		if r.Move == c.Move {
			return p.drawing.Fits(ctx, r, msg)
		}
	}
	return false, nil
}

// freeSolutions is the number of times that the solver is used for a move without restriction.
const freeSolutions = 4

// inputAt chooses an instant for an input, and its values; false if there are none.
func (p *picker) inputAt(ctx context.Context, c ioco.Chance, f ioco.Future) (act, bool, error) {
	var avoid []sts.Window
	for _, o := range f.Outputs {
		avoid = append(avoid, o.Window)
	}
	for _, at := range timing.Instants(p.random, c.Window, p.time.clock.Now(), p.time.tolerance, avoid) {
		p.tracker.At(at)
		receivers, err := p.tracker.Receivers(ctx)
		if err != nil {
			return act{}, false, err
		}
		receivers = slices.DeleteFunc(receivers, func(r ioco.Receiver) bool { return r.Move != c.Move })
		in, ok, err := p.pick(ctx, receivers)
		if err != nil {
			return act{}, false, err
		}
		if ok {
			at, err = p.atAnEnd(ctx, c, in.Message, at)
			return act{at: at, input: &in}, true, err
		}
	}
	return act{}, false, nil
}
