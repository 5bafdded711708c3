package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// abstract writes the parts and how they are connected, the tests, their coverage, and warnings.
func (w *textWriter) abstract(r *result.Abstract) {
	w.title(r.Model)
	for i, set := range append([]result.AbstractSet{r.AbstractSet}, r.More...) {
		if i > 0 {
			w.blank()
		}
		if set.Predicates.Name != "" { // otherwise the time was up before the first set
			w.abstractSet(set, r.Reach)
		}
	}
	w.breaches(r.Breaches)
	w.findings(r.Findings)
	if r.Stop != result.StopDone {
		w.section(styleCare, "Stopped before the end ("+string(r.Stop)+"): this is what was found until then")
	}
	w.blank()
	w.entry("cost", costText(r.Stats))
	w.repeat(fmt.Sprintf("  %-*s", labelWidth, "repeat"), r.Replay)
	if r.Hint != "" {
		w.line("\n%s", r.Hint)
	}
}

// abstractSet writes the results for one set of predicates.
func (w *textWriter) abstractSet(s result.AbstractSet, reach result.ReachSize) {
	w.entry("predicates", predicatesText(s.Predicates))
	a := s.Abstraction
	w.entry("abstract", fmt.Sprintf("%s, %s may, %s must+, %s must-", text.Count(a.States, "state"), text.Number(a.May), text.Number(a.MustPlus), text.Number(a.MustMinus)))
	w.entry("reach", reachText(reach))
	d := s.Derived
	w.entry("from qd0", fmt.Sprintf("%s may, %s must+, %s must-", text.Number(d.May), text.Number(d.MustPlus), text.Number(d.MustMinus)))
	w.entry("chains", chainsText(s.Chains))
	w.entry("tests", testsText(s.Tests))
	w.tally("coverage", "abstract states", s.Coverage.States)
	w.tally("", "abstract transitions", s.Coverage.Transitions)
	w.abstractStates(s)
	w.abstractTransitions(s)
	w.abstractTests(s)
	w.played(s.Tests)
	w.misses("Not covered", slices.Concat(s.Coverage.States.Missing, s.Coverage.Transitions.Missing))
	w.openQueries(s.Unknown)
}

func predicatesText(p result.PredicateList) string {
	var parts []string
	for i, label := range draw.PredicateLabels(p.List) {
		words := text.Trim(p.List[i], longestPredicate)
		if label != words {
			words = label + " is " + words
		}
		parts = append(parts, words)
	}
	words := p.Name + ": " + strings.Join(parts, "; ")
	if len(p.Added) > 0 {
		words += " (refined by " + text.Trim(strings.Join(p.Added, "; "), longestPredicate) + ")"
	}
	return words
}

func reachText(r result.ReachSize) string {
	words := fmt.Sprintf("%s of at most %s", text.Count(r.Nodes, "path"), text.Count(r.Depth, "step"))
	if !r.Complete {
		words += ", and there are more"
	}
	return words
}

func chainsText(c result.ChainList) string {
	words := fmt.Sprintf("%s of %s, each abstract transition at most %s", text.Count(c.Count, "chain"), text.Count(c.Steps, "step"), text.Count(c.Repeat, "time"))
	if !c.Complete && c.Count > 0 {
		words += "; there are more chains, which --limit allows"
	}
	return words
}

func testsText(tests []result.AbstractTest) string {
	steps := 0
	for _, t := range tests {
		steps += len(t.Trace.Steps)
	}
	return fmt.Sprintf("%s of %s, each replayed from an initial state", text.Count(len(tests), "test"), text.Count(steps, "step"))
}

// abstractStates lists the states with the predicates that hold in them.
func (w *textWriter) abstractStates(s result.AbstractSet) {
	if len(s.Abstraction.StateList) == 0 {
		return
	}
	w.section(styleStrong, "Abstract states")
	list(w, s.Abstraction.StateList, func(q result.AbstractState) {
		mark := " "
		if q.Initial {
			mark = ">"
		}
		w.wrapped(fmt.Sprintf("  %-4s%s ", q.Name, mark), strings.Join(draw.StateParts(s.Predicates.List, q), ", "))
	})
}

// abstractTransitions lists the transitions of the abstraction and those out of qd0.
func (w *textWriter) abstractTransitions(s result.AbstractSet) {
	all := slices.Concat(s.Abstraction.Transitions, s.Derived.Transitions)
	if len(all) == 0 {
		return
	}
	w.section(styleStrong, "Abstract transitions (+ must+, - must-)")
	list(w, all, func(t result.AbstractTransition) {
		w.line("  %-4s -> %-4s %s", t.From, t.To, strings.TrimSpace(t.Event+" "+draw.Marks(t)))
	})
}

// abstractTests lists the tests; a bar separates the prefix from the chain.
func (w *textWriter) abstractTests(s result.AbstractSet) {
	if len(s.Tests) == 0 {
		return
	}
	w.section(styleStrong, "Tests (the chain begins after the bar)")
	list(w, s.Tests, func(t result.AbstractTest) { w.wrapped(fmt.Sprintf("  %s  ", t.Name), testSteps(t)) })
}

// played lists the results of tests on a real system.
func (w *textWriter) played(tests []result.AbstractTest) {
	count := map[result.Verdict]int{}
	for _, t := range tests {
		if t.Played != nil {
			count[t.Played.Verdict]++
		}
	}
	if len(count) == 0 {
		return
	}
	style := styleGood
	if count[result.Fail] > 0 {
		style = styleBad
	}
	w.section(style, fmt.Sprintf("Played: %d pass, %d inconclusive, %d fail", count[result.Pass], count[result.Inconclusive], count[result.Fail]))
	list(w, tests, func(t result.AbstractTest) {
		if p := t.Played; p != nil {
			w.wrapped(fmt.Sprintf("  %s  %-12s  ", t.Name, p.Verdict), playedText(*p))
		}
	})
}

func playedText(p result.PlayedTest) string {
	if p.Evidence != "" {
		return p.Evidence
	}
	return "planned again " + text.Count(p.Replans, "time")
}

// testSteps names the steps of a test with the abstract states that they lead to.
func testSteps(t result.AbstractTest) string {
	var parts []string
	for i, s := range t.Trace.Steps {
		if i == t.Prefix {
			parts = append(parts, "|")
		}
		parts = append(parts, s.Transition+"→"+t.States[i+1])
	}
	return strings.Join(parts, " ")
}

// openQueries lists queries that the solver did not answer.
func (w *textWriter) openQueries(open []result.OpenQuery) {
	if len(open) == 0 {
		return
	}
	w.section(styleCare, "Left open by the solver, and not used: "+text.Count(len(open), "query"))
	list(w, open, func(q result.OpenQuery) { w.wrapped("  ", q.About+": "+q.Reason) })
}

// breaches warns of invariants that are not preserved.
func (w *textWriter) breaches(breaches []result.Breach) {
	if len(breaches) == 0 {
		return
	}
	w.section(styleCare, "The invariant is not preserved")
	w.wrapped("  ", "The tests are still valid: each must transition holds for all states that satisfy the invariant, before and after the step. "+
		"But the may transitions do not prove anything unreachable.")
	for _, b := range breaches {
		w.wrapped("  "+b.Event+"  ", b.Example+b.Reason)
	}
}
