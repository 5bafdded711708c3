package driver

import (
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
)

// Hooks are functions that Execute calls.
type Hooks struct {
	// Bounded is called with each context that bounds a part of the work. The function that it returns is called when that part is
	// over. It may be nil.
	Bounded func(ctx context.Context) (over func())

	// Read is called after the model was read and before it is used. The model may have errors. Read may be nil.
	Read func()
}

// Execute reads the model and runs the analysis, within the time limit, which counts from a start time. For a model with errors, the
// result is that of Faulty, unless the analysis accepts such models. The error can also come from the result, see Judge.
func (j *Job) Execute(ctx context.Context, begun time.Time, hooks Hooks) (any, error) {
	j.begun = begun
	if common := Part[model.Common](j.Options); common != nil && common.Memory > 0 {
		memory.Tune(common.Memory)
	}
	limited, cancel := j.limited(ctx, begun)
	defer cancel()
	over := hooks.bounded(limited)
	defer func() { over() }()
	if j.Analysis.Models != NoModel {
		if document, err := j.read(limited, hooks); err != nil {
			return document, err
		}
	}
	if j.Analysis.Untimed != nil && j.Analysis.Untimed(j.Options) {
		over()
		limited, over = ctx, hooks.bounded(ctx)
	}
	document, err := j.Run(limited)
	if err == nil {
		err = Judge(document)
	}
	return document, err
}

func (h Hooks) bounded(ctx context.Context) func() {
	if h.Bounded == nil {
		return func() {}
	}
	return h.Bounded(ctx)
}

// seconds returns the time since the analysis began; 0 if it has not.
func (j *Job) seconds() float64 {
	if j.begun.IsZero() {
		return 0
	}
	return time.Since(j.begun).Seconds()
}

// limited returns a context that ends with the time limit.
func (j *Job) limited(ctx context.Context, begun time.Time) (context.Context, context.CancelFunc) {
	if timeout := j.Timeout(); timeout > 0 {
		return context.WithDeadline(ctx, begun.Add(timeout))
	}
	return context.WithCancel(ctx)
}

// read reads the model. It returns an error if the model cannot be used.
func (j *Job) read(ctx context.Context, hooks Hooks) (any, error) {
	if err := j.Load(ctx); err != nil {
		return j.Ended(ctx, nil, err)
	}
	if hooks.Read != nil {
		hooks.Read()
	}
	if j.Analysis.Models == EachModel {
		return nil, nil
	}
	if err := j.Loaded.Usable(); err != nil {
		return Faulty(j.Analysis.Name, j.Loaded), err
	}
	return nil, nil
}

// Load reads the model, the first argument. It may have errors.
func (j *Job) Load(ctx context.Context) (err error) {
	options := Part[model.Common](j.Options).LoadOptions()
	if j.Policy != nil {
		options.Policy = *j.Policy
	}
	j.Loaded, err = model.LoadWithin(ctx, j.Args[0], options)
	return err
}
