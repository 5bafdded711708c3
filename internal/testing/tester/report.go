package tester

import (
	"math/big"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Event is one observation of a session.
type Event struct {
	Kind    result.EventKind
	Message sut.Message // of an input or an output
	At      *big.Rat    // in a system with clocks: the instant, in units of the model since the start; nil in others

	Time  time.Duration // in a sample: since the start
	Limit time.Duration // in a sample: when the wait for it would have ended
}

// String returns the event as it is printed in traces.
func (e Event) String() string {
	if e.Message.Channel == nil {
		return string(e.Kind)
	}
	return string(e.Kind) + " " + e.Message.String()
}

func (e Event) result() result.Event {
	out := result.Event{Kind: e.Kind}
	if e.Kind != result.EventQuiescence && e.Kind != result.EventReset {
		out = sut.Record(e.Kind, e.Message)
	}
	if e.At != nil {
		out.At = sts.FormatInstant(e.At)
	}
	return out
}

// Report is the result of a session.
type Report struct {
	Verdict  result.Verdict
	Evidence string           // the observation, and what the model allows instead
	Stack    []string         // of a system that panicked: the call stack, innermost function first
	Allowed  []result.Allowed // the alternatives
	Trace    []Event
	Log      []byte // the messages exchanged with the system, where the adapter keeps them
	Covered  []*sts.Transition
	Sent     int                   // number of inputs
	Spare    int                   // inputs sent after transitions and values were tried
	Tests    int                   // number of times the system was started
	Cycles   []string              // cycles of internal steps of the model that were met
	Regions  []result.Region       // ranges of values for which a failing test also fails
	Complete bool                  // without a purpose: all rounds are over
	Stop     result.Stop           // why the system ended the session before all inputs were sent; empty if it did not
	Values   *result.ValueCoverage // nil if the session ended before values were aimed at
	Failures []*Report             // with KeepGoing: the distinct failures, in the order of discovery
	Repeats  result.Repeats        // of a failing test, by Confirm
	Others   []*Report             // other failures of its repetitions
	Original []Event               // the trace before Shrink shortened the test
	Shrunk   *result.Shrink        // how it was shortened

	Tolerance time.Duration // in a system with clocks: the greatest that was measured

	Products *result.Products // of a product line: the products that explain the observations, before the failing step if it fails

	failure failure
	past    []shrink.Step // the steps before the last reset
	taken   []shrink.Step // of a replay
	shorter *Report       // a shorter test that failed in another way, found by Shrink
	until   time.Time     // when the time for Shrink was up
	spoiled bool          // it has no result, since the machine was busy or the system late
	busy    bool          // the machine was busy when it failed, or some repeat was spoiled

	unmeasured bool // it failed in time, on a busy machine, and how long the system waited for a processor is unknown
	open       bool // the model leaves to the system what it does in the failing step
}

// note adds an event to the trace. A trace may be very long, so it grows by doubling.
func (r *Report) note(e Event) {
	if len(r.Trace) == cap(r.Trace) {
		r.Trace = slices.Grow(r.Trace, max(len(r.Trace), 16))
	}
	r.Trace = append(r.Trace, e)
}

// Events returns the trace as data.
func (r *Report) Events() []result.Event {
	out := make([]result.Event, len(r.Trace))
	for i, e := range r.Trace {
		out[i] = e.result()
	}
	return out
}

// Observations returns a trace for Tracker.Explain.
func Observations(trace []Event) []ioco.Observation {
	out := make([]ioco.Observation, len(trace))
	for i, e := range trace {
		out[i] = ioco.Observation{Kind: e.Kind, Message: e.Message, At: e.At}
	}
	return out
}

// withFailures makes the first failure the result of a session that collected failures.
func withFailures(last *Report, failures []*Report) *Report {
	if len(failures) == 0 {
		return last
	}
	first := *failures[0]
	first.Failures, first.Values = failures, last.Values
	return first.summedUpBy(last)
}

// summedUpBy returns a report with the coverage and the counts of another.
func (r *Report) summedUpBy(all *Report) *Report {
	r.Covered, r.Sent, r.Spare, r.Tests, r.Cycles = all.Covered, all.Sent, all.Spare, all.Tests, all.Cycles
	return r
}

// lastOutput returns the text of the output that a trace ends with; empty if it does not.
func (r *Report) lastOutput() string {
	if n := len(r.Trace); n > 0 && r.Trace[n-1].Kind == result.EventOutput {
		return r.Trace[n-1].Message.String()
	}
	return ""
}
