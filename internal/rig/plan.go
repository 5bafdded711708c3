package rig

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/chance/play"
	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/result"
)

// pilotRuns is the number of runs of a played system by which a plan estimates how much a run shows.
const pilotRuns = 300

// Plan returns how many runs a campaign needs to notice a deviation. No system is tested: runs of the model itself show which choices and
// waits the tests come to, and how often.
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
	if err := c.all(ctx); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.last == nil || c.failed > 0 {
		return nil, &ErrCampaign{"no plan can be made: the model does not follow itself"}
	}
	out := &result.Run{Head: l.Head("run"), Verdict: result.Pass, Trace: []result.Event{}, Seed: options.Seed, Plan: c.judge.Plan(l.System, o.Deviation)}
	out.Coverage.Transitions = sessionCoverage(l.System, c.last.Covered)
	out.Stop = result.StopDone
	return out, nil
}
