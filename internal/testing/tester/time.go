package tester

import (
	"cmp"
	"fmt"
	"math/big"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/timing"
)

// Stalls. On a busy machine, this process and the system under test sometimes wait for a processor. An output that is late, or seems early,
// by no more than that gives no information about the system: the test is spoiled, and the session makes a new one. If the same output is
// observed in time afterwards, the spoiled test does not matter; otherwise the verdict is inconclusive. A replayed test is inconclusive at
// once.

// timekeeper knows the instants of a test, and how exact they are.
type timekeeper struct {
	tracker *ioco.Tracker
	adapter sut.Adapter
	options *Options

	clock     timing.Clock
	tolerance *big.Rat      // in units of the model
	exact     time.Duration // the same in real time
	off       time.Duration // additional error of the last observation on a busy machine
	worst     time.Duration // the sum of both, the greatest so far

	since   time.Time     // of the last observation
	waited  time.Duration // total time that the system had waited for a processor by then
	granted time.Duration // extension of a deadline
}

// newTimekeeper returns the timekeeper of a session, and sets the tolerance of its tracker.
func newTimekeeper(t *ioco.Tracker, a sut.Adapter, o *Options) *timekeeper {
	k := &timekeeper{tracker: t, adapter: a, options: o, clock: timing.Clock{Unit: cmp.Or(o.TimeUnit, timing.DefaultUnit)}, exact: o.Tolerance, worst: o.Tolerance}
	k.tolerance = k.clock.Units(k.exact)
	t.Tolerance = k.tolerance
	return k
}

func (t *timekeeper) isTimed() bool { return t.tracker.System.Timed() }

// start starts a test.
func (t *timekeeper) start() {
	t.clock.Start()
	t.mark()
}

// leastStall is the minimum stall that counts.
const leastStall = time.Millisecond

// stallSafety is the factor by which observations may be later than the measured sleeps.
const stallSafety = 2

// crowdFactor returns how many times longer programs take than on an idle machine.
var crowdFactor = crowd.Factor

// crowded is the factor from which on a machine is too busy for failures in time of systems whose waiting is unknown.
const crowded = 2

// mark begins to measure.
func (t *timekeeper) mark() { t.since, t.waited = time.Now(), t.systemWaited() }

// mayStall reports whether the machine may be busy: in simulated time it is not, unless the system reports it.
func (t *timekeeper) mayStall() bool {
	_, tells := t.adapter.(sut.Waiting)
	return tells || t.options.Watch != nil
}

func (t *timekeeper) systemWaited() time.Duration {
	if w, ok := t.adapter.(sut.Waiting); ok {
		return w.Waited()
	}
	return 0
}

// stall returns the possible delay of an observation made now on a busy machine.
func (t *timekeeper) stall() time.Duration {
	return stallSafety*t.options.Watch.Late(t.since) + max(t.systemWaited()-t.waited, 0)
}

// isBusy reports whether other programs keep the machine busy: then a message of a system with clocks may have been on its way for
// longer than was measured, and have crossed another one.
func (t *timekeeper) isBusy() bool { return t.isTimed() && crowdFactor() >= crowded }

// unmeasured reports whether the machine is busy, and how long the system waited for a processor is unknown: it was not started by this process, or
// the operating system does not report it. What it did too late, and what followed from that, says nothing about it then. A system in this process
// waits when this process does, which is measured.
func (t *timekeeper) unmeasured() bool {
	near, ok := t.adapter.(sut.Near)
	return t.isTimed() && t.systemWaited() == 0 && !(ok && near.Near()) && crowdFactor() >= crowded
}

// observes sets the precision of the instants of the next and of the last observation in the tracker.
func (t *timekeeper) observes() {
	stall := t.stall()
	t.off, t.worst = stall, max(t.worst, t.exact+stall)
	units := t.clock.Units(stall)
	t.tracker.Delayed(units)
	t.tracker.Stall = units
	t.mark()
}

// busy describes the possible error of an instant on a busy machine.
func (t *timekeeper) busy() string {
	return fmt.Sprintf("; but the machine was busy: a processor was waited for, up to %v", t.off.Round(time.Millisecond))
}

// inForce describes the precision of the last instant, in real time.
func (t *timekeeper) inForce() string {
	if !t.isTimed() || t.exact == 0 {
		return ""
	}
	return fmt.Sprintf("; the tolerance was %v", (t.exact + t.off).Round(100*time.Microsecond))
}

// mostIdle is the longest wait in real time that nothing enforces.
const mostIdle = time.Second

// simulated reports whether waits take no real time.
func (t *timekeeper) simulated() bool { return crowd.Simulated() }

// latest returns the end of a wait: the deadline plus the tolerance and the stalls so far; nil if there is no deadline.
func (t *timekeeper) latest(f ioco.Future) *big.Rat {
	if f.Deadline == nil {
		return nil
	}
	t.granted = t.stall()
	return new(big.Rat).Add(f.Deadline, t.clock.Units(2*(t.exact+t.granted)+time.Nanosecond))
}
