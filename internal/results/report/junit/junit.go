// Package junit writes results of tests as JUnit XML, the form that continuous integration servers read.
//
// There is no single definition of the form. The output follows the rules that the common schemas share: that of Ant, and that of the xUnit
// plugin of Jenkins. In particular a test case has at most one outcome, and all texts belong to the suite or to the outcome.
//
// The exit code of a command agrees with its report: it is 1 if and only if the report has failures, and 2 if it has errors and no
// failures.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// Suite is a set of test cases that were run, or are to be run.
type Suite struct {
	Name       string
	Properties []Property
	Cases      []Case
	Text       string // human-readable

	Started time.Time
	Seconds float64
	Host    string // name of the machine; empty is localhost
}

// Property is a name and a value for a suite.
type Property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// Case is one test.
type Case struct {
	Class, Name string
	Seconds     float64
	Outcome     Outcome
	Type        string // of the outcome: a verdict, or the kind of error
	Message     string // one line
	Detail      string // any number of lines
}

// Outcome is how a test ended.
type Outcome int

// The outcomes.
const (
	Passed  Outcome = iota
	Failed          // the system did what the model does not allow
	Errored         // there is no verdict, because something else went wrong
	Skipped         // it was not run, or is inconclusive
)

// Count returns how many cases have an outcome.
func (s *Suite) Count(o Outcome) int {
	n := 0
	for _, c := range s.Cases {
		if c.Outcome == o {
			n++
		}
	}
	return n
}

// The elements, in the order that the schemas require.
type (
	root struct {
		XMLName xml.Name `xml:"testsuites"`
		Suites  []suite  `xml:"testsuite"`
	}
	suite struct {
		Package    string     `xml:"package,attr"`
		ID         int        `xml:"id,attr"`
		Name       string     `xml:"name,attr"`
		Timestamp  string     `xml:"timestamp,attr"`
		Hostname   string     `xml:"hostname,attr"`
		Tests      int        `xml:"tests,attr"`
		Failures   int        `xml:"failures,attr"`
		Errors     int        `xml:"errors,attr"`
		Skipped    int        `xml:"skipped,attr"`
		Time       string     `xml:"time,attr"`
		Properties properties `xml:"properties"`
		Cases      []testcase `xml:"testcase"`
		Out        text       `xml:"system-out"`
		Err        text       `xml:"system-err"`
	}
	properties struct {
		List []Property `xml:"property"`
	}
	testcase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Time    string   `xml:"time,attr"`
		Skipped *outcome `xml:"skipped"`
		Error   *outcome `xml:"error"`
		Failure *outcome `xml:"failure"`
	}
	outcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Detail  string `xml:",cdata"`
	}
	text struct {
		Text string `xml:",cdata"`
	}
)

// Write writes a report with one suite.
func Write(w io.Writer, s *Suite) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(root{Suites: []suite{s.element()}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *Suite) element() suite {
	host := s.Host
	if host == "" {
		host = "localhost"
	}
	out := suite{Package: "sextant", Name: s.Name, Timestamp: s.Started.UTC().Format("2006-01-02T15:04:05"), Hostname: host,
		Tests: len(s.Cases), Failures: s.Count(Failed), Errors: s.Count(Errored), Skipped: s.Count(Skipped), Time: seconds(s.Seconds),
		Properties: properties{s.Properties}, Out: text{clean(s.Text)}}
	for _, c := range s.Cases {
		out.Cases = append(out.Cases, c.element())
	}
	return out
}

func (c *Case) element() testcase {
	out := testcase{Class: c.Class, Name: c.Name, Time: seconds(c.Seconds)}
	o := &outcome{c.Message, c.Type, clean(c.Detail)}
	switch c.Outcome {
	case Failed:
		out.Failure = o
	case Errored:
		out.Error = o
	case Skipped:
		out.Skipped = o
	}
	return out
}

// clean replaces characters that XML cannot hold. Line breaks are not escaped, so that the file is readable.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0xFFFE && r <= 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, s)
}

func seconds(s float64) string { return fmt.Sprintf("%.6f", s) }
