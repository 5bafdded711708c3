package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// maxListed bounds the lists of choices and classes of a result.
const maxListed = 50

// Conclude returns the verdict on frequencies and waiting times of the runs so far.
func (j *Judge) Conclude(s *sts.System) *result.Campaign {
	out := &result.Campaign{Runs: j.runs, Alpha: j.options.Alpha, ClockJumps: j.jumps, Hypotheses: []result.Hypothesis{}}
	out.Frequencies, out.Convergence = j.frequencies()
	if f := out.Frequencies; f != nil && f.Degrees > 0 {
		out.Hypotheses = append(out.Hypotheses, result.Hypothesis{Kind: result.FrequencyHypothesis, Name: "frequencies", P: f.P})
	}
	for _, w := range j.rates {
		t := w.test(j.options.Alpha, j.options.Power)
		out.Rates = append(out.Rates, t)
		if w.single && t.Completed+t.Censored > 0 {
			out.Hypotheses = append(out.Hypotheses, result.Hypothesis{Kind: result.RateHypothesis, Name: t.Name, P: t.P})
		}
		if t.Completed >= statistics.MinShape {
			out.Hypotheses = append(out.Hypotheses, result.Hypothesis{Kind: result.ShapeHypothesis, Name: t.Name, P: t.ShapeP})
		}
	}
	j.adjust(out)
	j.judge(out)
	j.listClasses(out)
	out.NotTested = j.notTested(s, out)
	out.Convergence = append(out.Convergence, j.rateConvergence()...)
	return out
}

// adjust corrects the P values of all hypotheses together.
func (j *Judge) adjust(out *result.Campaign) {
	p := make([]float64, len(out.Hypotheses))
	for i, h := range out.Hypotheses {
		p[i] = h.P
	}
	for i, adjusted := range statistics.Holm(p) {
		h := &out.Hypotheses[i]
		h.Adjusted, h.Rejected = adjusted, adjusted < j.options.Alpha
	}
}

// judge sets the probabilistic verdict.
func (j *Judge) judge(out *result.Campaign) {
	out.Probabilistic = result.ChancePass
	if len(out.Hypotheses) == 0 {
		out.Probabilistic, out.Evidence = result.ChanceUntested, fmt.Sprintf("nothing could be tested with %d runs", j.runs)
	}
	var rejected []string
	for _, h := range out.Hypotheses {
		if !h.Rejected {
			continue
		}
		rejected = append(rejected, evidence(out, h))
		out.Probabilistic = result.ChanceFail
	}
	if f := out.Frequencies; f != nil && f.Scheduler != nil && f.Scheduler.Certainty == result.Heuristic && len(rejected) == 1 && out.Hypotheses[0].Rejected {
		out.Probabilistic = result.ChanceUncertain
	}
	if len(rejected) > 0 {
		out.Evidence = strings.Join(rejected, "; ")
	}
}

// evidence describes why a hypothesis is rejected.
func evidence(out *result.Campaign, h result.Hypothesis) string {
	switch h.Kind {
	case result.FrequencyHypothesis:
		f := out.Frequencies
		words := fmt.Sprintf("the frequencies are not those of the model: χ² is %.2f with %d degrees of freedom, at most %.2f is accepted", f.Statistic, f.Degrees, f.Critical)
		if worst := worstOutcome(f); worst != "" {
			words += "; " + worst
		}
		return words
	case result.RateHypothesis:
		i := slices.IndexFunc(out.Rates, func(t result.RateTest) bool { return t.Name == h.Name })
		t := out.Rates[i]
		return fmt.Sprintf("the rate of %s is between %.4g and %.4g, not %.4g", t.Name, t.Low, t.High, t.Stages[0])
	}
	return fmt.Sprintf("the waiting times of %s do not have the law of the model (P = %.2g)", h.Name, h.P)
}

