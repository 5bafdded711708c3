package examples

import (
	"slices"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// exploreCover explores a model until its transitions are covered, and proves or refutes its invariants.
func exploreCover(t *testing.T, l *model.Loaded) *result.Explore {
	t.Helper()
	return exploreWith(t, l, analysis.ExploreOptions{Search: explore.Options{Strategy: explore.Cover, Depth: 20}, Prove: 1000})
}

func exploreWith(t *testing.T, l *model.Loaded, o analysis.ExploreOptions) *result.Explore {
	t.Helper()
	testkit.NeedsSolver(t)
	o.Search.States, o.Backend = 20_000, model.BackendDefaults()
	r, err := analysis.Explore(t.Context(), l, o)
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Coverage.Transitions; c.Covered != c.Total {
		t.Errorf("%d of %d transitions are covered: %v", c.Covered, c.Total, c.Missing)
	}
	return r
}

// expectInvariants expects a verdict on each invariant.
func expectInvariants(t *testing.T, r *result.Explore, want map[string]result.InvariantStatus) {
	t.Helper()
	if len(r.Invariants) != len(want) {
		t.Errorf("%d invariants, want %d", len(r.Invariants), len(want))
	}
	for _, i := range r.Invariants {
		if i.Verdict != want[i.Invariant] {
			t.Errorf("%s: %s %s, want %s", i.Invariant, i.Verdict, i.Reason, want[i.Invariant])
		}
	}
}

// TestCacheModel: all transitions of the model are covered, nothing is wrong with it, and its invariants are proved.
func TestCacheModel(t *testing.T) {
	t.Parallel()
	r := exploreCover(t, load(t, "lru/lru.sxt"))
	if len(r.Findings) > 0 {
		t.Error(r.Findings)
	}
	const holds = result.InvariantHolds
	expectInvariants(t, r, map[string]result.InvariantStatus{"bounded": holds, "distinct": holds, "same": holds})
}

// TestCacheSlots: an update that is not counted as a use is found by the shortest run; without the fault the implementation agrees
// with the specification.
func TestCacheSlots(t *testing.T) {
	t.Parallel()
	r := exploreWith(t, load(t, "lru/slots.sxt"), analysis.ExploreOptions{Search: explore.Options{Strategy: explore.BreadthFirst, Depth: 5}})
	f := expectFinding(t, r, "invariant")
	t.Log(f.Message, steps(f.Trace))
	for _, i := range r.Invariants {
		if i.Invariant == "sameKeys" && (i.Verdict != result.InvariantBroken || i.Depth != 5) {
			t.Errorf("%s: %s after %d steps", i.Invariant, i.Verdict, i.Depth)
		}
	}
	right := exploreCover(t, loadWith(t, "lru/slots.sxt", map[string]string{"refreshing": "true"}))
	if len(right.Findings) > 0 || slices.ContainsFunc(right.Invariants, func(i result.ExploredInvariant) bool { return i.Verdict != result.InvariantHolds }) {
		t.Error(right.Findings, right.Invariants)
	}
}

// TestCache: the library passes, and each way to use it wrongly is found.
func TestCache(t *testing.T) {
	t.Parallel()
	start := lineProgram(t, "./lru/cache")
	for _, fault := range []string{"", "victim", "peek", "again"} {
		t.Run(fault, func(t *testing.T) {
			o := tester.Options{Seed: 1, Wait: wait, Steps: 1000, ShrinkTime: time.Millisecond}
			expectVerdict(t, fault, test(t, load(t, "lru/lru.sxt"), start(fault), o))
		})
	}
}
