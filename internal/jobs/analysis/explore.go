package analysis

import (
	"cmp"
	"context"
	"strings"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// ExploreOptions are the options of Explore.
type ExploreOptions struct {
	Strategy explore.Strategy `flag:"strategy" group:"search" usual:"yes" choices:"cover,bfs,dfs,random" replay:"search" help:"search order: cover (until all transitions are covered), bfs, dfs or random"`
	Depth    int              `flag:"depth" group:"search" usual:"yes" min:"1" replay:"search" help:"maximum length of a path"`
	States   int              `flag:"states" group:"search" usual:"yes" min:"1" replay:"search" help:"maximum number of symbolic states"`
	model.Common
	Prune      bool   `flag:"prune" group:"search" usual:"yes" replay:"search" help:"leave out states included in an earlier state of the same locations; a finite model is explored by its concrete states"`
	Reduce     bool   `flag:"partial-order" was:"reduce" group:"search" replay:"search" help:"with --prune, follow only one order of independent steps of different machines; counts of concrete states are then smaller, and livelocks are not reported"`
	Symmetry   bool   `flag:"symmetry" group:"search" replay:"search" help:"with --prune, merge concrete states that differ only by a permutation of identical instances; fails if the instances are distinguishable; livelocks are not reported"`
	Reach      bool   `flag:"prune-timed" was:"reach" group:"search" replay:"search" help:"also prune timed states if an earlier state reaches everything that they reach; may miss deadlocks and timelocks"`
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

// Explore builds the symbolic execution tree of a model. If requested, new rows are saved, also when the search
// was interrupted.
func Explore(ctx context.Context, l *model.Loaded, options ExploreOptions) (*result.Explore, error) {
	externs, err := model.OpenExterns(l, options.Externs, options.Seed)
	if err != nil {
		return nil, err
	}
	defer externs.Close()
	search, err := externs.Search(ctx, l, explore.Options{Strategy: options.Strategy, Depth: options.Depth, States: options.States,
		Workers: options.Workers, Seed: options.Seed, Prune: options.Prune || options.Reach, Reach: options.Reach, Path: options.Steps(), Progress: options.Progress,
		Memory: options.Budget()}, options.Backend)
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
