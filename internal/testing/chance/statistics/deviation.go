package statistics

import "math"

// The power of a test of several choices against a large deviation. Noncentral χ² is the law of Pearson's statistic if the real probabilities
// are near those of the model. For larger deviations the variance of the counts differs, and is larger if a probability is nearer to one
// half, so noncentral χ² overestimates the power: if a probability is 0.8 instead of 0.9, the counts have a variance of 0.16 instead of 0.09.
// The scaled counts Y = (O − m·p)/√(m·p) are nearly normal, with mean μ and covariance C given by the real probabilities, so the statistic
// |Y|² has the mean tr C + |μ|² and the variance 2 tr C² + 4 μᵀCμ. The statistics of choices add up, and so do their means and variances.
// This package uses the multiple of noncentral χ² with the same mean, the same variance and the same |μ|²; without a deviation it is χ²
// itself.

// Part is one choice in a test of several: its count, and the probabilities of its outcomes in the model and in the system.
type Part struct {
	Observations float64
	Model        []float64
	Real         []float64
}

// Degrees returns the degrees of freedom of the part, after rare outcomes are pooled.
func (p Part) Degrees() int { return max(len(pool(p.Model, p.Observations))-1, 0) }

// Law approximates the distribution of the statistic of a test.
type Law struct {
	Degrees   int     // of freedom, if the model is correct
	Mean      float64 // of the statistic
	Variance  float64
	Deviation float64 // the part of the mean that is due to other probabilities: |μ|²
}

// Central returns the law if the model is correct.
func Central(degrees int) Law {
	return Law{Degrees: degrees, Mean: float64(degrees), Variance: 2 * float64(degrees)}
}

// Add returns the law of the sum of two independent statistics.
func (l Law) Add(other Law) Law {
	return Law{l.Degrees + other.Degrees, l.Mean + other.Mean, l.Variance + other.Variance, l.Deviation + other.Deviation}
}

// Law returns the law of the statistic of the part.
func (p Part) Law() Law {
	groups := pool(p.Model, p.Observations)
	if len(groups) < 2 {
		return Law{}
	}
	model, real := grouped(p.Model, groups), grouped(p.Real, groups)
	out := Law{Degrees: len(groups) - 1}
	mean := make([]float64, len(groups))
	for i := range mean {
		mean[i] = math.Sqrt(p.Observations/model[i]) * (real[i] - model[i])
		out.Deviation += mean[i] * mean[i]
	}
	out.Mean = out.Deviation
	for i := range mean {
		for k := range mean {
			c := -real[i] * real[k] / math.Sqrt(model[i]*model[k])
			if i == k {
				c += real[i] / model[i]
				out.Mean += c
			}
			out.Variance += 2*c*c + 4*mean[i]*c*mean[k]
		}
	}
	return out
}

// grouped returns the probabilities of groups of outcomes.
func grouped(probability []float64, groups [][]int) []float64 {
	out := make([]float64, len(groups))
	for g, group := range groups {
		for _, i := range group {
			out[g] += probability[i]
		}
	}
	return out
}

// Power returns the probability that the test rejects at level alpha.
func (l Law) Power(alpha float64) float64 {
	if l.Degrees <= 0 || !isLevel(alpha) {
		return 0
	}
	critical := Critical(l.Degrees, alpha)
	scale := l.Variance / (2 * (l.Mean + l.Deviation))
	central := l.Mean - l.Deviation
	if scale <= 0 || central <= 0 { // its variance is 0
		if l.Mean > critical {
			return 1
		}
		return 0
	}
	return AboveNoncentral(central/scale, l.Deviation/scale, critical/scale)
}

// Changed returns the probabilities after that of one outcome is changed and the others are scaled in proportion; false if this is
// impossible.
func Changed(probability []float64, outcome int, change float64) ([]float64, bool) {
	old := probability[outcome]
	changed := old + change
	if old <= 0 || old >= 1 || changed < 0 || changed > 1 {
		return nil, false
	}
	out := make([]float64, len(probability))
	for i, p := range probability {
		out[i] = p * (1 - changed) / (1 - old)
	}
	out[outcome] = changed
	return out, true
}
