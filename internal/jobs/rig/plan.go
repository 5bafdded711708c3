package rig

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/play"
)

// The number of simulated runs from which a plan estimates the information of a run: the initial number, and the maximum.
const (
	pilotRuns = 300
	maxPilot  = 5000
)

// Plan returns the number of runs that a campaign needs to detect a deviation. No system is tested: runs of the model itself show which
// choices and waits occur in the tests, and how often.
func Plan(ctx context.Context, l *model.Loaded, options RunOptions, o CampaignOptions) (*result.Run, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	options.Adapter = play.New(l.System, l.System, play.Options{Seed: uint64(options.Seed), Hasty: true})
	t, err := NewTester(l, options)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	o.Repeat, o.Sequential, o.Traces = pilotRuns, false, ""
	c, err := t.begin(ctx, o)
	if err != nil {
		return nil, err
	}
	plan, err := c.plan(ctx)
	if err != nil {
		return nil, err
	}
	out := &result.Run{Head: l.Head("run"), Verdict: result.Pass, Trace: []result.Event{}, Seed: options.Seed, Plan: plan}
	out.Coverage.Transitions = sessionCoverage(l.System, c.last.Covered)
	out.Stop = result.StopDone
	return out, nil
}

// plan makes pilot runs until there are as many as it requires, or enough to decide.
func (c *runs) plan(ctx context.Context) (*result.CampaignPlan, error) {
	for {
		if err := c.all(ctx); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.last == nil || c.failed > 0 {
			return nil, &ErrCampaign{"no plan can be made: the model does not follow itself"}
		}
		plan := c.judge.Plan(c.loaded.System, c.options.Deviation)
		made := c.options.Repeat
		if plan.Runs <= made || made >= maxPilot {
			return plan, nil
		}
		c.resumed, c.options.Repeat = made, min(max(plan.Runs, 2*made), maxPilot)
	}
}
