package mutate

import (
	"context"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A mutant that runs into a model error where the original does not is not equivalent, though neither takes a step there. It conforms
// where the original does not accept the input, so that no test may send it.
func TestMutantsWithModelErrorsAreNotEquivalent(t *testing.T) {
	needSolver(t)
	for name, c := range map[string]struct {
		text, mutant string
		want         result.Fate
		why          string // of a mutant that is undecided
	}{
		"an input that is not accepted": {`
input i(n: 0..9)
output o(m: int)
initial a
go: a -> a in i(n) when n > 0 out o(10 / n)
`, "guard of go: n > 0 becomes n >= 0", result.FateConforming, ""},
		"an input that another transition accepts": {`
input i(n: 0..9)
output o(m: int)
initial a
go:   a -> a in i(n) when n > 0 out o(10 / n)
zero: a -> a in i(n) when n == 0 out o(0)
`, "guard of go: n > 0 becomes n >= 0", result.FateUndecided, "it runs into a model error where the original does not"},
		"the error of the original is gone": {`
input i(n: 0..9)
output o(m: int)
initial a
go: a -> a in i(n) when n >= 0 out o(10 / n)
`, "guard of go: n >= 0 becomes n > 0", result.FateConforming, ""},
		"both have the error": {`
input i(n: 0..9)
output o(m: int)
var x: int = 1
initial a
go: a -> a in i(n) when x > 0 out o(10 / n)
`, "guard of go: x > 0 becomes x >= 0", result.FateEquivalent, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := testkit.Mutants(t, c.text, 100)
			r, err := Run(context.Background(), p, nil, options(p.Original))
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range p.Mutants {
				if m.Words == c.mutant {
					if r.Fates[i].Status != c.want || !strings.Contains(r.Fates[i].Explain(), c.why) {
						t.Errorf("%s is %s: %s", c.mutant, r.Fates[i].Status, r.Fates[i].Explain())
					}
					return
				}
			}
			t.Errorf("there is no such mutant: %v", p.Mutants)
		})
	}
}
