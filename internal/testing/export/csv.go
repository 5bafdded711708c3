package export

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// writeCSV writes one row per step.
func writeCSV(w io.Writer, suite *Suite) error {
	out := csv.NewWriter(w)
	header := []string{"test", "step", "transition", "input", "outputs", "where", "when", "may differ"}
	if suite.System.Timed() {
		header = append(header, "send after", "windows")
	}
	rows := [][]string{header}
	for _, t := range suite.Tests {
		for i, s := range t.Script.Steps {
			rows = append(rows, append([]string{t.Name, strconv.Itoa(i + 1)}, cells(s, suite.System.Timed())...))
		}
	}
	return out.WriteAll(rows)
}

// cells describe a step.
func cells(s script.Step, timed bool) []string {
	var input, open string
	if s.Input != nil {
		input = s.Input.String()
	}
	if s.Open {
		open = "yes"
	}
	var outputs, where []string
	for _, o := range s.Outputs {
		outputs = append(outputs, o.String())
		if conds := o.Conditions(); len(conds) > 0 {
			where = append(where, words(conds))
		}
	}
	return append([]string{s.Transition, input, strings.Join(outputs, "; "), strings.Join(where, "; "), words(s.When), open}, timeCells(s, timed)...)
}

// timeCells returns the cells for the time of the input and the windows of the outputs; none without clocks.
func timeCells(s script.Step, timed bool) []string {
	if !timed {
		return nil
	}
	after := ""
	if s.After != nil {
		after = term.FormatRat(s.After)
	}
	var windows []string
	for _, o := range s.Outputs {
		windows = append(windows, o.Window.String())
	}
	return []string{after, strings.Join(windows, "; ")}
}
