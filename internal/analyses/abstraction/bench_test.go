package abstraction_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// BenchmarkElectrical runs all phases for the electrical system: 3MTS, tree of n steps, derived system and tests with m = 1. The metrics are
// solver queries and counts.
func BenchmarkElectrical(b *testing.B) {
	for _, batteries := range []int{3, 8, 16} {
		for n := range 4 {
			b.Run(fmt.Sprintf("batteries=%d/n=%d", batteries, n), func(b *testing.B) {
				s := testkit.LoadExample(b, "electrical/electrical.sxt", map[string]string{"n": fmt.Sprint(batteries)})
				calls, tests, nodes := 0, 0, 0
				for b.Loop() {
					session := open(b, s, abstraction.Options{Workers: 2})
					d := derive(b, session, abstract(b, session, s), n)
					tests, nodes = len(testsOf(b, session, d, 1)), len(d.Reach.Nodes)
					calls += session.Stats().Calls
				}
				b.ReportMetric(float64(calls)/float64(b.N), "calls/op")
				b.ReportMetric(float64(tests), "tests")
				b.ReportMetric(float64(nodes), "nodes")
			})
		}
	}
}

// BenchmarkAbstract makes the 3MTS of the electrical system, and BenchmarkBruteForce makes it by enumerating all states.
func BenchmarkAbstract(b *testing.B) {
	for _, batteries := range []int{3, 8, 16} {
		b.Run(fmt.Sprintf("batteries=%d", batteries), func(b *testing.B) {
			s := testkit.LoadExample(b, "electrical/electrical.sxt", map[string]string{"n": fmt.Sprint(batteries)})
			calls := 0
			for b.Loop() {
				session := open(b, s, abstraction.Options{Workers: 2})
				abstract(b, session, s)
				calls += session.Stats().Calls
			}
			b.ReportMetric(float64(calls)/float64(b.N), "calls/op")
		})
	}
}

// BenchmarkBruteForce is the baseline of BenchmarkAbstract; 16 batteries have a million states.
func BenchmarkBruteForce(b *testing.B) {
	for _, batteries := range []int{3, 8} {
		b.Run(fmt.Sprintf("batteries=%d", batteries), func(b *testing.B) {
			s := testkit.LoadExample(b, "electrical/electrical.sxt", map[string]string{"n": fmt.Sprint(batteries)})
			for b.Loop() {
				writeOut(b, s, s.Predicates[0]).transitions()
			}
		})
	}
}

// BenchmarkReach builds the tree of reachable states alone.
func BenchmarkReach(b *testing.B) {
	for _, batteries := range []int{3, 8, 16} {
		b.Run(fmt.Sprintf("batteries=%d/n=3", batteries), func(b *testing.B) {
			s := testkit.LoadExample(b, "electrical/electrical.sxt", map[string]string{"n": fmt.Sprint(batteries)})
			nodes := 0
			for b.Loop() {
				session := open(b, s, abstraction.Options{Workers: 2})
				r, err := session.Reach(context.Background(), 3)
				if err != nil {
					b.Fatal(err)
				}
				nodes = len(r.Nodes)
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}
