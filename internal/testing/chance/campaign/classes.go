package campaign

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Classes of runs of models with a scheduler. The runs of one test form one sample: the tester acts in the same way after the same
// history, so the probabilities of its classes add up to 1. Runs that a time-out ended are left out, and so are runs in which an output
// came before a stimulus that other runs received: their probability depends on real time.

// leaf is a class of the runs of one test.
type leaf struct {
	node     *forward.Node
	observed int
	count    *endCount // nil if it was not observed
}

// classesByTest returns the classes of each test, and the number of runs left out.
func (j *Judge) classesByTest() (samples [][]leaf, left int) {
	ends := map[int][]leaf{}
	var tests []int
	for _, end := range j.samples {
		if ends[end.test] == nil {
			tests = append(tests, end.test)
		}
		ends[end.test] = append(ends[end.test], leaf{end.node, j.tests[end].runs, j.tests[end]})
	}
	slices.Sort(tests)
	for _, test := range tests {
		sample, out := complete(ends[test])
		left += out
		if len(sample) > 1 {
			samples = append(samples, sample)
		}
	}
	return samples, left
}

// complete keeps the runs of a test that count, and adds the possible classes that were not observed.
func complete(ends []leaf) (sample []leaf, left int) {
	stimulated := map[*forward.Node]bool{}
	visited := map[*forward.Node]bool{}
	for _, e := range ends {
		for n := e.node; n.Parent != nil; n = n.Parent {
			visited[n] = true
			if n.Action.Kind == forward.Input {
				stimulated[n.Parent] = true
			}
		}
	}
	var watched []*forward.Node
	seen := map[*forward.Node]bool{}
	for _, e := range ends {
		if !e.counts(stimulated) {
			left += e.observed
			continue
		}
		sample = append(sample, e)
		for n := e.node; n.Parent != nil; n = n.Parent {
			if n.Action.Kind != forward.Input && !seen[n.Parent] {
				seen[n.Parent] = true
				watched = append(watched, n.Parent)
			}
		}
	}
	for _, n := range watched {
		for _, a := range possible(n) {
			if child := n.After(a); !visited[child] {
				sample = append(sample, leaf{node: child})
			}
		}
	}
	return sample, left
}

// counts reports whether the probability of a class is known: it has no time-out, and no output where other runs have a stimulus.
func (l leaf) counts(stimulated map[*forward.Node]bool) bool {
	for n := l.node; n.Parent != nil; n = n.Parent {
		if n.Reason != "" || n.Action.Kind != forward.Input && stimulated[n.Parent] {
			return false
		}
	}
	return true
}

// possible returns the possible observations after a history.
func possible(n *forward.Node) []forward.Action {
	var out []forward.Action
	for _, o := range n.Offers() {
		out = append(out, o.Action)
	}
	if n.Rests() {
		out = append(out, forward.Action{Kind: forward.Silence})
	}
	return out
}

// class returns a leaf as a class of the fit.
func (l leaf) class(runs int) class {
	c := class{observed: float64(l.observed), runs: float64(runs)}
	for _, t := range l.node.Linear() {
		c.terms = append(c.terms, term{t.Sequence, t.Factor})
	}
	return c
}

// fitted is Pearson's test over classes, with the scheduler that explains them best.
func (j *Judge) fitted() (*result.Frequencies, []result.Convergence) {
	samples, left := j.classesByTest()
	f := &fit{}
	var lists [][]class
	for _, sample := range samples {
		runs := 0
		for _, l := range sample {
			runs += l.observed
		}
		var list []class
		for _, l := range sample {
			list = append(list, l.class(runs))
		}
		lists = append(lists, list)
		f.classes = append(f.classes, list...)
	}
	f.sequences = j.tree.Sequences()
	f.before, f.points = j.tree.Points()
	f.minimise()
	out := &result.Frequencies{Choices: []result.ChoiceCount{}}
	var convergence []result.Convergence
	for i, list := range lists[:min(len(lists), maxListed)] {
		c := j.classCount(samples[i], list, f.y, i+1)
		out.Choices = append(out.Choices, c)
		convergence = append(convergence, j.classConvergence(samples[i], list, f.y, c.After)...)
	}
	f.classes = nil
	for _, list := range lists {
		pooled := pool(list, f.y)
		f.classes = append(f.classes, pooled...)
		out.Degrees += max(len(pooled)-1, 0)
	}
	f.minimise()
	dimension := f.dimension()
	out.Statistic = finite(f.statistic(f.y))
	out.Scheduler = &result.Scheduler{Choices: len(f.points), Lower: max(0, out.Statistic-f.gap), Fitted: min(dimension, out.Degrees), Iterations: f.iterations, LeftOut: left}
	out.Degrees -= out.Scheduler.Fitted
	out.P = 1
	if out.Degrees > 0 {
		out.P, out.Critical = statistics.Above(float64(out.Degrees), out.Statistic), statistics.Critical(out.Degrees, j.options.Alpha)
	}
	out.Scheduler.Certainty = result.Certified
	if out.Statistic > out.Critical && out.Scheduler.Lower <= out.Critical {
		out.Scheduler.Certainty = result.Heuristic
	}
	return out, convergence
}

// classCount is the sample of a test as data.
func (j *Judge) classCount(sample []leaf, list []class, y []float64, number int) result.ChoiceCount {
	out := result.ChoiceCount{After: fmt.Sprintf("the start of test %d", number)}
	for i, l := range sample {
		out.Total += l.observed
		expected := list[i].runs * list[i].probability(y)
		interval := statistics.Binomial(l.observed, int(list[i].runs), j.options.Alpha)
		out.Outcomes = append(out.Outcomes, result.OutcomeCount{Action: History(l.node), Observed: l.observed, Expected: expected, Low: interval.Low, High: interval.High})
	}
	return out
}
