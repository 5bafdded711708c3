package invariants_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/invariants"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// lawDepth is how many steps of machines are compared.
const lawDepth = 4

// What is said of the invariants of random machines after a search for coverage agrees with an execution of the machines, state by state:
// what holds is never violated, what is bounded not up to its depth, and what is broken is.
func TestSettledInvariantsEqualExplicitStates(t *testing.T) {
	testkit.NeedsSolver(t)
	machines, count := max(testkit.Models()/10, 20), map[result.InvariantStatus]int{}
	for seed, compared := uint64(0), 0; compared < machines; seed++ {
		machine := explicit.DrawMachine(seed)
		did := machine.Run(lawDepth, 3000)
		if did == nil {
			continue // it has too many states
		}
		s := system(t, machine)
		if s == nil {
			continue // a constant expression has a model error
		}
		compared++
		for _, known := range settled(t, s, 200*int(seed%2)).Invariants {
			count[known.Verdict]++
			if problem := contradiction(known, did); problem != "" {
				t.Fatalf("seed %d: %s\n%s", seed, problem, machine.Text())
			}
		}
	}
	t.Log(count)
	if count[result.InvariantHolds] < machines/2 || count[result.InvariantBounded] < machines/4 || count[result.InvariantBroken] < machines/4 {
		t.Errorf("%v are too few to mean something", count)
	}
}

// contradiction says what is wrong with a claim about an invariant.
func contradiction(known result.ExploredInvariant, did *explicit.Behavior) string {
	depth, violated := did.Violated[known.Invariant]
	switch {
	case violated && known.Verdict == result.InvariantHolds,
		violated && known.Verdict == result.InvariantBounded && depth <= known.Depth,
		violated && known.Verdict == result.InvariantBroken && known.Depth < depth,
		!violated && known.Verdict == result.InvariantBroken && known.Depth <= lawDepth:
		return fmt.Sprintf("%s is %s with depth %d; a run violates it: %v, at depth %d", known.Invariant, known.Verdict, known.Depth, violated, depth)
	}
	return ""
}

// system is the model of a machine.
func system(t *testing.T, machine *explicit.Machine) *sts.System {
	t.Helper()
	var list diag.List
	text := classicalb.Convert(diag.NewFile("r.mch", machine.Text()), &list).Text
	if list.HasErrors() {
		t.Fatalf("%v\n%s", diag.ToJSON(list.Sorted()), machine.Text())
	}
	return testkit.TryText(t, text)
}

// settled explores a system until all transitions are covered, and settles its invariants.
func settled(t *testing.T, s *sts.System, queries int) *result.Explore {
	t.Helper()
	newSolver := func() (smt.Solver, error) { return testkit.SteadySolver(200*time.Millisecond, smt.Config{}) }
	options := explore.Options{Strategy: explore.Cover, Depth: lawDepth, States: 300, NewSolver: newSolver}
	tree, err := explore.Run(t.Context(), s, options)
	if err != nil {
		t.Fatal(err)
	}
	r := tree.Result()
	x := invariants.Exploration{System: s, Whole: tree.WholeDepth(), Result: r, Search: options, Queries: queries, NewSolver: newSolver}
	if err := x.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}
