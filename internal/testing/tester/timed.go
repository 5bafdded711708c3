package tester

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/timing"
)

// Tests of systems with clocks (tioco). The model alone defines when silence is a failure: if no output came up to a deadline plus the
// tolerance. So a session does not wait for silence after each input. It decides on the next action, an input at an instant or a wait, and
// observes until then; if an output comes before, it decides again.
//
// An output or a silence that is not allowed at the measured instants, but at others within the tolerance of them, may have been in time. The
// test continues as if it was, and its verdict is inconclusive unless it fails later.

// timed is the state of a session with clocks.
type timed struct {
	clock     timing.Clock
	tolerance *big.Rat      // in units of the model
	exact     time.Duration // the same in real time
	stall     time.Duration // additional error of the last observation on a busy machine
	worst     time.Duration // the sum of both, the greatest so far
	waits     int           // number of waits not after an input that ended without an output, or with a further one
	patience  patience
	waited    bool // an output came since the last input because the session waited for it
	outputs   int  // number of outputs since the last input or silence
	last      *ioco.Snapshot
	lastInput sut.Message
	lastAt    *big.Rat // when it was sent; nil if nothing was sent since the last output
	doubt     string   // the first observation whose verdict depends on less than the tolerance
}

// act is the next action of a session.
type act struct {
	at    *big.Rat    // its instant; nil means after Options.Wait
	input *ioco.Input // nil waits
}

func (s *Session) isTimed() bool { return s.tracker.System.Timed() }

// startTimed prepares a session for a system with clocks.
func (s *Session) startTimed() {
	s.timed.clock.Unit = cmp.Or(s.options.TimeUnit, timing.DefaultUnit)
	s.timed.exact, s.timed.worst = s.options.Tolerance, s.options.Tolerance
	s.timed.tolerance = s.timed.clock.Units(s.timed.exact)
	s.tracker.Tolerance = s.timed.tolerance
}

// stimulateTimed sends inputs and waits until the session is complete, or the system fails.
func (s *Session) stimulateTimed(ctx context.Context) error {
	for s.report.Sent+s.timed.waits < s.options.Steps+s.more() && s.goesOn() {
		if done, err := s.finishedTimed(ctx); err != nil || done {
			return err
		}
		a, ok, err := s.decide(ctx)
		if err != nil {
			return err
		}
		over := !ok
		if ok {
			ok, err = s.perform(ctx, a)
			over = errors.Is(err, errFlood)
		}
		switch {
		case over:
			err = s.startOver(ctx)
		case !ok:
			return err
		}
		if err != nil {
			return err
		}
	}
	return s.judgeFloods(s.report.Sent + s.timed.waits)
}

// finishedTimed reports whether there are no more goals.
func (s *Session) finishedTimed(ctx context.Context) (bool, error) {
	if s.options.Purpose != nil {
		return s.finished(ctx)
	}
	all := len(s.covered) == len(s.tracker.System.Transitions())
	if all && !s.roaming.begun {
		s.roaming.begun, s.roaming.since = true, crowd.RealTime()
	}
	s.report.Complete = all
	return all && s.options.Until == Covered || s.late(), nil
}

// decide chooses the next action; false means that there is none.
func (s *Session) decide(ctx context.Context) (act, bool, error) {
	future, err := s.tracker.Future(ctx)
	if err != nil {
		return act{}, false, err
	}
	if future.Owed {
		return act{at: s.latest(future)}, true, nil
	}
	options := slices.Clone(future.Inputs)
	s.random.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	waits := len(future.Outputs) > 0 || future.Deadline != nil
	if s.timed.patience.holds(future) || waits && s.prefersToWait(future, options) {
		return act{at: s.latest(future)}, true, nil
	}
	if s.options.Strategy == Guided {
		options = s.wantedFirst(options)
	}
	for _, c := range options {
		if a, ok, err := s.inputAt(ctx, c, future); err != nil || ok {
			return a, ok, err
		}
	}
	return act{at: s.latest(future)}, waits, nil
}

