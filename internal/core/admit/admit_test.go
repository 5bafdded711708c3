package admit_test

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/admit"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

const line = `feature A, B, C
features valid when A or B
input i(n: 0..9)
output o(n: int)
var x: int = if C then 1 else 0
initial s
final f
t: s -> m for A in i(n) do x := x + n
u: s -> m in i(n) when n > (if B then 3 else 20) do x := n
v: m -> f out o(if B then x else 0)
`

// TestRunsAreAdmittedByWhoCanTakeThem demands that a run is admitted by the products whose own interpreter takes it with the same values
// and outputs, and by no others.
func TestRunsAreAdmittedByWhoCanTakeThem(t *testing.T) {
	testkit.NeedsSolver(t)
	system := testkit.LoadText(t, line)
	tree, err := explore.Run(context.Background(), system, explore.Options{Strategy: explore.BreadthFirst, NewSolver: testkit.NewSolver})
	if err != nil {
		t.Fatal(err)
	}
	l := products.Of(system, nil)
	executor := run.NewExecutor(system, nil, nil)
	formulas := map[string]bool{}
	for _, st := range tree.States() {
		set := admit.Run(system, st.Witness())
		if text, err := l.Formula(context.Background(), set); err != nil || text == products.NoProduct {
			t.Errorf("the run to state %d is admitted by %s (%v)", st.ID, text, err)
		} else {
			formulas[text] = true
		}
		all, err := l.List(context.Background(), l.All(), 8)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if admit.Takes(t.Context(), executor, system, st.Witness(), p) != l.Has(set, p) {
				t.Errorf("the run to state %d is admitted by %s: %v; the interpreter disagrees", st.ID, l.Describe(p), l.Has(set, p))
			}
		}
	}
	for _, want := range []string{products.AllProducts, "A", "B"} {
		if !formulas[want] {
			t.Errorf("no run is admitted by %s: %v", want, formulas)
		}
	}
}
