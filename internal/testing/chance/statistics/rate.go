package statistics

import "math"

// The rate λ of an exponential law from waiting times. For n waits with the sum T, 2λT has the χ² distribution with 2n degrees of
// freedom, so that [χ²_{2n}(α/2), χ²_{2n}(1−α/2)] / 2T contains λ with probability 1−α. The paper (Gerhold and Stoelinga) prints
// the reciprocals, which is the interval of the mean 1/λ, and compares λ with it; its figures for Bluetooth are of the kind used here.
//
// Waits that a time-out cut off are not dropped: their time is part of T, but they do not count in n. The effect on the law of 2λT depends
// on when the observation ends:
//
//   - after a number of completed waits that was fixed before (type II censoring), or without time-outs: exactly χ² with 2n degrees;
//   - after a fixed time in total (a Poisson process watched for the time T): n is random and T is not; the exact interval is then
//     [χ²_{2n}(α/2), χ²_{2n+2}(1−α/2)] / 2T, which contains λ with probability at least 1−α;
//   - each wait after a time-out of its own (type I censoring), as tests do: neither n nor T is fixed. No exact interval is known; the
//     second is used, whose coverage is at least 1−α to within what simulation can tell. See TestCensoredIntervalCovers.

// Interval is an interval of numbers.
type Interval struct{ Low, High float64 }

// Contains reports whether x is in the interval.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// Rate summarizes the waiting times of one Markovian step.
type Rate struct {
	Completed int     // number of waits that ended with the step
	Censored  int     // number of waits that a time-out or an input cut off
	Total     float64 // the time of all of them together
}

// Add counts a wait.
func (r *Rate) Add(time float64, completed bool) {
	r.Total += time
	if completed {
		r.Completed++
	} else {
		r.Censored++
	}
}

// Estimate returns the maximum likelihood estimate of the rate: completed waits per time.
func (r Rate) Estimate() float64 {
	if r.Total <= 0 {
		return math.NaN()
	}
	return float64(r.Completed) / r.Total
}

// upperDegrees are the degrees of freedom of the upper limit.
func (r Rate) upperDegrees() float64 {
	if r.Censored > 0 {
		return float64(2*r.Completed + 2)
	}
	return float64(2 * r.Completed)
}

// Interval returns the confidence interval of the rate at level 1−alpha.
func (r Rate) Interval(alpha float64) Interval {
	all := Interval{0, math.Inf(1)}
	if r.Total <= 0 || !isLevel(alpha) || r.Completed+r.Censored == 0 {
		return all
	}
	if r.Completed > 0 {
		all.Low = Quantile(float64(2*r.Completed), alpha/2) / (2 * r.Total)
	}
	all.High = Quantile(r.upperDegrees(), 1-alpha/2) / (2 * r.Total)
	return all
}

// P returns the two-sided P value of the rate lambda: the probability of waits at least as far from it if lambda is the rate. The
// interval at level 1−alpha contains lambda if and only if P is at least alpha.
func (r Rate) P(lambda float64) float64 {
	if r.Total <= 0 || r.Completed+r.Censored == 0 || lambda <= 0 {
		return 1
	}
	x := 2 * lambda * r.Total
	slow := Above(r.upperDegrees(), x) // few steps for this much time
	fast := 1.0
	if r.Completed > 0 {
		fast = Below(float64(2*r.Completed), x)
	}
	return math.Min(1, 2*math.Min(slow, fast))
}