// latest returns the end of a wait: the deadline plus the tolerance and the stalls so far; nil if there is no deadline.
func (s *Session) latest(f ioco.Future) *big.Rat {
	if f.Deadline == nil {
		return nil
	}
	s.stalls.granted = s.stall()
	return new(big.Rat).Add(f.Deadline, s.timed.clock.Units(2*(s.timed.exact+s.stalls.granted)+time.Nanosecond))
}

// prefersToWait reports whether to wait for an output: because there is no input, because outputs lead nearer to a goal, or at random.
func (s *Session) prefersToWait(f ioco.Future, inputs []ioco.Chance) bool {
	if len(inputs) == 0 {
		return true
	}
	if s.options.Strategy == Guided && s.random.IntN(4) > 0 && !s.coveredAll() {
		outputs, send := s.nearest(f.Outputs), s.nearest(inputs)
		if outputs != send {
			return outputs < send
		}
	}
	return s.random.IntN(3) == 0
}

// nearest returns the smallest distance of some moves from a goal.
func (s *Session) nearest(list []ioco.Chance) int {
	routes := s.aim().Nearest()
	best := sts.FarAway
	for _, c := range list {
		best = min(best, int(routes.Rank(c.Move)))
	}
	return best
}

// wantedFirst moves inputs that lead nearer to a goal to the front.
func (s *Session) wantedFirst(list []ioco.Chance) []ioco.Chance {
	keys := make([]float64, len(list))
	for i := range list {
		keys[i] = float64(s.nearest(list[i : i+1]))
	}
	return sortedBy(list, keys)
}

// inputAt chooses an instant for an input, and its values; false if there are none.
func (s *Session) inputAt(ctx context.Context, c ioco.Chance, f ioco.Future) (act, bool, error) {
	var avoid []sts.Window
	for _, o := range f.Outputs {
		avoid = append(avoid, o.Window)
	}
	for _, at := range timing.Instants(s.random, c.Window, s.timed.clock.Now(), s.timed.tolerance, avoid) {
		s.tracker.At(at)
		receivers, err := s.tracker.Receivers(ctx)
		if err != nil {
			return act{}, false, err
		}
		receivers = slices.DeleteFunc(receivers, func(r ioco.Receiver) bool { return r.Move != c.Move })
		in, ok, err := s.pick(ctx, receivers)
		if err != nil {
			return act{}, false, err
		}
		if ok {
			at, err = s.atAnEnd(ctx, c, in.Message, at)
			return act{at: at, input: &in}, true, err
		}
	}
	return act{}, false, nil
}

// perform observes until the instant of an action, and performs it. False means that the system failed.
func (s *Session) perform(ctx context.Context, a act) (bool, error) {
	came, ok, err := s.observeUntil(ctx, a.at)
	if came && a.input == nil {
		s.countWait()
	}
	if err != nil || !ok || came {
		return ok, err
	}
	if a.input == nil {
		s.timed.waits++
		_, ok, err := s.silentTimed(ctx)
		return ok, err
	}
	at := s.timed.clock.Now()
	s.tracker.At(at)
	if accepts, err := s.tracker.Accepts(ctx, a.input.Message); err != nil || !accepts {
		s.timed.waits++ // too late for it
		return true, err
	}
	s.idle = 0
	s.wander.note(a.input.Move)
	s.observes()
	s.timed.last, s.timed.lastInput, s.timed.lastAt = s.tracker.Snapshot(), a.input.Message, at
	if s.options.Strategy == Guided {
		s.timed.patience.draw(s.random)
	}
	return true, s.send(ctx, a.input.Message)
}

// countWait counts a wait for an output as a step of the session, except the first after an input, so that a system that sends for ever uses
// up all steps. Before the first input of a test, endless outputs are a flood.
func (s *Session) countWait() {
	if s.timed.waited && s.inputs > 0 {
		s.timed.waits++
	}
	s.timed.waited = true
}