// worstOutcome names the outcome that is farthest from its expected count.
func worstOutcome(f *result.Frequencies) string {
	worst, words := 0.0, ""
	for _, c := range f.Choices {
		for _, o := range c.Outcomes {
			if o.Expected <= 0 {
				continue
			}
			if d := math.Abs(float64(o.Observed)-o.Expected) / math.Sqrt(o.Expected); d > worst {
				worst = d
				words = fmt.Sprintf("%s came %d times after %s, expected %.1f", o.Action, o.Observed, c.After, o.Expected)
			}
		}
	}
	return words
}

// frequencies returns Pearson's test of all choices, nil if there are none, and the convergence of the frequencies.
func (j *Judge) frequencies() (*result.Frequencies, []result.Convergence) {
	if slices.ContainsFunc(j.order, (*tally).isFitted) {
		return j.fitted()
	}
	choices := pooled(j.choices(), 1)
	if len(choices) == 0 {
		return nil, nil
	}
	var all []statistics.Counts
	var convergence []result.Convergence
	out := &result.Frequencies{Choices: []result.ChoiceCount{}}
	for _, c := range choices {
		all = append(all, c.Counts)
		if len(out.Choices) < maxListed {
			out.Choices = append(out.Choices, j.choiceCount(c))
			convergence = append(convergence, j.choiceConvergence(c)...)
		}
	}
	t := statistics.Sum(all)
	out.Statistic, out.Degrees, out.P = finite(t.Statistic), t.Degrees, t.P
	if t.Degrees > 0 {
		out.Critical = t.Critical(j.options.Alpha)
	}
	return out, convergence
}

// choice is a choice of the test: of one history, or of several.
type choice struct {
	counts
	after   string
	state   string // of the model, in which the same probabilities hold
	tallies []*tally
}

// choices returns the choices after each history.
func (j *Judge) choices() []choice {
	var out []choice
	for _, t := range j.order {
		if t.isChoice() {
			out = append(out, choiceAt(t))
		}
	}
	return out
}

// pooled returns the choices that are tested if the number of runs is multiplied by a factor. A history with a large enough count is tested
// alone. The others are pooled if the model is in the same state after them and the wait was equally long, since then their probabilities
// are equal.
func pooled(choices []choice, times float64) []choice {
	var out []choice
	rare := map[string]int{}
	for _, c := range choices {
		if slices.Min(c.Probability)*float64(c.Total())*times >= statistics.MinExpected {
			out = append(out, c)
			continue
		}
		i, known := rare[c.state]
		if !known {
			rare[c.state] = len(out)
			c.Observed, c.tallies = slices.Clone(c.Observed), slices.Clone(c.tallies)
			out = append(out, c)
			continue
		}
		out[i].tallies = append(out[i].tallies, c.tallies...)
		for k, n := range c.Observed {
			out[i].Observed[k] += n
		}
	}
	return out
}

// choiceAt returns the choice after one history. If the state depends on a scheduler, the history identifies it.
func choiceAt(t *tally) choice {
	c := choice{counts: t.counts(), after: History(t.node), state: t.node.State(), tallies: []*tally{t}}
	if c.state == "" {
		c.state = "after " + c.after
	}
	if c.outcomes[0].Exact == nil {
		c.state += fmt.Sprint(" within ", t.limit)
	}
	return c
}

// choiceCount is a choice as data.
func (j *Judge) choiceCount(c choice) result.ChoiceCount {
	groups := c.Pool()
	test := c.Test()
	total := c.Total()
	out := result.ChoiceCount{After: c.after, Total: total, Statistic: finite(test.Statistic), Degrees: test.Degrees}
	if len(c.tallies) > 1 {
		out.Histories = len(c.tallies)
	}
	for i, o := range c.outcomes {
		interval := statistics.Binomial(c.Observed[i], total, j.options.Alpha)
		one := result.OutcomeCount{Action: Words(o.Action), Observed: c.Observed[i], Expected: float64(total) * o.Probability, Low: interval.Low, High: interval.High}
		if o.Exact != nil {
			one.Exact = o.Exact.RatString()
		}
		for g, group := range groups {
			if len(group) > 1 && slices.Contains(group, i) {
				one.Pool = g + 1
			}
		}
		if test.Degrees > 0 {
			one.Detectable = finite(statistics.Detectable(total, test.Degrees, o.Probability, j.options.Alpha, j.options.Power))
		}
		out.Outcomes = append(out.Outcomes, one)
	}
	return out
}

