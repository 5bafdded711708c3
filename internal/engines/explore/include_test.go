package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestPruningEndsWithTheTime compares states of a machine with a hundred variables when the time is up: the result is what was found until
// then.
func TestPruningEndsWithTheTime(t *testing.T) {
	testkit.NeedsSolver(t)
	var text strings.Builder
	text.WriteString("system Hundred\ninput go(a: int, b: int)\ninitial s0\n")
	for i := range 100 {
		fmt.Fprintf(&text, "var x%d: int = 0\n", i)
	}
	for i := range 60 {
		j, k, to := (i*37+11)%100, (i*53+7)%100, (i*7+3)%20
		fmt.Fprintf(&text, "t%[1]d: s%[2]d -> s%[3]d in go(a, b) when a > x%[4]d + %[1]d and b < x%[5]d * 2 + a do x%[4]d := x%[5]d + a; x%[5]d := b - x%[6]d\n",
			i, i%20, to, j, k, (j+1)%100)
	}
	s := testkit.LoadText(t, text.String())
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	tree, err := explore.Run(ctx, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 30, States: 1 << 30, Prune: true, NewSolver: solvers()})
	if err != nil {
		t.Fatal(err)
	}
	deadline, _ := ctx.Deadline()
	if late := time.Since(deadline); late > 10*time.Second { // a busy machine has its time
		t.Errorf("it ends %v after the time was up", late)
	}
	if tree.Stop != result.StopTime || tree.Size() < 2 {
		t.Errorf("it stops by %s with %d states", tree.Stop, tree.Size())
	}
}

// Inclusions that the solver cannot decide do not use up the time: after a few of them no more quantified ones are tried. In this model
// there are thousands.
func TestUndecidedInclusionsAreGivenUp(t *testing.T) {
	s := testkit.LoadText(t, `
		input put(0..2)
		output show(int)
		const k: 0..3
		var x: 0..3
		var y: -2..4 = 1
		var list: int[3] = [0, 0, 0]
		initial l0
		t0: l0 -> l0 in put(p) do y := 2 / p - y
		t1: l0 -> l1 in put(p) when else do x := list[y] / p
		t2: l0 -> l1 in put(p) do y := list[y] - y out show(k)
		t3: l0 -> l1 when k != y and x % 3 == y do x := k`)
	tree := run(t, s, explore.Options{Depth: 14, States: 800, Prune: true})
	if tree.Result().Pruned == 0 || tree.Solver.Timeouts > 10 {
		t.Errorf("%d states pruned, %d queries ran out of time", tree.Result().Pruned, tree.Solver.Timeouts)
	}
}

// Identical states are found in any number: a counter that begins again has many states at one location, all with the same symbol.
func TestIdenticalStatesAreFound(t *testing.T) {
	s := testkit.LoadText(t, `
		const k: int
		var n: 0..299 = 0, last: int = 0
		initial l
		low: l -> l when n < 299 and k > 3 do n := n + 1; last := k + n
		high: l -> l when n < 299 and k <= 3 do n := n + 1; last := k
		again: l -> l when n == 299 do n := 200; last := k + 200`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 2000, States: 2000, Prune: true})
	if r := tree.Result(); r.Stop != result.StopExhausted || r.Pruned == 0 || r.States > 700 {
		t.Errorf("%s after %d states, %d pruned", r.Stop, r.States, r.Pruned)
	}
}
