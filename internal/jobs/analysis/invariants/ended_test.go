package invariants_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/invariants"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// endedModels need contracts, an exploration, all states, and products.
var endedModels = map[string]string{
	"contract": `extern Price(cents: int) -> int
  contract strong { behavior all: requires cents > 0 ensures result > 0 }
var x: int = 1
event buy: do x := Price(x)
invariant positive: x > 0
invariant small: x < 100`,
	"search": `var x: nat = 0
event twice: when x < 5 do x := x + 2
event wait: any a: int when a > x do x := x
invariant small: x <= 5
invariant tall: x <= 50`,
	"states": `var x: 0..9 = 0, y: 0..9 = 0
event a: when x < 9 do x := x + 1
event b: when y < x do y := y + 1
invariant other: x + y != 17
invariant order: y <= x`,
	"products": `feature A, B
input i(n: 0..2)
var x: 0..7 = 0
initial s
t: s -> s for A in i(n) when x + n <= 4 do x := x + n
u: s -> s for B in i(n) when x + n <= 7 do x := x + n
invariant little: x <= 4
invariant less: x <= 6
invariant all: x <= 7`,
}

// TestEndedCheckKeepsWhatWasDecided ends a check at its queries: there is always a verdict on every invariant, and it is unknown,
// or one that a complete check gives, or one of a step that is not followed further.
func TestEndedCheckKeepsWhatWasDecided(t *testing.T) {
	testkit.NeedsSolver(t)
	for name, text := range endedModels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, _ := endedAfter(t, text, 1_000_000)
			before, decided := 0, 0
			for queries := 0; ; queries += testkit.Stride(queries) {
				r, complete := endedAfter(t, text, queries)
				before, decided = decided, agreeing(t, queries, r, whole)
				if decided < before {
					t.Errorf("after %d queries %d invariants are decided, and before %d were", queries, decided, before)
				}
				if complete {
					break
				}
			}
			if decided != len(whole.Verdicts) {
				t.Errorf("%d of %d invariants are decided at the end", decided, len(whole.Verdicts))
			}
		})
	}
}

// endedAfter checks the invariants of a model until a number of queries were asked. It reports whether that was enough.
func endedAfter(t *testing.T, text string, queries int) (*result.Invariants, bool) {
	t.Helper()
	ctx, newSolver := testkit.EndingSolvers(t.Context(), queries)
	s := testkit.Load(t, "m.sxt", testkit.Text(text))
	choice, err := contract.Choose(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, _, err := invariants.Check(ctx, s, invariants.Options{Depth: 4, Workers: 1, Contracts: choice, NewSolver: newSolver})
	if err != nil || r == nil {
		t.Fatalf("after %d queries: %v", queries, err)
	}
	return r, ctx.Err() == nil
}

// agreeing returns on how many invariants the verdicts are those of a complete check.
func agreeing(t *testing.T, queries int, r, whole *result.Invariants) int {
	t.Helper()
	if len(r.Verdicts) != len(whole.Verdicts) {
		t.Fatalf("after %d queries there are %d verdicts, not %d", queries, len(r.Verdicts), len(whole.Verdicts))
	}
	count := 0
	for i, v := range r.Verdicts {
		switch {
		case v.Verdict == whole.Verdicts[i].Verdict:
			count++
		case v.Verdict == result.InvariantHolds, v.Verdict == result.InvariantByContract, v.Verdict == result.InvariantBroken:
			t.Errorf("after %d queries %s: %s, and at the end %s", queries, v.Invariant, v.Verdict, whole.Verdicts[i].Verdict)
		}
	}
	return count
}
