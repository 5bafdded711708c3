package report

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// suite writes a table of tests, the coverage, and how to run the suite.
func (w *textWriter) suite(r *result.Suite) {
	w.title(r.Model)
	list(w, r.Tests, func(t result.SuiteTest) {
		n := len(t.Transitions)
		w.line("  %s  %2d %-5s  %s", t.Name, n, text.Plural(n, "step"), pathText(timedSteps(t)))
		if t.Products != nil {
			w.line("           for %s", productsText(t.Products))
		}
	})
	w.blank()
	w.entry("suite", text.Count(len(r.Tests), "test")+", "+text.Count(r.Steps, "step"))
	covered := r.Covered()
	w.line("  %-*s%s  %d/%d %s", labelWidth, "coverage", w.bar(covered.Covered, covered.Total), covered.Covered, covered.Total, r.Criterion)
	w.engines(r.Engines)
	w.misses("Not covered: "+text.Count(len(covered.Missing), "goal"), covered.Missing)
	w.misses("No test can cover: "+text.Count(len(covered.Excluded), "goal"), covered.Excluded)
	w.sample(r.Sample)
	w.silent(r.Tests)
	w.runSuite(r.Replay)
}

// timedSteps are the transitions of a test, each with the instant at which its run takes it, if the model has clocks.
func timedSteps(t result.SuiteTest) []string {
	if len(t.Instants) != len(t.Transitions) {
		return t.Transitions
	}
	out := make([]string, len(t.Transitions))
	for i, name := range t.Transitions {
		out[i] = name + " at " + t.Instants[i]
	}
	if t.Wait != "" {
		out = append(out, "then wait "+t.Wait)
	}
	return out
}

// silent writes a note if tests have steps, but no inputs.
func (w *textWriter) silent(tests []result.SuiteTest) {
	steps := 0
	for _, t := range tests {
		if len(t.Inputs) > 0 {
			return
		}
		steps += len(t.Transitions)
	}
	if steps > 0 {
		w.blank()
		w.line("The model has no inputs: the system chooses every step, so a replay observes and cannot steer.")
	}
}

// mutate writes the table of kinds, the scores, and the mutants that were not killed.
func (w *textWriter) mutate(r *result.Mutate) {
	w.title(r.Model)
	w.kinds(r.Kinds)
	w.blank()
	w.score("before", r.Before)
	if r.Extended {
		w.score("after", r.After)
	}
	if r.Omitted > 0 {
		w.entry("limit", fmt.Sprintf("%d of %d changes were left out", r.Omitted, r.Edits))
	}
	if r.Stop.Early() {
		w.entry("stopped", endText(r.Stop)+"; some mutants were not examined")
	}
	for _, name := range r.Unsound {
		w.entry("left out", name+": the model itself fails it")
	}
	w.mutants("Equivalent", r.Mutants, result.FateEquivalent)
	w.mutants("Conforming: no test can kill them, since the model allows what they do", r.Mutants, result.FateConforming)
	w.mutants("Alive, undecided", r.Mutants, result.FateUndecided)
	w.runSuite(r.Replay)
}

func (w *textWriter) kinds(kinds []result.KindCount) {
	all := result.KindCount{Kind: "all"}
	w.line("  %-20s %6s %7s %11s %11s %10s", "mutants", "made", "killed", "equivalent", "conforming", "undecided")
	for _, k := range kinds {
		all.Made += k.Made
		all.Killed += k.Killed
		all.Equivalent += k.Equivalent
		all.Conforming += k.Conforming
		all.Undecided += k.Undecided
	}
	for _, k := range append(kinds[:len(kinds):len(kinds)], all) {
		w.line("  %-20s %6d %7d %11d %11d %10d", k.Kind, k.Made, k.Killed, k.Equivalent, k.Conforming, k.Undecided)
	}
}

// score is rounded down, so that only a full score is 100 %.
func (w *textWriter) score(label string, s result.MutationScore) {
	w.line("  %-*s%s  %d/%d killed, %d %%, by %s with %s", labelWidth, label, w.bar(s.Killed, s.Against), s.Killed, s.Against,
		int(100*s.Score), text.Count(s.Tests, "test"), text.Count(s.Inputs, "input"))
}

// mutants lists the mutants with a fate, each with the reason.
func (w *textWriter) mutants(title string, all []result.MutantOutcome, fate result.Fate) {
	var some []result.MutantOutcome
	for _, m := range all {
		if m.Status == fate {
			some = append(some, m)
		}
	}
	if len(some) == 0 {
		return
	}
	w.section(styleStrong, title)
	list(w, some, func(m result.MutantOutcome) {
		w.line("  %s:%d: %s\n    %s", m.File, m.Line, m.Text, m.Reason)
	})
}
