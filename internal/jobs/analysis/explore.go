package analysis

import (
	"cmp"
	"context"
	"strings"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// ExploreOptions are the options of Explore.
type ExploreOptions struct {
	Search explore.Options
	model.Common
	Explicit   statespace.Options
	Prove      int    `flag:"prove" group:"search" min:"0" replay:"search" help:"maximum number of solver queries to prove that uncovered transitions are unreachable; 0 does not try"`
	Path       string `flag:"path" usual:"yes" replay:"search" help:"follow only this path: names of transitions, separated by commas"`
	Explain    string `flag:"explain" usual:"yes" help:"follow only this path and explain how far it can be followed, and why not further"`
	Graph      string `flag:"graph" usual:"yes" writes:"picture" help:"draw the tree to a .svg, .dot or .mmd file"`
	ModelGraph string `flag:"model-graph" usual:"yes" writes:"picture" help:"draw the model with its coverage to a .svg, .dot or .mmd file"`
	model.Backend

	KeepTree bool // the result includes the tree, or the first states of a large one
}

// keptStates is the maximum number of states of a tree in a result.
const keptStates = 20_000

// Steps are the names of the path to follow.
func (o *ExploreOptions) Steps() []string {
	if path := cmp.Or(o.Explain, o.Path); path != "" {
		return strings.Split(path, ",")
	}
	return nil
}

// search returns the options of the tree.
func (o *ExploreOptions) search() explore.Options {
	s := o.Search
	s.Prune = s.Prune || s.Reach
	s.Path, s.Workers, s.Seed, s.Progress, s.Memory = o.Steps(), o.Workers, o.Seed, o.Progress, o.Budget()
	return s
}

// Explore builds the symbolic execution tree of a model. If requested, new rows are saved, also when the search
// was interrupted.
func Explore(ctx context.Context, l *model.Loaded, options ExploreOptions) (*result.Explore, error) {
	options.Solver.Linear = true
	externs, err := model.OpenExterns(l, options.Externs, options.Seed)
	if err != nil {
		return nil, err
	}
	defer externs.Close()
	search, err := externs.Search(ctx, l, options.search(), options.Backend)
	if err != nil {
		return nil, err
	}
	done, err := exploreBoth(ctx, l, options, search)
	if err != nil {
		return nil, err
	}
	externs.Confirm(ctx, done.runs)
	r := done.result
	r.Model = l.Info()
	if options.Explain != "" {
		if err := explain(ctx, l, search, options.Steps(), r); err != nil {
			return nil, err
		}
	}
	externs.Report(r)
	r.Findings = append(r.Findings, externs.Findings()...)
	if options.Externs.Save {
		err = externs.Save()
	}
	if err == nil {
		err = decideMisses(ctx, l, options, r)
	}
	if err == nil {
		err = settleInvariants(ctx, l, options, done, search)
	}
	if err == nil && options.Externs.Treatment == result.ExternByContract && ctx.Err() == nil {
		err = addUnkeepable(ctx, l, options, r)
	}
	if err == nil && r.Coverage.Transitions.Unreachable > 0 && r.Stop != result.StopPath {
		err = errorsBefore(ctx, l, options, r)
	}
	return r, err
}

// explain adds the reason why a path cannot be followed to its end, unless the search gave it: the reason of an undecided step is
// among the doubts.
func explain(ctx context.Context, l *model.Loaded, search explore.Options, path []string, r *result.Explore) error {
	reached := r.Tree.Reached(len(path))
	if reached == len(path) || ctx.Err() != nil {
		return nil
	}
	var err error
	r.WhyNot, err = why(ctx, l.System, search, path[:reached], path[reached])
	return err
}

// addUnkeepable adds the contracts that were used to choose results although no function can satisfy them.
func addUnkeepable(ctx context.Context, l *model.Loaded, options ExploreOptions, r *result.Explore) error {
	choice, err := contract.Choose(l.System, options.Externs.Contract)
	if err != nil {
		return err
	}
	solver, err := options.Solver.Factory(l.System.Store)()
	if err != nil {
		return err
	}
	defer solver.Close()
	r.Unkeepable, err = unkeepable(ctx, l.System, solver, choice)
	return err
}

// errorsBefore corrects the reasons of transitions that are called unreachable although a model error leads to them.
func errorsBefore(ctx context.Context, l *model.Loaded, options ExploreOptions, r *result.Explore) error {
	return findErrorWays(l, options.Solver, options.Budget(), r.Findings).correct(ctx, &r.Coverage.Transitions, &r.Engines)
}