// listClasses lists the most frequent classes, with the counts that are expected given what the tester did.
func (j *Judge) listClasses(out *result.Campaign) {
	ends := slices.Clone(j.ends)
	slices.SortStableFunc(ends, func(a, b *forward.Node) int { return cmp.Compare(j.classes[b], j.classes[a]) })
	for i, n := range ends {
		if i == maxListed {
			out.Others = len(ends) - i
			return
		}
		out.Classes = append(out.Classes, result.ClassCount{Actions: History(n), Observed: j.classes[n], Expected: j.expectedClass(n)})
	}
}

// expectedClass returns the expected number of runs of a class, given the decisions of the tester after each history. It is 0 if that
// depends on a scheduler.
func (j *Judge) expectedClass(end *forward.Node) float64 {
	expected := float64(j.runs)
	for n := end; n.Parent != nil; n = n.Parent {
		before := j.tallies[n.Parent]
		if before == nil || before.total == 0 {
			return 0
		}
		share := float64(j.tallyTotal(n)) / float64(before.total)
		if before.isChoice() && n.Action.Kind != forward.Input {
			share = 0
			for _, o := range n.Parent.Outcomes(before.limit) {
				if o.Action.Key() == n.Action.Key() {
					share = o.Probability * float64(before.observed) / float64(before.total)
				}
			}
		} else if before.isFitted() {
			return 0
		}
		expected *= share
	}
	if here := j.tallies[end]; here != nil && j.tallyTotal(end) > 0 {
		expected *= float64(j.classes[end]) / float64(j.tallyTotal(end))
	}
	return expected
}

// tallyTotal returns the number of runs that reached a history: those that continued, and those that ended there.
func (j *Judge) tallyTotal(n *forward.Node) int {
	total := j.classes[n]
	if t := j.tallies[n]; t != nil {
		total += t.total
	}
	return total
}

// notTested lists the probabilities and rates of the model that the runs do not test, and the histories after which nothing can be tested.
func (j *Judge) notTested(s *sts.System, out *result.Campaign) []result.NotTested {
	var list []result.NotTested
	if f := out.Frequencies; f != nil && f.Degrees == 0 {
		list = append(list, result.NotTested{Name: "frequencies", Kind: result.BlankFew, Text: "every outcome but one is expected fewer than 5 times; make more runs"})
	}
	for _, key := range slices.Sorted(maps.Keys(j.opaque)) {
		o := j.opaque[key]
		list = append(list, result.NotTested{Name: "what follows some actions", Kind: result.ChanceBlank(o.reason), Text: o.text})
	}
	for _, t := range s.Transitions() {
		if t.Rate == nil {
			continue
		}
		if blank := j.blankRate(t.Name); blank != nil {
			list = append(list, *blank)
		}
	}
	return list
}

// blankRate returns the reason why the rate of a transition was not tested; nil if it was.
func (j *Judge) blankRate(name string) *result.NotTested {
	merged := false
	for _, w := range j.rates {
		in := slices.ContainsFunc(w.law.Stages, func(s forward.Stage) bool { return named(s.Name, name) })
		if in && w.single {
			return nil
		}
		merged = merged || in
	}
	if merged {
		return &result.NotTested{Name: name, Kind: result.BlankMerged, Text: "several Markovian steps precede an output, or there may be no output; only the law of the total time is tested"}
	}
	return &result.NotTested{Name: name, Kind: result.BlankNever, Text: "no run waited for it alone"}
}

// named reports whether a transition is in the race.
func named(race, transition string) bool {
	whole, _, _ := strings.Cut(transition, "/")
	return slices.ContainsFunc(strings.Split(race, "+"), func(part string) bool { return part == transition || part == whole })
}
