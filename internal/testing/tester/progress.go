package tester

import (
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// progress is how far a session is.
type progress struct {
	tracker *ioco.Tracker
	options *Options
	report  *Report

	covered  map[*sts.Transition]bool
	round    map[*sts.Transition]bool // covered in this round; the second begins when everything is covered
	values   plan.Values
	weak     bool      // the purpose was possibly reached
	complete int       // number of inputs sent when everything was covered
	spare    bool      // everything was tried, and the remaining inputs are sent in episodes
	since    time.Time // when that began
	told     time.Time // time of the last call of Options.Progress
}

// note records what was observed, and tells it.
func (p *progress) note() {
	p.cover()
	p.tell()
}

// cover records the certain coverage.
func (p *progress) cover() {
	if !p.tracker.News() {
		return
	}
	for _, t := range p.tracker.Certain() {
		p.covered[t], p.round[t] = true, true
	}
	for _, goal := range p.tracker.CertainGoals() {
		p.values.Met(goal)
	}
}

// isWhole reports whether every transition is covered.
func (p *progress) isWhole() bool { return len(p.covered) == len(p.tracker.System.Transitions()) }

// haveSpare notes that everything was tried.
func (p *progress) haveSpare() {
	if !p.spare {
		p.spare, p.since = true, crowd.RealTime()
	}
}

// late reports whether the time for roaming is over. It is longer if there are uncovered transitions. Simulated time does not count, since
// days of it pass at once.
func (p *progress) late() bool {
	limit := p.options.Spare
	if !p.isWhole() {
		limit *= 3
	}
	return p.spare && limit > 0 && crowd.RealTime().Sub(p.since) > limit
}

func newProgress(t *ioco.Tracker, o *Options, r *Report) *progress {
	return &progress{tracker: t, options: o, report: r, covered: map[*sts.Transition]bool{}, round: map[*sts.Transition]bool{}, values: plan.NewValues(o.Values)}
}

// progressInterval is the time between two calls of Options.Progress.
const progressInterval = 100 * time.Millisecond

// tell reports the progress of the session from time to time.
func (p *progress) tell() {
	if time.Since(p.told) >= progressInterval {
		p.say()
	}
}

// say reports the progress of the session.
func (p *progress) say() {
	if p.options.Progress == nil {
		return
	}
	p.told = time.Now()
	now := result.Point{Covered: len(p.covered), Total: len(p.tracker.System.Transitions()), States: p.report.Sent, Counted: "inputs sent"}
	p.options.Progress(result.Progress{Doing: "testing", Done: int64(p.report.Sent), Total: int64(p.options.Steps), Point: now, Live: p.live(),
		Found: fmt.Sprintf("%d/%d transitions, %d inputs, started %d times", now.Covered, now.Total, p.report.Sent, p.report.Tests)})
}

// liveEvents is how many events are told of a test that goes on.
const liveEvents = 12

// live is what the test does now.
func (p *progress) live() *result.Live {
	omitted := max(0, len(p.report.Trace)-liveEvents)
	shown := Report{Trace: p.report.Trace[omitted:]}
	return &result.Live{Machines: run.Machines(p.tracker.System), Locations: p.tracker.Places(), Test: max(1, p.report.Tests), Trace: shown.Events(), Omitted: omitted}
}
