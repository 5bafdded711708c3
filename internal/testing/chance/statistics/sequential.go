package statistics

import "math"

// Sequential is Wald's sequential probability ratio test of a model against alternatives that deviate from it: after every observation the
// logarithm of the likelihood ratio of each alternative to the model is compared with two bounds. Above ln((1−β)/α) the model is
// rejected, below ln(β/(1−α)) the alternative is. The model is accepted when all alternatives are rejected; there are usually two, a
// deviation up and one down, and then each has half of α. With n alternatives a right model is rejected with probability at most α (Wald's
// bounds, and the union of the alternatives), and a system that is one of the alternatives is accepted with probability at
// most β, about.
type Sequential struct {
	upper, lower float64
	ratios       []float64
	settled      []bool // the alternative was rejected
	state        Decision
}

// Decision is the state of a sequential test.
type Decision string

// The decisions.
const (
	Undecided Decision = "undecided" // more observations are needed
	Accepted  Decision = "accepted"  // every alternative is rejected
	Rejected  Decision = "rejected"  // an alternative explains the observations better than the model
)

// NewSequential returns a test against a number of alternatives, with the error probabilities alpha and beta.
func NewSequential(alternatives int, alpha, beta float64) *Sequential {
	a := alpha / float64(max(alternatives, 1))
	return &Sequential{upper: math.Log((1 - beta) / a), lower: math.Log(beta / (1 - a)), ratios: make([]float64, alternatives),
		settled: make([]bool, alternatives), state: Undecided}
}

// Observe adds an observation: for each alternative, the logarithm of its likelihood ratio to the model.
func (s *Sequential) Observe(ratios ...float64) Decision {
	if s.state != Undecided {
		return s.state
	}
	open := false
	for i, r := range ratios {
		if s.settled[i] {
			continue
		}
		s.ratios[i] += r
		switch {
		case s.ratios[i] >= s.upper:
			s.state = Rejected
			return s.state
		case s.ratios[i] <= s.lower:
			s.settled[i] = true
		default:
			open = true
		}
	}
	if !open {
		s.state = Accepted
	}
	return s.state
}

// State returns the decision so far.
func (s *Sequential) State() Decision { return s.state }

// BernoulliRatio returns the contribution of one observation to the logarithm of the likelihood ratio of the probability other to p.
func BernoulliRatio(happened bool, p, other float64) float64 {
	if happened {
		return math.Log(other / p)
	}
	return math.Log((1 - other) / (1 - p))
}

// ExponentialRatio returns the contribution of one wait to the logarithm of the likelihood ratio of the rate other to rate. A censored wait
// contributes the probability that it lasts longer.
func ExponentialRatio(time float64, completed bool, rate, other float64) float64 {
	ratio := -(other - rate) * time
	if completed {
		ratio += math.Log(other / rate)
	}
	return ratio
}
