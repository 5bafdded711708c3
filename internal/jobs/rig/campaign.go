package rig

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/campaign"
	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// CampaignOptions are the options of a campaign: tests that are repeated to compare frequencies and waiting times with the model.
type CampaignOptions struct {
	Repeat     int     `flag:"repeat" usual:"yes" group:"own" min:"0" help:"number of repeated tests, to judge probabilities (docs/campaigns.md); 0 means none"`
	Length     int     `flag:"length" group:"own" min:"1" help:"number of actions of a repeated test: inputs, outputs and silences"`
	Alpha      float64 `flag:"alpha" help:"probability of rejecting a correct system, between 0 and 1; also of mistaking a slow system for a silent one"`
	Tests      int     `flag:"tests" min:"0" help:"number of distinct tests, run round-robin; 0 derives a new test for each run unless the model is nondeterministic"`
	Power      float64 `flag:"power" help:"probability of detecting a deviation, for --plan and for the smallest deviation that is reported"`
	Deviation  float64 `flag:"deviation" help:"deviation for --plan and --sequential to detect: the absolute change of a probability, and the relative change of a rate"`
	Sequential bool    `flag:"sequential" help:"stop as soon as it is decided whether probabilities and rates deviate by --deviation, after at most --repeat runs"`
	Traces     string  `flag:"traces" group:"chance" writes:"folder" help:"folder for all runs with their times; an interrupted campaign continues from it"`
}

// CampaignDefaults are the defaults of CampaignOptions.
func CampaignDefaults() CampaignOptions {
	return CampaignOptions{Length: 10, Alpha: 0.05, Power: campaign.DefaultPower, Deviation: 0.1}
}

// ErrCampaign is the error for invalid options of a campaign.
type ErrCampaign struct{ Reason string }

// Error returns the reason with advice.
func (e *ErrCampaign) Error() string { return e.Reason }

// check returns an error for invalid options.
func (o *CampaignOptions) check() error {
	switch {
	case !(o.Alpha > 0 && o.Alpha < 1):
		return &ErrCampaign{fmt.Sprintf("--alpha is %v: write a probability between 0 and 1, both excluded; with 0 every system would be accepted", o.Alpha)}
	case !(o.Power > 0 && o.Power < 1):
		return &ErrCampaign{fmt.Sprintf("--power is %v: write a probability between 0 and 1, both excluded", o.Power)}
	case !(o.Deviation > 0 && o.Deviation < 1):
		return &ErrCampaign{fmt.Sprintf("--deviation is %v: write a number between 0 and 1, both excluded", o.Deviation)}
	case o.Repeat == 1:
		return &ErrCampaign{"--repeat is 1: one run has no frequencies; --plan computes the number that is needed"}
	}
	return nil
}

// Campaign tests a system many times, and judges each run, and the frequencies and waiting times of all runs.
func (t *Tester) Campaign(ctx context.Context, o CampaignOptions) (*result.Run, error) {
	c, err := t.begin(ctx, o)
	if err != nil {
		return nil, err
	}
	defer c.close()
	if err := c.all(ctx); err != nil {
		return nil, err
	}
	return c.result(ctx)
}

// begin prepares a campaign. It returns an error if the options do not fit the model.
func (t *Tester) begin(ctx context.Context, o CampaignOptions) (*runs, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if t.options.Reset == sut.NoReset {
		return nil, &ErrCampaign{"a campaign begins every run in the initial state, so the system must be reset: choose a --reset other than none"}
	}
	if !t.loaded.System.Chancy() {
		return nil, &result.Unsupported{By: "--repeat", Feature: result.HasNoChances, Text: "the model has neither probabilities nor rates",
			Because: "there are no frequencies to compare"}
	}
	if err := run.MustStart(ctx, t.tracker.System, t.tracker.Solver); err != nil {
		return nil, err
	}
	return t.newCampaign(o)
}

