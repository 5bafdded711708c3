package campaign

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// routes is one point of choice between {a: 1/2, b: 1/2} and {a: 1/3, c: 2/3}.
func routes(a, b, c float64) *fit {
	runs := a + b + c
	return &fit{sequences: 3, before: []int{0}, points: [][]int{{1, 2}}, classes: []class{
		{a, runs, []term{{1, 1.0 / 2}, {2, 1.0 / 3}}}, {b, runs, []term{{1, 1.0 / 2}}}, {c, runs, []term{{2, 2.0 / 3}}}}}
}

func TestFitAtTheEdge(t *testing.T) {
	f := routes(70, 80, 0)
	f.minimise()
	if math.IsNaN(f.gap) || f.gap > wantedGap || f.y[1] < 1-1e-6 || f.dimension() != 0 {
		t.Errorf("y = %v, gap %v after %d iterations, dimension %d", f.y, f.gap, f.iterations, f.dimension())
	}
}

func TestFitIsTheMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := func(name string) float64 { return float64(rapid.IntRange(0, 100).Draw(t, name)) }
		f := routes(1+count("a"), 1+count("b"), 1+count("c"))
		f.minimise()
		best := math.Inf(1)
		for i := range 2001 {
			p := float64(i) / 2000
			best = math.Min(best, f.statistic([]float64{1, p, 1 - p}))
		}
		got := f.statistic(f.y)
		if got > best+1e-3 || got-f.gap > best+1e-9 {
			t.Fatalf("χ² is %v, at least %v; on a grid %v", got, got-f.gap, best)
		}
	})
}
