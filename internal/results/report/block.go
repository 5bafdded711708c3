package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The building blocks that the texts of several documents share.

// listed is the maximum number of lines of a list.
const listed = 40

// title names the model of a document.
func (w *textWriter) title(m result.Model) {
	file := ""
	if m.File != "" {
		file = "  " + m.File
	}
	w.line("%s%s\n", w.paint(styleStrong, text.Label(m.Name, longestText)), w.paint(styleFaint, file))
}

// list writes a line for each item, up to a limit.
func list[T any](w *textWriter, items []T, line func(T)) { few(w, listed, items, line) }

// few writes a line for each item, up to a number of them.
func few[T any](w *textWriter, most int, items []T, line func(T)) {
	for i, item := range items {
		if i == most {
			w.line("  and %s more", text.Number(len(items)-i))
			return
		}
		line(item)
	}
}

// each writes something for each item.
func each[T any](items []T, write func(T)) {
	for _, item := range items {
		write(item)
	}
}

// bar draws the covered share of what can be covered.
func (w *textWriter) bar(covered, total int) painted {
	style := styleGood
	if covered < total {
		style = styleCare
	}
	return w.paint(style, draw.Bar(covered, total, barWidth))
}

// tally draws a bar of the covered goals, without those proved unreachable.
func (w *textWriter) tally(label, things string, t result.Tally) {
	unreachable := ""
	if t.Unreachable > 0 {
		unreachable = fmt.Sprintf(", %d proved unreachable", t.Unreachable)
	}
	w.line("  %-*s%s  %d/%d %s%s", labelWidth, label, w.bar(t.Covered, t.Total-t.Unreachable), t.Covered, t.Total, things, unreachable)
}

// misses lists uncovered goals with the reasons.
func (w *textWriter) misses(title string, missing []result.Miss) {
	if len(missing) == 0 {
		return
	}
	w.section(styleCare, title)
	width := nameWidth(missing, func(m result.Miss) string { return m.Name })
	list(w, missing, func(m result.Miss) { w.wrapped(nameLead(m.Name, width), m.Reason) })
}

// nameWidth is the width of a column of names.
func nameWidth[T any](things []T, name func(T) string) int {
	width := 0
	for _, thing := range things {
		width = max(width, utf8.RuneCountInString(text.Label(name(thing), longestName)))
	}
	return width
}

// nameLead is a name in its column, before the text about it.
func nameLead(name string, width int) string {
	return "  " + pad(text.Label(name, longestName), width) + "  "
}

// events lists the observations of a system, each line after an indent.
func (w *textWriter) events(trace []result.Event) { w.lastEvents(trace, len(trace)) }

// lastEvents lists the end of a trace. Silence that says nothing is left out, and very long messages are shortened.
func (w *textWriter) lastEvents(trace []result.Event, most int) {
	places, hidden := result.ForReaders(trace, most)
	if hidden > 0 {
		w.line("    (%d lines before; --verbose prints them)", hidden)
	}
	for _, i := range places {
		e := trace[i]
		message := e.Message
		if !w.verbose {
			message = text.Middle(message)
		}
		number := fmt.Sprintf("%2d.", i+1)
		if e.Line > 0 {
			number = fmt.Sprintf("%6d:", e.Line)
		}
		w.line("    %s", strings.TrimRight(fmt.Sprintf("%s %-10s %s%s", number, e.Kind, message, momentText(e)), " "))
	}
}

// momentText is the time of an observation, written after the observation.
func momentText(e result.Event) string {
	switch {
	case e.At == "":
		return ""
	case e.Message == "":
		return "until " + e.At
	}
	return "  at " + e.At
}

// repeat writes a command in one line, to be copied.
func (w *textWriter) repeat(label, command string) {
	if command != "" {
		w.line("%s%s", label, command)
	}
}

// runSuite writes the command that runs a stored suite.
func (w *textWriter) runSuite(command string) {
	if command != "" {
		w.line("\nrun the suite: %s", command)
	}
}

// costText is the line about solver and time.
func costText(s result.Stats) string {
	words := text.Count(s.SolverCalls, "solver call")
	if s.States > 0 {
		words += fmt.Sprintf(" (%.2f per state)", float64(s.SolverCalls)/float64(s.States))
	}
	words += fmt.Sprintf(", %s spared by known values, %s by the cache, %s", text.Number(s.WitnessHits), text.Number(s.CacheHits), text.Seconds(s.Seconds))
	if s.Workers > 1 {
		words += fmt.Sprintf(" with %d workers", s.Workers)
	}
	if s.SolverCalls > 0 {
		words += ", " + text.Seconds(s.SolverSeconds/float64(s.SolverCalls)) + " per solver call"
	}
	if s.Restarts > 0 {
		words += ", " + text.Count(s.Restarts, "solver restart")
	}
	if s.Unconfirmed > 0 {
		words += ", " + text.Count(s.Unconfirmed, "answer") + " that the second solver could not confirm"
	}
	return words
}

// fewSteps is the maximum number of steps of a path that are listed; of a longer one, only the ends are listed.
const fewSteps = 12

func pathText(steps []string) string {
	if len(steps) <= fewSteps {
		return strings.Join(steps, ", ")
	}
	return text.Clean(strings.Join(steps[:fewSteps/2], ", ") + ", ..., " + strings.Join(steps[len(steps)-fewSteps/2:], ", "))
}
