package statistics

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// isLevel reports whether a is a probability strictly between 0 and 1.
func isLevel(a float64) bool { return a > 0 && a < 1 }

// isDegrees reports whether df can be a number of degrees of freedom.
func isDegrees(df float64) bool { return df > 0 && !math.IsInf(df, 0) }

// guarded returns f(x), or NaN if f panics, which gonum does for numbers that are too large or too small for its series.
func guarded(f func(float64) float64, x float64) (y float64) {
	defer func() {
		if recover() != nil {
			y = math.NaN()
		}
	}()
	return f(x)
}

// Quantile returns the value below which a χ² variable with df degrees of freedom is with probability p.
func Quantile(df, p float64) float64 {
	if !isDegrees(df) || !isLevel(p) {
		return math.NaN()
	}
	return 2 * guarded(func(p float64) float64 { return mathext.GammaIncRegInv(df/2, p) }, p)
}

// Critical returns the value that a χ² variable with df degrees of freedom exceeds with probability alpha.
func Critical(df int, alpha float64) float64 { return Quantile(float64(df), 1-alpha) }

// Above returns the probability that a χ² variable with df degrees of freedom is at least x.
func Above(df, x float64) float64 {
	switch {
	case !isDegrees(df) || math.IsNaN(x):
		return math.NaN()
	case x <= 0:
		return 1
	case math.IsInf(x, 1):
		return 0
	}
	return guarded(func(x float64) float64 { return mathext.GammaIncRegComp(df/2, x/2) }, x)
}

// Below returns the probability that a χ² variable with df degrees of freedom is at most x.
func Below(df, x float64) float64 {
	switch {
	case !isDegrees(df) || math.IsNaN(x):
		return math.NaN()
	case x <= 0:
		return 0
	case math.IsInf(x, 1):
		return 1
	}
	return guarded(func(x float64) float64 { return mathext.GammaIncReg(df/2, x/2) }, x)
}

// Counts are the outcomes of one choice: the count of each, and its expected probability.
type Counts struct {
	Observed    []int
	Probability []float64
}

// Total returns the number of observations.
func (c Counts) Total() int {
	n := 0
	for _, k := range c.Observed {
		n += k
	}
	return n
}

// MinExpected is the expected count below which an outcome is pooled with others: below it the distribution of the statistic is
// too far from χ².
const MinExpected = 5

// Pool returns groups of outcomes, as lists of indices, such that each group is expected at least MinExpected times. The groups depend
// only on probabilities and the total, not on the observed counts, so that pooling does not bias the test. An outcome of probability 0
// is left out, since it must not occur at all.
func (c Counts) Pool() [][]int { return pool(c.Probability, float64(c.Total())) }

// pool returns the groups for a number of observations.
func pool(probability []float64, total float64) [][]int {
	var order []int
	for i, p := range probability {
		if p > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(probability[i], probability[j]) })
	var groups [][]int
	var group []int
	sum := 0.0
	for _, i := range order {
		group, sum = append(group, i), sum+total*probability[i]
		if sum >= MinExpected {
			groups, group, sum = append(groups, group), nil, 0
		}
	}
	if len(group) > 0 && len(groups) > 0 {
		groups[len(groups)-1] = append(groups[len(groups)-1], group...)
	} else if len(group) > 0 {
		groups = append(groups, group)
	}
	for _, g := range groups {
		slices.Sort(g)
	}
	slices.SortFunc(groups, func(a, b []int) int { return a[0] - b[0] })
	return groups
}

// Pooled returns the counts with each group of outcomes as one.
func (c Counts) Pooled(groups [][]int) Counts {
	var out Counts
	for _, g := range groups {
		n, p := 0, 0.0
		for _, i := range g {
			n, p = n+c.Observed[i], p+c.Probability[i]
		}
		out.Observed, out.Probability = append(out.Observed, n), append(out.Probability, p)
	}
	return out
}

// Statistic returns Pearson's χ² of the counts without pooling. It is infinite if an outcome of probability 0 was observed.
func (c Counts) Statistic() float64 {
	total, sum := float64(c.Total()), 0.0
	for i, p := range c.Probability {
		expected := total * p
		switch d := float64(c.Observed[i]) - expected; {
		case expected > 0:
			sum += d * d / expected
		case d > 0:
			return math.Inf(1)
		}
	}
	return sum
}

// Impossible reports whether an outcome of probability 0 was observed.
func (c Counts) Impossible() bool {
	for i, p := range c.Probability {
		if p <= 0 && c.Observed[i] > 0 {
			return true
		}
	}
	return false
}

// ChiSquare is the result of Pearson's test.
type ChiSquare struct {
	Statistic float64
	Degrees   int     // of freedom
	P         float64 // the probability of a statistic at least as large if the model is right
}

// Testable reports whether there is at least one degree of freedom.
func (t ChiSquare) Testable() bool { return t.Degrees > 0 }

// Critical returns the value from which the test rejects at level alpha.
func (t ChiSquare) Critical(alpha float64) float64 { return Critical(t.Degrees, alpha) }

// Test pools rare outcomes and compares observed with expected counts.
func (c Counts) Test() ChiSquare { return Sum([]Counts{c}) }

// Sum is the test of several independent choices at once: statistics and degrees of freedom add up.
func Sum(choices []Counts) ChiSquare {
	var t ChiSquare
	for _, c := range choices {
		if c.Impossible() {
			t.Statistic = math.Inf(1)
			t.Degrees = max(t.Degrees, 1)
		}
		groups := c.Pool()
		if len(groups) < 2 {
			continue
		}
		t.Statistic += c.Pooled(groups).Statistic()
		t.Degrees += len(groups) - 1
	}
	t.P = 1
	if t.Degrees > 0 {
		t.P = Above(float64(t.Degrees), t.Statistic)
	}
	return t
}
