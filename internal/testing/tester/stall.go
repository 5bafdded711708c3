package tester

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Stalls. On a busy machine, we and the system under test wait for a processor now and then. What is late, or seems early, by no more than that
// says nothing about the system: the test is spoiled. A session makes a new one. If the same output is seen in time afterwards, the spoiled test
// does not matter; otherwise the verdict is inconclusive. A test that is replayed is inconclusive at once.

// stalls measures how long we and the system were kept waiting since the last observation.
type stalls struct {
	since   time.Time
	waited  time.Duration     // how long the system had waited for a processor by then
	granted time.Duration     // by how much a deadline was put off
	spoiled map[string]string // by the channel of an output: why a test was spoiled, until that output is in time again
}

// mark begins to measure.
func (s *Session) mark() { s.stalls.since, s.stalls.waited = time.Now(), s.systemWaited() }

// mayStall reports whether the machine may be busy: in simulated time it is not, unless the system says so.
func (s *Session) mayStall() bool {
	_, tells := s.adapter.(sut.Waiting)
	return tells || s.options.Watch != nil
}

func (s *Session) systemWaited() time.Duration {
	if w, ok := s.adapter.(sut.Waiting); ok {
		return w.Waited()
	}
	return 0
}

// leastStall is the least that counts: less is ordinary.
const leastStall = time.Millisecond

// stallSafety is how many times later than our sleeps what we read may be.
const stallSafety = 2

// stall returns how late an observation that is made now may be because the machine is busy.
func (s *Session) stall() time.Duration {
	return stallSafety*s.options.Watch.Late(s.stalls.since) + max(s.systemWaited()-s.stalls.waited, 0)
}

// observes tells the tracker how exact the instant of the observation that follows is, and how exact that of the one before turned out to be.
func (s *Session) observes() {
	stall := s.stall()
	s.timed.stall, s.timed.worst = stall, max(s.timed.worst, s.timed.exact+stall)
	units := s.timed.clock.Units(stall)
	s.tracker.Delayed(units)
	s.tracker.Stall = units
	s.mark()
}

// disturbed reports whether stalls explain an observation. If they do, the test is spoiled.
func (s *Session) disturbed(ctx context.Context, channel, observed string, follow func() (bool, error)) (bool, error) {
	ok, err := s.tracker.Disturbed(ctx, follow)
	if err != nil || !ok {
		return false, err
	}
	return true, s.spoil(ctx, channel, fmt.Sprintf("step %d: %s%s", len(s.report.Trace), observed, s.busy()))
}

// busy says by how much an instant may be wrong because the machine was busy.
func (s *Session) busy() string {
	return fmt.Sprintf("; but the machine was busy: a processor was waited for, up to %v", s.timed.stall.Round(time.Millisecond))
}

// spoil drops a test that says nothing, and begins another.
func (s *Session) spoil(ctx context.Context, channel, evidence string) error {
	if s.replays {
		s.report.Verdict, s.report.Evidence, s.report.spoiled = result.Inconclusive, evidence, true
		return nil
	}
	if s.stalls.spoiled == nil {
		s.stalls.spoiled = map[string]string{}
	}
	s.stalls.spoiled[channel] = evidence
	if s.inputs == 0 {
		s.timed.waits++
	}
	return s.restartAgain(ctx)
}

// more returns how many steps a session has besides its own, as long as some output was not seen in time after a spoiled test.
func (s *Session) more() int {
	if len(s.stalls.spoiled) == 0 {
		return 0
	}
	return s.options.Steps / 2
}

// inTime notes that an output was in time.
func (s *Session) inTime(channel string) { delete(s.stalls.spoiled, channel) }

// judgeStalls makes a session inconclusive that did not see some output in time after a test that was spoiled by it.
func (s *Session) judgeStalls() {
	for _, c := range s.tracker.System.Channels {
		if why := s.stalls.spoiled[c.Name]; why != "" && s.report.Verdict == "" {
			s.report.Verdict, s.report.Evidence = result.Inconclusive, why
		}
	}
}

// inForce says how exact the last instant was, where time is real.
func (s *Session) inForce() string {
	if !s.isTimed() || s.timed.exact == 0 {
		return ""
	}
	return fmt.Sprintf("; the tolerance was %v", (s.timed.exact + s.timed.stall).Round(100*time.Microsecond))
}
