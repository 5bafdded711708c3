package tester

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Tests of systems with clocks (tioco). The model alone defines when silence is a failure: if no output came up to a deadline plus the
// tolerance. So a session does not wait for silence after each input. It decides on the next action, an input at an instant or a wait, and
// observes until then; if an output comes before, it decides again.
//
// An output or a silence that is not allowed at the measured instants, but at others within the tolerance of them, may have been in time. The
// test continues as if it was, and its verdict is inconclusive unless it fails later.

// timeline observes systems with clocks.
type timeline struct {
	tracker  *ioco.Tracker
	adapter  sut.Adapter
	options  *Options
	report   *Report
	talk     *conversation
	judge    *judge
	time     *timekeeper
	progress *progress
}

// observe does nothing: what comes is observed until the instant of the next action.
func (t *timeline) observe(context.Context) (bool, error) { return true, nil }

// observeLast does nothing: what is due has an instant, up to which the session waits.
func (t *timeline) observeLast(context.Context) (bool, error) { return true, nil }

// await observes until the instant of an action, and reports whether it takes place.
func (t *timeline) await(ctx context.Context, a act) (takesPlace, ok bool, err error) {
	came, ok, err := t.observeUntil(ctx, a.at)
	if came && a.waits() {
		t.countWait()
	}
	switch {
	case err != nil || !ok || came:
		return a.waits(), ok, err
	case a.waits():
		t.talk.waits++
		_, ok, err = t.silent(ctx)
		return true, ok, err
	}
	at := t.time.clock.Now()
	t.tracker.At(at)
	if accepts, err := t.tracker.Accepts(ctx, a.Message); err != nil || !accepts {
		t.talk.waits++ // too late for it
		return false, true, err
	}
	t.time.observes()
	t.talk.before, t.talk.lastInput, t.talk.lastAt = t.tracker.Snapshot(), a.Message, at
	return true, true, nil
}

// observeUntil waits for an output until an instant; nil means Options.Wait. It reports whether one came, and whether the system did not
// fail.
func (t *timeline) observeUntil(ctx context.Context, until *big.Rat) (came, ok bool, err error) {
	if until == nil {
		until = new(big.Rat).Add(t.time.clock.Now(), t.time.clock.Units(t.options.Wait))
	}
	msg, came, err := t.receiveUntil(ctx, until)
	if err != nil || !came {
		return false, true, err
	}
	if t.talk.outputs++; t.talk.outputs > maxOutputs {
		t.judge.floods++
		return true, false, errFlood
	}
	at := t.time.clock.Now()
	if !msg.At.IsZero() {
		at = t.time.clock.Instant(msg.At)
	}
	if last := t.tracker.LastInstant(); at.Cmp(last) < 0 {
		at = last // it was under way when an input was sent
	}
	t.time.observes()
	t.tracker.At(at)
	if msg, err = t.tracker.Resolve(ctx, msg); err != nil {
		return true, false, err
	}
	t.talk.audience.exchanged(msg)
	t.report.note(Event{Kind: result.EventOutput, Message: msg, At: at})
	ok, err = t.followOutput(ctx, msg, at)
	if ok {
		t.progress.note()
	}
	t.talk.lastAt = nil
	return true, ok, err
}

// receiveUntil waits for an output until an instant, even if the adapter returns earlier because none can come.
func (t *timeline) receiveUntil(ctx context.Context, until *big.Rat) (sut.Message, bool, error) {
	for {
		msg, came, err := t.adapter.Receive(ctx, t.time.clock.Until(until))
		rest := t.time.clock.Until(until)
		if err != nil || came || rest == 0 {
			return msg, came, err
		}
		select {
		case <-ctx.Done():
			return msg, false, ctx.Err()
		case <-time.After(rest):
		}
	}
}

// followOutput processes an output that came now. False means that the system failed.
func (t *timeline) followOutput(ctx context.Context, msg sut.Message, at *big.Rat) (bool, error) {
	after := func() (bool, error) { return t.tracker.AfterOutput(ctx, msg) }
	if ok, err := after(); err != nil || ok {
		t.judge.inTime(msg.Channel.Name)
		return ok, err
	}
	menu, err := t.tracker.Menu(ctx)
	if err != nil {
		return false, err
	}
	if t.time.off >= leastStall {
		if spoiled, err := t.talk.disturbed(ctx, msg.Channel.Name, menu.Evidence(t.observedAt(msg, at, menu)), after); err != nil || spoiled {
			return t.report.Verdict == "", err
		}
	}
	if ok, err := t.tracker.Nearly(ctx, after); err != nil || ok {
		t.judge.doubted(menu.Evidence(fmt.Sprintf("the system sent %s at %s, which is nearer to an instant that is allowed than the tolerance", msg, sts.FormatInstant(at))))
		return ok, err
	}
	if ok, err := t.crossed(ctx, msg, at); err != nil || ok {
		return ok && t.report.Verdict == "", err
	}
	t.judge.fail(ctx, failure{kind: result.WrongOutput, output: msg.Channel}, t.observedAt(msg, at, menu))
	return false, nil
}

// countWait counts a wait for an output as a step of the session, except the first after an input, so that a system that sends for ever uses
// up all steps. Before the first input of a test, endless outputs are a flood.
func (t *timeline) countWait() {
	if t.talk.waited && t.talk.inputs > 0 {
		t.talk.waits++
	}
	t.talk.waited = true
}

