package report

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The bounds of the text about a campaign.
const (
	fewChoices  = 8
	fewOutcomes = 12
	fewBlanks   = 8
)

// campaign writes the two verdicts, the tests behind them, and observed values next to expected ones.
func (w *textWriter) campaign(c *result.Campaign) {
	made := fmt.Sprintf("%s of at most %s", text.Count(c.Runs, "run"), text.Count(c.Length, "action"))
	if c.Length == 0 {
		made = text.Count(c.Runs, "instance") + " of the log"
	}
	if c.Resumed > 0 {
		made += fmt.Sprintf(", %d of them from before", c.Resumed)
	}
	w.line("  campaign  %s, alpha %g", made, c.Alpha)
	w.line("  verdicts  functional %s, probabilistic %s", strings.ToUpper(string(c.Functional)), strings.ToUpper(string(c.Probabilistic)))
	for _, h := range c.Hypotheses {
		decision := "accepted"
		if h.Rejected {
			decision = "REJECTED"
		}
		w.line("  %-8s  %s: P = %.3g, corrected %.3g: %s", h.Kind, h.Name, h.P, h.Adjusted, decision)
	}
	if c.Frequencies != nil {
		w.frequencies(c.Frequencies)
	}
	for _, r := range c.Rates {
		w.rateTest(r)
	}
	if s := c.Sequential; s != nil {
		w.line("  sequence  %s: deviations of %g, missed with probability %g", s.Decision, s.Deviation, s.Beta)
	}
	if c.ClockJumps > 0 {
		w.line("  note      the times of %s were left out: the clock jumped", text.Count(c.ClockJumps, "run"))
	}
	few(w, fewBlanks, c.NotTested, func(n result.NotTested) { w.line("  untested  %s: %s (%s)", n.Name, n.Text, n.Kind) })
}

// frequencies writes the test of frequencies and its choices.
func (w *textWriter) frequencies(f *result.Frequencies) {
	w.line("  chi²      %.3f with %s, critical %.4f", f.Statistic, degrees(f.Degrees), f.Critical)
	if s := f.Scheduler; s != nil {
		w.line("  scheduler fitted to %s left to the system: %s taken, no scheduler has less than %.3f (%s)", text.Count(s.Choices, "choice"), degrees(s.Fitted), s.Lower, s.Certainty)
	}
	few(w, fewChoices, f.Choices, func(c result.ChoiceCount) {
		after := c.After
		if c.Histories > 1 {
			after = fmt.Sprintf("%s and %d other histories", after, c.Histories-1)
		}
		w.line("  after %s:", after)
		few(w, fewOutcomes, c.Outcomes, func(o result.OutcomeCount) { w.outcome(o, c.Total) })
	})
}

// outcome writes an outcome of a choice.
func (w *textWriter) outcome(o result.OutcomeCount, total int) {
	words := fmt.Sprintf("    %-20s %6d of %d, expected %.1f", o.Action, o.Observed, total, o.Expected)
	if o.Exact != "" {
		words += " (" + o.Exact + ")"
	}
	words += fmt.Sprintf("; between %.4f and %.4f", o.Low, o.High)
	if o.Detectable > 0 {
		words += fmt.Sprintf("; a change by %.3f would be noticed", o.Detectable)
	}
	if o.Pool > 0 {
		words += "; pooled, since it is rare"
	}
	w.line("%s", words)
}

// rateTest writes the results on the waiting times of a race.
func (w *textWriter) rateTest(r result.RateTest) {
	if r.Estimate == 0 {
		w.line("  waits     %s: %s; only their law is tested", r.Name, text.Count(r.Completed, "wait"))
		return
	}
	words := fmt.Sprintf("  rate      %s: %.4g by the model, between %.4f and %.4f by %s and %d cut off", r.Name, r.Stages[0], r.Low, r.High, text.Count(r.Completed, "wait"), r.Censored)
	if r.Detectable > 0 {
		words += fmt.Sprintf("; a factor of %.3f would be noticed", r.Detectable)
	}
	w.line("%s", words)
}

func degrees(n int) string {
	if n == 1 {
		return "1 degree of freedom"
	}
	return fmt.Sprintf("%d degrees of freedom", n)
}

// plan writes how many runs are needed, or why that is not known.
func (w *textWriter) plan(r *result.Run) {
	p := r.Plan
	if p.Runs > 0 {
		w.line("%s: %s notice a deviation of %g with probability %g, at alpha %g", r.Model.Name, text.Count(p.Runs, "run"), p.Deviation, p.Power, p.Alpha)
	} else {
		w.line("%s: no number of runs is known with which a deviation of %g is noticed", r.Model.Name, p.Deviation)
	}
	for _, i := range p.Items {
		w.line("  %-11s  %s: %s, %.2f in a run: %s", i.Kind, i.Name, text.Count(i.Observations, "observation"), i.PerRun, text.Count(i.Runs, "run"))
	}
	few(w, fewBlanks, p.NotPlanned, func(n result.NotTested) { w.line("  not planned  %s: %s (%s)", n.Name, n.Text, n.Kind) })
	few(w, fewBlanks, p.NotTested, func(n result.NotTested) { w.line("  untested     %s: %s (%s)", n.Name, n.Text, n.Kind) })
}
