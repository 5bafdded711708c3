package operations_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/operations"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// endedModels have transitions that fire, that never do, that exclude each other, and that some products have.
var endedModels = map[string]string{
	"one": `input i(n: int)
var x: int = 0
initial s
up: s -> s in i(n) when n > 3 do x := n
over: s -> s when x > 20 do x := 0
never: s -> s when x < 0 do x := 1
left: s -> l in i(n) when n == 77
right: s -> r in i(n) when n == 78
invariant positive: x >= 0`,
	"line": `feature A, B
input i(n: 0..9)
var x: 0..99 = 0
initial s
t: s -> s for A in i(n) when n > 3 and x < 9 do x := x + n
u: s -> s for B in i(n) when x > 8 do x := 0
v: s -> s when x > 20`,
}

// TestEndedCheckKeepsWhatWasFound ends a check at its queries: there is always a report with a status of every transition, and it is that of
// a complete check, or open.
func TestEndedCheckKeepsWhatWasFound(t *testing.T) {
	testkit.NeedsSolver(t)
	for name, text := range endedModels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, _ := endedAfter(t, text, 1_000_000)
			decided := 0
			for queries, complete := 0, false; !complete; queries += testkit.Stride(queries) {
				var r *operations.Report
				r, complete = endedAfter(t, text, queries)
				decided = agreeing(t, queries, r, whole)
			}
			if decided != len(whole.Operations) || decided < 3 {
				t.Errorf("%d of %d transitions are decided at the end", decided, len(whole.Operations))
			}
		})
	}
}

// endedAfter checks the operations of a model until a number of queries were sent. It reports whether that was enough.
func endedAfter(t *testing.T, text string, queries int) (*operations.Report, bool) {
	t.Helper()
	ctx, newSolver := testkit.EndingSolvers(t.Context(), queries)
	s := testkit.Load(t, "m.sxt", testkit.Text(text))
	r, err := operations.Check(ctx, s, operations.Options{Explore: explore.Options{Depth: 8, States: 60, NewSolver: newSolver}, Queries: 40, NewSolver: newSolver})
	if err != nil || r == nil {
		t.Fatalf("after %d queries: %v", queries, err)
	}
	return r, ctx.Err() == nil
}

// agreeing returns on how many transitions a report agrees with one of a complete check.
func agreeing(t *testing.T, queries int, r, whole *operations.Report) int {
	t.Helper()
	if len(r.Operations) != len(whole.Operations) {
		t.Fatalf("after %d queries there are %d transitions, not %d", queries, len(r.Operations), len(whole.Operations))
	}
	count := 0
	for i, o := range r.Operations {
		switch end := whole.Operations[i].Status; {
		case o.Status == end:
			count++
		case o.Status != result.Unknown && o.Status != result.NotReached:
			t.Errorf("after %d queries %s is %q, and at the end %q", queries, o.Transition.Name, o.Status, end)
		}
	}
	return count
}
