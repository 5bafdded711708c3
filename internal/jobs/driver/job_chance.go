package driver

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis/chance"
)

func chanceDefaults() *chance.Options {
	o := chance.Defaults()
	return &o
}

func runChance(ctx context.Context, j *Job, o *chance.Options) (any, error) {
	options := *o
	options.Progress = func(done int) {
		if o.Simulate > 0 {
			j.Progress(Progress{Doing: "simulating", Done: int64(done), Total: int64(o.Simulate), Detail: fmt.Sprintf("%d runs", done)})
			return
		}
		j.Progress(Progress{Doing: "executing", Detail: fmt.Sprintf("%d states", done)})
	}
	r, err := chance.Compute(ctx, j.Loaded, options)
	if r != nil {
		r.Replay = j.repeat()
	}
	return whole(r, err)
}
