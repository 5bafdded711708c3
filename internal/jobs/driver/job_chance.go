package driver

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis/chance"
)

func chanceDefaults() *chance.Options {
	o := chance.Defaults()
	return &o
}

func runChance(ctx context.Context, j *Job, o *chance.Options) (any, error) {
	r, err := chance.Compute(ctx, j.Loaded, *o)
	if r != nil {
		r.Replay = j.repeat()
	}
	return whole(r, err)
}
