package driver

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/result"
)

// ExploreOptions are the options of Explore.
type ExploreOptions struct {
	explore.Options
	Means
	Prove int  // most questions to the solver to prove unreachable what was not covered; 0 does not try
	Rows  bool // the result has the states of the tree, to draw them or to explain a path
}

// Explore builds the symbolic execution tree of a model. Rows that were won are saved, if that is asked for, also when the
// search was interrupted.
func Explore(ctx context.Context, l *Loaded, options ExploreOptions) (*result.Explore, error) {
	externs, err := openExterns(l, options.Externs)
	if err != nil {
		return nil, err
	}
	defer externs.close()
	search, err := externs.search(ctx, l, options.Options, options.Means)
	if err != nil {
		return nil, err
	}
	tree, err := explore.Run(ctx, l.System, search)
	if err != nil {
		return nil, err
	}
	r := tree.Result()
	r.Model = l.Info()
	if options.Rows {
		r.Tree = tree.Rows()
	}
	externs.report(r)
	r.Findings = append(r.Findings, externs.findings()...)
	if options.Externs.Save {
		err = externs.save()
	}
	if err == nil {
		err = proveMisses(ctx, l, options, r)
	}
	return r, err
}

// search completes the options of a search by what is known of externs: the solver before which they stand, the functions, the
// contracts in force. Rows are run again if that is asked for.
func (e *externs) search(ctx context.Context, l *Loaded, o explore.Options, means Means) (explore.Options, error) {
	o.NewSolver = e.solver(means.Solver.factory(l.System.Store))
	if e != nil {
		o.Functions = e.functions
		if len(e.runners) > 0 {
			o.Workers = 1 // what is run depends on what was run before: with one worker, on nothing else
		}
	}
	if e != nil && means.Externs.Recheck {
		if err := e.functions.RecheckAll(ctx); err != nil {
			return o, err
		}
	}
	var err error
	if t := means.Externs.Treatment; t == ByContract || t == ByBoth { // with ByBoth, of externs that have neither table nor runner
		o.Contracts, err = contract.Choose(l.System, means.Externs.Contract)
	}
	return o, err
}
