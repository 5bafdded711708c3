package driver

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
)

func chanceDefaults() *analysis.ChanceOptions {
	o := analysis.ChanceDefaults()
	return &o
}

func runChance(ctx context.Context, j *Job, o *analysis.ChanceOptions) (any, error) {
	options := *o
	options.Progress = func(done int) {
		if o.Simulate > 0 {
			j.Progress(Progress{Doing: "simulating", Done: int64(done), Total: int64(o.Simulate), Detail: fmt.Sprintf("%d runs", done)})
			return
		}
		j.Progress(Progress{Doing: "executing", Detail: fmt.Sprintf("%d states", done)})
	}
	r, err := analysis.Chance(ctx, j.Loaded, options)
	if r != nil {
		r.Replay = j.repeat()
	}
	return whole(r, err)
}
