package tester

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Replay of tests with instants: each input is sent with its original delay after the preceding message, once the same number of outputs
// has come.

// replayTimed takes the steps of a test at their instants, observing in between, and then waits for outputs that are due.
func (s *Session) replayTimed(ctx context.Context, steps []shrink.Step) (*Report, error) {
	s.report, s.replays, s.timed.doubt = Report{}, true, ""
	defer s.tracker.RecallProducts(s.tracker.ForgetProducts())
	err := s.begin(ctx)
	ok := err == nil
	for i := 0; i < len(steps) && ok; i++ {
		if steps[i].Reset {
			err = s.resetWithin(ctx)
			ok = err == nil
			continue
		}
		ok, err = s.replayStep(ctx, steps[i])
		ok = ok && err == nil
	}
	if ok {
		err = s.awaitDue(ctx, s.endOf(steps))
	}
	report, err := s.conclude(ctx, err)
	report.taken = steps
	return report, err
}

// replayStep observes until the instant of an input, and sends it. False means that the replay has a verdict.
func (s *Session) replayStep(ctx context.Context, step shrink.Step) (bool, error) {
	for range step.Input.Awaits {
		if ok, err := s.awaitNext(ctx, nil); err != nil || !ok {
			return false, err
		}
	}
	for came := true; came; {
		at := s.tracker.LastInstant()
		if step.Input.After != nil {
			at = new(big.Rat).Add(at, step.Input.After)
		}
		var ok bool
		var err error
		if came, ok, err = s.observeUntil(ctx, at); err != nil || !ok {
			return false, err
		}
	}
	accepts, ok, err := s.acceptsSoon(ctx, step.Input)
	if err != nil || !ok {
		return false, err
	}
	if !accepts {
		s.report.Verdict = result.Inconclusive
		s.report.Evidence = s.refused(step.Input, "at "+sts.FormatInstant(s.tracker.Now()))
		return false, err
	}
	s.observes()
	s.timed.last, s.timed.lastInput, s.timed.lastAt = s.tracker.Snapshot(), step.Input, s.tracker.Now()
	return true, s.send(ctx, step.Input)
}

// dueWait is the time to wait for an output that is under way.
const dueWait = time.Millisecond

// acceptsSoon reports whether the model accepts an input now, or after outputs that come at about this instant: which of two things that happen at one
// instant is seen first is a matter of chance. False as ok means that the replay has a verdict.
func (s *Session) acceptsSoon(ctx context.Context, msg sut.Message) (accepts, ok bool, err error) {
	for came := true; came; {
		s.tracker.At(s.timed.clock.Now())
		if accepts, err = s.tracker.Accepts(ctx, msg); err != nil || accepts {
			return accepts, true, err
		}
		if came, ok, err = s.observeUntil(ctx, new(big.Rat).Add(s.timed.clock.Now(), s.timed.clock.Units(dueWait))); err != nil || !ok {
			return false, ok, err
		}
	}
	return false, true, nil
}

// endOf returns the end of a test whose last step was just taken: a tenth later than in the original test, since the speed of a
// system varies; nil if it is unknown.
func (s *Session) endOf(steps []shrink.Step) *big.Rat {
	if len(steps) == 0 || steps[len(steps)-1].Input.Rest == nil {
		return nil
	}
	rest := new(big.Rat).Mul(steps[len(steps)-1].Input.Rest, big.NewRat(11, 10))
	return rest.Add(rest.Add(rest, s.tracker.LastInstant()), s.timed.clock.Units(2*s.timed.exact))
}

// maxDue is the maximum number of outputs to wait for after the end of a test.
const maxDue = 3

// awaitDue waits until the end of the test, and then for a few outputs until there is no deadline of the model ahead.
func (s *Session) awaitDue(ctx context.Context, end *big.Rat) error {
	for due := 0; due < maxDue; {
		trace := len(s.report.Trace)
		ok, err := s.awaitNext(ctx, end)
		if errors.Is(err, errFlood) {
			return nil
		}
		if err != nil || !ok || len(s.report.Trace) == trace {
			return err
		}
		if end == nil || s.timed.clock.Now().Cmp(end) >= 0 {
			due++
		}
	}
	return nil
}

// awaitNext waits for the next output, up to the deadline of the model, or if there is none, up to an instant; nil means Options.Wait.
// False means that the system failed.
func (s *Session) awaitNext(ctx context.Context, end *big.Rat) (bool, error) {
	future, err := s.tracker.Future(ctx)
	if err != nil {
		return false, err
	}
	for {
		until := s.latest(future)
		if until == nil {
			until = end
		}
		came, ok, err := s.observeUntil(ctx, until)
		if err != nil || !ok || came {
			return ok, err
		}
		early, ok, err := s.silentTimed(ctx)
		if err != nil || !ok || !early {
			return ok, err
		}
	}
}
