package campaign

import (
	"math"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Waiting times. If the next output is preceded by one race of Markovian steps, the same on all paths, its waiting time is a sample of the
// exponential law of the race, and a wait that a time-out or an input ended is a censored sample. If there are several races, only the
// shape of the total time is tested. If the races depend on a scheduler, nothing is tested.

// waits are the waiting times of one law.
type waits struct {
	name   string
	law    forward.Law
	single bool // the rate can be tested
	rate   statistics.Rate
	times  []float64 // of completed waits
	places []float64 // their positions within the law, between 0 and 1, given their limits
	cut    bool      // some limit was finite
	past   past[statistics.Rate]
}

// addWait adds the time before an event.
func (j *Judge) addWait(n *forward.Node, e Event, since float64) {
	if !n.Waits() {
		return
	}
	law := n.Law()
	time := e.Time - since
	if time < 0 || law.Timing == forward.Mixed && !n.Decided() {
		return
	}
	completed := e.Action.Kind == forward.Output
	if !completed && (law.Timing != forward.Single || !law.Sure) {
		return
	}
	w := j.waitsOf(n, law, e.Action)
	if w == nil {
		return
	}
	if w.single {
		changes(j, &w.past, func() statistics.Rate { return w.rate })
		w.rate.Add(time, completed)
	}
	if completed {
		w.complete(n, e, time, since)
	}
}

// complete adds a wait that ended with an output.
func (w *waits) complete(n *forward.Node, e Event, time, since float64) {
	limit := math.Inf(1)
	if !math.IsInf(e.Limit, 1) {
		limit = max(e.Limit-since, time)
		w.cut = true
	}
	w.times = append(w.times, time)
	w.places = append(w.places, statistics.Wait{Time: time, Limit: limit}.Uniform(w.cdf(n, e.Action)))
}

// cdf is the distribution function of the waits.
func (w *waits) cdf(n *forward.Node, a forward.Action) func(float64) float64 {
	switch w.law.Timing {
	case forward.Single, forward.Chain:
		return w.law.Rates().CDF
	}
	return n.CDF(a)
}

// waitsOf returns the waits that have the law of a node.
func (j *Judge) waitsOf(n *forward.Node, law forward.Law, a forward.Action) *waits {
	var names []string
	key := ""
	for _, s := range law.Stages {
		names, key = append(names, s.Name), key+s.Key()+";"
	}
	name := strings.Join(names, ", then ")
	if law.Timing == forward.Mixed {
		state := n.State()
		if a.Channel == nil || state == "" {
			return nil
		}
		key, name = state+a.Key(), "until "+a.Channel.Name
	}
	if !law.Sure {
		key += "?"
	}
	w := j.waits[key]
	if w == nil {
		w = &waits{name: name, law: law, single: law.Timing == forward.Single && law.Sure}
		j.waits[key] = w
		j.rates = append(j.rates, w)
	}
	return w
}

// test returns the result about the waits.
func (w *waits) test(alpha, power float64) result.RateTest {
	out := result.RateTest{Name: w.name, Stages: w.law.Rates(), Completed: len(w.times), P: 1, ShapeP: 1}
	if out.Stages == nil {
		out.Stages = []float64{}
	}
	for _, t := range w.times {
		out.Time += t
	}
	shape := statistics.AndersonDarling(w.places)
	out.Shape, out.ShapeP = shape.Statistic, shape.P
	out.Histogram, out.Quantiles = w.histogram(), w.quantiles()
	if !w.single {
		return out
	}
	out.Censored, out.Time, out.P = w.rate.Censored, w.rate.Total, w.rate.P(out.Stages[0])
	i := w.rate.Interval(alpha)
	out.Estimate, out.Low, out.High = w.rate.Estimate(), i.Low, finite(i.High)
	if w.rate.Completed > 0 {
		out.Detectable = statistics.DetectableRatio(w.rate.Completed, alpha, power)
	}
	return out
}

// finite replaces numbers that JSON cannot represent.
func finite(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return 0
	case math.IsInf(x, 0):
		return math.MaxFloat64
	}
	return x
}

// The sizes of pictures.
const (
	bins      = 20
	quantiles = 50
)

// histogram returns the counts of waits in bins of equal width, with the counts that the law predicts.
func (w *waits) histogram() []result.Bin {
	if len(w.times) == 0 || w.law.Timing == forward.Mixed {
		return nil
	}
	rates := w.law.Rates()
	longest := slices.Max(w.times)
	if longest <= 0 {
		return nil
	}
	out := make([]result.Bin, bins)
	all := rates.CDF(longest)
	for i := range out {
		out[i].From, out[i].To = longest*float64(i)/bins, longest*float64(i+1)/bins
		out[i].Expected = float64(len(w.times)) * (rates.CDF(out[i].To) - rates.CDF(out[i].From)) / all
	}
	for _, t := range w.times {
		out[min(int(t/longest*bins), bins-1)].Count++
	}
	return out
}

// quantiles compares sorted waits with those that the law predicts, at positions spread over all of them. Where waits were cut off, the
// positions are those within the law, so that the picture runs from 0 to 1.
func (w *waits) quantiles() []result.Pair {
	n := len(w.places)
	if n == 0 {
		return nil
	}
	exponential := w.single && !w.cut
	sorted := slices.Clone(w.places)
	if exponential {
		sorted = slices.Clone(w.times)
	}
	slices.Sort(sorted)
	var out []result.Pair
	for k := range min(n, quantiles) {
		i := k * n / min(n, quantiles)
		at := (float64(i) + 0.5) / float64(n)
		if exponential {
			at = -math.Log1p(-at) / w.law.Rates()[0]
		}
		out = append(out, result.Pair{Expected: at, Observed: sorted[i]})
	}
	return out
}
