package explore_test

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// benchmark explores a system repeatedly and reports the figures that design.md requires: states per second, solver calls per state, the mean
// solver call, and our own time per state, which is all time that is not spent waiting for a solver.
func benchmark(b *testing.B, s *sts.System, options explore.Options) {
	b.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(300)) // as the command does
	options.Strategy = explore.BreadthFirst
	options.States = 1 << 30
	var states, calls int
	var seconds, solving float64
	for b.Loop() {
		options.NewSolver = solvers()
		tree := run(b, s, options)
		states += tree.Size()
		calls += tree.Solver.Calls
		seconds += tree.Seconds
		solving += tree.Solver.Seconds
	}
	workers := float64(max(options.Workers, 1))
	b.ReportMetric(float64(states)/seconds, "states/s")
	b.ReportMetric(float64(calls)/float64(states), "calls/state")
	b.ReportMetric(max(seconds*workers-solving, 0)/float64(states)*1e6, "own-µs/state")
	if calls > 0 {
		b.ReportMetric(solving/float64(calls)*1e6, "µs/call")
	}
	b.ReportMetric(float64(states)/float64(b.N), "states")
}

// BenchmarkClass2 is the class 2 transport protocol.
func BenchmarkClass2(b *testing.B) {
	s := testkit.LoadExample(b, "class2/class2.sxt", nil)
	for _, depth := range []int{5, 6} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("depth=%d/workers=%d", depth, workers), func(b *testing.B) {
				benchmark(b, s, explore.Options{Depth: depth, Workers: workers})
			})
		}
	}
}

// BenchmarkInterleaving is two machines of three locations without data.
func BenchmarkInterleaving(b *testing.B) {
	s := testkit.LoadText(b, `system Interleaving
		output a() output b()
		machine M { initial p  x: p -> q out a  y: q -> r out b  z: r -> p out a  w: r -> q out b }
		instance left = M
		instance right = M`)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("depth=10/workers=%d", workers), func(b *testing.B) {
			benchmark(b, s, explore.Options{Depth: 10, Workers: workers})
		})
	}
}

// BenchmarkFamily is n machines, each with a variable that it compares with what it receives, for n = 1..6.
func BenchmarkFamily(b *testing.B) {
	for n := 1; n <= 6; n++ {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			benchmark(b, testkit.LoadText(b, familyModel(n)), explore.Options{Depth: 4})
		})
	}
}

func familyModel(n int) string {
	var b strings.Builder
	b.WriteString("system Family\ninput put(int)\noutput full(int)\nmachine M(limit: int) {\n  var x: int = 0\n  initial low\n")
	b.WriteString("  add: low -> low in put(p) when p > 0 and x + p < limit do x := x + p\n")
	b.WriteString("  fill: low -> high in put(p) when p > 0 and x + p >= limit do x := x + p\n")
	b.WriteString("  drain: high -> low when x > limit do x := x - limit out full(x)\n}\n")
	for i := range n {
		fmt.Fprintf(&b, "instance m%d = M(%d)\n", i, 10*(i+1))
	}
	return b.String()
}
