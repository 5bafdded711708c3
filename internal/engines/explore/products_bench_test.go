package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// twelveFeatures is a product line of 972 products, each of which offers the services of its features.
func twelveFeatures() (text string, features []string) {
	var b strings.Builder
	for i := range 12 {
		features = append(features, fmt.Sprintf("F%d", i))
	}
	fmt.Fprintf(&b, "feature %s\nfeatures valid when (F0 or F1) and not (F10 and F11)\n", strings.Join(features, ", "))
	b.WriteString("features valid when (F2 => F3) and (F4 => F5) and (F6 => F7)\nvar x: int = 0\ninitial idle\n")
	for i, f := range features {
		fmt.Fprintf(&b, "input ask%d(n: 0..99)\noutput give%d(n: int)\n", i, i)
		fmt.Fprintf(&b, "ask%d: idle -> busy%d for %s in ask%d(n) when n > x + %d do x := n\n", i, i, f, i, i)
		fmt.Fprintf(&b, "give%d: busy%d -> idle when x > %d out give%d(x)\nrefuse%d: busy%d -> idle when x <= %d\n", i, i, 5*i, i, i, i, 5*i)
	}
	return b.String(), features
}

// BenchmarkTwelveFeatures explores the product line once.
func BenchmarkTwelveFeatures(b *testing.B) {
	text, _ := twelveFeatures()
	for b.Loop() {
		tree := run(b, testkit.LoadText(b, text), explore.Options{Strategy: explore.BreadthFirst, Depth: 4})
		b.ReportMetric(float64(tree.Solver.Calls), "queries")
	}
}

// BenchmarkTwelveFeaturesOneByOne explores its products one after the other; they share the cache of the solver.
func BenchmarkTwelveFeaturesOneByOne(b *testing.B) {
	text, features := twelveFeatures()
	for b.Loop() {
		shared, queries, count := solvers(), 0, 0
		for row := range 1 << len(features) {
			var product []string
			for i, f := range features {
				if row>>i&1 == 1 {
					product = append(product, f)
				}
			}
			if len(product) == 0 || !isProduct(b, text, product) {
				continue
			}
			options := testkit.Text(text)
			options.Product = product
			tree := run(b, testkit.Load(b, "m.sxt", options), explore.Options{Strategy: explore.BreadthFirst, Depth: 4, NewSolver: shared})
			queries, count = queries+tree.Solver.Calls, count+1
		}
		b.ReportMetric(float64(queries), "queries")
		b.ReportMetric(float64(count), "products")
	}
}
