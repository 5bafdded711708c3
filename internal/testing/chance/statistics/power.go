package statistics

import (
	"math"
	"sort"
)

// Power. If the probabilities of a choice are not those of the model, Pearson's statistic of m runs has, for many runs, a noncentral χ²
// distribution: its noncentrality is m·w², where w² = Σ (p'−p)²/p is the deviation. A noncentral χ² variable is χ² with 2j more degrees of
// freedom, where j has a Poisson distribution with half the noncentrality as its mean; the series is summed from its
// greatest term outward.

// AboveNoncentral returns the probability that a noncentral χ² variable exceeds x.
func AboveNoncentral(df, noncentrality, x float64) float64 {
	if !isDegrees(df) || math.IsNaN(noncentrality) || noncentrality < 0 {
		return math.NaN()
	}
	half := noncentrality / 2
	if half == 0 {
		return Above(df, x)
	}
	weight := func(j int) float64 { return math.Exp(float64(j)*math.Log(half) - half - logFactorial(j)) }
	mode := int(half)
	sum := 0.0
	for j := mode; j >= 0; j-- {
		w := weight(j)
		if w < 1e-14 {
			break
		}
		sum += w * Above(df+2*float64(j), x)
	}
	for j := mode + 1; ; j++ {
		w := weight(j)
		if w < 1e-14 {
			break
		}
		sum += w * Above(df+2*float64(j), x)
	}
	return math.Min(1, sum)
}

// Power returns the probability that m runs reject at level alpha if the squared deviation Σ (p'−p)²/p is w2.
func Power(m, df int, w2, alpha float64) float64 {
	return AboveNoncentral(float64(df), float64(m)*w2, Critical(df, alpha))
}

// maxNoncentrality bounds the search for a noncentrality.
const maxNoncentrality = 1e6

// Noncentrality returns the noncentrality at which a test with df degrees of freedom and level alpha has the given power.
func Noncentrality(df int, alpha, power float64) float64 {
	if df <= 0 || !isLevel(alpha) || !isLevel(power) || power <= alpha {
		return math.NaN()
	}
	low, high := 0.0, 1.0
	critical := Critical(df, alpha)
	reached := func(x float64) bool { return AboveNoncentral(float64(df), x, critical) >= power }
	for !reached(high) && high < maxNoncentrality {
		high *= 2
	}
	for range 60 {
		if mid := (low + high) / 2; reached(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

// Detectable returns the smallest change of an outcome of probability p, the others being scaled in proportion, that m runs detect with
// the given power: a change d of one outcome is the squared deviation d²/(p(1−p)).
func Detectable(m, df int, p, alpha, power float64) float64 {
	if m <= 0 || !isLevel(p) {
		return math.NaN()
	}
	return math.Sqrt(Noncentrality(df, alpha, power) / float64(m) * p * (1 - p))
}

// RatePower returns the exact probability that n complete waits reject a rate at level alpha if the real rate is ratio times the rate.
func RatePower(n int, ratio, alpha float64) float64 { return ratePower(n, 2*n, ratio, alpha) }

// CensoredRatePower is like RatePower if further waits were cut off, so that the upper limit of the rate has two more degrees of freedom.
func CensoredRatePower(n int, ratio, alpha float64) float64 { return ratePower(n, 2*n+2, ratio, alpha) }

func ratePower(n, upper int, ratio, alpha float64) float64 {
	if n <= 0 || ratio <= 0 || !isLevel(alpha) {
		return math.NaN()
	}
	df := float64(2 * n)
	return Below(df, ratio*Quantile(df, alpha/2)) + Above(df, ratio*Quantile(float64(upper), 1-alpha/2))
}

// RateRuns returns the number of complete waits that detect a rate multiplied by ratio with the given power, if further waits are cut off.
func RateRuns(ratio, alpha, power float64) (int, bool) {
	if ratio <= 0 || ratio == 1 || !isLevel(alpha) || !isLevel(power) {
		return 0, false
	}
	const most = 1 << 24
	n := 1 + sort.Search(most, func(i int) bool { return CensoredRatePower(i+1, ratio, alpha) >= power })
	return n, n <= most
}

// DetectableRatio returns the smallest ratio above 1 of a real rate to that of the model that n waits detect with the given power.
func DetectableRatio(n int, alpha, power float64) float64 {
	if n <= 0 || !isLevel(alpha) || !isLevel(power) {
		return math.NaN()
	}
	low, high := 1.0, 2.0
	for RatePower(n, high, alpha) < power && high < maxNoncentrality {
		high *= 2
	}
	for range 60 {
		if mid := (low + high) / 2; RatePower(n, mid, alpha) >= power {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
