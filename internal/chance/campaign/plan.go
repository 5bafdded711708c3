package campaign

import (
	"math"

	"github.com/sextant-mbt/sextant/internal/chance/statistics"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// Plan returns how many runs are needed to notice a deviation of each choice and each rate, by the runs of a pilot so far, which say how
// often a run comes there. The level of each test is alpha divided by the number of tests: Holm's correction asks no more of
// the test that rejects first. Frequencies are one test, whose degrees of freedom are those of all choices together.
func (j *Judge) Plan(s *sts.System, deviation float64) *result.CampaignPlan {
	out := &result.CampaignPlan{Alpha: j.options.Alpha, Power: j.options.Power, Deviation: deviation, Items: []result.PlannedTest{}}
	choices := j.states()
	hypotheses := min(len(choices), 1)
	for _, w := range j.rates {
		hypotheses += 1
		if w.single {
			hypotheses++
		}
	}
	alpha := j.options.Alpha / float64(max(hypotheses, 1))
	degrees := 0
	for _, c := range choices {
		degrees += len(c.outcomes) - 1
	}
	for _, c := range choices {
		if n, ok := statistics.Runs(degrees, c.hardest(), deviation, alpha, j.options.Power); ok {
			out.Items = append(out.Items, j.planned(result.FrequencyHypothesis, "what follows "+c.after, n, c.Total()))
		}
	}
	for _, w := range j.rates {
		if !w.single {
			continue
		}
		n, ok := statistics.RateRuns(1-deviation, alpha, j.options.Power)
		if up, too := statistics.RateRuns(1+deviation, alpha, j.options.Power); ok && too {
			out.Items = append(out.Items, j.planned(result.RateHypothesis, w.name, max(n, up), w.rate.Completed))
		}
	}
	for _, item := range out.Items {
		out.Runs = max(out.Runs, item.Runs)
	}
	out.NotTested = j.notTested(s, &result.Campaign{})
	return out
}

// states returns the choices with all histories pooled after which the model is in the same state.
func (j *Judge) states() []choice {
	var out []choice
	index := map[string]int{}
	for _, t := range j.order {
		if !t.isChoice() {
			continue
		}
		c := choice{counts: t.counts(), after: History(t.node)}
		state := t.node.State()
		i, known := index[state]
		if !known {
			index[state] = len(out)
			out = append(out, c)
			continue
		}
		for k, n := range c.Observed {
			out[i].Observed[k] += n
		}
	}
	return out
}

// hardest returns the probability of the outcome whose change is hardest to notice: that nearest to one half.
func (c choice) hardest() float64 {
	best := c.Probability[0]
	for _, p := range c.Probability {
		if math.Abs(p-0.5) < math.Abs(best-0.5) {
			best = p
		}
	}
	return best
}

// planned is an item of a plan: n observations are needed, and the pilot made some.
func (j *Judge) planned(kind result.HypothesisKind, name string, n, made int) result.PlannedTest {
	perRun := float64(made) / float64(max(j.runs, 1))
	item := result.PlannedTest{Kind: kind, Name: name, Observations: n, PerRun: perRun}
	if perRun > 0 {
		item.Runs = int(math.Ceil(float64(n) / perRun))
	}
	return item
}
