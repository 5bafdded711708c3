package explore_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// BenchmarkCollections explores models with collections, and in turn the same ones written with fixed arrays. "slower" is how many times
// longer a state takes with collections.
func BenchmarkCollections(b *testing.B) {
	for _, pair := range []struct{ lists, arrays string }{
		{"queue_lists", "queue_arrays"},
		{"cache_lists", "cache_arrays"},
		{"cache_map", "cache_arrays"},
		{"cache_records", "cache_arrays"},
		{"store_lists", "store_arrays"},
	} {
		b.Run(pair.lists, func(b *testing.B) {
			lists, arrays := newMeasured(b, pair.lists), newMeasured(b, pair.arrays)
			for b.Loop() {
				lists.explore(b)
				arrays.explore(b)
			}
			b.ReportMetric(float64(lists.states)/lists.seconds, "states/s")
			b.ReportMetric(float64(lists.calls)/float64(lists.states), "calls/state")
			b.ReportMetric(float64(arrays.calls)/float64(arrays.states), "array-calls/state")
			b.ReportMetric(lists.seconds/float64(lists.states)*float64(arrays.states)/arrays.seconds, "slower")
		})
	}
}

// measured is a system with the cost of its explorations so far.
type measured struct {
	system        *sts.System
	states, calls int
	seconds       float64
}

func newMeasured(b *testing.B, name string) *measured {
	return &measured{system: testkit.Load(b, "testdata/collections/"+name+".sxt", compile.Options{})}
}

func (m *measured) explore(b *testing.B) {
	tree := run(b, m.system, explore.Options{Strategy: explore.BreadthFirst, Depth: 6, States: 1 << 30, Workers: 1, NewSolver: solvers()})
	m.states += tree.Size()
	m.calls += tree.Solver.Calls
	m.seconds += tree.Seconds
}
