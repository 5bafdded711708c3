package analysis

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/admit"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// labelProducts records for each test of a suite which products of a product line admit it, and proposes a few products to test.
func (g *generation) labelProducts(ctx context.Context, suite *testgen.Suite, out *result.Suite) error {
	if len(g.loaded.System.Features()) == 0 {
		return nil
	}
	solver, err := g.explore.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	line := products.Of(g.loaded.System, solver)
	executor := run.NewExecutor(g.loaded.System, g.explore.Functions, func(closed *term.Term) (bool, error) { return smt.Decide(ctx, solver, closed, 0) })
	for i, t := range suite.Tests {
		if out.Tests[i].Products, err = g.admitting(ctx, line, executor, t.Run); err != nil {
			return err
		}
	}
	out.Sample, err = g.sample(ctx, line)
	return err
}

// admitting returns the products that admit a run. To confirm the set, the run is executed again with one product for each alternative
// of its condition. If the interpreter disagrees, only the product of the run itself is known to admit it.
func (g *generation) admitting(ctx context.Context, line *products.Line, executor *run.Executor, w *run.Witness) (*result.Products, error) {
	set := admit.Run(g.loaded.System, w)
	ways, err := line.Cubes(ctx, set)
	if err != nil {
		return nil, err
	}
	for _, way := range ways {
		some, err := line.List(ctx, way, 1)
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			if !admit.Takes(ctx, executor, g.loaded.System, w, p) {
				return line.Result(ctx, line.Only(admit.Product(g.loaded.System, w)), false), nil
			}
		}
	}
	return line.Result(ctx, set, true), nil
}

// sample proposes a few products. With a strength, all possible combinations of the values of that many features occur; otherwise
// each transition is covered for each alternative of the condition on its products.
func (g *generation) sample(ctx context.Context, line *products.Line) (*result.ProductSample, error) {
	out := &result.ProductSample{Strength: g.options.Strength, Products: [][]string{}}
	goals, err := g.sampleGoals(ctx, line)
	if err != nil {
		return nil, err
	}
	chosen, err := line.Sample(ctx, goals)
	for _, p := range chosen {
		out.Products = append(out.Products, line.Names(p))
	}
	out.Goals = len(goals)
	return out, err
}

// sampleGoals returns the sets from each of which the sample needs a product.
func (g *generation) sampleGoals(ctx context.Context, line *products.Line) ([]products.Set, error) {
	if g.options.Strength > 0 {
		return line.Combinations(g.options.Strength)
	}
	var out []products.Set
	for _, covered := range g.covered {
		cubes, err := line.Cubes(ctx, covered)
		if err != nil {
			return nil, err
		}
		out = append(out, cubes...)
	}
	return out, nil
}

// noteProducts collects the products for which any search covers transitions.
func (g *generation) noteProducts(tree *explore.Tree) {
	for i, set := range tree.Covering {
		if i == len(g.covered) {
			g.covered = append(g.covered, set)
			continue
		}
		g.covered[i].Cond = set.Cond.Store().Or(g.covered[i].Cond, set.Cond)
	}
}
