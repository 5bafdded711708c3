package export

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/suite/script"
)

// writeCSV writes one row per step.
func writeCSV(w io.Writer, suite *Suite) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"test", "step", "transition", "input", "outputs", "where", "when", "may differ"}}
	for _, t := range suite.Tests {
		for i, s := range t.Script.Steps {
			rows = append(rows, append([]string{t.Name, strconv.Itoa(i + 1)}, cells(s)...))
		}
	}
	return out.WriteAll(rows)
}

// cells describe a step.
func cells(s script.Step) []string {
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
	return []string{s.Transition, input, strings.Join(outputs, "; "), strings.Join(where, "; "), words(s.When), open}
}
