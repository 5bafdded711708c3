package report

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// chance writes probabilities and expected values.
func (w *textWriter) chance(r *result.Chance) {
	w.title(r.Model)
	w.findings(r.Findings)
	if len(r.Goals) > 0 {
		w.chanceTable(r)
	}
	for _, l := range r.Left {
		w.wrapped("  ", text.Label(l.Name, longestName)+": "+l.Reason)
	}
	w.chanceReasons(r)
	if len(r.Goals) > 0 {
		w.blank()
		w.entry("method", chanceMethod(r))
	}
}

// chanceMethod describes how the values were found.
func chanceMethod(r *result.Chance) string {
	if r.Method == result.ChanceBySimulation {
		return fmt.Sprintf("%s; what is left to a scheduler is chosen uniformly; intervals contain the value with %s %%", text.Count(r.Runs, "random run"),
			strconv.FormatFloat(100*r.Confidence, 'g', 4, 64))
	}
	choices := "nothing is left to a scheduler"
	if r.Scheduler {
		choices = "minimum and maximum are over all schedulers"
	}
	return fmt.Sprintf("%s, %s, %s; %s", text.Count(r.States, "state"), text.Count(r.Choices, "distribution"), text.Count(r.Branches, "outcome"), choices)
}

// chanceTable writes a row for each value.
func (w *textWriter) chanceTable(r *result.Chance) {
	rows := [][]string{{"goal", "", "minimum", "maximum"}}
	if !r.Scheduler || r.Method == result.ChanceBySimulation {
		rows[0] = []string{"goal", "", "value"}
	}
	columns := len(rows[0])
	add := func(name, what string, v *result.ChanceRange) {
		if v != nil {
			rows = append(rows, []string{name, what, chanceText(v.Minimum), chanceText(v.Maximum)}[:columns])
		}
	}
	for _, g := range r.Goals {
		name := text.Label(g.Name, longestName)
		if g.Kind == "invariant" {
			name = "not " + name
		}
		add(name, "probability"+chanceWithin(r.Within), &g.Probability)
		add("", "expected steps", g.Steps)
		add("", "expected time", g.Time)
		if g.Undecided > 0 {
			rows = append(rows, []string{"", "undecided", text.Count(g.Undecided, "run") + " as long as --steps allows"})
		}
	}
	w.columns(rows)
}

// chanceWithin is the bound of runs that count.
func chanceWithin(b *result.ChanceWithin) string {
	switch {
	case b == nil:
		return ""
	case b.Steps != nil:
		return " within " + text.Count(*b.Steps, "step")
	}
	return " within time " + b.Time
}

// columns writes rows with aligned columns.
func (w *textWriter) columns(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if i < len(widths) {
				widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			}
		}
	}
	for i, row := range rows {
		line := " "
		for k, cell := range row {
			if line += " "; k < len(row)-1 {
				cell = pad(cell, widths[k]) + " "
			}
			line += cell
		}
		style := ""
		if i == 0 {
			style = styleFaint
		}
		w.line("%s", w.paint(style, line))
	}
}

// shortFraction is the maximum length of fractions that are shown next to the decimal.
const shortFraction = 24

// chanceText formats a value: an exact one with its fraction if that is short, an estimate with its interval.
func chanceText(v result.ChanceValue) string {
	switch {
	case v.Kind == result.ChanceExact && v.Exact == v.Text:
		return v.Text
	case v.Kind == result.ChanceExact && v.Exact != "" && len(v.Exact) <= shortFraction:
		return v.Exact + " (" + v.Text + ")"
	case v.Kind == result.ChanceExact:
		return v.Text + " (exact)"
	case v.Kind == result.ChanceEstimate && v.Low != nil && v.High != nil:
		return fmt.Sprintf("%s (%s to %s)", v.Text, strconv.FormatFloat(*v.Low, 'g', 4, 64), strconv.FormatFloat(*v.High, 'g', 4, 64))
	case v.Kind == result.ChanceBounds && v.High == nil && v.Low != nil:
		return "at least " + strconv.FormatFloat(*v.Low, 'g', 4, 64)
	}
	return v.Text
}

// chanceReasons writes, once each, the reasons why values are inexact or unknown.
func (w *textWriter) chanceReasons(r *result.Chance) {
	seen := map[string]bool{}
	for _, g := range r.Goals {
		for _, v := range []*result.ChanceRange{&g.Probability, g.Steps, g.Time} {
			if v == nil {
				continue
			}
			for _, value := range []result.ChanceValue{v.Minimum, v.Maximum} {
				if value.Why == "" || seen[value.Why] {
					continue
				}
				seen[value.Why] = true
				what := "bounds"
				if value.Kind == result.ChanceUnknown {
					what = "unknown"
				}
				w.wrapped("  ", what+": "+value.Why)
			}
		}
	}
}
