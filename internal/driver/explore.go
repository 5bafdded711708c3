package driver

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/contract"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
)

// ExploreOptions are the options of Explore.
type ExploreOptions struct {
	explore.Options
	Solver  SolverOptions
	Externs ExternOptions
}

// Explore builds the symbolic execution tree of a model. Rows that were won are saved, if that is asked for, also when the
// search was interrupted.
func Explore(ctx context.Context, l *Loaded, options ExploreOptions) (*result.Explore, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	externs, err := openExterns(l, options.Externs)
	if err != nil {
		return nil, err
	}
	defer externs.close()
	options.NewSolver = externs.solver(options.Solver.factory(l.System.Store))
	if externs != nil {
		options.Functions = externs.functions
		if len(externs.runners) > 0 {
			options.Workers = 1 // what is run depends on what was run before: with one worker, on nothing else
		}
	}
	if externs != nil && options.Externs.Recheck {
		if err := externs.functions.RecheckAll(ctx); err != nil {
			return nil, err
		}
	}
	if t := options.Externs.Treatment; t == ByContract || t == ByBoth { // with ByBoth, of externs that have neither table nor runner
		if options.Contracts, err = contract.Choose(l.System, options.Externs.Contract); err != nil {
			return nil, err
		}
	}
	tree, err := explore.Run(ctx, l.System, options.Options)
	if err != nil {
		return nil, err
	}
	r := tree.Result()
	r.Model = l.Info()
	externs.report(r)
	r.Findings = append(r.Findings, externs.findings()...)
	if options.Externs.Save {
		err = externs.save()
	}
	return r, err
}
