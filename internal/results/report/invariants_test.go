package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The conditions that a proof depends on are reported by location, in bounded length; contracts are named.
func TestAuxiliaryInvariants(t *testing.T) {
	proof := &result.Proof{Method: "k-induction", K: 2, Contracts: []string{"Price", "Return", "Tax"}}
	proof.Invariant = append(proof.Invariant, result.Clause{Location: "lost", Condition: "false"})
	for i := range 30 {
		at := fmt.Sprintf("l%d", i)
		proof.Invariant = append(proof.Invariant, result.Clause{Location: at, Condition: "x >= 1"}, result.Clause{Location: at, Condition: "y <= 2"})
	}
	r := &result.Invariants{Verdicts: []result.InvariantVerdict{{Invariant: "safe", Verdict: result.InvariantByContract, Proof: proof}}}
	got := report.Text(&result.Check{Invariants: r}, report.Options{Width: 200})
	for _, want := range []string{
		"invariant safe: holds in every state that can be reached, if Price, Return and Tax keep their contracts\n",
		"  by 2-induction\n  since   no run comes to lost\n          in l0 always x >= 1 and y <= 2\n",
		"          in l18 always x >= 1 and y <= 2\n          and so on in 11 further locations; --json has them all\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
