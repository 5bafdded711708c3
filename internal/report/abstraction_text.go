package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/text"
)

// AbstractText is what a person wants to read about an abstraction: the parts and how they are connected, the tests, what they
// cover, and what to be careful about.
func AbstractText(r *result.Abstract, width int, color bool) string {
	w := &textWriter{width: max(width, narrowest), color: color}
	title := w.paint(styleStrong, named(r.Model.Name, longestTooltip))
	w.line("%s", title+w.paint(styleFaint, "  "+clean(r.Model.File)))
	for _, set := range append([]result.AbstractSet{r.AbstractSet}, r.More...) {
		if set.Predicates.Name != "" { // otherwise the time was up before the first set
			w.abstractSet(set, r.Reach)
		}
	}
	w.breaches(r.Breaches)
	w.findings(r.Findings)
	if r.Stop != result.StopDone {
		w.section(styleCare, "Stopped before the end ("+clean(string(r.Stop))+"): this is what was found until then")
	}
	w.blank()
	w.entry("cost", abstractCost(r.Stats))
	if r.Replay != "" {
		w.line("  %-*s%s", labelWidth, "repeat", clean(r.Replay))
	}
	return w.out.String()
}

// fewLines is how many states, transitions, chains and tests a text lists.
const fewLines = 40

// abstractSet tells what came of one set of predicates.
func (w *textWriter) abstractSet(s result.AbstractSet, reach result.ReachSize) {
	w.blank()
	w.entry("predicates", predicateWords(s.Predicates))
	a := s.Abstraction
	w.entry("abstract", fmt.Sprintf("%s, %s may, %s must+, %s must-", text.Count(a.States, "state"), text.Number(a.May), text.Number(a.MustPlus), text.Number(a.MustMinus)))
	w.entry("reach", reachWords(reach))
	d := s.Derived
	w.entry("from qd0", fmt.Sprintf("%s may, %s must+, %s must-", text.Number(d.May), text.Number(d.MustPlus), text.Number(d.MustMinus)))
	w.entry("chains", chainWords(s.Chains))
	w.entry("tests", testWords(s.Tests))
	w.partCoverage("coverage", "abstract states", s.Coverage.States)
	w.partCoverage("", "abstract transitions", s.Coverage.Transitions)
	w.abstractStates(s)
	w.abstractTransitions(s)
	w.abstractTests(s)
	w.played(s.Tests)
	w.partMisses(s.Coverage)
	w.openQuestions(s.Unknown)
}

// longLabel is from which length on predicates are named p0, p1 and so on in the text; proposed ones can be long.
const (
	longLabel        = 32
	longestPredicate = 200
)

// predicateLabels are the predicates themselves, or short names for them if one is long.
func predicateLabels(predicates []string) []string {
	labels, short := make([]string, len(predicates)), true
	for i, p := range predicates {
		labels[i] = clean(p)
		short = short && utf8.RuneCountInString(labels[i]) < longLabel
	}
	if !short {
		for i := range labels {
			labels[i] = fmt.Sprintf("p%d", i)
		}
	}
	return labels
}

func predicateWords(p result.PredicateList) string {
	var parts []string
	for i, label := range predicateLabels(p.List) {
		text := trim(p.List[i], longestPredicate)
		if label != text {
			text = label + " is " + text
		}
		parts = append(parts, text)
	}
	words := clean(p.Name) + ": " + strings.Join(parts, "; ")
	if len(p.Added) > 0 {
		words += " (refined by " + trim(strings.Join(p.Added, "; "), longestPredicate) + ")"
	}
	return words
}

func reachWords(r result.ReachSize) string {
	words := fmt.Sprintf("%s of at most %s", text.Count(r.Nodes, "path"), text.Count(r.Depth, "step"))
	if !r.Complete {
		words += ", and there are more"
	}
	return words
}

func chainWords(c result.ChainList) string {
	words := fmt.Sprintf("%s of %s, each abstract transition at most %s", text.Count(c.Count, "chain"), text.Count(c.Steps, "step"), text.Count(c.Repeat, "time"))
	if !c.Complete && c.Count > 0 {
		words += "; there are more chains, which --chains allows"
	}
	return words
}

func testWords(tests []result.AbstractTest) string {
	steps := 0
	for _, t := range tests {
		steps += len(t.Trace.Steps)
	}
	return fmt.Sprintf("%s of %s, each replayed from an initial state", text.Count(len(tests), "test"), text.Count(steps, "step"))
}

// partCoverage draws a bar of what is not proved unreachable.
func (w *textWriter) partCoverage(label, parts string, c result.Tally) {
	style := styleGood
	if c.Covered < c.Total {
		style = styleCare
	}
	unreachable := ""
	if c.Unreachable > 0 {
		unreachable = fmt.Sprintf(", %d proved unreachable", c.Unreachable)
	}
	bar := w.paint(style, CoverageBar(c.Covered, c.Total-c.Unreachable, barWidth))
	w.line("  %-*s%s  %d/%d %s%s", labelWidth, label, bar, c.Covered, c.Total, parts, unreachable)
}

// abstractStates lists the states with the predicates that hold in them.
func (w *textWriter) abstractStates(s result.AbstractSet) {
	if len(s.Abstraction.StateList) == 0 {
		return
	}
	w.section(styleStrong, "Abstract states")
	for i, q := range s.Abstraction.StateList {
		if w.cut(i, len(s.Abstraction.StateList)) {
			break
		}
		lead := fmt.Sprintf("  %-4s ", q.Name)
		if q.Initial {
			lead = fmt.Sprintf("  %-4s>", q.Name)
		}
		w.wrapped(lead+" ", stateWords(s.Predicates.List, q))
	}
}

