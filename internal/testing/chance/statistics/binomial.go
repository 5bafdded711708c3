package statistics

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Binomial returns the interval of Clopper and Pearson: the probabilities that explain k successes of n, at a level of at least 1−alpha.
func Binomial(k, n int, alpha float64) Interval {
	if n <= 0 || k < 0 || k > n || !isLevel(alpha) {
		return Interval{0, 1}
	}
	out := Interval{0, 1}
	if k > 0 {
		out.Low = betaQuantile(k, n-k+1, alpha/2)
	}
	if k < n {
		out.High = betaQuantile(k+1, n-k, 1-alpha/2)
	}
	return out
}

// betaQuantile returns the value below which a beta variable is with probability p.
func betaQuantile(a, b int, p float64) float64 {
	return guarded(func(p float64) float64 { return mathext.InvRegIncBeta(float64(a), float64(b), p) }, p)
}

// atMost returns the probability of at most k successes of n, fewer than n, if each has probability p.
func atMost(k, n int, p float64) float64 {
	return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
}

// Band returns the minimum and the maximum number of successes of n that the probability p explains: the probability of
// fewer, and that of more, is at most alpha/2 each.
func Band(n int, p, alpha float64) (low, high int) {
	if n <= 0 || !isLevel(alpha) || math.IsNaN(p) || p <= 0 {
		return 0, 0
	}
	if p >= 1 {
		return n, n
	}
	for low < n && atMost(low, n, p) <= alpha/2 {
		low++
	}
	high = n
	for high > low && 1-atMost(high-1, n, p) <= alpha/2 {
		high--
	}
	return low, high
}
