package explore_test

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// solvers makes real Z3 processes that share a cache.
func solvers() func() (smt.Solver, error) {
	cache := smt.NewCache(10000)
	return func() (smt.Solver, error) { return smt.New(smt.Config{Cache: cache, Spares: testkit.Spares()}) }
}

func run(t testing.TB, s *sts.System, options explore.Options) *explore.Tree {
	t.Helper()
	if options.NewSolver == nil {
		options.NewSolver = solvers()
	}
	tree, err := explore.Run(context.Background(), s, options)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// perDepth counts the states of a tree by depth.
func perDepth(tree *explore.Tree) []int { return tree.Result().PerDepth }
