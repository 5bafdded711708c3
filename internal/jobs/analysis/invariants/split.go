package invariants

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/admit"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Invariants of product lines. An invariant that does not hold for all products may hold for some. So the products with runs that violate
// it are removed, and everything is tried again for the rest: a proof, all states if there are few, and a search for runs. A run violates
// the invariant for all products that admit it and violate the invariant at its end. This is repeated until the rest is proved or empty, or
// a round finds nothing new.

// maxRounds is the maximum number of times that products are removed.
const maxRounds = 24

// splitting is the state of one split by products.
type splitting struct {
	system  *sts.System
	line    *products.Line
	solver  smt.Solver
	options Options
	known   map[*term.Term]*attempt // by the condition on the products
	result  *result.Invariants
	cost    *Cost
}

// attempt is the results about invariants for a set of products, by claim.
type attempt struct {
	system   *sts.System // restricted to the products
	found    *prove.Report
	searched bool // runs were looked for

	holds  []bool
	broken []products.Set
	runs   []*result.Finding
}

// parts are the products of a claim.
type parts struct{ broken, proved, open products.Set }

// splitByProducts finds, for each claim that is not proved for all products, the products for which it is violated and those for
// which it is proved. The products with runs that an exploration found are removed first.
func (s *splitting) splitByProducts(ctx context.Context, found *prove.Report, tree *explore.Tree) error {
	r := s.result
	for i := range r.Verdicts {
		claim := &found.Verdicts[i]
		if claim.Holds() {
			continue
		}
		p := parts{broken: s.line.None(), proved: s.line.None(), open: s.line.All()}
		if tree != nil {
			p.broken = tree.Showing(claimed(claim.Invariant))
			p.open = s.line.Minus(p.open, p.broken)
		}
		if err := unlessOver(ctx, s.split(ctx, i, &p, &r.Verdicts[i])); err != nil {
			return err
		}
		if err := s.label(context.WithoutCancel(ctx), r, i, p); err != nil {
			return err
		}
	}
	return nil
}

// split removes products from the open ones until the rest is proved, or a round finds nothing new.
func (s *splitting) split(ctx context.Context, claim int, p *parts, v *result.InvariantVerdict) error {
	for range maxRounds {
		if none, err := s.line.Empty(ctx, p.open); err != nil || none {
			return err
		}
		a, err := s.attempt(ctx, p.open, claim)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if a.holds[claim] {
			p.proved, p.open = p.open, s.line.None()
			return nil
		}
		more := a.broken[claim]
		if none, err := s.line.Empty(ctx, more); err != nil || none {
			return err
		}
		p.broken, p.open = s.line.Union(p.broken, more), s.line.Minus(p.open, more)
		if v.Run == nil {
			addRun(v, a.runs[claim])
		}
	}
	return nil
}

// label writes the parts into the verdict.
func (s *splitting) label(ctx context.Context, r *result.Invariants, claim int, p parts) error {
	v := &r.Verdicts[claim]
	decided, err := s.line.Empty(ctx, p.open)
	if err != nil {
		return err
	}
	for _, part := range []struct {
		set   products.Set
		to    **result.Products
		exact bool
	}{{p.broken, &v.Products, decided}, {p.proved, &v.Proved, decided}, {p.open, &v.Open, true}} {
		if none, err := s.line.Empty(ctx, part.set); err != nil {
			return err
		} else if !none {
			*part.to = s.line.Result(ctx, part.set, part.exact)
		}
	}
	if decided && v.Products == nil { // induction did not show it
		provedByStates(r, v)
		v.Proved = nil
	}
	return nil
}

// attempt tries to decide a claim for some products, first by a proof, then by runs. Attempts for the same products that were made for
// another claim are not repeated.
func (s *splitting) attempt(ctx context.Context, rest products.Set, claim int) (*attempt, error) {
	a := s.known[rest.Cond]
	if a == nil {
		var err error
		if a, err = s.prove(ctx, rest); err != nil {
			return nil, err
		}
		s.known[rest.Cond] = a
	}
	if a.holds[claim] || a.searched || ctx.Err() != nil {
		return a, nil
	}
	a.searched = true
	return a, s.search(ctx, a)
}

