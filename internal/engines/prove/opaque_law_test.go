package prove_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/opaque"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
)

// opaqueSolver answers queries about collections only as far as they have no solution with collections of any size.
type opaqueSolver struct {
	smt.Solver
	weakener opaque.Weakener
	proved   int
}

func (s *opaqueSolver) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if !slices.ContainsFunc(q.Conjuncts, (*term.Term).HasLists) {
		return s.Solver.Check(ctx, q)
	}
	conjuncts, ok := term.Conjoin(s.weakener.Weaken(q.Conjuncts))
	answer, err := smt.Answer{Status: smt.Unsat}, error(nil)
	if ok {
		answer, err = s.Solver.Check(ctx, smt.Query{Conjuncts: conjuncts})
	}
	if answer.Status != smt.Unsat {
		return smt.Answer{Reason: "collections are opaque"}, err
	}
	s.proved++
	return answer, err
}

// No state of an explicit-state execution refutes a claim proved of random models with collections, by conditions on scalars alone and with
// candidates about elements; so no false claim is proved.
func TestOpaqueProofsEqualExplicitStates(t *testing.T) {
	testkit.NeedsSolver(t)
	models, count := max(testkit.Models()/6, 20), map[string]int{}
	for seed := uint64(0); count["models"] < models; seed++ {
		drawn := collections.DrawModel(rand.New(rand.NewPCG(seed, 5)))
		s := testkit.TryText(t, drawn.Text())
		if s == nil || len(s.Invariants) == 0 {
			continue
		}
		count["models"]++
		z3, err := testkit.SteadySolver(500*time.Millisecond, smt.Config{})
		if err != nil {
			t.Fatal(err)
		}
		solver := &opaqueSolver{Solver: z3}
		report, err := prove.CheckInvariants(t.Context(), s, solver)
		if err == nil {
			err = report.Strengthen(t.Context(), s, solver, prove.Means{Options: prove.Brief(500)})
		}
		solver.Close()
		if err != nil {
			t.Fatal(err)
		}
		count["queries"] += solver.proved
		seen := drawn.Explore(500)
		for _, v := range report.Verdicts {
			isBroken := seen.Broken[v.Claim] || v.Claim == prove.Types && hasErrors(seen)
			switch {
			case v.Holds() && isBroken:
				t.Fatalf("seed %d: %s holds, but a run breaks it\n%s", seed, v.Claim, drawn.Text())
			case isBroken:
				count["broken"]++
			case v.Proof != nil && slices.ContainsFunc(v.Proof.Auxiliary, func(c prove.Clause) bool { return c.Term.HasLists() }):
				count["strengthened"]++
			case v.Holds():
				count["proved"]++
			}
		}
	}
	t.Log(count)
	if count["queries"] < models/3 || count["proved"] < models/4 || count["broken"] < models/2 {
		t.Errorf("%v are too few to mean something", count)
	}
}

// hasErrors reports whether a step runs into a model error. A value that is too large for the execution does not count.
func hasErrors(seen *collections.Seen) bool {
	for _, failure := range seen.Possible {
		if failure&^collections.TooLarge != 0 {
			return true
		}
	}
	return false
}
