package tester

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/gocall"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
)

// A sample is one run of a campaign, which repeats tests to measure the frequencies of observations (paper of Gerhold and Stoelinga,
// section 5). After every action the caller's Decide function chooses one of three actions: stop, observe, or stimulate. This file performs
// it, and checks outputs as in any test. A stimulus is sent unless an output came before it: then the output is checked, and the stimulus
// is dropped.

// Deed is the kind of the next action in a sample.
type Deed string

// The deeds.
const (
	Stop      Deed = "stop"
	Observe   Deed = "observe"
	Stimulate Deed = "stimulate"
)

// Decision is the next action with its parameters.
type Decision struct {
	Deed     Deed
	Input    sut.Message   // of a stimulus
	Patience time.Duration // time limit for an output; for a stimulus, the time before it
	Late     bool          // of an observation: the system may still be working at the time limit, so that silence means nothing and the sample ends
}

// Decide returns the decision after the events of a sample so far.
type Decide func(ctx context.Context, so []Event) (Decision, error)

// peek is the time to wait for an output before a stimulus, in order to receive outputs that already arrived.
const peek = time.Microsecond

// sampler makes runs of a campaign.
type sampler struct {
	tracker  *ioco.Tracker
	adapter  sut.Adapter
	options  *Options
	report   *Report
	source   *rand.PCG
	drawing  *drawing.Drawing
	talk     *conversation
	listener *listener
	judge    *judge
	picker   *picker
	progress *progress

	sample sample
}

// sample is the state of a run of a campaign.
type sample struct {
	begun  time.Time
	last   time.Duration  // when the last event was
	before *ioco.Snapshot // before the last input; nil if something came since
}

// Sample makes one run: it resets the system, and acts until the decision is to stop, or the system fails.
func (s *sampler) Sample(ctx context.Context, decide Decide) (*Report, error) {
	*s.report = Report{Sent: s.report.Sent, Tests: s.report.Tests}
	err := gocall.Within(ctx, func(ctx context.Context) error {
		err := s.talk.restart(ctx)
		if s.report.Tests > 1 {
			err = restarted(err)
		}
		if err != nil {
			return err
		}
		s.sample = sample{begun: time.Now()}
		return s.act(ctx, decide)
	})
	return s.judge.conclude(ctx, err)
}

// act performs decisions until the end of the sample.
func (s *sampler) act(ctx context.Context, decide Decide) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		next, err := decide(ctx, s.report.Trace)
		if err != nil {
			return err
		}
		var ok bool
		switch next.Deed {
		case Observe:
			ok, err = s.sampleOutput(ctx, next)
		case Stimulate:
			ok, err = s.sampleInput(ctx, next)
		}
		if err != nil || !ok {
			return err
		}
	}
}

// sampleInput sends an input, unless an output has come. False means that the sample is over.
func (s *sampler) sampleInput(ctx context.Context, next Decision) (bool, error) {
	patience := max(next.Patience, peek)
	msg, came, err := s.adapter.Receive(ctx, patience)
	if err != nil {
		return false, err
	}
	if came {
		return s.heard(ctx, msg, patience)
	}
	s.sample.before = s.tracker.Snapshot()
	if err := s.talk.send(ctx, next.Input); err != nil {
		return false, err
	}
	s.stamp(time.Time{}, 0)
	return true, nil
}

// sampleOutput waits for an output. False means that the sample is over.
func (s *sampler) sampleOutput(ctx context.Context, next Decision) (bool, error) {
	msg, came, err := s.adapter.Receive(ctx, next.Patience)
	switch {
	case err != nil:
		return false, err
	case came:
		return s.heard(ctx, msg, next.Patience)
	case next.Late:
		s.report.note(Event{Kind: result.EventQuiescence})
		s.stamp(time.Time{}, next.Patience)
		return false, nil
	}
	length := len(s.report.Trace)
	ok, err := s.listener.silent(ctx)
	if len(s.report.Trace) == length {
		s.report.note(Event{Kind: result.EventQuiescence})
	}
	s.stamp(time.Time{}, next.Patience)
	s.sample.before = nil
	return ok, err
}

// heard follows an output. False means that the sample is over.
func (s *sampler) heard(ctx context.Context, msg sut.Message, patience time.Duration) (bool, error) {
	msg, err := s.tracker.Resolve(ctx, msg)
	if err != nil {
		return false, err
	}
	s.drawing.Remember(msg)
	s.report.note(Event{Kind: result.EventOutput, Message: msg})
	s.stamp(msg.At, patience)
	ok, err := s.tracker.AfterOutput(ctx, msg)
	if err == nil && !ok {
		ok, err = s.passed(ctx, msg)
	}
	if err != nil {
		return false, err
	}
	s.sample.before = nil
	if !ok {
		s.judge.fail(ctx, failure{kind: result.WrongOutput, output: msg.Channel}, sent(msg))
		return false, nil
	}
	s.progress.note()
	return true, nil
}

// passed reports whether an output is explained by having been sent before the last input came, and puts them into that order.
func (s *sampler) passed(ctx context.Context, msg sut.Message) (bool, error) {
	n := len(s.report.Trace)
	if s.sample.before == nil || n < 2 || s.report.Trace[n-2].Kind != result.EventInput {
		return false, nil
	}
	now, input := s.tracker.Snapshot(), s.report.Trace[n-2]
	s.tracker.Restore(s.sample.before)
	ok, err := s.tracker.AfterOutput(ctx, msg)
	if err == nil && ok {
		ok, err = s.tracker.AfterInput(ctx, input.Message)
	}
	if err != nil || !ok {
		s.tracker.Restore(now)
		return false, err
	}
	output := s.report.Trace[n-1]
	output.Time, input.Time = min(output.Time, input.Time), max(output.Time, input.Time)
	s.report.Trace[n-2], s.report.Trace[n-1] = output, input
	return true, nil
}

// stamp sets the time of the last event, and the end of the wait for it.
func (s *sampler) stamp(at time.Time, patience time.Duration) {
	if at.IsZero() {
		at = time.Now()
	}
	e := &s.report.Trace[len(s.report.Trace)-1]
	e.Time = max(at.Sub(s.sample.begun), s.sample.last)
	e.Limit = max(e.Time, s.sample.last+patience)
	s.sample.last = e.Time
}

// Offer draws an input that the model accepts now; the same seed gives the same input after the same events. False means that there is
// none.
func (s *sampler) Offer(ctx context.Context, seed uint64) (sut.Message, bool, error) {
	options, err := s.picker.prospect.list(ctx)
	if err != nil || len(options) == 0 {
		return sut.Message{}, false, err
	}
	s.source.Seed(uint64(s.options.Seed), seed)
	s.picker.shuffle(options)
	a, ok, err := s.picker.pick(ctx, options)
	return a.Message, ok, err
}
