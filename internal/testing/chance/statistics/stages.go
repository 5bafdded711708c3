package statistics

import (
	"math"
	"slices"
)

// Stages are the rates of consecutive Markovian steps, of which only the last is observed. Their total time is hypo-exponential:
// a sum of exponential times, which is exponential only if there is one.
type Stages []float64

// maxStages bounds the matrix of CDF.
const maxStages = 64

// CDF returns the probability that all stages are over at time t. Equal or nearly equal rates make the closed form useless (it divides by
// their differences), so the distribution is computed by uniformisation: all stages get the greatest rate q, and a jump moves on from stage i
// with probability rate[i]/q. Every term is a product of probabilities, so nothing cancels.
func (s Stages) CDF(t float64) float64 {
	if t <= 0 || len(s) > maxStages {
		return 0
	}
	if len(s) == 0 {
		return 1
	}
	q := slices.Max(s)
	if len(s) == 1 {
		return -math.Expm1(-q * t)
	}
	in := make([]float64, len(s)) // the probability of each stage after some jumps
	in[0] = 1
	done, cdf, seen := 0.0, 0.0, 0.0
	mean := q * t
	last := int(mean + 10*math.Sqrt(mean) + 50)
	for jumps := range last + 1 {
		poisson := math.Exp(float64(jumps)*math.Log(mean) - mean - logFactorial(jumps))
		cdf, seen = cdf+poisson*done, seen+poisson
		for i := len(in) - 1; i >= 0; i-- {
			moved := in[i] * s[i] / q
			in[i] -= moved
			if i+1 < len(in) {
				in[i+1] += moved
			} else {
				done += moved
			}
		}
	}
	return math.Min(1, cdf+math.Max(0, 1-seen)*done)
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

// Patience returns the time to wait for the stages such that a system that has not completed them is considered silent with probability at
// most alpha: −ln α / λ for one stage. For j stages it is Σ −ln(α/j) / λᵢ, where each stage has an equal share of alpha: if no stage takes
// longer than its term, the total does not exceed the sum. Without stages, or for an invalid level, it is 0.
func (s Stages) Patience(alpha float64) float64 {
	if !isLevel(alpha) {
		return 0
	}
	sum := 0.0
	for _, rate := range s {
		if rate <= 0 {
			return math.Inf(1)
		}
		sum -= math.Log(alpha/float64(len(s))) / rate
	}
	return sum
}
