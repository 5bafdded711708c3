package analysis

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// CheckOptions are the options of check.
type CheckOptions struct {
	model.Common
	Solver     model.SolverOptions
	Invariants bool `flag:"invariants" help:"prove that every event preserves the invariants, or show the step that does not"`
	Depth      int  `flag:"depth" min:"1" help:"maximum length of the runs that are searched for one that violates an invariant"`
	model.ContractChoice
}

// maxInvariantStates bounds the search for runs that break an invariant.
const maxInvariantStates = 1000

// invariantProofs bounds the search for further conditions that an invariant needs to be preserved.
var invariantProofs = prove.Options{Queries: 5000, Unknowns: maxOpen, Work: maxWork}

// CheckInvariants decides whether every event preserves every invariant. If one does not, it searches for runs that violate it.
// Externs are not run: any result is assumed possible, and reported. What holds only if functions keep their contracts is marked.
func CheckInvariants(ctx context.Context, l *model.Loaded, options CheckOptions) (*result.Invariants, result.Stats, error) {
	start := time.Now()
	choice, err := contract.Choose(l.System, options.Contract)
	if err != nil {
		return nil, result.Stats{}, err
	}
	newSolver := options.Solver.Factory(l.System.Store)
	solver, err := newSolver()
	if err != nil {
		return nil, result.Stats{}, err
	}
	defer solver.Close()
	found, err := proveInvariants(ctx, l.System, solver, choice)
	if err != nil {
		return nil, result.Stats{}, err
	}
	r := found.Result(l.System)
	if r.Unkeepable, err = assumedUnkeepable(ctx, l.System, solver, r, choice); err != nil {
		return nil, result.Stats{}, err
	}
	used := solver.Stats()
	states := 0
	if found.Broken() && ctx.Err() == nil {
		tree, err := explore.Run(ctx, l.System, explore.Options{Strategy: explore.BreadthFirst, Depth: options.Depth, States: maxInvariantStates,
			Workers: options.Workers, Prune: true, NewSolver: newSolver})
		if err != nil {
			return nil, result.Stats{}, err
		}
		used.Add(tree.Solver)
		states = len(tree.States)
		addRuns(r, found, tree.Result(), options.Depth)
	}
	stats := model.SolverStats(used, start)
	stats.States, stats.Workers = states, options.Workers
	return r, stats, nil
}

// assumedUnkeepable returns the contracts that proofs assume, but no function can keep.
func assumedUnkeepable(ctx context.Context, s *sts.System, solver smt.Solver, r *result.Invariants, choice contract.Choice) ([]result.Unkeepable, error) {
	assumed := contract.Choice{}
	for _, v := range r.Verdicts {
		for x, k := range choice {
			if v.Proof != nil && slices.Contains(v.Proof.Contracts, x.Name) {
				assumed[x] = k
			}
		}
	}
	if ctx.Err() != nil {
		return nil, nil
	}
	return unkeepable(ctx, s, solver, assumed)
}

// proveInvariants tries induction, then invariants of locations and k-induction, then the same with contracts.
func proveInvariants(ctx context.Context, s *sts.System, solver smt.Solver, choice contract.Choice) (*prove.Report, error) {
	found, err := prove.CheckInvariants(ctx, s, solver)
	if err != nil || found.Holds() || ctx.Err() != nil {
		return found, err
	}
	if err := found.Strengthen(ctx, s, solver, prove.Means{Options: invariantProofs}); err != nil || found.Holds() {
		return found, err
	}
	return strengthenByContracts(ctx, s, solver, found, choice)
}

// addRuns puts runs that break an invariant to its verdict. A run that assumes results of externs is shown, but makes the
// verdict no worse.
func addRuns(r *result.Invariants, found *prove.Report, tree *result.Explore, depth int) {
	r.Search = &result.InvariantSearch{Depth: depth, States: tree.States, Stop: tree.Stop}
	if tree.Stop != result.StopExhausted && tree.Stop != result.StopDepth {
		r.Search.Depth = max(0, len(tree.PerDepth)-2) // the last level may not be whole
	}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		if v.Verdict != result.InvariantNotInductive {
			continue
		}
		if f := breakingRun(tree.Findings, found.Verdicts[i]); f != nil {
			v.Run, v.Assumes = &f.Trace, f.Assumes
			if f.Kind != explore.InvariantViolation {
				v.Error = f.Message
			}
			if len(f.Assumes) == 0 {
				v.Verdict = result.InvariantBroken
			}
		}
	}
}

// breakingRun is the shortest run that breaks an invariant, or for types, that runs into a model error.
func breakingRun(findings []result.Finding, v prove.Verdict) *result.Finding {
	for i := range findings {
		if f := &findings[i]; breaks(f, v.Invariant) {
			return f
		}
	}
	return nil
}

func breaks(f *result.Finding, named *sts.Named) bool {
	if named == nil {
		kind := sts.ObligationKind(f.Kind)
		return kind == sts.DivisionByZero || kind == sts.OutOfBounds || kind == sts.OutOfRange
	}
	p := named.Span.Position()
	return f.Kind == explore.InvariantViolation && f.File == named.Span.FileName() && f.Line == p.Line && f.Column == p.Column
}
