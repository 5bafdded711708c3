package tester

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// conversation is what is said to the system: resets and inputs. What the system says is for a listener, or for a timeline.
type conversation struct {
	tracker  *ioco.Tracker
	adapter  sut.Adapter
	options  *Options
	report   *Report
	judge    *judge
	time     *timekeeper
	progress *progress
	audience audience

	quiet   quiet
	started bool // the system was reset, or a reset was attempted
	inputs  int  // number of inputs since the last reset
	idle    int  // number of consecutive resets without an input

	// In a system with clocks:
	waits     int            // number of waits not after an input that ended without an output, or with a further one
	waited    bool           // an output came since the last input because the session waited for it
	outputs   int            // number of outputs since the last input or silence
	before    *ioco.Snapshot // of the last input
	lastInput sut.Message
	lastAt    *big.Rat // when it was sent; nil if nothing was sent since the last output
}

// audience learns from a conversation.
type audience interface {
	restarted()            // a new test begins
	exchanged(sut.Message) // a message was sent or received
}

// restart resets system and model, and begins a new trace. If the system cannot be reset, the trace is unchanged.
func (c *conversation) restart(ctx context.Context) error {
	c.started = true
	if err := c.adapter.Reset(ctx); err != nil {
		return err
	}
	refuted, err := c.tracker.Restart(ctx)
	if err != nil {
		return err
	}
	if !c.judge.replays {
		c.judge.past.keep(Steps(c.report.Trace), refuted)
	}
	c.report.Trace, c.inputs = nil, 0
	c.report.Tests++
	c.quiet.restart()
	c.audience.restarted()
	c.time.start()
	c.lastAt, c.outputs = nil, 0
	return nil
}

// restartAgain resets a system that was started before; if that is no longer possible, the system fails. After a panic, the trace ends
// with the reset.
func (c *conversation) restartAgain(ctx context.Context) error {
	err := restarted(c.restart(ctx))
	if panicked(err) {
		c.report.note(Event{Kind: result.EventReset})
	}
	return err
}

// begin resets the system for a replay. A panic caused by earlier steps gives no information about the test, so it resets the system
// again; if that fails too, the system cannot be reset any more.
func (c *conversation) begin(ctx context.Context) error {
	started := c.started
	err := c.restart(ctx)
	if started && panicked(err) {
		err = c.restart(ctx)
	}
	if started && panicked(err) {
		err = &sut.ErrUnavailable{Reason: err.Error()}
	}
	return err
}

// startOver resets the system because a test is over.
func (c *conversation) startOver(ctx context.Context) error {
	c.idle++
	return c.restartAgain(ctx)
}

// goesOn reports whether another test may give new results.
func (c *conversation) goesOn() bool { return c.idle < maxIdle && c.judge.floods < maxFloods }

// resetWithin resets the system within a test, and continues its trace.
func (c *conversation) resetWithin(ctx context.Context) error {
	trace := append(c.report.Trace, Event{Kind: result.EventReset})
	err := c.restartAgain(ctx)
	c.report.Trace = trace
	return err
}

// send sends an input to the system.
func (c *conversation) send(ctx context.Context, msg sut.Message) error {
	c.report.note(Event{Kind: result.EventInput, Message: msg, At: c.tracker.Now()})
	c.report.Sent++
	c.inputs++
	c.outputs, c.waited = 0, false
	c.audience.exchanged(msg)
	c.quiet.since = time.Now()
	if err := c.adapter.Send(ctx, msg); err != nil {
		return err
	}
	if _, err := c.tracker.AfterInput(ctx, msg); err != nil {
		return err
	}
	c.progress.note()
	return nil
}

// hasSent reports whether an input was sent since the last reset.
func (c *conversation) hasSent() bool { return c.inputs > 0 }

// disturbed reports whether stalls explain an observation. If they do, the test is spoiled.
func (c *conversation) disturbed(ctx context.Context, channel, observed string, follow func() (bool, error)) (bool, error) {
	ok, err := c.tracker.Disturbed(ctx, follow)
	if err != nil || !ok {
		return false, err
	}
	return true, c.spoil(ctx, channel, fmt.Sprintf("step %d: %s%s", len(c.report.Trace), observed, c.time.busy()))
}

// spoil drops a spoiled test, and starts another.
func (c *conversation) spoil(ctx context.Context, channel, evidence string) error {
	if c.judge.replays {
		c.report.Verdict, c.report.Evidence, c.report.spoiled = result.Inconclusive, evidence, true
		return nil
	}
	if c.judge.spoiled == nil {
		c.judge.spoiled = map[string]string{}
	}
	c.judge.spoiled[channel] = evidence
	if c.inputs == 0 {
		c.waits++
	}
	return c.restartAgain(ctx)
}

// maxIdle is the maximum number of consecutive resets without an input.
const maxIdle = 3

// panicked reports whether an error is a panic of the system.
func panicked(err error) bool {
	found := (*sut.ErrPanic)(nil)
	return errors.As(err, &found)
}

// restarted records a failure if the system can no longer be started.
func restarted(err error) error {
	if unavailable := (*sut.ErrUnavailable)(nil); errors.As(err, &unavailable) {
		return &sut.ErrSystem{Reason: "the system did not survive the test before: " + unavailable.Reason}
	}
	return err
}
