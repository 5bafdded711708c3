package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// concolic writes a table as the paper's Table 2, the curve, and the uncovered transitions.
func (w *textWriter) concolic(r *result.Concolic) {
	w.title(r.Model)
	w.overlaps(r.Overlaps)
	if len(r.Engines) == 0 {
		w.line("Interrupted before the first engine began.")
		return
	}
	w.line("  %-6s  %9s  %-24s  %-16s  %12s  %9s  %5s", "engine", "covered", "", "last improvement", "steps", "queries", "tests")
	for _, name := range r.Order {
		e := r.Engines[name]
		k, end := e.Coverage.Transitions, e.Curve[len(e.Curve)-1]
		w.line("  %-6s  %7.2f %%  %s  %-16s  %12d  %9d  %5d", strings.ToUpper(name), e.Percent.Median, w.bar(k.Covered, k.Total),
			text.Seconds(e.LastImprovement.Median), end.Steps, end.Queries, len(e.Tests))
	}
	w.spread(r)
	w.blank()
	w.out.WriteString(draw.CurveText(r.Curves()))
	var tests []result.SuiteTest
	for _, name := range r.Order {
		w.engine(name, r.Engines[name], r.Journal)
		tests = append(tests, r.Engines[name].Tests...)
	}
	w.silent(tests)
	w.runSuite(r.Replay)
}

// fewOverlaps is the maximum number of overlaps that are listed.
const fewOverlaps = 10

func (w *textWriter) overlaps(overlaps []result.Overlap) {
	if len(overlaps) == 0 {
		return
	}
	w.line("Not deterministic: guards are true together, in states that runs may reach or not; the system chooses")
	for _, o := range overlaps[:min(len(overlaps), fewOverlaps)] {
		w.line("  %s", o.Message)
	}
	if n := len(overlaps) - fewOverlaps; n > 0 {
		w.line("  and %s", text.Count(n, "more pair"))
	}
	w.blank()
}

// spread writes how much the results of seeds differ, and how many seeds each engine ran if it was interrupted.
func (w *textWriter) spread(r *result.Concolic) {
	if r.Repeat < 2 {
		return
	}
	w.blank()
	w.line("  median of %d seeds; minimum to maximum:", r.Repeat)
	for _, name := range r.Order {
		e, interrupted := r.Engines[name], ""
		if n := len(e.Runs); n < r.Repeat {
			interrupted = "; interrupted after " + text.Count(n, "seed")
		}
		w.line("  %-6s  %.2f %% to %.2f %%, last improvement after %s to %s%s", strings.ToUpper(name), e.Percent.Min, e.Percent.Max,
			text.Seconds(e.LastImprovement.Min), text.Seconds(e.LastImprovement.Max), interrupted)
	}
}

// engine writes the transitions that an engine did not reach and, in verbose mode, those that it reached.
func (w *textWriter) engine(name string, e *result.Engine, journal string) {
	t := e.Coverage.Transitions
	w.blank()
	w.line("%s: %d/%d transitions, ended by %s", strings.ToUpper(name), t.Covered, t.Total, searchEndText(e.Stop, t))
	if journal != "" {
		w.line("%d of them were in the journal %s already", e.Earlier, journal)
	}
	if e.JournalError != "" {
		w.line("the journal could not be written: %s", e.JournalError)
	}
	if w.verbose {
		for _, h := range t.Reached {
			w.line("  %-16s  %-8s  %-22s  %s: %s", h.Name, text.Seconds(h.Seconds), h.How, text.Count(h.Depth, "step"), pathText(h.Path))
		}
	}
	w.misses("Not covered: "+text.Count(len(t.Missing), "transition"), t.Missing)
}

// searchEndText is what ended a search for transitions.
func searchEndText(stop result.Stop, t result.Tally) string {
	switch stop {
	case result.StopCovered:
		if t.Covered < t.Total {
			return "everything that can be reached is covered"
		}
		return "everything is covered"
	case result.StopExhausted:
		return "every target was tried with the largest effort"
	case result.StopSteps, result.StopQueries, result.StopMemory, result.StopTime, result.StopStates, result.StopDepth:
		return "the limit on " + string(stop)
	case result.StopJournal:
		return "the journal"
	}
	return string(stop)
}

// weights writes Δ and Υ of assignments, P and C of paths.
func (w *textWriter) weights(r *result.Weights) {
	w.title(r.Model)
	w.line("Assignments: Δ is how much they depend on variables, Υ on inputs")
	for _, a := range r.Assignments {
		w.line("  %-12s  %-28s  Δ %-24s  Υ %.3g", a.Transition, a.Text, weightList(a.Delta), a.Upsilon)
	}
	w.blank()
	w.line("Paths to each transition: C is the weight that inputs consume, P the weight left on variables")
	for _, t := range r.Targets {
		w.line("  %s  weight %s", t.Target, weightList(t.Initial))
		for _, p := range t.Paths {
			w.line("    C %-5.3g  P %-24s  %s", p.Consumed, weightList(p.Propagated), strings.Join(p.Path, ", "))
		}
	}
}

// weightList writes weights by name, as in {ova: 1, pva: 0.5}.
func weightList(weights map[string]float64) string {
	var out []string
	for name, weight := range weights {
		out = append(out, fmt.Sprintf("%s: %.3g", name, weight))
	}
	slices.Sort(out)
	return "{" + strings.Join(out, ", ") + "}"
}
