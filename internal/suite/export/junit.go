package export

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/sextant-mbt/sextant/internal/suite/script"
)

// A skeleton in the form of JUnit reports: the names of the tests, none of which has run. Tools that plan and track tests read it,
// and fill in the results.

type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Skipped junitSkipped `xml:"skipped"`
	Steps   junitText    `xml:"system-out"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

func writeJUnit(w io.Writer, suite *Suite) error {
	out := junitSuite{Name: suite.Model.Name, Tests: len(suite.Tests), Skipped: len(suite.Tests), Properties: []junitProperty{
		{"model", suite.Model.File}, {"hash", suite.Model.Hash}, {"seed", fmt.Sprint(suite.Seed)}}}
	for _, t := range suite.Tests {
		out.Cases = append(out.Cases, junitCase{Class: suite.Model.Name, Name: t.Name + ": " + strings.Join(t.Transitions(), ", "),
			Skipped: junitSkipped{"not run yet"}, Steps: junitText{stepLines(t)}})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(junitSuites{Suite: out}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// stepLines describes a test, with a line for each message to send or to expect.
func stepLines(t script.Test) string {
	lines := []string{""}
	for _, s := range t.Script.Steps {
		if s.Input != nil {
			lines = append(lines, oneLine("send "+s.Input.String()))
		}
		for _, o := range s.Outputs {
			line := "expect " + o.String()
			if conds := o.Conditions(); len(conds) > 0 {
				line += " where " + words(conds)
			}
			lines = append(lines, oneLine(line))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
