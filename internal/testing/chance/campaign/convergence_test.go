package campaign_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/campaign"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// history returns the beginning of a run as a result writes it.
func history(events []campaign.Event) string {
	words := ""
	for i, e := range events {
		if i > 0 {
			words += " "
		}
		words += campaign.Words(e.Action)
	}
	return words
}

// countOutcomes counts by hand what came after a history in the first runs.
func (b *bench) countOutcomes(runs int, after, action string) (observed, total int) {
	for _, r := range b.runs[:runs] {
		for i, e := range r.Events {
			words := campaign.Words(e.Action)
			if history(r.Events[:i]) != after || words == "silence" {
				continue
			}
			total++
			if words == action {
				observed++
			}
		}
	}
	return observed, total
}

// checkShare compares a point with counts that were made in another way.
func checkShare(t *testing.T, c result.Convergence, p result.EstimateAt, observed, total int) {
	t.Helper()
	i := statistics.Binomial(observed, total, 0.05)
	if want := (result.EstimateAt{Runs: p.Runs, Count: total, Estimate: float64(observed) / float64(total), Low: i.Low, High: i.High}); p != want {
		t.Errorf("%s after %s: %+v, want %+v", c.Name, c.After, p, want)
	}
}

// Each point of the curve of a probability is what counting the outcomes of so many runs gives, and the last one is that of all runs. The same
// holds of rates, compared with a judge that has seen no more runs.
func TestConvergence(t *testing.T) {
	b := newBench(t, protocol, 12)
	b.rounds(300, 3, b.lossy(0.9), b.exponential(2))
	v := b.verdict()
	curves := map[result.HypothesisKind]int{}
	for _, c := range v.Convergence {
		curves[c.Kind]++
		if last := c.Points[len(c.Points)-1]; last.Runs != 300 {
			t.Errorf("the curve of %s ends with %+v", c.Name, last)
		}
		for _, p := range c.Points {
			if c.Kind == result.RateHypothesis {
				b.checkRate(p)
			} else if observed, total := b.countOutcomes(p.Runs, c.After, c.Name); !pooled(v, c.After) {
				checkShare(t, c, p, observed, total)
			}
		}
	}
	outcomes := 0
	for _, choice := range v.Frequencies.Choices {
		for _, o := range choice.Outcomes {
			outcomes++
			c := curve(t, v, choice.After, o.Action)
			checkShare(t, c, c.Points[len(c.Points)-1], o.Observed, choice.Total)
		}
	}
	if curves[result.FrequencyHypothesis] != outcomes || curves[result.RateHypothesis] != 1 {
		t.Errorf("%v curves, %d outcomes", curves, outcomes)
	}
}

// checkRate compares a point with the rate of a judge that has seen only the runs before it.
func (b *bench) checkRate(p result.EstimateAt) {
	b.t.Helper()
	judge, err := campaign.NewJudge(b.system, campaign.Options{Alpha: 0.05})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, r := range b.runs[:p.Runs] {
		judge.Add(r)
	}
	r := judge.Conclude(b.system).Rates[0]
	if want := (result.EstimateAt{Runs: p.Runs, Count: r.Completed, Estimate: r.Estimate, Low: r.Low, High: r.High}); p != want {
		b.t.Errorf("the rate is %+v, want %+v", p, want)
	}
}

// pooled reports whether a choice is of several histories.
func pooled(v *result.Campaign, after string) bool {
	for _, c := range v.Frequencies.Choices {
		if c.After == after {
			return c.Histories > 1
		}
	}
	return false
}

// curve finds the curve of an outcome.
func curve(t *testing.T, v *result.Campaign, after, action string) result.Convergence {
	t.Helper()
	for _, c := range v.Convergence {
		if c.After == after && c.Name == action {
			return c
		}
	}
	t.Fatalf("no curve of %s after %s", action, after)
	return result.Convergence{}
}

// Where a scheduler decides, the curves are those of the classes of whole runs.
func TestConvergenceOfClasses(t *testing.T) {
	b := newBench(t, testkit.Routes, 9)
	b.scheduled(200, 1, 0.4, 0.5)
	v := b.verdict()
	if len(v.Convergence) != 3 {
		t.Fatalf("%d curves", len(v.Convergence))
	}
	sum := 0.0
	for _, c := range v.Convergence {
		sum += c.Value
		for _, p := range c.Points {
			observed := 0
			for _, r := range b.runs[:p.Runs] {
				if history(r.Events) == c.Name {
					observed++
				}
			}
			checkShare(t, c, p, observed, p.Runs)
		}
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("the probabilities of the classes add up to %v", sum)
	}
}
