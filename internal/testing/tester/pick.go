package tester

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
)

// picker finds the values of an input, and, in a system with clocks, its instant.
type picker struct {
	tracker  *ioco.Tracker
	options  *Options
	random   *rand.Rand
	drawing  *drawing.Drawing
	expenses *expenses
	time     *timekeeper
	prospect *prospect

	hasty bool // in a system with clocks inputs are sent as early as possible
}

// pick returns an action for the first of the options that has one: a wait always has. The solver is used for a move less and less often, unless
// nothing else is possible.
func (p *picker) pick(ctx context.Context, options []option) (act, bool, error) {
	p.drawing.Begin()
	for _, effort := range []bool{false, true} {
		for _, o := range options {
			a, ok, err := p.choice(ctx, o, effort || !o.waits() && !p.expenses.warms() && p.solves(o.Move))
			if err != nil || ok {
				return a, ok, err
			}
		}
	}
	return act{}, false, nil
}

// choice returns the action for an option, using the solver only if requested; false if there is none.
func (p *picker) choice(ctx context.Context, o option, solve bool) (act, bool, error) {
	switch {
	case o.waits():
		return p.prospect.wait(o), true, nil
	case p.time.isTimed():
		return p.inputAt(ctx, o, solve)
	}
	msg, ok, err := p.drawing.Input(ctx, o.Receiver, solve)
	return act{Input: ioco.Input{Move: o.Move, Message: msg}}, ok, err
}

// fixed returns the action for an input whose values are given; false if the option does not take it.
func (p *picker) fixed(ctx context.Context, o option, msg sut.Message) (act, bool, error) {
	if p.time.isTimed() {
		return p.fixedAt(ctx, o, msg)
	}
	ok, err := p.drawing.Fits(ctx, o.Receiver, msg)
	return act{Input: ioco.Input{Move: o.Move, Message: msg}}, ok, err
}

// planned returns the action for an input of a plan, in a system with clocks at the planned instant if it is certain that it is taken then, and
// otherwise at another; false if there is none.
func (p *picker) planned(ctx context.Context, in ioco.Input) (act, bool, error) {
	if !p.time.isTimed() {
		ok, err := p.tracker.Accepts(ctx, in.Message)
		return act{Input: in}, ok, err
	}
	for _, o := range p.prospect.chances() {
		if o.Move != in.Move {
			continue
		}
		at := p.tracker.LastInstant()
		if in.After != nil {
			at = new(big.Rat).Add(at, in.After)
		}
		certain, err := p.isCertain(ctx, o.Move, in.Message, at)
		if err != nil || certain {
			return act{in, at}, certain, err
		}
		if a, ok, err := p.fixedAt(ctx, o, in.Message); err != nil || ok {
			return a, ok, err
		}
	}
	return act{}, false, nil
}

// solves reports whether to use the solver for a move whose draws fail: the more it was used for the move, the less often.
func (p *picker) solves(m *sts.Move) bool {
	n := p.drawing.Solved(m)
	return p.expenses.allowance() > 0 && (n < freeSolutions || p.random.IntN(n*n) < freeSolutions)
}

// shuffle puts options into a random order.
func (p *picker) shuffle(options []option) {
	p.random.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
}

// freeSolutions is the number of times that the solver is used for a move without restriction.
const freeSolutions = 4