// observeUntil waits for an output until an instant; nil means Options.Wait. It reports whether one came, and whether the system did not
// fail.
func (s *Session) observeUntil(ctx context.Context, until *big.Rat) (came, ok bool, err error) {
	if until == nil {
		until = new(big.Rat).Add(s.timed.clock.Now(), s.timed.clock.Units(s.options.Wait))
	}
	msg, came, err := s.receiveUntil(ctx, until)
	if err != nil || !came {
		return false, true, err
	}
	if s.timed.outputs++; s.timed.outputs > maxOutputs {
		s.floods++
		return true, false, errFlood
	}
	at := s.timed.clock.Now()
	if !msg.At.IsZero() {
		at = s.timed.clock.Instant(msg.At)
	}
	if last := s.tracker.LastInstant(); at.Cmp(last) < 0 {
		at = last // it was under way when an input was sent
	}
	s.observes()
	s.tracker.At(at)
	if msg, err = s.tracker.Resolve(ctx, msg); err != nil {
		return true, false, err
	}
	s.drawing.Remember(msg)
	s.report.Trace = append(s.report.Trace, Event{Kind: result.EventOutput, Message: msg, At: at})
	ok, err = s.followOutput(ctx, msg, at)
	if ok {
		s.note()
	}
	s.timed.lastAt = nil
	return true, ok, err
}

