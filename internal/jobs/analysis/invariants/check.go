// Package invariants decides about declared invariants: whether every step keeps them, and what an exploration and a short proof show of
// them. The proofs are those of package prove, the searches for runs those of package explore.
package invariants

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// maxStates bounds the search for runs that violate an invariant.
const maxStates = 1000

// Options configure a check of invariants.
type Options struct {
	Depth     int // of the search for runs
	Workers   int
	Contracts contract.Choice // that functions may be assumed to satisfy
	NewSolver func() (smt.Solver, error)
}

// Cost is the cost of a check.
type Cost struct {
	Solver smt.Stats
	States int
}

// checkQueries is the maximum number of queries in the search for auxiliary conditions with which an invariant is inductive.
const checkQueries = 5000

// Check decides whether every event preserves every invariant. If one does not, it searches for runs that violate it. Externs are
// not run: any result is assumed possible, which is reported. Verdicts that hold only if functions satisfy their contracts are
// marked. When ctx ends, Check returns the verdicts so far.
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

// checking is a check after its proofs, which left some invariants open.
type checking struct {
	system  *sts.System
	solver  smt.Solver
	options Options
	found   *prove.Report
	result  *result.Invariants
	cost    Cost
}

// searchRuns looks for runs that violate invariants that are not proved. In a product line it also finds the products for which each is
// violated, and those for which it holds.
func (c *checking) searchRuns(ctx context.Context) error {
	line := products.Of(c.system, c.solver)
	if line == nil {
		_, err := c.ask(ctx)
		return err
	}
	var tree *explore.Tree
	if c.found.Broken() { // what holds is found out for products
		reply, err := c.ask(ctx, result.TreeEngine)
		if err != nil {
			return err
		}
		if len(reply.Trees) == 0 { // the time was up
			return nil
		}
		tree = reply.Trees[0]
	}
	if len(c.system.Externs) > 0 { // what functions return is only assumed
		return nil
	}
	s := splitting{system: c.system, line: line, solver: c.solver, options: c.options, known: map[*term.Term]*attempt{}, result: c.result, cost: &c.cost}
	return s.splitByProducts(ctx, c.found, tree)
}

// ask queries some engines, or all, for runs that violate invariants that are not proved.
func (c *checking) ask(ctx context.Context, only ...result.SearchEngine) (*reach.Reply, error) {
	q, claims := c.options.question(c.system, c.found, only)
	reply, err := reach.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	c.cost.Solver.Add(reply.Solver)
	c.cost.States += reply.States()
	c.result.Engines, c.result.Search = reply.Engines, searchOf(reply, c.options.Depth)
	for i := range reply.Answers {
		v := &c.result.Verdicts[claims[i]]
		switch a := &reply.Answers[i]; {
		case a.Finding != nil:
			addRun(v, a.Finding)
		case !a.Open() && v.Verdict != result.InvariantBroken: // by an initial value
			provedByStates(c.result, v)
		}
	}
	return reply, nil
}

// question returns a query for runs that violate invariants that are not proved, with the number of each such claim. Proofs by induction
// were tried before.
func (o Options) question(s *sts.System, found *prove.Report, only []result.SearchEngine) (reach.Question, []int) {
	if len(only) == 0 {
		only = searchEngines
	}
	tree := o.search()
	q := reach.Question{System: s, NewSolver: o.NewSolver, Only: only, Tree: &tree, Depth: reach.Given(o.Depth, explore.DefaultDepth)}
	var claims []int
	for i, v := range found.Verdicts {
		if !v.Holds() {
			q.Goals, claims = append(q.Goals, reach.Goal{Invariant: v.Invariant, Error: v.Invariant == nil}), append(claims, i)
		}
	}
	return q, claims
}

// searchEngines look for runs.
var searchEngines = []result.SearchEngine{result.StatesEngine, result.TreeEngine, result.ConcolicEngine}

// searchOf describes which runs were examined; depth is the bound of trees.
func searchOf(reply *reach.Reply, depth int) *result.InvariantSearch {
	if len(reply.Trees) == 0 {
		return spaceOf(reply)
	}
	tree := reply.Trees[0]
	out := &result.InvariantSearch{Depth: depth, States: tree.Size(), Stop: tree.Stop}
	if tree.Stop != result.StopExhausted && tree.Stop != result.StopDepth {
		out.Depth = max(0, len(tree.Result().PerDepth)-2) // the last level may be incomplete
	}
	return out
}

// spaceOf describes which runs a search of all states examined; nil if there was none.
func spaceOf(reply *reach.Reply) *result.InvariantSearch {
	if len(reply.Spaces) == 0 {
		return nil
	}
	space := reply.Spaces[0]
	return &result.InvariantSearch{Depth: len(space.PerDepth) - 1, States: space.States, Stop: space.Stop}
}

// search returns the options of an exploration for runs that violate an invariant.
func (o Options) search() explore.Options {
	return explore.Options{Strategy: explore.BreadthFirst, Depth: o.Depth, States: maxStates, Workers: o.Workers, Prune: true, Reach: true, NewSolver: o.NewSolver}
}

// assumedUnkeepable returns the contracts that proofs assume although no function can satisfy them.
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

// addRun adds a run that violates an invariant to its verdict.
func addRun(v *result.InvariantVerdict, f *result.Finding) {
	v.Run, v.Assumes, v.Products = &f.Trace, f.Assumes, f.Products
	if f.Kind != explore.InvariantViolation {
		v.Error = f.Message
	}
	if len(f.Assumes) == 0 {
		v.Verdict = result.InvariantBroken
	}
}

// provedByStates records that an invariant holds, because no reachable state violates it.
func provedByStates(r *result.Invariants, v *result.InvariantVerdict) {
	v.Verdict, v.Proof, v.Reason = result.InvariantHolds, &result.Proof{Method: result.ByExploration}, ""
	for k := range r.Steps {
		if step := &r.Steps[k]; step.Invariant == v.Invariant {
			step.Answer, step.Reason, step.Example = result.AnswerProved, "", nil
		}
	}
}