// unlikely returns the error that the frequencies of a model are unknown.
func unlikely(problem *step.Error) error {
	if problem.Problem == step.Clocks {
		return &result.Unsupported{By: "--repeat", Feature: result.HasClocks, Text: "the model has clocks", Because: "probabilities of what depends on clocks are not computed"}
	}
	return &ErrCampaign{"frequencies cannot be compared with the model: " + problem.Text}
}

// runs is a campaign in progress.
type runs struct {
	*trial
	options CampaignOptions
	judge   *campaign.Judge
	traces  *store.Traces // nil if runs are not stored
	session *tester.Session
	sampler *sampler
	wald    *campaign.Sequential // nil unless the test is sequential
	unit    float64              // seconds of a unit of the model
	resumed int
	failed  int
}

func (t *Tester) newCampaign(o CampaignOptions) (*runs, error) {
	judge, err := campaign.NewJudge(t.loaded.System, campaign.Options{Alpha: o.Alpha, Power: o.Power})
	if problem := (*step.Error)(nil); errors.As(err, &problem) {
		return nil, unlikely(problem)
	}
	if err != nil {
		return nil, err
	}
	c := &runs{trial: newTrial(t), options: o, judge: judge, unit: Timing{TimeUnit: t.options.TimeUnit}.unit().Seconds()}
	c.session = tester.NewSession(t.tracker, t.adapter, t.withoutPurpose())
	c.sampler = newSampler(c)
	if o.Sequential {
		c.wald = campaign.NewSequential(o.Alpha, 1-o.Power, o.Deviation)
	}
	if o.Traces == "" {
		return c, nil
	}
	header := result.TracesHeader{Model: t.loaded.Info(), Constants: t.loaded.Consts, Length: o.Length, Seed: t.options.Seed, Tests: o.Tests, Patience: o.Alpha}
	if c.traces, err = store.OpenTraces(o.Traces, header); err != nil {
		return nil, err
	}
	return c, c.resume()
}

func (c *runs) close() {
	if c.traces != nil {
		c.traces.Close()
	}
}

// resume counts the runs of an earlier, interrupted campaign.
func (c *runs) resume() error {
	for i, r := range c.traces.Entries() {
		if c.resumed == c.options.Repeat {
			return nil
		}
		one, err := c.restored(r)
		if err != nil {
			return fmt.Errorf("%s: %w", c.traces.Line(i), err)
		}
		c.resumed++
		c.count(one, r.Verdict)
	}
	return nil
}

// count adds a run to the statistics. Runs that the model does not allow have no probability.
func (c *runs) count(one campaign.Run, verdict result.Verdict) {
	if verdict != result.Pass {
		c.failed++
		return
	}
	c.judge.Add(one)
	if c.wald != nil {
		c.wald.Add(c.judge.Tree(), one)
	}
}

// all makes the remaining runs, until the system fails, the time limit is reached, or a sequential test has decided.
func (c *runs) all(ctx context.Context) error {
	for i := c.resumed; i < c.options.Repeat && c.failed == 0 && !c.decided(); i++ {
		begun := time.Now()
		c.sampler.begin(i)
		report, err := c.session.Sample(ctx, c.sampler.decide)
		ended := err != nil
		if err := unlessEnded(err); err != nil {
			return err
		}
		c.last = report
		if ended {
			c.stop = result.StopOf(ctx)
			return nil
		}
		if err := c.keepRun(i, report, jumped(begun, time.Now())); err != nil {
			return err
		}
		c.tell(i)
	}
	return nil
}

// decided reports whether a sequential test has decided.
func (c *runs) decided() bool { return c.wald != nil && c.wald.Decided() }