// observedAt describes what the system sent and when, and whether it is too early or too late.
func (t *timeline) observedAt(msg sut.Message, at *big.Rat, menu ioco.Menu) string {
	return sent(msg) + " at " + sts.FormatInstant(at) + result.TimingOf(menu.Outputs, msg.Channel.Name, at).Words()
}

// crossed reports whether an output is explained by having been sent before the last input came: both were under way at the same time.
func (t *timeline) crossed(ctx context.Context, msg sut.Message, at *big.Rat) (bool, error) {
	if t.talk.lastAt == nil {
		return false, nil
	}
	if new(big.Rat).Sub(at, t.talk.lastAt).Cmp(t.time.tolerance) > 0 {
		return t.overtaken(ctx, msg, at)
	}
	now := t.tracker.Snapshot()
	t.tracker.Restore(t.talk.before)
	t.tracker.At(t.talk.lastAt)
	ok, err := t.tracker.AfterOutput(ctx, msg)
	if err != nil || !ok {
		t.tracker.Restore(now)
		return false, err
	}
	t.tracker.At(at)
	if ok, err = t.tracker.AfterInput(ctx, t.talk.lastInput); err != nil || !ok {
		return true, errors.Join(err, t.talk.restartAgain(ctx)) // the model does not foresee the input after the output
	}
	t.judge.doubted(fmt.Sprintf("it is not certain whether %s came before %s: they are less than the tolerance apart", msg, t.talk.lastInput))
	return true, nil
}

// overtaken reports whether an output is explained by an input that the system had not read yet on a busy machine, which spoils the test.
func (t *timeline) overtaken(ctx context.Context, msg sut.Message, at *big.Rat) (bool, error) {
	if t.time.off < leastStall || new(big.Rat).Sub(at, t.talk.lastAt).Cmp(t.time.clock.Units(t.time.exact+t.time.off)) > 0 {
		return false, nil
	}
	now := t.tracker.Snapshot()
	t.tracker.Restore(t.talk.before)
	t.tracker.At(at)
	ok, err := t.tracker.Disturbed(ctx, func() (bool, error) { return t.tracker.AfterOutput(ctx, msg) })
	t.tracker.Restore(now)
	if err != nil || !ok {
		return false, err
	}
	return true, t.talk.spoil(ctx, msg.Channel.Name, fmt.Sprintf("step %d: it is not certain whether %s came before %s%s", len(t.report.Trace), msg, t.talk.lastInput, t.time.busy()))
}

// silent processes the observation that no output has come until now. It reports whether a required output may still come on a busy
// machine, and whether the system did not fail.
func (t *timeline) silent(ctx context.Context) (early, ok bool, err error) {
	t.talk.outputs = 0
	at := t.time.clock.Now()
	t.tracker.At(at)
	after := func() (bool, error) { return t.tracker.AfterQuiescence(ctx) }
	t.tracker.Stall = t.time.clock.Units(t.time.stall())
	if ok, err = after(); err != nil {
		return false, false, err
	}
	if !ok && t.time.stall() > t.time.granted {
		return true, true, nil
	}
	if !ok {
		ok, err = t.missed(ctx, at, after)
		return false, ok, err
	}
	t.time.observes()
	t.progress.note()
	return false, true, nil
}

// missed processes the observation that no output has come up to an instant although one is required. False means that the system failed.
func (t *timeline) missed(ctx context.Context, at *big.Rat, after func() (bool, error)) (bool, error) {
	if ok, err := t.tracker.Nearly(ctx, after); err != nil || ok {
		t.judge.doubted("the system sent nothing up to " + sts.FormatInstant(at) + ", which is nearer to an instant that is allowed than the tolerance")
		return ok, err
	}
	if t.time.mayStall() {
		came, ok, err := t.observeUntil(ctx, new(big.Rat).Add(at, t.time.clock.Units(lateLimit)))
		if err != nil || came {
			return ok, err
		}
		at = t.time.clock.Now()
		t.tracker.At(at)
	}
	menu, err := t.tracker.Menu(ctx)
	if err != nil {
		return false, err
	}
	observed := "the system sent nothing up to " + sts.FormatInstant(at)
	t.time.off = t.time.stall()
	if len(menu.Channels) > 0 {
		if spoiled, err := t.talk.disturbed(ctx, menu.Channels[0], menu.Evidence(observed), after); err != nil || spoiled {
			return t.report.Verdict == "", err
		}
	}
	t.report.note(Event{Kind: result.EventQuiescence, At: at})
	t.judge.fail(ctx, failure{kind: result.WrongQuiet}, observed)
	return false, nil
}

// awaitNext waits for the next output, up to the deadline of the model, or if there is none, up to an instant; nil means Options.Wait.
// False means that the system failed.
func (t *timeline) awaitNext(ctx context.Context, end *big.Rat) (bool, error) {
	future, err := t.tracker.Future(ctx)
	if err != nil {
		return false, err
	}
	for {
		until := t.time.latest(future)
		if until == nil {
			until = end
		}
		came, ok, err := t.observeUntil(ctx, until)
		if err != nil || !ok || came {
			return ok, err
		}
		early, ok, err := t.silent(ctx)
		if err != nil || !ok || !early {
			return ok, err
		}
	}
}
