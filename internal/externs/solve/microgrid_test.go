package solve_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// The functions of the example reproduce every row of the paper's tables 1 and 3.
func TestMicrogridFunctionsReproduceTables(t *testing.T) {
	for _, rows := range []map[string][]table.Row{tables1(), tables3()} {
		for name, f := range map[string]*numbers{"INTGR": integral(), "RISE": rise()} {
			for _, r := range rows[name] {
				got, err := f.Call(t.Context(), r.Args)
				if err != nil || !got[0].Equal(r.Result[0]) {
					t.Errorf("%s%v = %v, want %v (%v)", name, r.Args, got, r.Result, err)
				}
			}
		}
	}
}

func (w *world) runs() int {
	n := 0
	for _, f := range w.counts {
		n += f.runs
	}
	return n
}

// TestMicrogridPaper: section 5.2, height 15, tables 1.
func TestMicrogridPaper(t *testing.T) {
	height := explore.Options{Strategy: explore.BreadthFirst, Depth: 15}
	t.Run("m=0", func(t *testing.T) {
		w := microgrid(t, tables1())
		tree, _ := w.explore(t, solve.Options{Method: solve.Paper, Attempts: -1}, height)
		r := tree.Result()
		if r.Coverage.Transitions.Covered != 5 || r.States != 16 || w.runs() != 0 {
			t.Errorf("covered %d/8 with %d states and %d runs; the paper has 5/8 (62.5%%), 16 states and no run", r.Coverage.Transitions.Covered, r.States, w.runs())
		}
		for depth, n := range r.PerDepth {
			if n != 1 {
				t.Errorf("%d states at depth %d: the tree must be a chain", n, depth)
			}
		}
	})
	t.Run("m=1", func(t *testing.T) {
		w := microgrid(t, tables1())
		tree, functions := w.explore(t, solve.Options{Method: solve.Paper, Attempts: 1}, height)
		r := tree.Result()
		t.Logf("m = 1: %d/8, %d states, missing %v, %+v", r.Coverage.Transitions.Covered, r.States, r.Coverage.Transitions.Missing, functions.Uses())
		if r.Coverage.Transitions.Covered < 6 {
			t.Errorf("covered %d/8, want at least 6", r.Coverage.Transitions.Covered)
		}
	})
	t.Run("tables 3, m=0", func(t *testing.T) {
		w := microgrid(t, tables3())
		tree, _ := w.explore(t, solve.Options{Method: solve.Paper, Attempts: -1}, height)
		if c := tree.Result().Coverage.Transitions; c.Covered != 8 || w.runs() != 0 {
			t.Errorf("covered %d/8 with %d runs, want 8 and none", c.Covered, w.runs())
		}
	})
}

// TestMicrogridAdaptive: the default covers everything with at most 10 calls, from tables 1 and from nothing.
func TestMicrogridAdaptive(t *testing.T) {
	for name, rows := range map[string]map[string][]table.Row{"tables 1": tables1(), "empty": nil} {
		t.Run(name, func(t *testing.T) {
			w := microgrid(t, rows)
			tree, functions := w.explore(t, solve.Options{}, explore.Options{})
			r := tree.Result()
			t.Logf("%d runs, %.0f ms, %+v", w.runs(), tree.Seconds*1000, functions.Uses())
			if r.Coverage.Transitions.Covered != 8 || w.runs() > 10 {
				t.Errorf("covered %d/8 with %d runs: %v", r.Coverage.Transitions.Covered, w.runs(), r.Coverage.Transitions.Missing)
			}
			replayWithFunctions(t, w, tree)
		})
	}
}

// replayWithFunctions checks every call of every witness against the real function.
func replayWithFunctions(t *testing.T, w *world, tree *explore.Tree) {
	t.Helper()
	for _, st := range tree.States() {
		for _, step := range st.Witness().Steps()[1:] {
			for i, c := range step.Move.Calls {
				want, err := w.counts[c.Extern.Name].Call(t.Context(), step.Calls[i])
				if err != nil {
					t.Fatal(err)
				}
				got := []term.Value{}
				for _, k := range c.Results {
					got = append(got, step.Params[k])
				}
				if !got[0].Equal(want[0]) {
					t.Errorf("state %d assumes %s, the function says %v", st.ID, table.FormatRow(c.Extern, table.Row{Args: step.Calls[i], Result: got}), want)
				}
			}
		}
	}
}
