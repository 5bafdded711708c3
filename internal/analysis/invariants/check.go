// Package invariants decides about declared invariants: whether every step keeps them, and what an exploration and a short proof show of
// them. The proofs are those of package prove, the searches for runs those of package explore.
package invariants

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/family/products"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// maxStates bounds the search for runs that break an invariant.
const maxStates = 1000

// Options say how invariants are checked.
type Options struct {
	Depth     int // of the search for runs
	Workers   int
	Contracts contract.Choice // that functions may be assumed to keep
	NewSolver func() (smt.Solver, error)
}

// Cost is what a check took.
type Cost struct {
	Solver smt.Stats
	States int
}

// checkQueries bounds the search for further conditions that an invariant needs to be preserved.
const checkQueries = 5000

// Check decides whether every event preserves every invariant. If one does not, it searches for runs that violate it.
// Externs are not run: any result is assumed possible, and reported. What holds only if functions keep their contracts is marked.
// When ctx ends, the verdicts are those that were found before.
func Check(ctx context.Context, s *sts.System, options Options) (*result.Invariants, Cost, error) {
	solver, err := options.NewSolver()
	if err != nil {
		return nil, Cost{}, err
	}
	defer solver.Close()
	found, err := proveAll(ctx, s, solver, options.Contracts, checkQueries)
	if err != nil {
		return nil, Cost{}, err
	}
	r := found.Result(s)
	if r.Unkeepable, err = assumedUnkeepable(ctx, s, solver, r, options.Contracts); unlessOver(ctx, err) != nil {
		return nil, Cost{}, err
	}
	cost := Cost{Solver: solver.Stats()}
	if found.Holds() || ctx.Err() != nil {
		return r, cost, nil
	}
	c := checking{system: s, solver: solver, options: options, found: found, result: r, cost: cost}
	if err := unlessOver(ctx, c.searchRuns(ctx)); err != nil {
		return nil, Cost{}, err
	}
	return r, c.cost, nil
}

// checking is a check whose proofs leave something open.
type checking struct {
	system  *sts.System
	solver  smt.Solver
	options Options
	found   *prove.Report
	result  *result.Invariants
	cost    Cost
}

// searchRuns looks for runs that break what is not proved: in all states, if there are few, or by an exploration. In a product line it
// also says for which products what is broken and what holds.
func (c *checking) searchRuns(ctx context.Context) error {
	line := products.Of(c.system, c.solver)
	if line == nil {
		space, err := enumerate(ctx, c.system, c.solver)
		if err != nil {
			return err
		}
		if space != nil {
			c.cost.States = space.States
			c.settleByStates(space)
			return nil
		}
	}
	tree, err := c.explore(ctx, line != nil)
	if err != nil || line == nil || len(c.system.Externs) > 0 { // what functions return is only assumed
		return err
	}
	s := splitting{system: c.system, line: line, solver: c.solver, options: c.options, known: map[*term.Term]*attempt{}, cost: &c.cost}
	return s.splitByProducts(ctx, c.result, c.found, tree)
}

// explore looks for runs that break what is not proved. If it follows every run, what none breaks holds. Of a product line it looks only for
// runs that break what is known not to be kept, since what holds is found out for products; the tree is nil if there is nothing of the kind.
func (c *checking) explore(ctx context.Context, line bool) (*explore.Tree, error) {
	if line && !c.found.Broken() {
		return nil, nil
	}
	tree, err := explore.Run(ctx, c.system, c.options.search())
	if err != nil {
		return nil, err
	}
	c.cost.Solver.Add(tree.Solver)
	c.cost.States = tree.Size()
	explored := tree.Result()
	addRuns(c.result, c.found, explored, c.options.Depth)
	if whole(explored) {
		c.provedByExploration()
	}
	return tree, nil
}

// search are the options of an exploration for runs that break an invariant.
func (o Options) search() explore.Options {
	return explore.Options{Strategy: explore.BreadthFirst, Depth: o.Depth, States: maxStates, Workers: o.Workers, Prune: true, Reach: true, NewSolver: o.NewSolver}
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
	return (&contract.Checker{System: s, Solver: solver}).Unkeepable(ctx, contract.Called(s, assumed))
}

// proveAll tries induction, then invariants of locations and k-induction, then the same with contracts.
func proveAll(ctx context.Context, s *sts.System, solver smt.Solver, choice contract.Choice, queries int) (*prove.Report, error) {
	found, err := prove.CheckInvariants(ctx, s, solver)
	if err != nil || found.Holds() || ctx.Err() != nil {
		return found, err
	}
	if err := found.Strengthen(ctx, s, solver, prove.Means{Options: prove.Brief(queries)}); err != nil || found.Holds() {
		return found, err
	}
	return strengthenByContracts(ctx, s, solver, found, choice, queries)
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
		if found.Verdicts[i].Holds() {
			continue
		}
		if f := breakingRun(tree.Findings, found.Verdicts[i]); f != nil {
			addRun(v, f)
		}
	}
}

// addRun puts a run that breaks an invariant to its verdict.
func addRun(v *result.InvariantVerdict, f *result.Finding) {
	v.Run, v.Assumes, v.Products = &f.Trace, f.Assumes, f.Products
	if f.Kind != explore.InvariantViolation {
		v.Error = f.Message
	}
	if len(f.Assumes) == 0 {
		v.Verdict = result.InvariantBroken
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
		return sts.IsModelError(f.Kind)
	}
	p := named.Span.Position()
	return f.Kind == explore.InvariantViolation && f.File == named.Span.FileName() && f.Line == p.Line && f.Column == p.Column
}
