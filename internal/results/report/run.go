package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// endText is what ended an analysis before it was complete.
func endText(stop result.Stop) string {
	switch stop {
	case result.StopTime:
		return "the time was up; give it more with --timeout"
	case result.StopMemory:
		return "the limit on memory was reached; give it more with --memory"
	}
	return "it was " + string(stop)
}

// Stopped is the message for work that was ended before it was done.
func Stopped(stop result.Stop) string { return "the work was not completed: " + endText(stop) }

// Incomplete is the message for a test that was ended before it was complete: its progress, and how to continue.
func Incomplete(r *result.Run) string {
	t := r.Coverage.Transitions
	return fmt.Sprintf("the test was not completed: %s (%s sent, %d/%d transitions)", endText(r.Stop), text.Count(r.Sent, "input"), t.Covered, t.Total)
}

// NotRun is the message for a suite of which some tests were not run.
func NotRun(r *result.Replay) string {
	return fmt.Sprintf("%d of %d tests were not run: %s", r.NotRun, r.NotRun+len(r.Tests), endText(r.Stop))
}

// Unchecked is the message for a log that was not checked completely; empty if it was.
func Unchecked(r *result.Conform) string {
	switch {
	case r.Stop.Early():
		return fmt.Sprintf("the log was not checked to its end, only up to line %d: %s", r.Lines, endText(r.Stop))
	case r.Instances.Total == 0 && r.Garbage > 0 && r.Events == 0:
		return fmt.Sprintf("nothing was checked: all %s of the log were skipped because they are no events; if fields have other names, say so with --fields", text.Count(r.Garbage, "line"))
	case r.Instances.Total == 0:
		return "nothing was checked: the log has no events"
	}
	return ""
}

// run writes the verdict, the coverage, and each failure with its evidence, its trace and the command that replays it.
func (w *textWriter) run(r *result.Run) {
	if r.Verdict == result.Errored { // the message is that of the error
		return
	}
	if r.Plan != nil {
		w.plan(r)
		return
	}
	w.verdictFor(r.Model, r.Verdict, r.Products)
	w.pace(r.Time)
	if r.Campaign != nil {
		w.campaign(r.Campaign)
	}
	t := r.Coverage.Transitions
	w.line("  coverage  %s  %d/%d transitions, %d inputs sent, started %d times", w.bar(t.Covered, t.Total), t.Covered, t.Total, r.Sent, r.Starts)
	if b := r.Coverage.Boundary; b != nil {
		w.line("  boundary  %d/%d values at the limits of conditions", b.Covered, b.Total)
	}
	few(w, fewKnown, r.Known, func(k result.ReplayedTest) { w.line("  stored    %s", knownText(k)) })
	few(w, fewCycles, r.Cycles, func(cycle string) { w.line("  note      the model has a cycle of internal steps: %s", cycle) })
	if r.Stop == result.StopFlood && r.Verdict == result.Pass {
		w.line("  note      the tests ended because the system sends outputs without a pause")
	}
	if len(r.Failures) == 0 {
		w.evidence(result.Failure{Evidence: r.Evidence, Trace: r.Trace}, r.Verdict != result.Pass)
	}
	for i, f := range r.Failures {
		if len(r.Failures) > 1 {
			w.line("failure %d of %d", i+1, len(r.Failures))
		}
		w.evidence(f, true)
	}
	for _, f := range r.Failures {
		w.repeat("replay the failure: ", f.Replay)
		w.repeat("make it shorter: ", f.Continue)
	}
}

func (w *textWriter) verdict(m result.Model, v result.Verdict) {
	w.line("%s: %s", m.Name, strings.ToUpper(string(v)))
}

// verdictFor is verdict with the products that explain the observations, unless the system fails.
func (w *textWriter) verdictFor(m result.Model, v result.Verdict, p *result.Products) {
	if p == nil || v.Wrong() {
		w.verdict(m, v)
		return
	}
	w.line("%s: %s for %s", m.Name, strings.ToUpper(string(v)), productsText(p))
}

// knownText is the result of a failure that was stored before.
func knownText(k result.ReplayedTest) string {
	switch k.Verdict {
	case result.Fail:
		return k.File + " fails again"
	case result.Flaky:
		return k.File + " failed again, but not each time"
	case result.Inconclusive:
		return k.File + " is no longer conclusive: " + k.Evidence
	}
	return k.File + " passes now"
}

// Evidence is the evidence of a failing test, with its trace.
func Evidence(f result.Failure) string {
	w := &textWriter{verbose: true}
	w.evidence(f, len(f.Trace) > 0)
	w.repeat("  replay    ", f.Replay)
	return w.out.String()
}

func (w *textWriter) evidence(f result.Failure, withTrace bool) {
	if f.Evidence != "" {
		w.line("  evidence  %s", f.Evidence)
	}
	label := "stack"
	for _, frame := range f.Stack {
		w.line("  %-9s %s", label, frame)
		label = ""
	}
	if f.Verdict.Wrong() && f.Products != nil {
		w.line("  products  possible before the last step: %s", productsText(f.Products))
	}
	if f.Verdict == result.Fail && (f.Repeats == nil || !f.Repeats.Always()) {
		w.line("  repeated  %s", repeatedText(f.Repeats))
	}
	if f.Shrink != nil && (f.Shrink.From != f.Shrink.To || f.Shrink.Stop.Early()) {
		w.line("  shrunk    %s", shrunkText(f.Shrink))
	}
	for _, region := range f.Regions {
		w.line("  region    input %d: %s", region.Input, region.Text)
	}
	if withTrace {
		w.line("  trace")
		w.lastEvents(f.Trace, w.shown(f))
	}
}

