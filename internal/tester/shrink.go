package tester

import (
	"context"
	"errors"
	"slices"
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
	inputs  []sut.Message // of the best
	runs    int
	until   time.Duration // of waiting
}

// exhausted reports whether there is no more time for runs.
func (k *shrinking) exhausted() bool {
	return k.runs >= maxShrinks || k.session.quiet.waited >= k.until
}

// Shrink looks for a shorter and simpler test that fails as well, and returns the report of the best.
func (s *Session) Shrink(ctx context.Context, failed *Report) (*Report, error) {
	k := &shrinking{session: s, best: failed, inputs: Inputs(failed.Trace), until: s.quiet.waited + shrinkTime}
	s.quiet.brief = true
	defer func() { s.quiet.brief = false }()
	for {
		before := len(k.inputs)
		var err error
		for _, pass := range []func(context.Context) error{k.halve, k.simplify, k.cutLoops} {
			if err == nil {
				err = pass(ctx)
			}
		}
		if err != nil || len(k.inputs) == before || k.exhausted() {
			k.best.Repeats = failed.Repeats
			return k.best.summedUpBy(failed), unlessEnded(err)
		}
	}
}

// unlessEnded hides that the time was up, or that the system cannot be reset any more: what was found until then counts.
func unlessEnded(err error) error {
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
	k.best, k.inputs = r, Inputs(r.Trace)
	return true, nil
}

// alike reports whether a test fails as another does. That a system dies when it is started again must not hide the wrong output
// that it sent before. Where several failures are collected it must be the same failure, so that one does not turn into
// another while it is made shorter.
func (s *Session) alike(r, failed *Report) bool {
	return r.Verdict == result.Fail && r.trouble == failed.trouble && (!s.options.KeepGoing || r.signature == failed.signature)
}

// halve leaves out parts of halving sizes.
func (k *shrinking) halve(ctx context.Context) error {
	for size := len(k.inputs) / 2; size > 0; size /= 2 {
		if err := k.leaveOut(ctx, size, max(size/2, 1)); err != nil {
			return err
		}
	}
	return nil
}

// cutLoops leaves out parts of all sizes from the length of a loop down.
func (k *shrinking) cutLoops(ctx context.Context) error {
	for size := min(len(k.inputs)-1, maxLoop); size > 0; size-- {
		if err := k.leaveOut(ctx, size, 1); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut tries to leave out parts of a size, at places that are stride apart.
func (k *shrinking) leaveOut(ctx context.Context, size, stride int) error {
	for start := 0; start+size <= len(k.inputs) && !k.exhausted(); {
		shorter, err := k.try(ctx, slices.Concat(k.inputs[:start], k.inputs[start+size:]))
		if err != nil {
			return err
		}
		if !shorter {
			start += stride
		}
	}
	return nil
}

// simplify makes the numbers of a failing test smaller: all at once if that is enough, otherwise one at a time.
func (k *shrinking) simplify(ctx context.Context) error {
	zeros := k.inputs
	for i, m := range zeros {
		for v := range m.Values {
			if isWhole(m, v) && m.Sort(v).Contains(term.IntValue(0)) {
				zeros = withValue(zeros, i, v, 0)
			}
		}
	}
	if all, err := k.try(ctx, zeros); err != nil || all {
		return err
	}
	for i := 0; i < len(k.inputs); i++ {
		for v := 0; i < len(k.inputs) && v < len(k.inputs[i].Values); v++ {
			if err := k.lower(ctx, i, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// isWhole reports whether a value of a message is a whole number, or counted as such.
func isWhole(m sut.Message, v int) bool {
	kind := m.Sort(v).Kind
	return kind != term.KindString && kind != term.KindReal
}

// lower finds the number nearest to zero that still fails: zero, or by bisection between one that does not and one that does.
func (k *shrinking) lower(ctx context.Context, i, v int) error {
	fails, small := k.inputs[i].Values[v].Small()
	if !small || fails == 0 || !isWhole(k.inputs[i], v) {
		return nil
	}
	zero, err := k.replace(ctx, i, v, 0)
	if err != nil || zero || k.inputs[i].Sort(v).Kind == term.KindBool {
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
	if i >= len(k.inputs) || !k.inputs[i].Sort(v).Contains(term.IntValue(n)) {
		return false, nil
	}
	return k.try(ctx, withValue(k.inputs, i, v, n))
}

// withValue copies inputs and changes one value.
func withValue(inputs []sut.Message, i, v int, n int64) []sut.Message {
	out := slices.Clone(inputs)
	out[i].Values = slices.Clone(inputs[i].Values)
	out[i].Values[v] = term.IntValue(n)
	return out
}