// prove tries to prove all claims for some products.
func (s *splitting) prove(ctx context.Context, rest products.Set) (*attempt, error) {
	a := &attempt{system: s.system.Restricted(rest.Cond)}
	var err error
	if a.found, err = proveAll(ctx, a.system, s.solver, nil, checkQueries); err != nil {
		return nil, err
	}
	for i := range a.found.Verdicts {
		a.holds, a.broken, a.runs = append(a.holds, a.found.Verdicts[i].Holds()), append(a.broken, s.line.None()), append(a.runs, nil)
	}
	return a, nil
}

// search looks for runs that violate claims that are not proved: in all states, or if there are too many, by an exploration.
func (s *splitting) search(ctx context.Context, a *attempt) error {
	q, _ := s.options.question(a.system, a.found, splitEngines)
	q.AnyProduct = true
	reply, err := reach.Ask(ctx, q)
	if err != nil {
		return err
	}
	s.cost.Solver.Add(reply.Solver)
	s.cost.States += reply.States()
	s.result.Engines = result.AddUses(s.result.Engines, reply.Engines)
	for _, space := range reply.Spaces {
		s.bySpace(space, a)
	}
	for _, tree := range reply.Trees {
		s.byTree(tree, a)
	}
	return nil
}

// splitEngines are the engines that report the products of a run.
var splitEngines = []result.SearchEngine{result.StatesEngine, result.TreeEngine}

// bySpace decides claims that are not proved by a search of all states.
func (s *splitting) bySpace(space *statespace.Space, a *attempt) {
	shown := space.Result().Findings
	for i := range a.found.Verdicts {
		if a.holds[i] {
			continue
		}
		a.holds[i] = space.Stop == result.StopExhausted
		named := a.found.Verdicts[i].Invariant
		for _, f := range space.Findings {
			if !claimed(named)(f.Kind, f.Span) {
				continue
			}
			a.holds[i], a.runs[i] = false, breakingRun(shown, named)
			a.broken[i] = s.line.Union(a.broken[i], s.breaking(f))
		}
	}
}

// breaking returns the products for which a run shows a finding; for a model error, the product of the run.
func (s *splitting) breaking(f statespace.Finding) products.Set {
	switch {
	case f.Invariant != nil:
		return admit.Reaching(s.system, f.Run, s.system.Store.Not(s.system.HoldsThroughout(f.Invariant)))
	case f.Run.Steps()[0].Config == nil: // the initial values have no value
		return s.line.None()
	}
	return s.line.Only(admit.Product(s.system, f.Run))
}

// byTree records the results of an exploration.
func (s *splitting) byTree(tree *explore.Tree, a *attempt) {
	explored := tree.Result()
	for i := range a.found.Verdicts {
		if a.holds[i] {
			continue
		}
		a.broken[i] = tree.Showing(claimed(a.found.Verdicts[i].Invariant))
		a.runs[i] = breakingRun(explored.Findings, a.found.Verdicts[i].Invariant)
		a.holds[i] = a.runs[i] == nil && reach.IsWhole(explored)
	}
}

// breakingRun returns the first finding that violates an invariant, or for nil, the declared types; nil if none does.
func breakingRun(findings []result.Finding, named *sts.Named) *result.Finding {
	goal := reach.Goal{Invariant: named, Error: named == nil}
	for i := range findings {
		if goal.IsShownBy(&findings[i]) {
			return &findings[i]
		}
	}
	return nil
}

// claimed returns the findings that violate an invariant, or for nil, the declared types.
func claimed(named *sts.Named) func(kind string, place diag.Span) bool {
	return func(kind string, place diag.Span) bool {
		if named == nil {
			return sts.IsModelError(kind)
		}
		return kind == explore.InvariantViolation && place == named.Span
	}
}