// How many lines of each kind are shown, unless all are requested: the result should fit on a screen.
const (
	fewKnown  = 10
	fewCycles = 3
	fewEvents = 12 // of a test that did not fail
)

// shown is how many events at the end of a test are listed.
func (w *textWriter) shown(f result.Failure) int {
	switch {
	case w.verbose:
		return len(f.Trace)
	case f.Verdict.Wrong():
		return result.ManyEvents
	}
	return fewEvents
}

// shrunkText describes how a failing test was shrunk.
func shrunkText(s *result.Shrink) string {
	out := fmt.Sprintf("from %d to %s, %s", s.From, text.Count(s.To, "input"), text.Count(s.Runs, "run"))
	switch {
	case s.Stop == result.StopTime:
		out += "; the time was up, so a shorter one may fail as well"
	case s.Stop.Early():
		out += "; it was ended, so a shorter one may fail as well"
	}
	return out
}

// repeatedText describes how often a failing test failed again.
func repeatedText(r *result.Repeats) string {
	if r == nil {
		return "the test could not be repeated, so it is not known whether it always fails"
	}
	return fmt.Sprintf("with the same inputs the test failed in %d of %d repeats", r.Failed, r.Total())
}

// Replayed is the line for a test of a suite that was run.
func Replayed(t result.ReplayedTest) string {
	return strings.TrimRight(text.Visible(fmt.Sprintf("  %s  %s  %s", t.File, t.Verdict, t.Evidence)), " ") + "\n"
}

// replay sums up a suite of which at least one test was run.
func (w *textWriter) replay(r *result.Replay) {
	if len(r.Tests) > 0 || r.NotRun == 0 {
		w.line("%s: %d of %d tests failed", r.Model.Name, r.Failed, len(r.Tests))
	}
}

// LogFinding writes a finding in a log.
func LogFinding(log string, f result.LogFinding) string {
	w := &textWriter{}
	w.line("%s:%d:%s %s", log, f.Line, instanceText(f.ID), strings.ToUpper(string(f.Verdict)))
	w.line("  evidence  %s", f.Evidence)
	if f.Verdict.Wrong() && f.Products != nil {
		w.line("  products  possible before the last step: %s", productsText(f.Products))
	}
	since := "the start of the instance"
	if f.Since > 0 {
		since = fmt.Sprintf("line %d", f.Since)
	}
	w.line("  since     %s", since)
	if len(f.Trace) == 0 {
		return w.out.String()
	}
	w.line("  trace")
	if f.Omitted > 0 {
		w.line("    (%d steps before)", f.Omitted)
	}
	w.events(f.Trace)
	return w.out.String()
}

// instanceText names an instance, in quotes if it has control characters.
func instanceText(id string) string {
	switch {
	case id == "":
		return ""
	case strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }):
		return " " + strconv.Quote(id)
	}
	return " " + id
}

// conform sums up a log.
func (w *textWriter) conform(r *result.Conform) {
	n, t := r.Instances, r.Coverage.Transitions
	if hidden := n.Failed + n.Inconclusive - r.Shown; hidden > 0 {
		w.line("(%d more findings)", hidden)
	}
	w.conformVerdict(r)
	w.entry("log", fmt.Sprintf("%s, %d lines, %d events", r.Log, r.Lines, r.Events))
	if t := r.Times; t != nil && t.Judged {
		w.entry("times", fmt.Sprintf("%s; a unit of the clocks is %s, tolerance %s", t.Format, t.Unit, t.Tolerance))
	}
	w.entry("instances", fmt.Sprintf("%d: %d passed, %d failed, %d inconclusive", n.Total, n.Passed, n.Failed, n.Inconclusive))
	w.instancesByProducts(r.ByProducts)
	w.line("  %-*s%s  %d/%d transitions", labelWidth, "coverage", w.bar(t.Covered, t.Total), t.Covered, t.Total)
	if r.Evidence != "" {
		w.entry("note", r.Evidence)
	}
	if r.Campaign != nil {
		w.campaign(r.Campaign)
	}
	if r.Times != nil && !r.Times.Judged && r.Campaign == nil {
		w.entry("note", fmt.Sprintf("the model has no clocks, so the times of the log (%s) are used for gaps only", r.Times.Format))
	}
	for _, note := range []struct {
		n    int
		text string
	}{
		{r.Garbage, "lines were skipped because they are no events"},
		{n.Ignored, "events came after the verdict on their instance"},
		{n.Disordered, "events have times before those of earlier lines; no gap was seen there"},
		{n.ClosedEarly, "instances were closed early to make room; --max-instances allows more"},
	} {
		if note.n > 0 {
			w.entry("note", text.Number(note.n)+" "+note.text)
		}
	}
}

// pace writes how the time of the model was compared with real time.
func (w *textWriter) pace(t *result.Pace) {
	if t != nil {
		w.line("  time      one unit is %s, instants are exact to %s", t.Unit, t.Tolerance)
	}
}

// openNouns are the names of undecided subjects.
var openNouns = map[result.Subject]string{result.SubjectTransition: "transition", result.SubjectGoal: "goal", result.SubjectQuery: "query",
	result.SubjectInvariant: "invariant", result.SubjectProducts: "product set", result.SubjectValue: "value", result.SubjectProperty: "property",
	result.SubjectPaths: "path set", result.SubjectDemand: "demand", result.SubjectMutant: "mutant", result.SubjectVerdict: "verdict", result.SubjectPlan: "plan"}

// LeftOpen is the message for an analysis with undecided subjects.
func LeftOpen(open []result.Open) string {
	counts := make([]string, len(open))
	for i, o := range open {
		counts[i] = text.Count(o.Count, openNouns[o.Subject])
	}
	return "not everything was decided: " + text.And(counts) + " left open; the result has the reasons"
}
