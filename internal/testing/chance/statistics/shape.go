package statistics

import (
	"math"
	"slices"
)

// The shape of a law. The test of the rate cannot distinguish two laws with the same mean: waits that are uniform between 0 and 2/λ have the
// mean of an exponential law with rate λ. So waits are also compared with the whole law, by the test of Anderson and Darling: if F is the
// distribution function, F(t) is uniform between 0 and 1, and the statistic measures how far the sorted values of F(t) are from that, with
// weight on both ends.
//
// Time-outs are handled by conditioning: given that a wait ended before its time-out c, F(t)/F(c) is uniform. So only completed waits
// count, each with its own time-out, and the test stays exact. The test of the rate detects that too few or too many waits were cut off.

// Wait is the waiting time before a step, and its time-out; +Inf if there was none.
type Wait struct{ Time, Limit float64 }

// Uniform returns the position of a completed wait within a law, between 0 and 1, given its time-out.
func (w Wait) Uniform(cdf func(float64) float64) float64 {
	u := cdf(w.Time)
	if !math.IsInf(w.Limit, 1) {
		u /= cdf(w.Limit)
	}
	return math.Min(1, math.Max(0, u))
}

// Exponential returns the distribution function of the exponential law.
func Exponential(rate float64) func(float64) float64 {
	return func(t float64) float64 { return -math.Expm1(-rate * math.Max(t, 0)) }
}

// Shape is the result of a test of Anderson and Darling.
type Shape struct {
	Count     int
	Statistic float64 // A²
	P         float64
}

// MinShape is the minimum number of values whose shape is tested.
const MinShape = 8

// AndersonDarling tests whether values are uniform between 0 and 1. With fewer than MinShape values P is 1.
func AndersonDarling(values []float64) Shape {
	n := len(values)
	s := Shape{Count: n, P: 1}
	if n < MinShape {
		return s
	}
	u := slices.Clone(values)
	slices.Sort(u)
	sum := 0.0
	for i := range u {
		low, high := math.Max(u[i], tiny), math.Max(1-u[n-1-i], tiny)
		sum += float64(2*i+1) * (math.Log(low) + math.Log(high))
	}
	s.Statistic = -float64(n) - sum/float64(n)
	s.P = 1 - andersonDarlingBelow(n, s.Statistic)
	return s
}

// tiny replaces 0 in logarithms: the resolution of a clock can make a wait 0.
const tiny = 1e-12

// andersonDarlingBelow returns the distribution function of A² for n values: the limit for many values with a correction for few, both
// approximations of Marsaglia and Marsaglia (Evaluating the Anderson-Darling Distribution, 2004), with errors below 0.00001.
func andersonDarlingBelow(n int, z float64) float64 {
	if z <= 0 {
		return 0
	}
	x := andersonDarlingLimit(z)
	return math.Min(1, math.Max(0, x+andersonDarlingCorrection(float64(n), x)))
}

// polynomial returns c[0] + c[1]x + c[2]x² + ...
func polynomial(x float64, c ...float64) float64 {
	sum := 0.0
	for _, k := range slices.Backward(c) {
		sum = sum*x + k
	}
	return sum
}

func andersonDarlingLimit(z float64) float64 {
	if z < 2 {
		return math.Exp(-1.2337141/z) / math.Sqrt(z) * polynomial(z, 2.00012, .247105, -.0649821, .0347962, -.0116720, .00168691)
	}
	return math.Exp(-math.Exp(polynomial(z, 1.0776, -2.30695, .43424, -.082433, .008056, -.0003146)))
}

func andersonDarlingCorrection(n, x float64) float64 {
	if x > 0.8 {
		return polynomial(x, -130.2137, 745.2337, -1705.091, 1950.646, -1116.360, 255.7844) / n
	}
	c := .01265 + .1757/n
	if x < c {
		y := x / c
		return (.0037/(n*n*n) + .00078/(n*n) + .00006/n) * math.Sqrt(y) * (1 - y) * (49*y - 102)
	}
	y := (x - c) / (.8 - c)
	return (.04213/n + .01365/(n*n)) * polynomial(y, -.00022633, 6.54034, -14.6538, 14.458, -8.259, 1.91864)
}
