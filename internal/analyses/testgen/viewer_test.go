package testgen

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testing/script"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The run from which a test was made satisfies its script: so the script never fails a system that behaves in the same way.
func TestRunsFollowTheirScripts(t *testing.T) {
	solver, newSolver := testkit.Solvers(t)
	free := 0
	rapid.Check(t, func(t *rapid.T) {
		s := drawSystem(t)
		if s == nil {
			return
		}
		tree, err := explore.Run(context.Background(), s, explore.Options{Strategy: explore.BreadthFirst, Depth: 3, States: 12, NewSolver: newSolver})
		if err != nil {
			t.Fatal(err)
		}
		oracle := &Oracle{System: s, Solver: solver}
		for _, st := range tree.States()[1:] {
			test := script.Test{Run: st.Witness()}
			script, err := oracle.Script(context.Background(), test.Inputs(), test.Transitions())
			if err != nil {
				t.Fatalf("%v: %v", test.Transitions(), err)
			}
			free += checkScript(t, s.Store, script, st.Witness())
		}
	})
	if testkit.Long() && free == 0 {
		t.Error("no model left any freedom")
	}
}

// checkScript compares a run with a script, and counts the scalars that were free.
func checkScript(t *rapid.T, store *term.Store, script *script.Script, run *run.Witness) int {
	values := map[*term.Term]term.Value{}
	holds := func(step int, conds []*term.Term) {
		for _, c := range conds {
			if truth, err := store.Evaluate(c, values); err != nil || !truth.Bool() {
				t.Errorf("step %d: %s does not hold: %v", step+1, c, err)
			}
		}
	}
	for i, w := range run.Steps()[1:] {
		step := script.Steps[i]
		holds(i, step.When)
		rest := w.Outputs
		for _, o := range step.Outputs {
			for k, x := range o.Payload {
				if x.IsConst() && !x.Value().Equal(rest[k]) {
					t.Errorf("step %d expects %s and not %s", i+1, x, rest[k].Format(x.Sort()))
				}
				if !x.IsConst() {
					values[x] = rest[k]
				}
			}
			rest = rest[len(o.Payload):]
			holds(i, o.Where)
		}
	}
	return len(values)
}
