package analysis

import (
	"cmp"
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/operations"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// OperationsOptions are the options of a check of operations.
type OperationsOptions struct {
	Operations bool `flag:"operations" usual:"yes" help:"look for one run that fires all transitions, or report which ones prevent it"`
	States     int  `flag:"states" group:"search" min:"1" help:"with --operations, the maximum number of symbolic states of a search"`
}

// OperationsDefaults returns the values of flags that are not given.
func OperationsDefaults() OperationsOptions {
	return OperationsOptions{States: explore.DefaultStates}
}

// operationDepth bounds the length of runs in the tree that is searched first, unless --depth does.
const operationDepth = 100

// operationQueries is the maximum number of queries of each attempt at a proof about operations.
const operationQueries = 2000

// CheckOperations decides whether the operations of a model are consistent, and returns the cost of the check.
func CheckOperations(ctx context.Context, l *model.Loaded, options CheckOptions) (*result.Operations, result.Stats, error) {
	start := time.Now()
	backend := model.Backend{Solver: options.Solver, Externs: model.ExternDefaults()}
	externs, err := model.OpenExterns(l, backend.Externs, options.Seed)
	if err != nil {
		return nil, result.Stats{}, err
	}
	defer externs.Close()
	search := explore.Options{Depth: cmp.Or(options.Depth, operationDepth), States: options.States, Workers: options.Workers, Seed: options.Seed, Memory: options.Budget()}
	if search, err = externs.Search(ctx, l, search, backend); err != nil {
		return nil, result.Stats{}, err
	}
	found, err := operations.Check(ctx, l.System, operations.Options{Explore: search, Depth: options.Depth, Queries: operationQueries, NewSolver: options.Solver.Factory(l.System.Store)})
	if err != nil {
		return nil, result.Stats{}, err
	}
	stats := model.SolverStats(found.Solver, start)
	stats.States, stats.Workers = found.States, search.Workers
	return operationsResult(l.System, found, search.Functions), stats, nil
}

// operationsResult converts a report to plain data.
func operationsResult(s *sts.System, r *operations.Report, functions run.Functions) *result.Operations {
	out := &result.Operations{Verdict: r.Verdict(), Operations: []result.Operation{}, Runs: []result.OperationsRun{}, Least: r.Least, States: r.States, Engines: r.Engines}
	if r.Together.Status != "" {
		out.Together = &r.Together
	}
	for _, o := range r.Operations {
		operation := result.Operation{Name: o.Transition.Name, Why: o.Why, Source: sourceOf(o.Transition.Span), Fires: o.Fires, Dead: o.Dead, Open: o.Open}
		if b := o.Breaking; b != nil {
			trace, assumes := explore.Trace(s, functions, b.Run)
			operation.Breaking = &result.BreakingRun{Invariant: b.Invariant.Name, Step: b.Step, Run: trace, Assumes: assumes}
			if b.Wait.Sign() > 0 {
				operation.Breaking.Wait = sts.FormatInstant(b.Wait)
			}
		}
		out.Operations = append(out.Operations, operation)
	}
	for _, found := range r.Runs {
		trace, assumes := explore.Trace(s, functions, found.Witness)
		out.Runs = append(out.Runs, result.OperationsRun{Fires: namesOf(found.Fires), Run: trace, Assumes: assumes})
	}
	for _, e := range r.Excluding {
		out.Excluding = append(out.Excluding, result.Exclusion{Transitions: namesOf(e.Transitions[:]), Why: e.Why})
	}
	return out
}

func namesOf(transitions []*sts.Transition) []string {
	out := make([]string, len(transitions))
	for i, t := range transitions {
		out[i] = t.Name
	}
	return out
}
