package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Binomial returns the interval of Clopper and Pearson: which probabilities explain k successes of n, at level 1−alpha at least.
func Binomial(k, n int, alpha float64) Interval {
	if n <= 0 || k < 0 || k > n || !isLevel(alpha) {
		return Interval{0, 1}
	}
	out := Interval{0, 1}
	if k > 0 {
		out.Low = guarded(distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile, alpha/2)
	}
	if k < n {
		out.High = guarded(distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile, 1-alpha/2)
	}
	return out
}

// Band returns the least and the greatest number of successes of n that the probability p explains: outside is each side with
// probability at most alpha/2.
func Band(n int, p, alpha float64) (low, high int) {
	if n <= 0 || !isLevel(alpha) || math.IsNaN(p) || p <= 0 {
		return 0, 0
	}
	if p >= 1 {
		return n, n
	}
	b := distuv.Binomial{N: float64(n), P: p}
	for low < n && b.CDF(float64(low)) <= alpha/2 {
		low++
	}
	high = n
	for high > low && 1-b.CDF(float64(high-1)) <= alpha/2 {
		high--
	}
	return low, high
}
