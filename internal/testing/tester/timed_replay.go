package tester

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/gocall"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Replay of tests with instants: each input is sent with its original delay after the preceding message, once the same number of outputs
// has come.

// replayTimed takes the steps of a test at their instants, observing in between, and then waits for outputs that are due.
func (p *player) replayTimed(ctx context.Context, steps []shrink.Step) (*Report, error) {
	*p.report, p.judge.replays, p.judge.doubt = Report{}, true, ""
	defer p.tracker.RecallProducts(p.tracker.ForgetProducts())
	err := gocall.Within(ctx, func(ctx context.Context) error { return p.playTimed(ctx, steps) })
	report, err := p.judge.conclude(ctx, err)
	report.taken = steps
	return report, err
}

// playTimed resets the system, and takes the steps.
func (p *player) playTimed(ctx context.Context, steps []shrink.Step) error {
	if err := p.talk.begin(ctx); err != nil {
		return err
	}
	for _, step := range steps {
		if step.Reset {
			if err := p.talk.resetWithin(ctx); err != nil {
				return err
			}
			continue
		}
		if ok, err := p.replayStep(ctx, step); err != nil || !ok {
			return err
		}
	}
	return p.awaitDue(ctx, p.endOf(steps))
}

// replayStep observes until the instant of an input, and sends it. False means that the replay has a verdict.
func (p *player) replayStep(ctx context.Context, step shrink.Step) (bool, error) {
	for range step.Input.Awaits {
		if ok, err := p.timeline.awaitNext(ctx, nil); err != nil || !ok {
			return false, err
		}
	}
	for came := true; came; {
		at := p.tracker.LastInstant()
		if step.Input.After != nil {
			at = new(big.Rat).Add(at, step.Input.After)
		}
		var ok bool
		var err error
		if came, ok, err = p.timeline.observeUntil(ctx, at); err != nil || !ok {
			return false, err
		}
	}
	accepts, ok, err := p.acceptsSoon(ctx, step.Input)
	if err != nil || !ok {
		return false, err
	}
	if !accepts {
		p.report.Verdict = result.Inconclusive
		p.report.Evidence = p.judge.refused(step.Input, "at "+sts.FormatInstant(p.tracker.Now()))
		return false, err
	}
	p.time.observes()
	p.talk.before, p.talk.lastInput, p.talk.lastAt = p.tracker.Snapshot(), step.Input, p.tracker.Now()
	return true, p.talk.send(ctx, step.Input)
}

// dueWait is the time to wait for an output that is under way.
const dueWait = time.Millisecond

// acceptsSoon reports whether the model accepts an input now, or after outputs that come at about this instant: which of two things that happen at one
// instant is seen first is a matter of chance. False as ok means that the replay has a verdict.
func (p *player) acceptsSoon(ctx context.Context, msg sut.Message) (accepts, ok bool, err error) {
	for came := true; came; {
		p.tracker.At(p.time.clock.Now())
		if accepts, err = p.tracker.Accepts(ctx, msg); err != nil || accepts {
			return accepts, true, err
		}
		if came, ok, err = p.timeline.observeUntil(ctx, new(big.Rat).Add(p.time.clock.Now(), p.time.clock.Units(dueWait))); err != nil || !ok {
			return false, ok, err
		}
	}
	return false, true, nil
}

// endOf returns the end of a test whose last step was just taken: a tenth later than in the original test, since the speed of a
// system varies; nil if it is unknown.
func (p *player) endOf(steps []shrink.Step) *big.Rat {
	if len(steps) == 0 || steps[len(steps)-1].Input.Rest == nil {
		return nil
	}
	rest := new(big.Rat).Mul(steps[len(steps)-1].Input.Rest, big.NewRat(11, 10))
	return rest.Add(rest.Add(rest, p.tracker.LastInstant()), p.time.clock.Units(2*p.time.exact))
}

// maxDue is the maximum number of outputs to wait for after the end of a test.
const maxDue = 3

// awaitDue waits until the end of the test, and then for a few outputs until there is no deadline of the model ahead.
func (p *player) awaitDue(ctx context.Context, end *big.Rat) error {
	for due := 0; due < maxDue; {
		trace := len(p.report.Trace)
		ok, err := p.timeline.awaitNext(ctx, end)
		if errors.Is(err, errFlood) {
			return nil
		}
		if err != nil || !ok || len(p.report.Trace) == trace {
			return err
		}
		if end == nil || p.time.clock.Now().Cmp(end) >= 0 {
			due++
		}
	}
	return nil
}
