package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// rings is independent machines without variables.
func rings(machines, places int) string {
	var b strings.Builder
	b.WriteString("system Rings\noutput step()\nmachine Ring() {\n  initial p0\n")
	for i := range places {
		fmt.Fprintf(&b, "  t%d: p%d -> p%d out step()\n", i, i, (i+1)%places)
	}
	b.WriteString("}\n")
	for i := range machines {
		fmt.Fprintf(&b, "instance m%d = Ring()\n", i)
	}
	return b.String()
}

// sameWithoutRecall explores a system twice, once evaluating each state, and compares the trees completely.
func sameWithoutRecall(t testing.TB, s *sts.System, options explore.Options) {
	t.Helper()
	options.Strategy, options.NewSolver = explore.BreadthFirst, solvers()
	recalled := run(t, s, options)
	options.NewSolver = solvers()
	looked := run(t, s, explore.Forgetting(options))
	if diff := cmp.Diff(countsOf(looked), countsOf(recalled)); diff != "" { // before all states are opened
		t.Fatalf("the counts differ (-looked at +recalled):\n%s", diff)
	}
	if diff := cmp.Diff(looked.Kept(40), recalled.Kept(40)); diff != "" {
		t.Fatalf("the first states differ (-looked at +recalled):\n%s", diff)
	}
	if diff := cmp.Diff(shapeOf(looked), shapeOf(recalled)); diff != "" {
		t.Fatalf("the trees differ (-looked at +recalled):\n%s", diff)
	}
	if diff := cmp.Diff(looked.Rows(), recalled.Rows()); diff != "" {
		t.Fatalf("the states differ (-looked at +recalled):\n%s", diff)
	}
}

// countsOf has the counts of a tree, which are made without its states.
func countsOf(tree *explore.Tree) []int {
	r := tree.Result()
	return append([]int{r.States, r.Paths, r.Coverage.Transitions.Covered, tree.WholeDepth(), tree.WitnessHits, tree.Solver.Calls}, r.PerDepth...)
}

// Recalled states give the same tree as evaluating each state: for machines with and without data, invariants that hold and do not, queues,
// deadlocks, ends and cycles, whatever bound ends the search.
func TestRecalledStates(t *testing.T) {
	for name, text := range map[string]string{
		"rings":     rings(3, 3),
		"counters":  "system S\nvar n: 0..3 = 0\ninput up() input down()\ninitial a\nu: a -> a in up() when n < 3 do n := n + 1\nd: a -> a in down() when n > 0 do n := n - 1",
		"invariant": "system S\nvar n: 0..3 = 0\ninput up() input down()\ninvariant small: n < 3\ninitial a\nu: a -> a in up() when n < 3 do n := n + 1\nd: a -> a in down() when n > 0 do n := n - 1",
		"data":      "system S\nvar n: int = 0\ninput go() input put(int)\ninitial a\ng: a -> b in go()\nh: b -> a in go() do n := 0\np: b -> a in put(x) when x > n do n := x",
		"internal":  "system S\nvar n: 0..2 = 0\noutput o()\ninitial a\nu: a -> a when n < 2 do n := n + 1\nd: a -> a when n > 0 do n := n - 1\ne: a -> a out o()",
		"deadlock":  "system S\nvar n: 0..2 = 0\ninput go() input back()\ninitial a\ng: a -> b in go() do n := 1\nh: b -> a in back() when n == 2\ni: a -> a in back()",
		"end":       "system S\noutput o() output p()\ninitial a\nfinal z\ng: a -> a out o()\nh: a -> z out p()",
		"error":     "system S\nvar n: 0..3 = 3\noutput o()\ninitial a\ng: a -> b do n := n - 1 out o()\nh: b -> a when 6 / n > 2 out o()",
	} {
		s := testkit.LoadText(t, text)
		for _, o := range []explore.Options{{Depth: 6, States: 3000}, {Depth: 100, States: 500}, {Depth: 7, States: 401, Workers: 2}, {Depth: 6, States: 300, PathsOnly: true}} {
			t.Run(fmt.Sprintf("%s to depth %d, %d states", name, o.Depth, o.States), func(t *testing.T) { sameWithoutRecall(t, s, o) })
		}
	}
}

// The same for random models.
func TestRecalledStatesOfRandomModels(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		if s := testkit.TryText(t, randomModel(r)); s != nil {
			sameWithoutRecall(t, s, explore.Options{Depth: 5, States: 200})
		}
	})
}

// A large tree keeps little data for states that are not visited.
func TestRecalledStatesAreSmall(t *testing.T) {
	s := testkit.LoadText(t, rings(4, 5))
	allocated := testing.AllocsPerRun(1, func() {
		if tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 100, States: 100_000}); tree.Size() != 100_000 {
			t.Errorf("%d states", tree.Size())
		}
	})
	if allocated > 100_000 {
		t.Errorf("%.0f objects were made for 100,000 states", allocated)
	}
}
