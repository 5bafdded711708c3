package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/sextant-mbt/sextant/internal/results/report/junit"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// writeJUnit writes a skeleton of a JUnit report: the names of the tests, none of which has run. Test management tools read it and
// fill in the results.
func writeJUnit(w io.Writer, suite *Suite) error {
	out := &junit.Suite{Name: suite.Model.Name, Properties: []junit.Property{
		{Name: "model", Value: suite.Model.File}, {Name: "hash", Value: suite.Model.Hash}, {Name: "seed", Value: fmt.Sprint(suite.Seed)}}}
	for _, t := range suite.Tests {
		out.Cases = append(out.Cases, junit.Case{Class: suite.Model.Name, Name: t.Name + ": " + strings.Join(t.Transitions(), ", "),
			Outcome: junit.Skipped, Type: "not-run", Message: "not run yet", Detail: stepLines(t)})
	}
	return junit.Write(w, out)
}

// stepLines describes a test, with a line for each message to send or to expect.
func stepLines(t script.Test) string {
	lines := []string{""}
	for _, s := range t.Script.Steps {
		if s.Input != nil {
			lines = append(lines, oneLine("send "+sentText(s)))
		}
		for _, o := range s.Outputs {
			line := "expect " + expectedText(o)
			if conds := o.Conditions(); len(conds) > 0 {
				line += " where " + words(conds)
			}
			lines = append(lines, oneLine(line))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