// receiveUntil waits for an output until an instant, even if the adapter returns earlier because none can come.
func (s *Session) receiveUntil(ctx context.Context, until *big.Rat) (sut.Message, bool, error) {
	for {
		msg, came, err := s.adapter.Receive(ctx, s.timed.clock.Until(until))
		rest := s.timed.clock.Until(until)
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
func (s *Session) followOutput(ctx context.Context, msg sut.Message, at *big.Rat) (bool, error) {
	after := func() (bool, error) { return s.tracker.AfterOutput(ctx, msg) }
	if ok, err := after(); err != nil || ok {
		s.inTime(msg.Channel.Name)
		return ok, err
	}
	menu, err := s.tracker.Menu(ctx)
	if err != nil {
		return false, err
	}
	if s.timed.stall >= leastStall {
		if spoiled, err := s.disturbed(ctx, msg.Channel.Name, menu.Evidence(s.observedAt(msg, at, menu)), after); err != nil || spoiled {
			return s.report.Verdict == "", err
		}
	}
	if ok, err := s.tracker.Nearly(ctx, after); err != nil || ok {
		s.doubted(menu.Evidence(fmt.Sprintf("the system sent %s at %s, which is nearer to an instant that is allowed than the tolerance", msg, sts.FormatInstant(at))))
		return ok, err
	}
	if ok, err := s.crossed(ctx, msg, at); err != nil || ok {
		return ok && s.report.Verdict == "", err
	}
	s.fail(ctx, failure{kind: result.WrongOutput, output: msg.Channel}, s.observedAt(msg, at, menu))
	return false, nil
}

// observedAt describes what the system sent and when, and whether it is too early or too late.
func (s *Session) observedAt(msg sut.Message, at *big.Rat, menu ioco.Menu) string {
	return sent(msg) + " at " + sts.FormatInstant(at) + result.TimingOf(menu.Outputs, msg.Channel.Name, at).Words()
}

// crossed reports whether an output is explained by having been sent before the last input came: both were under way at the same time.
func (s *Session) crossed(ctx context.Context, msg sut.Message, at *big.Rat) (bool, error) {
	if s.timed.lastAt == nil {
		return false, nil
	}
	if new(big.Rat).Sub(at, s.timed.lastAt).Cmp(s.timed.tolerance) > 0 {
		return s.overtaken(ctx, msg, at)
	}
	now := s.tracker.Snapshot()
	s.tracker.Restore(s.timed.last)
	s.tracker.At(s.timed.lastAt)
	ok, err := s.tracker.AfterOutput(ctx, msg)
	if err != nil || !ok {
		s.tracker.Restore(now)
		return false, err
	}
	s.tracker.At(at)
	if ok, err = s.tracker.AfterInput(ctx, s.timed.lastInput); err != nil || !ok {
		return true, errors.Join(err, s.restartAgain(ctx)) // the model does not foresee the input after the output
	}
	s.doubted(fmt.Sprintf("it is not certain whether %s came before %s: they are less than the tolerance apart", msg, s.timed.lastInput))
	return true, nil
}

// overtaken reports whether an output is explained by an input that the system had not read yet on a busy machine, which spoils the test.
func (s *Session) overtaken(ctx context.Context, msg sut.Message, at *big.Rat) (bool, error) {
	if s.timed.stall < leastStall || new(big.Rat).Sub(at, s.timed.lastAt).Cmp(s.timed.clock.Units(s.timed.exact+s.timed.stall)) > 0 {
		return false, nil
	}
	now := s.tracker.Snapshot()
	s.tracker.Restore(s.timed.last)
	s.tracker.At(at)
	ok, err := s.tracker.Disturbed(ctx, func() (bool, error) { return s.tracker.AfterOutput(ctx, msg) })
	s.tracker.Restore(now)
	if err != nil || !ok {
		return false, err
	}
	return true, s.spoil(ctx, msg.Channel.Name, fmt.Sprintf("step %d: it is not certain whether %s came before %s%s", len(s.report.Trace), msg, s.timed.lastInput, s.busy()))
}

// doubted records an observation whose verdict depends on less than the tolerance.
func (s *Session) doubted(words string) {
	s.timed.doubt = cmp.Or(s.timed.doubt, fmt.Sprintf("step %d: %s%s", len(s.report.Trace), words, s.inForce()))
}

// judgeTime makes a failure one of timing if the output, or the silence, is allowed at another instant.
func (s *Session) judgeTime(menu ioco.Menu) {
	f := &s.report.failure
	switch {
	case !s.isTimed():
	case f.kind == result.WrongQuiet:
		f.kind = result.WrongTime
		if len(menu.Channels) == 1 {
			i := slices.IndexFunc(s.tracker.System.Channels, func(c *sts.Channel) bool { return c.Name == menu.Channels[0] })
			f.output = s.tracker.System.Channels[i]
		}
	case f.kind == result.WrongOutput && slices.Contains(menu.Channels, f.output.Name):
		f.kind = result.WrongTime
	}
}

// silentTimed processes the observation that no output has come until now. It reports whether a required output may still come on a busy
// machine, and whether the system did not fail.
func (s *Session) silentTimed(ctx context.Context) (early, ok bool, err error) {
	s.timed.outputs = 0
	at := s.timed.clock.Now()
	s.tracker.At(at)
	after := func() (bool, error) { return s.tracker.AfterQuiescence(ctx) }
	s.tracker.Stall = s.timed.clock.Units(s.stall())
	if ok, err = after(); err != nil {
		return false, false, err
	}
	if !ok && s.stall() > s.stalls.granted {
		return true, true, nil
	}
	if !ok {
		ok, err = s.missed(ctx, at, after)
		return false, ok, err
	}
	s.observes()
	s.note()
	return false, true, nil
}

// missed processes the observation that no output has come up to an instant although one is required. False means that the system failed.
func (s *Session) missed(ctx context.Context, at *big.Rat, after func() (bool, error)) (bool, error) {
	if ok, err := s.tracker.Nearly(ctx, after); err != nil || ok {
		s.doubted("the system sent nothing up to " + sts.FormatInstant(at) + ", which is nearer to an instant that is allowed than the tolerance")
		return ok, err
	}
	if s.mayStall() {
		came, ok, err := s.observeUntil(ctx, new(big.Rat).Add(at, s.timed.clock.Units(lateLimit)))
		if err != nil || came {
			return ok, err
		}
		at = s.timed.clock.Now()
		s.tracker.At(at)
	}
	menu, err := s.tracker.Menu(ctx)
	if err != nil {
		return false, err
	}
	observed := "the system sent nothing up to " + sts.FormatInstant(at)
	s.timed.stall = s.stall()
	if len(menu.Channels) > 0 {
		if spoiled, err := s.disturbed(ctx, menu.Channels[0], menu.Evidence(observed), after); err != nil || spoiled {
			return s.report.Verdict == "", err
		}
	}
	s.report.Trace = append(s.report.Trace, Event{Kind: result.EventQuiescence, At: at})
	s.fail(ctx, failure{kind: result.WrongQuiet}, observed)
	return false, nil
}
