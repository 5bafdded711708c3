package driver

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
)

// ExploreOptions are the options of Explore.
type ExploreOptions struct {
	explore.Options
	Solver SolverOptions
}

// Explore builds the symbolic execution tree of a model.
func Explore(ctx context.Context, l *Loaded, options ExploreOptions) (*result.Explore, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	options.NewSolver = options.Solver.factory(l.System.Store)
	tree, err := explore.Run(ctx, l.System, options.Options)
	if err != nil {
		return nil, err
	}
	r := tree.Result()
	r.Model = l.Info()
	return r, nil
}
