package mutate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// chain is a model with more locations than invariants are looked for.
func chain() string {
	var b strings.Builder
	b.WriteString("input i(n: int)\noutput o(n: int)\nvar x: int = 0\ninitial l0\n")
	for i := range maxControls + 5 {
		fmt.Fprintf(&b, "t%d: l%d -> l%d in i(n) when n > %d do x := x + n out o(x)\n", i, i, i+1, i)
	}
	return b.String()
}

// Where there are too many locations for proofs by location, no mutant is called equivalent.
func TestTooManyLocationsProveNothing(t *testing.T) {
	needSolver(t)
	p := testkit.Mutants(t, chain(), 60)
	o := options(p.Original)
	o.Extend = false
	r, err := Run(context.Background(), p, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range p.Mutants {
		if r.Fates[i].Status == result.FateEquivalent {
			t.Errorf("%s is called equivalent: %s", m.Words, r.Fates[i].Explain())
		}
	}
}

// counting is a model whose mutants differ only with elements that repeat or that are in order.
const counting = `input add(n: int)
input ask(n: int)
output yes(index: int, sorted: int[])
output no()
var all: int[] = []
initial s
add: s -> s in add(n) do all := append(all, n)
yes: s -> s in ask(n) when n in all out yes(indexOf(all, n), sorted(all))
no:  s -> s in ask(n) when not (n in all) out no()
`

// Random tests kill most mutants of a model with collections, without the search.
func TestRandomTestsOfCollections(t *testing.T) {
	needSolver(t)
	p := testkit.Mutants(t, counting, 100)
	r, err := Run(context.Background(), p, nil, options(p.Original))
	if err != nil {
		t.Fatal(err)
	}
	undecided := 0
	for i, m := range p.Mutants {
		if f := r.Fates[i]; f.Status == result.FateUndecided {
			undecided++
			t.Logf("%s: %s", m.Words, f.Explain())
		}
	}
	if undecided > 0 || len(p.Mutants) < 10 || r.Solver.Calls > 0 {
		t.Errorf("%d of %d mutants are undecided, after %d queries", undecided, len(p.Mutants), r.Solver.Calls)
	}
}
