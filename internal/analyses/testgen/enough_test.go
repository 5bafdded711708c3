package testgen_test

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A tree that ends where a purpose is met gives the test that the whole tree gives, with fewer states.
func TestTreeEndsWhereThePurposeIsMet(t *testing.T) {
	s := testkit.LoadText(t, kiosk)
	solver, newSolver := testkit.Solvers(t)
	for _, p := range s.Purposes {
		options := testgen.Options{Criterion: testgen.Purposes, Purpose: p.Name, Solver: solver}
		grown := func(enough func(*explore.State) bool) (*explore.Tree, []string) {
			tree, err := explore.Run(t.Context(), s, explore.Options{Strategy: explore.BreadthFirst, Depth: 8, NewSolver: newSolver, Enough: enough})
			if err != nil {
				t.Fatal(err)
			}
			suite, err := testgen.Build(t.Context(), tree, tree.Result(), options)
			if err != nil {
				t.Fatal(err)
			}
			if len(suite.Tests) == 0 {
				return tree, nil
			}
			return tree, suite.Tests[0].Transitions()
		}
		whole, want := grown(nil)
		part, got := grown(testgen.Enough(t.Context(), s, nil, options))
		if !slices.Equal(got, want) {
			t.Errorf("%s: got the test %v, want %v", p.Name, got, want)
		}
		if met := want != nil; met != (part.Stop == result.StopCovered) || met != (4*part.Size() < whole.Size()) {
			t.Errorf("%s: met is %v, but it ends with %s after %d of %d states", p.Name, met, part.Stop, part.Size(), whole.Size())
		}
	}
	if testgen.Enough(t.Context(), s, nil, testgen.Options{Criterion: testgen.Purposes, Solver: solver}) != nil {
		t.Error("a tree for all purposes ends early")
	}
}
