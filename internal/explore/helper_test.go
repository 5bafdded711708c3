package explore_test

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// loadText compiles a model given as text.
func loadText(t testing.TB, text string) *sts.System {
	t.Helper()
	read := func(string) ([]byte, error) { return []byte(text), nil }
	return load(t, "model.sxt", compile.Options{ReadFile: read})
}

// loadExample compiles a model of the examples folder.
func loadExample(t testing.TB, path string) *sts.System {
	t.Helper()
	return load(t, "../../examples/"+path, compile.Options{})
}

func load(t testing.TB, path string, options compile.Options) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load(path, options, &list)
	if err != nil {
		t.Fatal(err)
	}
	if list.HasErrors() {
		t.Fatalf("%s: %v", path, diag.ToJSON(list.Sorted()))
	}
	return m.System
}

// solvers makes real Z3 processes that share a cache.
func solvers() func() (smt.Solver, error) {
	cache := smt.NewCache(10000)
	return func() (smt.Solver, error) { return smt.New(smt.Config{Cache: cache}) }
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
