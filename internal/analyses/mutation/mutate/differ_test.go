package mutate

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// even counts in twos. Its inputs cannot be listed, and that a mutant of odd differs nowhere follows from no comparison of a variable with a number.
const even = `input put(n: int)
output sum(n: int)
var x: 0..20 = 0
initial a
add: a -> a in put(n) when n > 0 and x < 16 do x := x + 2 out sum(x)
odd: a -> b in put(n) when x == 7 and n > 3
far: a -> b in put(n) when x == 16 and n > 3 out sum(n)
`

// TestPortfolioProvesThatMutantsNeverDiffer, with a search for tests and without.
func TestPortfolioProvesThatMutantsNeverDiffer(t *testing.T) {
	needSolver(t)
	for _, extend := range []bool{true, false} {
		p := testkit.Mutants(t, even, 1000)
		o := options(p.Original)
		o.Extend = extend
		r, err := Run(context.Background(), p, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		never := 0
		for i, f := range r.Fates {
			switch {
			case f.Reason == NeverDiffers:
				never++
			case f.Status == result.FateUndecided && extend:
				t.Errorf("%s: %s", p.Mutants[i], f.Explain())
			}
		}
		if never < 3 {
			t.Errorf("%d mutants are proved never to differ; extend: %v", never, extend)
		}
	}
}

// whereDiffering asks the portfolio about all mutants, before any other proof or search.
func whereDiffering(t testkit.Failer, p *mutant.Population) *runner {
	r := &runner{options: options(p.Original), whole: context.Background(), ways: make([][]*sts.Move, len(p.Mutants)),
		result: &Result{Population: p, Fates: make([]Fate, len(p.Mutants))}}
	for i := range r.result.Fates {
		r.result.Fates[i].Status = result.FateUndecided
	}
	defer r.close()
	if err := r.open(context.Background()); err != nil {
		t.Fatalf("%v", err)
	}
	if err := r.askWhereDiffering(context.Background()); err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

// A mutant that never differs fails neither by the enumeration of joint states, which shares nothing with the derived system, nor by brute force;
// and where a mutant fails, a run leads to a difference.
func TestWhereMutantsDifferAgreesWithBruteForce(t *testing.T) {
	needSolver(t)
	never, differing := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		text := testkit.FiniteMachine(rt)
		p := testkit.Mutants(rt, text, 6)
		if p == nil {
			return
		}
		r := whereDiffering(rt, p)
		space, _ := joint.New(p.Original)
		for i, m := range p.Mutants {
			if m.Changes.Start {
				continue
			}
			bad := fails(p.Original, m.System, bruteDepth)
			switch {
			case r.result.Fates[i].Reason == NeverDiffers:
				never++
				enumerated := false
				space.Compare(context.Background(), enumerable(m), func(joint.Difference) bool {
					enumerated = true
					return true
				})
				if bad || enumerated {
					rt.Fatalf("%s never differs, but fails by enumeration (%v) or by brute force (%v)\n%s", m, enumerated, bad, text)
				}
			case bad && r.ways[i] == nil:
				rt.Fatalf("%s fails, but no run leads to a difference\n%s", m, text)
			case bad:
				differing++
			}
		}
	})
	if never == 0 || differing == 0 {
		t.Errorf("%d mutants never differ, runs to differences of %d", never, differing)
	}
}
