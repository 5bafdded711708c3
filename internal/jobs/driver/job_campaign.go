package driver

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// Campaigns: tests that are repeated.

// planRuns computes the number of runs that a campaign needs.
func planRuns(ctx context.Context, j *Job, f *RunFlags) (any, error) {
	o := rig.RunOptions{Backend: f.Backend}
	o.Seed, o.TimeUnit = f.Seed, f.TimeUnit
	return noted(rig.Plan(ctx, j.Loaded, o, f.CampaignOptions))
}

// repeatRuns makes a campaign.
func repeatRuns(ctx context.Context, j *Job, f *RunFlags) (any, error) {
	o, err := f.options(j, tester.Options{})
	if err != nil {
		return nil, err
	}
	t, err := rig.NewTester(j.Loaded, o)
	if err != nil {
		return untested(ctx, j, o.Seed, err)
	}
	defer t.Close()
	r, err := t.Campaign(ctx, f.CampaignOptions)
	if nonsense := (*rig.ErrCampaign)(nil); errors.As(err, &nonsense) || result.Refused(err) != nil {
		return nil, err
	}
	if err != nil {
		return untested(ctx, j, o.Seed, err)
	}
	stored := errors.Join(f.store(j, r), drawCampaign(f.Graph, r.Model.Name, r.Campaign))
	if r.Finding() && stored != nil {
		j.Note(stored.Error())
		stored = nil
	}
	return r, errors.Join(stored, incomplete(r))
}

// drawCampaign writes the pictures of a campaign to a file, if requested.
func drawCampaign(path, title string, c *result.Campaign) error {
	if path == "" || c == nil {
		return nil
	}
	if err := file.Write(path, draw.CampaignSVG(title, c)); err != nil {
		return fmt.Errorf("the pictures cannot be written: %w", err)
	}
	return nil
}

// noted returns a result and its error as any, nil if there is none.
func noted(r *result.Run, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}
