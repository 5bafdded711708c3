package campaign

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Convergence: how estimates approached the values of the model as the number of runs grew. The checkpoints, which are the numbers of runs at
// which estimates are shown, grow geometrically. The value of a count at a checkpoint is stored when the count first changes after it, so
// unchanged counts cost nothing, and a campaign of any length needs little memory.

// The checkpoints.
const (
	firstCheckpoint = 5
	minObservations = 5 // minimum for an estimate
)

// nextCheckpoint returns the checkpoint after one with n runs.
func nextCheckpoint(n int) int { return n + max(1, n/4) }

// checkpoint notes that the runs so far are complete.
func (j *Judge) checkpoint() {
	next := firstCheckpoint
	if n := len(j.checkpoints); n > 0 {
		next = nextCheckpoint(j.checkpoints[n-1])
	}
	if j.runs == next {
		j.checkpoints = append(j.checkpoints, next)
	}
}

// past has the values of a count at checkpoints.
type past[T any] struct {
	first  int   // the run of the first change; 0 if there was none
	runs   []int // checkpoints, after each of which the count was changed
	values []T   // at these
}

// changes records that a count is about to change in the current run.
func changes[T any](j *Judge, p *past[T], value func() T) {
	if p.first == 0 {
		p.first = j.runs
		return
	}
	n := len(j.checkpoints)
	if n == 0 {
		return
	}
	last, k := j.checkpoints[n-1], len(p.runs)
	if last < p.first || k > 0 && p.runs[k-1] == last {
		return
	}
	p.runs, p.values = append(p.runs, last), append(p.values, value())
}

// at returns the value of a count after a number of runs, which is a checkpoint or all runs; now is its current value.
func (p *past[T]) at(runs int, now T) T {
	if runs < p.first {
		var none T
		return none
	}
	if i, _ := slices.BinarySearch(p.runs, runs); i < len(p.runs) {
		return p.values[i]
	}
	return now
}

// moments returns the checkpoints.
func (j *Judge) moments() []int {
	if n := len(j.checkpoints); n > 0 && j.checkpoints[n-1] == j.runs {
		return j.checkpoints
	}
	return append(slices.Clone(j.checkpoints), j.runs)
}

// rateConvergence returns the convergence of the estimates of rates to those of the model.
func (j *Judge) rateConvergence() []result.Convergence {
	var out []result.Convergence
	for _, w := range j.rates {
		if !w.single {
			continue
		}
		c := result.Convergence{Kind: result.RateHypothesis, Name: w.name, Value: w.law.Rates()[0]}
		for _, runs := range j.moments() {
			r := w.past.at(runs, w.rate)
			if r.Completed < minObservations {
				continue
			}
			i := r.Interval(j.options.Alpha)
			c.Points = append(c.Points, result.EstimateAt{Runs: runs, Count: r.Completed, Estimate: r.Estimate(), Low: i.Low, High: finite(i.High)})
		}
		out = appendConvergence(out, c)
	}
	return out
}

// choiceConvergence returns the convergence of the frequencies of the outcomes of a choice to their probabilities.
func (j *Judge) choiceConvergence(c choice) []result.Convergence {
	out := make([]result.Convergence, len(c.outcomes))
	for k, o := range c.outcomes {
		out[k] = result.Convergence{Kind: result.FrequencyHypothesis, Name: Words(o.Action), After: c.after, Value: c.Probability[k]}
	}
	for _, runs := range j.moments() {
		observed := c.at(runs)
		total := 0
		for _, n := range observed {
			total += n
		}
		for k, n := range observed {
			out[k].Points = j.appendShare(out[k].Points, runs, n, total)
		}
	}
	return drawn(out)
}

// at returns the count of each outcome of a choice after a number of runs.
func (c choice) at(runs int) []int {
	out := make([]int, len(c.outcomes))
	for _, t := range c.tallies {
		counts := t.past.at(runs, t.outcomes)
		if len(counts) == 0 {
			continue
		}
		for k, o := range c.outcomes {
			out[k] += counts[o.Action.Key()]
		}
	}
	return out
}

// classConvergence returns the convergence of the frequencies of the classes of a test to their probabilities under the fitted scheduler.
func (j *Judge) classConvergence(sample []leaf, list []class, y []float64, after string) []result.Convergence {
	out := make([]result.Convergence, len(sample))
	for k, l := range sample {
		out[k] = result.Convergence{Kind: result.FrequencyHypothesis, Name: History(l.node), After: after, Value: list[k].probability(y)}
	}
	for _, runs := range j.moments() {
		observed, total := make([]int, len(sample)), 0
		for k, l := range sample {
			observed[k] = l.at(runs)
			total += observed[k]
		}
		for k, n := range observed {
			out[k].Points = j.appendShare(out[k].Points, runs, n, total)
		}
	}
	return drawn(out)
}

// at returns the count of a class after a number of runs.
func (l leaf) at(runs int) int {
	if l.count == nil {
		return 0
	}
	return l.count.past.at(runs, l.count.runs)
}

// appendShare appends the estimate of a probability from n of total observations, if these are enough.
func (j *Judge) appendShare(points []result.EstimateAt, runs, n, total int) []result.EstimateAt {
	if total < minObservations {
		return points
	}
	i := statistics.Binomial(n, total, j.options.Alpha)
	return append(points, result.EstimateAt{Runs: runs, Count: total, Estimate: float64(n) / float64(total), Low: i.Low, High: i.High})
}

// drawn leaves out what has no points.
func drawn(list []result.Convergence) []result.Convergence {
	var out []result.Convergence
	for _, c := range list {
		out = appendConvergence(out, c)
	}
	return out
}

// appendConvergence appends what has points.
func appendConvergence(list []result.Convergence, c result.Convergence) []result.Convergence {
	if len(c.Points) == 0 {
		return list
	}
	return append(list, c)
}

// endCount counts the runs of a class within a test.
type endCount struct {
	runs int
	past past[int]
}

// countEnd counts a run that ended with a history.
func (j *Judge) countEnd(test int, node *forward.Node) {
	end := testEnd{test, node}
	c := j.tests[end]
	if c == nil {
		c = &endCount{}
		j.tests[end] = c
		j.samples = append(j.samples, end)
	}
	changes(j, &c.past, func() int { return c.runs })
	c.runs++
}
