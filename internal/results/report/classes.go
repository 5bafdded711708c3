package report

import (
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// classes writes a table of classes, each with its run, and the answer about other classes.
func (w *textWriter) classes(r *result.Classes) {
	w.title(r.Model)
	widths := classWidths(r)
	var head []string
	for i, c := range r.Classifiers {
		head = append(head, pad(text.Clean(c.Name), widths[i]))
	}
	w.line("  %s  run", strings.Join(head, "  "))
	list(w, r.Classes, func(c result.Class) {
		w.line("  %s  %s", paddedValues(c.Values, widths), pathText(timedSteps(c.Test)))
	})
	w.blank()
	w.entry("classes", text.Count(len(r.Classes), "class")+" of runs of "+spanText(r.Steps)+", on "+text.Count(r.Paths, "path"))
	w.entry("others", othersText(r))
	for _, values := range r.Impossible {
		w.line("  %s  %s", strings.Repeat(" ", labelWidth-2), paddedValues(values, widths))
	}
	for _, d := range r.Doubts {
		w.entry("open", d)
	}
	w.engines(r.Engines)
	w.runSuite(r.Replay)
}

// classWidths are the widths of the columns.
func classWidths(r *result.Classes) []int {
	widths := make([]int, len(r.Classifiers))
	for i, c := range r.Classifiers {
		widths[i] = utf8.RuneCountInString(text.Clean(c.Name))
	}
	note := func(values []string) {
		for i, v := range values {
			widths[i] = max(widths[i], utf8.RuneCountInString(text.Clean(v)))
		}
	}
	for _, c := range r.Classes {
		note(c.Values)
	}
	each(r.Impossible, note)
	return widths
}

func paddedValues(values []string, widths []int) string {
	var cells []string
	for i, v := range values {
		cells = append(cells, pad(text.Clean(v), widths[i]))
	}
	return strings.Join(cells, "  ")
}

// spanText is a range of steps.
func spanText(s result.Span) string {
	if s.Least == s.Most {
		return text.Count(s.Most, "step")
	}
	return text.Number(s.Least) + " to " + text.Count(s.Most, "step")
}

// othersText describes the answer about runs in other classes.
func othersText(r *result.Classes) string {
	impossible := r.Combinations - len(r.Classes)
	switch {
	case !r.Complete:
		return "not known: " + stopText(r.Stop)
	case r.Combinations > 0 && impossible == 0:
		return "none: all combinations of values are there"
	case r.Combinations > 0:
		return "proved that no run within the bounds has one of the other " + text.Count(impossible, "combination")
	}
	return "proved that no run within the bounds is in another class"
}
