package tester

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Stalls. On a busy machine, this process and the system under test sometimes wait for a processor. An output that is late, or seems early,
// by no more than that gives no information about the system: the test is spoiled, and the session makes a new one. If the same output is
// observed in time afterwards, the spoiled test does not matter; otherwise the verdict is inconclusive. A replayed test is inconclusive at
// once.

// stalls measures the time that this process and the system waited for a processor since the last observation.
type stalls struct {
	since   time.Time
	waited  time.Duration     // total time that the system had waited for a processor by then
	granted time.Duration     // extension of a deadline
	spoiled map[string]string // by the channel of an output: why a test was spoiled, until that output is observed in time
}

// mark begins to measure.
func (s *Session) mark() { s.stalls.since, s.stalls.waited = time.Now(), s.systemWaited() }

// mayStall reports whether the machine may be busy: in simulated time it is not, unless the system reports it.
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

// leastStall is the minimum stall that counts.
const leastStall = time.Millisecond

// stallSafety is the factor by which observations may be later than the measured sleeps.
const stallSafety = 2

// stall returns the possible delay of an observation made now on a busy machine.
func (s *Session) stall() time.Duration {
	return stallSafety*s.options.Watch.Late(s.stalls.since) + max(s.systemWaited()-s.stalls.waited, 0)
}

// crowdFactor returns how many times longer programs take than on an idle machine.
var crowdFactor = crowd.Factor

// crowded is the factor from which on a machine is too busy for failures in time of systems whose waiting is unknown.
const crowded = 2

// unmeasured reports whether the machine is busy, and how long the system waited for a processor is unknown: it was not started by this process, or
// the operating system does not report it. What it did too late, and what followed from that, says nothing about it then. A system in this process
// waits when this process does, which is measured.
func (s *Session) unmeasured() bool {
	near, ok := s.adapter.(sut.Near)
	return s.isTimed() && s.systemWaited() == 0 && !(ok && near.Near()) && crowdFactor() >= crowded
}

// observes sets the precision of the instants of the next and of the last observation in the tracker.
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

// busy describes the possible error of an instant on a busy machine.
func (s *Session) busy() string {
	return fmt.Sprintf("; but the machine was busy: a processor was waited for, up to %v", s.timed.stall.Round(time.Millisecond))
}

// spoil drops a spoiled test, and starts another.
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

// more returns the number of additional steps of a session, while some output was not observed in time after a spoiled test.
func (s *Session) more() int {
	if len(s.stalls.spoiled) == 0 {
		return 0
	}
	return s.options.Steps / 2
}

// inTime records that an output was in time.
func (s *Session) inTime(channel string) { delete(s.stalls.spoiled, channel) }

// judgeStalls makes a session inconclusive if an output that spoiled a test was not observed in time afterwards.
func (s *Session) judgeStalls() {
	for _, c := range s.tracker.System.Channels {
		if why := s.stalls.spoiled[c.Name]; why != "" && s.report.Verdict == "" {
			s.report.Verdict, s.report.Evidence = result.Inconclusive, why
		}
	}
}

// inForce describes the precision of the last instant, in real time.
func (s *Session) inForce() string {
	if !s.isTimed() || s.timed.exact == 0 {
		return ""
	}
	return fmt.Sprintf("; the tolerance was %v", (s.timed.exact + s.timed.stall).Round(100*time.Microsecond))
}
