package mutate

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// bruteDepth is how many inputs a brute-force run has.
const bruteDepth = 5

// agrees compares the fates of the mutants with brute force: a killed mutant fails, if the test is short enough, and no harmless one does.
func agrees(t testkit.Failer, text string, limit int) (counts map[result.Fate]int) {
	p := testkit.Mutants(t, text, limit)
	if p == nil {
		t.Fatalf("the model has errors:\n%s", text)
	}
	r, err := Run(context.Background(), p, nil, options(p.Original))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lengths := map[string]int{}
	for _, test := range r.Added {
		lengths[test.Name] = len(test.Inputs)
	}
	counts = map[result.Fate]int{}
	for i, m := range p.Mutants {
		f := r.Fates[i]
		counts[f.Status]++
		depth := bruteDepth
		if f.Status == result.FateKilled {
			depth = lengths[f.Test]
		}
		if bad := fails(p.Original, m.System, depth); bad != (f.Status == result.FateKilled) {
			t.Fatalf("%s is %s (%s, %s), but by brute force to depth %d it fails: %v\n%s", m, f.Status, f.Test, f.Explain(), depth, bad, text)
		}
	}
	return counts
}

// The credit of a small sender: every mutant is killed or proved harmless, and brute force agrees; but for one, credit >= 0, which runs
// into a model error where the original sends full().
func TestFiniteModelAgreesWithBruteForce(t *testing.T) {
	needSolver(t)
	counts := agrees(t, `system Credit
input grant(0..2)
input data(0..1)
input stop()
input halt()
output sent(int, int)
output full()
var credit: 0..3 = 0, last: 0..1 = 0, unused: 0..1 = 0
initial off
open:  off -> on in grant(n) do credit := n; unused := 1
send:  on -> on  in data(d) when credit > 0 do credit := credit - 1; last := d out sent(last, credit)
deny:  on -> on  in data(_) when credit <= 0 out full()
close: on -> off in stop() do last := 0
quit:  on -> gone in halt() out full()
`, 1000)
	if counts[result.FateUndecided] != 1 || counts[result.FateEquivalent] == 0 || counts[result.FateConforming] == 0 || counts[result.FateKilled] < 20 {
		t.Errorf("%v", counts)
	}
}

// On any model, mutants called harmless never fail by brute force, and those called killed do.
func TestRandomModelsAgreeWithBruteForce(t *testing.T) {
	needSolver(t)
	rapid.Check(t, func(r *rapid.T) { agrees(r, testkit.FiniteMachine(r), 6) })
}
