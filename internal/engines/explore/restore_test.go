package explore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// scarce is a budget of which more than half, but less than the limit, is used: contents are dropped after the first batch, and all later
// ones.
func scarce() *memory.Budget { return memory.BudgetOf(1000, func() memory.Size { return 600 }) }

// sameWithLittleMemory explores a system twice, with and without contents, and compares all that is known of the states. It returns how
// many contents were dropped.
func sameWithLittleMemory(t testing.TB, s *sts.System, options explore.Options) int {
	t.Helper()
	options.NewSolver = solvers()
	whole := run(t, s, options)
	options.NewSolver, options.Memory = solvers(), scarce()
	dropped := run(t, s, options)
	count := 0
	for _, st := range dropped.States() {
		if st.Content == nil {
			count++
		}
	}
	if diff := cmp.Diff(whole.Rows(), dropped.Rows()); diff != "" {
		t.Fatalf("%s: the states differ (-with +without contents):\n%s", options.Strategy, diff)
	}
	if diff := cmp.Diff(shapeOf(whole), shapeOf(dropped)); diff != "" {
		t.Fatalf("%s: the trees differ (-with +without contents):\n%s", options.Strategy, diff)
	}
	return count
}

var allStrategies = []explore.Strategy{explore.BreadthFirst, explore.DepthFirst, explore.Cover, explore.Random}

// A search that has to drop the contents of its states finds the same tree, and every state is restored unchanged: examples with data, queues
// and clocks.
func TestDroppedContentsOfExamples(t *testing.T) {
	for _, name := range []string{"class2/class2.sxt", "inres/inres.sxt", "atmtimed/atmtimed.sxt", "traingate/traingate.sxt"} {
		s := testkit.LoadExample(t, name, nil)
		for _, strategy := range allStrategies {
			if n := sameWithLittleMemory(t, s, explore.Options{Strategy: strategy, Depth: 6, States: 200, Seed: 3}); n == 0 && strategy == explore.BreadthFirst {
				t.Errorf("%s: nothing was dropped", name)
			}
		}
	}
}

// The same for random models.
func TestDroppedContentsOfRandomModels(t *testing.T) {
	dropped := 0
	rapid.Check(t, func(r *rapid.T) {
		if s := testkit.TryText(t, randomModel(r)); s != nil {
			dropped += sameWithLittleMemory(t, s, explore.Options{Strategy: rapid.SampledFrom(allStrategies).Draw(r, "strategy"), Depth: 4, States: 100})
		}
	})
	for seed := range uint64(10) {
		if s := testkit.TryText(t, explicit.Draw(seed).Text()); s != nil {
			dropped += sameWithLittleMemory(t, s, explore.Options{Strategy: allStrategies[seed%4], Depth: 5, States: 100})
		}
	}
	if dropped < 100 {
		t.Errorf("only %d contents were dropped", dropped)
	}
}

// Numbers that do not fit into machine words, fractions, strings, collections and initial values are restored too.
func TestDroppedContentsOfLargeValues(t *testing.T) {
	s := testkit.LoadText(t, `system Large
		input put(int) input say(string) input half(real) input many(int[..3])
		var start: int, n: int = 0, s: string = "", r: real = 0.0, l: int[..3] = []
		initial a
		big: a -> a in put(x) when x > 100000000000000000000 do n := x
		low: a -> b in put(x) when x < -9223372036854775807 and start > n do n := x
		text: a -> a in say(x) when x > "b" do s := x
		half: a -> a in half(x) when x > 0.25 and x < 0.5 do r := x
		list: a -> a in many(x) when len(x) > 1 and x[1] > n do l := x
		back: b -> a when start == n + 1`)
	if n := sameWithLittleMemory(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 4, States: 300}); n < 100 {
		t.Errorf("only %d contents were dropped", n)
	}
}

// Memory for many variables is used again while contents are restored: with steps that change some, or none, and with runs that are found by
// the solver.
func TestDroppedContentsOfManyVariables(t *testing.T) {
	var b strings.Builder
	b.WriteString("system Wide\ninput put(int) input go()\n")
	for i := range 40 {
		fmt.Fprintf(&b, "var v%d: int = %d\n", i, i)
	}
	b.WriteString("invariant low: v1 < 1000\ninitial a\nset: a -> b in put(x) when x > v0 do v0 := x; v5 := v6 + x\nback: b -> a in go()\n" +
		"far: a -> a in put(x) when x * 2 == v5 + 7 do v1 := v1 + x\nlow: b -> a in put(x) when x < v0 and v1 < 30 do v6 := v0 - x\n")
	if n := sameWithLittleMemory(t, testkit.LoadText(t, b.String()), explore.Options{Strategy: explore.BreadthFirst, Depth: 9, States: 500}); n < 100 {
		t.Errorf("only %d contents were dropped", n)
	}
}

// Where functions are called, or a condition may need a solver, nothing is dropped.
func TestContentsThatAreKept(t *testing.T) {
	for name, text := range map[string]string{
		"calls":       "extern F(n: int) -> int\nvar x: int = 0\ninput put(int)\ninitial a\nt: a -> a in put(p) do x := F(p)",
		"quantifiers": "var x: int = 0\ninput put(int)\ninitial a\nt: a -> a in put(p) when exists i: int :: i * i == p do x := p",
	} {
		if n := sameWithLittleMemory(t, testkit.LoadText(t, text), explore.Options{Strategy: explore.BreadthFirst, Depth: 4}); n != 0 {
			t.Errorf("%s: %d contents were dropped", name, n)
		}
	}
}

// A search that exceeds its memory limit ends with the states that it has.
func TestMemoryStop(t *testing.T) {
	s := testkit.LoadText(t, "output a() output b()\ninitial p\nx: p -> p out a\ny: p -> p out b\nz: q -> p")
	calls := 0
	full := memory.BudgetOf(1000, func() memory.Size { calls++; return memory.Size(calls * 100) })
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 100, States: 1_000_000, Memory: full})
	if tree.Stop != result.StopMemory || tree.Size() < 10 || tree.Size() > 1000 {
		t.Errorf("stopped by %s with %d states", tree.Stop, tree.Size())
	}
	misses := tree.Coverage().Missing
	if !slices.ContainsFunc(misses, func(m result.Miss) bool { return m.Name == "z" }) {
		t.Errorf("missing: %v", misses)
	}
}
