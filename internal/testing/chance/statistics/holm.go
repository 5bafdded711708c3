package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns the adjusted P values of tests that are made at once (Holm 1979): rejecting those whose adjusted value is below alpha
// rejects some true hypothesis with probability at most alpha, whatever the dependence between the tests. The smallest of n values
// is multiplied by n, the next by n−1, and so on, and none is smaller than the one before.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out := make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = math.Max(least, math.Min(1, p[i]*float64(len(p)-rank)))
		out[i] = least
	}
	return out
}
