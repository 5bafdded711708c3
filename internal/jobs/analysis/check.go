package analysis

import (
	"cmp"
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/invariants"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// CheckOptions are the options of check.
type CheckOptions struct {
	model.Common
	Solver     model.SolverOptions
	Invariants bool `flag:"invariants" usual:"yes" help:"prove that every step keeps the invariants, or show one that does not"`
	Depth      int  `flag:"depth" was:"steps" group:"search" usual:"yes" min:"0" help:"with --invariants or --operations: maximum length of runs; 0 chooses 20 for invariants and 100 for operations"`
	model.ContractChoice
	OperationsOptions
}

// CheckInvariants decides whether every event preserves every invariant, and returns the cost of the check.
func CheckInvariants(ctx context.Context, l *model.Loaded, options CheckOptions) (*result.Invariants, result.Stats, error) {
	start := time.Now()
	choice, err := contract.Choose(l.System, options.Contract)
	if err != nil {
		return nil, result.Stats{}, err
	}
	r, cost, err := invariants.Check(ctx, l.System, invariants.Options{Depth: cmp.Or(options.Depth, explore.DefaultDepth), Workers: options.Workers, Contracts: choice,
		NewSolver: options.Solver.Factory(l.System.Store)})
	if err != nil {
		return nil, result.Stats{}, err
	}
	stats := model.SolverStats(cost.Solver, start)
	stats.States, stats.Workers = cost.States, options.Workers
	return r, stats, nil
}

// settleInvariants completes the verdict on each invariant after an exploration.
func settleInvariants(ctx context.Context, l *model.Loaded, options ExploreOptions, done explored, search explore.Options) error {
	x := invariants.Exploration{System: l.System, Whole: done.whole, Result: done.result, Search: search, Queries: options.Prove, Contracts: search.Contracts,
		NewSolver: options.Solver.Factory(l.System.Store)}
	return x.Settle(ctx)
}