// stateWords says which predicates hold in an abstract state and which do not.
func stateWords(predicates []string, q result.AbstractState) string {
	return strings.Join(stateParts(predicates, q), ", ")
}

// stateParts is a text for the location, if there are any, and for each predicate.
func stateParts(predicates []string, q result.AbstractState) []string {
	var parts []string
	if q.Location != "" {
		parts = append(parts, "at "+clean(q.Location))
	}
	labels := predicateLabels(predicates)
	for i, holds := range q.Truth {
		text := labels[i]
		switch {
		case holds:
		case strings.Contains(text, " "):
			text = "not (" + text + ")"
		default:
			text = "not " + text
		}
		parts = append(parts, text)
	}
	return parts
}

// cut ends a list that is too long.
func (w *textWriter) cut(i, total int) bool {
	if i < fewLines {
		return false
	}
	w.line("  and %s more", text.Number(total-i))
	return true
}

// abstractTransitions lists the transitions of the abstraction and those out of qd0.
func (w *textWriter) abstractTransitions(s result.AbstractSet) {
	all := append(append([]result.AbstractTransition(nil), s.Abstraction.Transitions...), s.Derived.Transitions...)
	if len(all) == 0 {
		return
	}
	w.section(styleStrong, "Abstract transitions (+ must+, - must-)")
	for i, t := range all {
		if w.cut(i, len(all)) {
			break
		}
		w.line("  %-4s -> %-4s %s", t.From, t.To, strings.TrimSpace(clean(t.Event)+" "+mustMarks(t)))
	}
}

// mustMarks are + for a proved must+ and - for a proved must-, and ? for a must that is not known.
func mustMarks(t result.AbstractTransition) string {
	marks := ""
	for _, m := range []struct {
		answer result.MustAnswer
		mark   string
	}{{t.MustPlus, "+"}, {t.MustMinus, "-"}} {
		switch m.answer.Answer {
		case "proved":
			marks += m.mark
		case "unknown":
			marks += m.mark + "?"
		}
	}
	return marks
}

// abstractTests lists the tests; a bar stands between the way to the chain and the chain.
func (w *textWriter) abstractTests(s result.AbstractSet) {
	if len(s.Tests) == 0 {
		return
	}
	w.section(styleStrong, "Tests (the chain begins after the bar)")
	for i, t := range s.Tests {
		if w.cut(i, len(s.Tests)) {
			break
		}
		w.wrapped(fmt.Sprintf("  %s  ", clean(t.Name)), testSteps(t))
	}
}

// played tells what came of tests on a real system.
func (w *textWriter) played(tests []result.AbstractTest) {
	count := map[string]int{}
	for _, t := range tests {
		if t.Played != nil {
			count[t.Played.Verdict]++
		}
	}
	if len(count) == 0 {
		return
	}
	style := styleGood
	if count["fail"] > 0 {
		style = styleBad
	}
	w.section(style, fmt.Sprintf("Played: %d pass, %d inconclusive, %d fail", count["pass"], count["inconclusive"], count["fail"]))
	for i, t := range tests {
		if w.cut(i, len(tests)) {
			break
		}
		if p := t.Played; p != nil {
			w.wrapped(fmt.Sprintf("  %s  %-12s  ", clean(t.Name), p.Verdict), playedWords(*p))
		}
	}
}

func playedWords(p result.PlayedTest) string {
	if p.Evidence != "" {
		return clean(p.Evidence)
	}
	return "planned anew " + text.Count(p.Replans, "time")
}

// testSteps names the steps of a test with the abstract states that they lead to.
func testSteps(t result.AbstractTest) string {
	var parts []string
	for i, s := range t.Trace.Steps {
		if i == t.Prefix {
			parts = append(parts, "|")
		}
		parts = append(parts, clean(s.Transition)+"→"+t.States[i+1])
	}
	return strings.Join(parts, " ")
}

// partMisses lists what is not covered.
func (w *textWriter) partMisses(c result.AbstractCoverage) {
	all := append(append([]result.Miss(nil), c.States.Missing...), c.Transitions.Missing...)
	if len(all) == 0 {
		return
	}
	w.section(styleCare, "Not covered")
	for i, m := range all {
		if w.cut(i, len(all)) {
			break
		}
		w.wrapped("  "+clean(m.Name)+"  ", clean(m.Reason))
	}
}

// openQuestions lists what the solver could not answer.
func (w *textWriter) openQuestions(open []result.OpenQuestion) {
	if len(open) == 0 {
		return
	}
	w.section(styleCare, "Left open by the solver, and not used: "+text.Count(len(open), "question"))
	for i, q := range open {
		if w.cut(i, len(open)) {
			break
		}
		w.wrapped("  ", clean(q.About)+": "+clean(q.Reason))
	}
}

// breaches warns of an invariant that is none.
func (w *textWriter) breaches(breaches []result.Breach) {
	if len(breaches) == 0 {
		return
	}
	w.section(styleCare, "The invariant is not preserved")
	w.wrapped("  ", "The tests are right all the same: every must is claimed for states that meet the invariant, before and after. "+
		"But the may transitions do not prove anything unreachable.")
	for _, b := range breaches {
		w.wrapped("  "+clean(b.Event)+"  ", clean(b.Example+b.Reason))
	}
}

// abstractCost is the line about solver and time.
func abstractCost(s result.Stats) string {
	words := fmt.Sprintf("%s, %s, %s", text.Count(s.SolverCalls, "solver call"), text.Count(s.CacheHits, "cache hit"), Seconds(s.Seconds))
	if s.Workers > 1 {
		words += fmt.Sprintf(" with %d workers", s.Workers)
	}
	if s.Restarts > 0 {
		words += ", " + text.Count(s.Restarts, "solver restart")
	}
	return words
}
