package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// widestColumn is how far the columns of a trace are aligned; longer texts stick out.
const widestColumn = 32

// traceText writes a concrete run as numbered steps in columns, each line after an indent:
//
//  0. start                            total = 3
//  1. request                -> asked  out mReq()
//  2. measure  in getmeas(0) -> idle   cpt = 1
//
// A delay at the end and a loop have lines of their own.
func traceText(tr result.Trace, indent string) string {
	rows := shortened(traceRows(tr))
	widths := columnWidths(rows)
	var out strings.Builder
	for _, row := range rows {
		line := indent
		for column, cell := range row {
			if widths[column] > 0 {
				line += pad(cell, widths[column]) + columnGap[column]
			}
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

// traceEnds is the number of rows that are written of each end of a long trace. Documents have all of it.
const traceEnds = 500

// shortened leaves out the middle of a long trace.
func shortened(rows []traceRow) []traceRow {
	left := len(rows) - 2*traceEnds
	if left <= 1 {
		return rows
	}
	middle := traceRow{len(traceRow{}) - 1: "... " + text.Count(left, "step") + " more ..."}
	return slices.Concat(rows[:traceEnds], []traceRow{middle}, rows[len(rows)-traceEnds:])
}

// traceRow is a line of a trace: number, instant, transition, input, location, and the effects of the step.
type traceRow [6]string

// columnGap follows each column.
var columnGap = [len(traceRow{})]string{" ", "  ", "  ", " ", "  ", ""}

// traceRows writes the cells of a trace. Symbolic initial values have a row of their own before the steps.
func traceRows(tr result.Trace) []traceRow {
	var rows []traceRow
	if len(tr.Initial) > 0 {
		rows = append(rows, traceRow{"0.", "", "start", "", "", assignments("", tr.Initial)})
	}
	digits := len(fmt.Sprint(len(tr.Steps)))
	for i, step := range tr.Steps {
		rows = append(rows, traceRow{fmt.Sprintf("%*d.", digits, i+1), instantText(step.At), text.Label(step.Transition, longestText),
			inputText(step.Input), "-> " + text.Label(step.Location, longestText), effectText(step)})
	}
	if tr.Wait != nil {
		rows = append(rows, traceRow{"", instantText(tr.Wait.At), waitText(tr.Wait), "", "", assignments("", tr.Wait.Values)})
	}
	if tr.Loop > 0 {
		rows = append(rows, traceRow{len(traceRow{}) - 1: loopText(len(tr.Steps)-tr.Loop+1, len(tr.Steps))})
	}
	return rows
}

// loopText names the steps that can repeat.
func loopText(from, to int) string {
	if from == to {
		return fmt.Sprintf("step %d can repeat forever", to)
	}
	return fmt.Sprintf("steps %d to %d can repeat forever", from, to)
}

// columnWidths is how wide each column is; the last is not padded.
func columnWidths(rows []traceRow) traceWidths {
	var widths traceWidths
	for _, row := range rows {
		for column, cell := range row {
			widths[column] = max(widths[column], min(utf8.RuneCountInString(cell), widestColumn))
		}
	}
	return widths
}

type traceWidths [len(traceRow{})]int

// instantText is the instant of a step, which only models with clocks have.
func instantText(at string) string {
	if at == "" {
		return ""
	}
	return "at " + text.Clean(at)
}

// waitText is a delay without a step.
func waitText(w *result.Wait) string { return "wait " + text.Clean(w.For) }

// inputText is the message that a step receives, as the language writes it.
func inputText(m *result.Message) string {
	if m == nil {
		return ""
	}
	return "in " + messageText(*m)
}

// effectText is the effect of a step: values chosen, results assumed of externs, messages sent, variables changed.
func effectText(step result.Step) string {
	parts := make([]string, 0, 4)
	add := func(part string) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	add(assignments("any ", step.Chosen))
	for _, call := range step.Calls {
		add(text.Clean(call.Extern + "(" + strings.Join(call.Args, ", ") + ") = " + call.Result))
	}
	for _, message := range step.Outputs {
		add("out " + messageText(message))
	}
	add(assignments("", step.Values))
	return strings.Join(parts, "  ")
}

// messageText is a message as the language writes it.
func messageText(m result.Message) string {
	return text.Clean(m.Text)
}

// assignments lists values by name, each after a prefix.
func assignments(prefix string, values map[string]string) string {
	parts := make([]string, 0, len(values))
	for _, name := range sortedNames(values) {
		parts = append(parts, text.Clean(prefix+name+" = "+values[name]))
	}
	return strings.Join(parts, ", ")
}
