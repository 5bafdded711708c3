package campaign

import (
	"fmt"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Plans. A pilot, which consists of runs of the model itself, estimates how often a run reaches each choice and each wait. This determines
// the test for a given number of runs: which histories are tested alone and which are pooled, and so the degrees of freedom, which grow with
// the number of runs. The plan is the smallest number of runs whose test has the power against every deviation of the given size: each
// outcome of each state more or less likely, and each rate higher or lower. The level of each test is alpha divided by the number of tests,
// which is what Holm's correction requires of the test that rejects first.

// maxPlanned bounds the number of runs of a plan.
const maxPlanned = 1 << 30

// Plan returns the number of runs needed to detect a deviation of each choice and each rate, estimated from the pilot runs so far.
func (j *Judge) Plan(s *sts.System, deviation float64) *result.CampaignPlan {
	p := &planning{Judge: j, all: j.choices(), deviation: deviation, structures: map[int]*structure{},
		out: &result.CampaignPlan{Alpha: j.options.Alpha, Power: j.options.Power, Deviation: deviation, Items: []result.PlannedTest{}}}
	p.alpha = j.options.Alpha / float64(max(j.hypotheses(), 1))
	p.frequencies()
	for _, w := range j.rates {
		p.rate(w)
	}
	p.out.NotTested = j.notTested(s, &result.Campaign{})
	p.conclude()
	return p.out
}

// hypotheses returns the number of tests of a campaign.
func (j *Judge) hypotheses() int {
	n := 0
	if slices.ContainsFunc(j.order, func(t *tally) bool { return t.isChoice() || t.isFitted() }) {
		n++
	}
	for _, w := range j.rates {
		n++ // its shape
		if w.single {
			n++
		}
	}
	return n
}

// planning is the state of a call of Plan.
type planning struct {
	*Judge
	all        []choice // of each history
	deviation  float64
	alpha      float64 // of each test
	structures map[int]*structure
	out        *result.CampaignPlan
}

// conclude sets the length of the plan to that of its longest item. A plan without items has a reason.
func (p *planning) conclude() {
	for _, item := range p.out.Items {
		p.out.Runs = max(p.out.Runs, item.Runs)
	}
	if len(p.out.Items)+len(p.out.NotPlanned)+len(p.out.NotTested) == 0 {
		p.refuse("frequencies", result.BlankNever, "no run reaches a probabilistic choice or a wait; allow more actions with --length")
	}
}

// refuse records why something is not planned.
func (p *planning) refuse(name string, kind result.ChanceBlank, text string) {
	p.out.NotPlanned = append(p.out.NotPlanned, result.NotTested{Name: name, Kind: kind, Text: text})
}

// structure is the test of frequencies with a number of runs.
type structure struct {
	degrees int
	parts   map[string][]statistics.Part // by state
}

// structure returns the test of frequencies with a number of runs.
func (p *planning) structure(runs int) *structure {
	if known := p.structures[runs]; known != nil {
		return known
	}
	times := float64(runs) / float64(max(p.runs, 1))
	out := &structure{parts: map[string][]statistics.Part{}}
	for _, c := range pooled(p.all, times) {
		part := statistics.Part{Observations: float64(c.Total()) * times, Model: c.Probability}
		out.degrees += part.Degrees()
		out.parts[c.state] = append(out.parts[c.state], part)
	}
	p.structures[runs] = out
	return out
}

// frequencies plans for the choices of each state.
func (p *planning) frequencies() {
	if slices.ContainsFunc(p.order, (*tally).isFitted) {
		p.refuse("frequencies", result.BlankScheduler, "the model leaves choices to the system, which determine how soon a deviation is detected; "+
			"make a campaign: --repeat reports whether some scheduler explains its frequencies")
		return
	}
	seen := map[string]bool{}
	for _, c := range p.all {
		if !seen[c.state] {
			seen[c.state] = true
			p.choice(c)
		}
	}
}

// choice plans for the choices in the state after a history.
func (p *planning) choice(c choice) {
	name := "what follows " + c.after
	changes := changesOf(c.Probability, p.deviation)
	if len(changes) == 0 {
		p.refuse(name, result.BlankImpossible, fmt.Sprintf("no probability can change by %g", p.deviation))
		return
	}
	runs, ok := search(func(runs int) bool { return p.power(p.structure(runs), c.state, changes) >= p.options.Power })
	if !ok {
		p.refuse(name, result.BlankFew, fmt.Sprintf("%d runs are not enough", maxPlanned))
		return
	}
	observations := 0.0
	for _, part := range p.structure(runs).parts[c.state] {
		observations += part.Observations
	}
	p.out.Items = append(p.out.Items, result.PlannedTest{Kind: result.FrequencyHypothesis, Name: name, Observations: int(math.Ceil(observations)),
		PerRun: observations / float64(runs), Runs: runs})
}

// changesOf lists the probabilities in which one outcome is changed by a deviation, up or down.
func changesOf(probability []float64, deviation float64) [][]float64 {
	var out [][]float64
	for i := range probability {
		for _, change := range []float64{-deviation, deviation} {
			if changed, ok := statistics.Changed(probability, i, change); ok {
				out = append(out, changed)
			}
		}
	}
	return out
}

// power returns the power against the change of a state that is hardest to detect.
func (p *planning) power(s *structure, state string, changes [][]float64) float64 {
	least := 1.0
	for _, changed := range changes {
		law, degrees := statistics.Law{}, s.degrees
		for _, part := range s.parts[state] {
			part.Real = changed
			law = law.Add(part.Law())
			degrees -= part.Degrees()
		}
		least = min(least, law.Add(statistics.Central(degrees)).Power(p.alpha))
	}
	return least
}

// search returns the smallest sufficient number of runs, to within a hundredth, so that searches for several states share their structures.
func search(enough func(runs int) bool) (int, bool) {
	high := 1
	for !enough(high) {
		if high *= 2; high > maxPlanned {
			return 0, false
		}
	}
	unit := max(high/256, 1)
	low := high / 2
	for high-low > unit {
		if mid := low + (high-low)/unit/2*unit; enough(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, true
}

// rate plans for the waits of one law.
func (p *planning) rate(w *waits) {
	if !w.single {
		p.refuse(w.name, result.BlankMerged, "only the law of the whole time is tested, and its power is not computed")
		return
	}
	item := result.PlannedTest{Kind: result.RateHypothesis, Name: w.name}
	for _, ratio := range []float64{1 - p.deviation, 1 + p.deviation} {
		n, ok := statistics.RateRuns(ratio, p.alpha, p.options.Power)
		perRun := float64(w.rate.Completed) / float64(max(p.runs, 1)) * w.completion(ratio)
		if !ok || perRun <= 0 || float64(n)/perRun > maxPlanned {
			p.refuse(w.name, result.BlankFew, fmt.Sprintf("%d runs are not enough", maxPlanned))
			return
		}
		if runs := int(math.Ceil(float64(n) / perRun)); runs > item.Runs {
			item.Observations, item.PerRun, item.Runs = n, perRun, runs
		}
	}
	p.out.Items = append(p.out.Items, item)
}

// completion returns the number of completed waits if the rate is multiplied by ratio, relative to their number in the pilot: the waits of a
// slower system are cut off more often.
func (w *waits) completion(ratio float64) float64 {
	all := w.rate.Completed + w.rate.Censored
	if all == 0 {
		return 0
	}
	completed := float64(w.rate.Completed) / float64(all)
	return (1 - math.Pow(1-completed, ratio)) / completed
}
