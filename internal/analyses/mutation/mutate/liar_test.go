package mutate

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A solver that answers unsat where there is a solution leads to mutants that are wrongly called equivalent. With a second solver that checks
// the first there are none, and truly equivalent ones are still found.
func TestCrossCheckOfEquivalence(t *testing.T) {
	needSolver(t)
	const model = `input press(n: int, m: int)
output lamp(n: int)
initial off
on: off -> off in press(n, m) when n - m == 1_762_858 and n + m > 98_000_000 and n + m < 98_000_003 out lamp(n * 2)
`
	equivalent := func(newSolver func(store smt.Config) func() (smt.Solver, error)) map[string]bool {
		p := testkit.Mutants(t, model, 100)
		o := options(p.Original)
		if newSolver != nil {
			o.NewSolver = newSolver(smt.Config{Store: p.Original.Store})
		}
		r, err := Run(context.Background(), p, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{}
		for i, f := range r.Fates {
			if f.Status == result.FateEquivalent || f.Status == result.FateConforming {
				out[p.Mutants[i].Words] = true
			}
		}
		return out
	}
	honest, wrong := equivalent(nil), 0
	for _, crossCheck := range []bool{false, true} {
		folder := t.TempDir()
		for text := range equivalent(func(c smt.Config) func() (smt.Solver, error) { return testkit.LyingSolvers(c, -1, crossCheck, folder) }) {
			switch {
			case honest[text]:
			case crossCheck:
				t.Errorf("proved: %s", text)
			default:
				wrong++
			}
		}
	}
	if wrong == 0 {
		t.Error("the lies did no harm")
	}
}
