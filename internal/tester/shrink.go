package tester

import (
	"context"
	"errors"
	"time"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Shrinking makes a failing test short and simple, by running it again with less. First parts are left out: halves, quarters
// and so on down to single inputs. Then numbers are made smaller, all at once or by bisection towards zero. Then every part of
// up to a dozen inputs is left out, which finds loops through the model. These take turns until none helps. A candidate that
// the model would not accept is not run at all, so that most of the work is done without the system.

// maxShrinks bounds how often a failing test is run again, and maxLoop the parts that are tried at every place.
// shrinkTime is how long the system is waited for in all runs together: each run of a system that is silent takes long.
const (
	maxShrinks = 400
	maxLoop    = 12
	shrinkTime = 20 * time.Second
)

// shrinking is one call of Shrink.
type shrinking struct {
	session *Session
	best    *Report
	runs    int
	until   time.Duration // of waiting
}

// exhausted tells whether no more runs are worth their time.
func (k *shrinking) exhausted() bool {
	return k.runs >= maxShrinks || k.session.quiet.waited >= k.until
}

// Shrink looks for a shorter and simpler test that fails as well, and returns the report of the best.
func (s *Session) Shrink(ctx context.Context, failed *Report) (*Report, error) {
	k := &shrinking{session: s, best: failed, until: s.quiet.waited + shrinkTime}
	for {
		before := len(Inputs(k.best.Trace))
		err := k.halve(ctx)
		if err == nil {
			err = k.simplify(ctx)
		}
		if err == nil {
			err = k.cutLoops(ctx)
		}
		if err != nil || len(Inputs(k.best.Trace)) == before || k.exhausted() {
			k.best.Covered, k.best.Sent, k.best.Tests, k.best.Cycles = failed.Covered, failed.Sent, failed.Tests, failed.Cycles
			return k.best, ended(err)
		}
	}
}

// ended hides that the time was up, or that the system cannot be reset any more: what was found until then counts.
func ended(err error) error {
	var unavailable *sut.ErrUnavailable
	if errors.As(err, &unavailable) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// try runs a candidate, and keeps it if it fails as well.
func (k *shrinking) try(ctx context.Context, candidate []sut.Message) (bool, error) {
	plausible, err := k.session.tracker.Plausible(ctx, candidate)
	if err != nil || !plausible || k.exhausted() {
		return false, err
	}
	k.runs++
	r, err := k.session.replay(ctx, candidate, k.session.observe)
	if err != nil || !k.session.alike(r, k.best) {
		return false, err
	}
	k.best = r
	return true, nil
}

// alike tells whether a test fails as another does. That a system dies when it is started again must not hide the wrong output
// that it sent before. Where several failures are collected it must be the same failure, so that one does not turn into
// another while it is made shorter.
func (s *Session) alike(r, failed *Report) bool {
	return r.Verdict == result.Fail && r.trouble == failed.trouble && (!s.options.KeepGoing || r.sign == failed.sign)
}

// halve leaves out parts of halving sizes.
func (k *shrinking) halve(ctx context.Context) error {
	for size := len(Inputs(k.best.Trace)) / 2; size > 0; size /= 2 {
		if err := k.leaveOut(ctx, size, max(size/2, 1)); err != nil {
			return err
		}
	}
	return nil
}

// cutLoops leaves out parts of all sizes from the length of a loop down.
func (k *shrinking) cutLoops(ctx context.Context) error {
	for size := min(len(Inputs(k.best.Trace))-1, maxLoop); size > 0; size-- {
		if err := k.leaveOut(ctx, size, 1); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut tries to leave out parts of a size, at places that are stride apart.
func (k *shrinking) leaveOut(ctx context.Context, size, stride int) error {
	for start := 0; ; {
		inputs := Inputs(k.best.Trace)
		if start+size > len(inputs) || k.exhausted() {
			return nil
		}
		candidate := append(append([]sut.Message(nil), inputs[:start]...), inputs[start+size:]...)
		shorter, err := k.try(ctx, candidate)
		if err != nil {
			return err
		}
		if !shorter {
			start += stride
		}
	}
}

// simplify makes the numbers of a failing test smaller: all at once if that will do, otherwise one at a time.
func (k *shrinking) simplify(ctx context.Context) error {
	if all, err := k.try(ctx, zeroed(Inputs(k.best.Trace))); err != nil || all {
		return err
	}
	for i := 0; i < len(Inputs(k.best.Trace)); i++ {
		for v := 0; i < len(Inputs(k.best.Trace)) && v < len(Inputs(k.best.Trace)[i].Values); v++ {
			if err := k.lower(ctx, i, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// zeroed copies inputs with zeros for all numbers that can be zero.
func zeroed(inputs []sut.Message) []sut.Message {
	zero := term.IntValue(0)
	for i, m := range inputs {
		for v := range m.Values {
			if kind := m.Sort(v).Kind; kind != term.KindString && kind != term.KindReal && m.Sort(v).Contains(zero) {
				inputs = with(inputs, i, v, zero)
			}
		}
	}
	return inputs
}

// lower finds the number nearest to zero that still fails: zero, or by bisection between one that does not and one that does.
func (k *shrinking) lower(ctx context.Context, i, v int) error {
	inputs := Inputs(k.best.Trace)
	kind := inputs[i].Sort(v).Kind
	fails, small := inputs[i].Values[v].Small()
	if !small || fails == 0 || kind == term.KindString || kind == term.KindReal {
		return nil
	}
	if kind == term.KindBool {
		_, err := k.replace(ctx, i, v, 0)
		return err
	}
	zero, err := k.replace(ctx, i, v, 0)
	if err != nil || zero {
		return err
	}
	for passes := int64(0); fails-passes > 1 || passes-fails > 1; {
		middle := passes + (fails-passes)/2
		failed, err := k.replace(ctx, i, v, middle)
		if err != nil {
			return err
		}
		if failed {
			fails = middle
		} else {
			passes = middle
		}
	}
	return nil
}

// replace tries another number in the place of one.
func (k *shrinking) replace(ctx context.Context, i, v int, n int64) (bool, error) {
	inputs := Inputs(k.best.Trace)
	value := term.IntValue(n)
	if i >= len(inputs) || !inputs[i].Sort(v).Contains(value) {
		return false, nil
	}
	return k.try(ctx, with(inputs, i, v, value))
}
