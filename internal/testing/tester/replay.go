package tester

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/gocall"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/bytepath"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Replay: a stored trace consists of its inputs; the outputs of the system are judged again each time, so that nondeterministic
// systems are judged correctly.

// Inputs returns the inputs of a trace, in order.
func Inputs(trace []Event) []sut.Message {
	var out []sut.Message
	for _, e := range trace {
		if e.Kind == result.EventInput {
			out = append(out, e.Message)
		}
	}
	return out
}

// Steps returns what the tester did in a trace: the inputs, and resets between them.
func Steps(trace []Event) []shrink.Step {
	var out []shrink.Step
	last, awaits := new(big.Rat), 0
	for _, e := range trace {
		if e.Kind == result.EventInput || e.Kind == result.EventReset {
			step := shrink.Step{Reset: e.Kind == result.EventReset, Input: e.Message, Origin: len(out)}
			if e.At != nil {
				step.Input.After, step.Input.Awaits = new(big.Rat).Sub(e.At, last), awaits
			}
			out, awaits = append(out, step), 0
			if step.Reset {
				last = new(big.Rat)
			}
		}
		if e.Kind == result.EventOutput {
			awaits++
		}
		if e.At != nil {
			last = e.At
		}
	}
	return withRests(out, trace)
}

// withRests sets for each input of a timed trace the remaining time of the trace after it, up to a reset.
func withRests(steps []shrink.Step, trace []Event) []shrink.Step {
	var end *big.Rat
	next := len(steps) - 1
	for _, e := range slices.Backward(trace) {
		if end == nil {
			end = e.At
		}
		switch e.Kind {
		case result.EventInput:
			if e.At != nil {
				steps[next].Input.Rest = new(big.Rat).Sub(end, e.At)
			}
			next--
		case result.EventReset:
			end = nil
			next--
		}
	}
	return steps
}

// player plays tests again.
type player struct {
	tracker  *ioco.Tracker
	adapter  sut.Adapter
	options  *Options
	report   *Report
	talk     *conversation
	listener *listener
	timeline *timeline
	judge    *judge
	time     *timekeeper
}

// Replay resets the system and runs the steps of a test, observing after each. Inputs that the model does not accept make the
// verdict inconclusive.
func (p *player) Replay(ctx context.Context, steps []shrink.Step) (*Report, error) {
	return p.replay(ctx, &replaying{steps: steps}, p.listener.observeLast)
}

// ReplayOften is Replay of a test with the results of its repeats. If it did not fail in each because the system chooses by itself, it is replayed
// until it fails, as often as a failing test is repeated; where that takes long, a few times as often as it took then.
func (p *player) ReplayOften(ctx context.Context, steps []shrink.Step, before *result.Repeats) (*Report, error) {
	least, most := 1, 1
	if before != nil && before.Failed > 0 && before.Passed == 0 && !before.Always() {
		least, most = min(choiceFactor*before.Total()/before.Failed, maxChosen), maxChosen
	}
	start := crowd.RealTime()
	for n := 1; ; n++ {
		r, err := p.Replay(ctx, steps)
		isLong := n >= least && crowd.RealTime().Sub(start) >= otherwiseTime
		if err != nil || n == most || isLong || r.Verdict == result.Fail || ctx.Err() != nil {
			return r, err
		}
	}
}

// replaying is a replay in progress.
type replaying struct {
	steps []shrink.Step
	next  int
	taken []shrink.Step
	at    []int    // by step that was taken: its place in the trace
	adapt *sources // if inputs may be adapted: where their values come from
}

// replay is Replay with the last observation made by end, which is short if many tests are tried.
func (p *player) replay(ctx context.Context, r *replaying, end func(context.Context) (bool, error)) (*Report, error) {
	if p.time.isTimed() {
		return p.replayTimed(ctx, r.steps)
	}
	p.talk.quiet.learn, p.talk.quiet.often, p.judge.replays = false, false, true
	more := func() bool { return r.next < len(r.steps) }
	report, err := p.sendAll(ctx, more, func() (sut.Message, bool, error) { return p.nextStep(ctx, r) }, end)
	report.taken = r.taken
	return report, err
}

// nextStep takes a step of a replay: it makes a reset at once, and returns an input. An input that the model does not accept determines
// the verdict, unless inputs may be adapted.
func (p *player) nextStep(ctx context.Context, r *replaying) (sut.Message, bool, error) {
	step := r.steps[r.next]
	r.next++
	if step.Reset {
		r.take(step, len(p.report.Trace))
		return sut.Message{}, false, p.talk.resetWithin(ctx)
	}
	var ok bool
	var err error
	if r.adapt != nil {
		step.Input = r.bound(step, p.report.Trace)
		step.Input, ok, err = p.tracker.Fitting(ctx, step.Input)
	} else if ok, err = p.tracker.Accepts(ctx, step.Input); err == nil && !ok {
		p.report.Verdict = result.Inconclusive
		p.report.Evidence = p.judge.refused(step.Input, "here")
	}
	if err == nil && ok {
		if reason := sut.Carries(p.adapter, step.Input); reason != nil {
			p.report.Verdict, p.report.Evidence, ok = result.Inconclusive, reason.Error(), false
		}
	}
	if ok {
		r.take(step, len(p.report.Trace))
	}
	return step.Input, ok, err
}

func (r *replaying) take(step shrink.Step, at int) {
	r.taken, r.at = append(r.taken, step), append(r.at, at)
}

// Drive resets the system and sends the inputs that bytes encode, observing after each, up to Options.Steps inputs.
func (p *player) Drive(ctx context.Context, data []byte) (*Report, error) {
	steps, read := bytepath.NewReader(data), 0
	more := func() bool { return read < p.options.Steps && len(steps.Rest()) > 0 }
	next := func() (sut.Message, bool, error) {
		read++
		if in, ok := steps.Message(p.tracker.System); ok {
			return p.tracker.Fitting(ctx, in)
		}
		return sut.Message{}, false, nil
	}
	return p.sendAll(ctx, more, next, p.listener.observe)
}

// sendAll resets the system and sends the inputs that next returns, as long as there are more, observing before each. The last
// observation is made by end, unless next has given a verdict.
func (p *player) sendAll(ctx context.Context, more func() bool, next func() (sut.Message, bool, error), end func(context.Context) (bool, error)) (*Report, error) {
	*p.report = Report{}
	defer p.tracker.RecallProducts(p.tracker.ForgetProducts())
	err := gocall.Within(ctx, func(ctx context.Context) error {
		err := p.talk.begin(ctx)
		for err == nil && more() {
			if ok, err := p.listener.observe(ctx); err != nil || !ok {
				return err
			}
			var in sut.Message
			var ok bool
			if in, ok, err = next(); err == nil && ok {
				err = p.talk.send(ctx, in)
			}
			if p.report.Verdict != "" {
				return err
			}
		}
		if err == nil {
			_, err = unlessFlood(end(ctx))
		}
		return err
	})
	return p.judge.conclude(ctx, err)
}