// keepRun counts a run, and writes it to the folder.
func (c *runs) keepRun(number int, report *tester.Report, untimed bool) error {
	one := campaign.Run{Test: c.sampler.test, Untimed: untimed}
	traced := result.TracedRun{Run: number, Test: c.sampler.test, Verdict: report.Verdict, Untimed: untimed, Events: []result.TracedEvent{}}
	kinds := report.Events()
	for i, e := range report.Trace {
		at, limit := e.Time.Seconds()/c.unit, e.Limit.Seconds()/c.unit
		one.Events = append(one.Events, timed(e, at, limit))
		traced.Events = append(traced.Events, result.TracedEvent{Event: kinds[i], Time: at, Limit: limit})
	}
	c.count(one, report.Verdict)
	if seconds := c.lap(); report.Verdict == result.Fail {
		c.keep(report, seconds)
	}
	if c.traces == nil {
		return nil
	}
	if err := c.traces.Write(traced); err != nil {
		return fmt.Errorf("the run cannot be kept: %w", err)
	}
	return nil
}

// timed returns an event of a run with its times. An input has no time limit, since the tester chooses its time.
func timed(e tester.Event, at, limit float64) campaign.Event {
	if e.Kind == result.EventInput {
		limit = math.Inf(1)
	}
	return campaign.Event{Action: actionOf(e), Time: at, Limit: limit}
}

// jump is the maximum difference between the wall clock and the monotonic clock; if it is larger, the clock was set.
const jump = 250 * time.Millisecond

// jumped reports whether the clock was set between two moments, or the machine was suspended: then one of the two times is wrong, and it is
// unknown which.
func jumped(from, to time.Time) bool {
	return jumpOf(to.Round(0).Sub(from.Round(0)), to.Sub(from))
}

// jumpOf reports whether the wall clock and the monotonic clock differ by too much.
func jumpOf(day, passed time.Duration) bool { return (day - passed).Abs() > jump }

// tell reports the progress of the campaign.
func (c *runs) tell(number int) {
	if tell := c.Tester.options.Progress; tell != nil {
		done, total := number+1, c.options.Repeat
		tell(result.Progress{Doing: "repeating", Done: int64(done), Total: int64(total), Found: fmt.Sprintf("%d of %d runs", done, total),
			Point: result.Point{Covered: done, Total: total, Unit: "runs"}})
	}
}

// result returns the document of a campaign. The system passes only if both verdicts pass.
func (c *runs) result(ctx context.Context) (*result.Run, error) {
	if c.last == nil {
		c.last = &tester.Report{Verdict: result.Pass}
	}
	out, err := c.trial.result(ctx)
	if err != nil {
		return nil, err
	}
	j := c.judge.Conclude(c.loaded.System)
	j.Wanted, j.Length, j.Tests, j.Resumed, j.Failed = c.options.Repeat, c.options.Length, c.sampler.tests, c.resumed, c.failed
	j.Functional = result.Pass
	if c.wald != nil {
		j.Sequential = c.wald.State()
	}
	if c.failed > 0 {
		j.Functional = result.Fail
	}
	out.Campaign = j
	if c.failed == 0 {
		out.Trace, out.Run = []result.Event{}, nil // no single run is the evidence
	}
	c.conclude(out)
	return out, nil
}

// conclude gives the verdict on everything.
func (c *runs) conclude(out *result.Run) {
	j := out.Campaign
	switch {
	case j.Functional == result.Fail:
		out.Verdict = result.Fail
		if out.Evidence == "" {
			out.Evidence = "a run of the earlier campaign failed; see the folder of the traces"
		}
	case j.Probabilistic == result.ChanceFail:
		out.Verdict, out.Evidence = result.Fail, j.Evidence
	case c.stop.Early():
		out.Verdict, out.Evidence = result.Inconclusive, fmt.Sprintf("the campaign was ended after %d of %d runs", j.Runs, c.options.Repeat)
	case j.Probabilistic != result.ChancePass:
		out.Verdict, out.Evidence = result.Inconclusive, j.Evidence
	default:
		out.Verdict = result.Pass
	}
	if s := j.Sequential; s != nil && s.Decision == result.SequentialRejected && out.Verdict != result.Fail {
		out.Verdict, out.Evidence = result.Fail, "the sequential test rejects "+s.By
	}
}
