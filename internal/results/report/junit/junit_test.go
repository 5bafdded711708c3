package junit_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/report/junit"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/junitrules"
)

// written is the report of a suite, which must obey the rules.
func written(t *testing.T, s *junit.Suite) (string, *junitrules.Element) {
	t.Helper()
	s.Started = time.Date(2024, 2, 29, 23, 59, 59, 0, time.FixedZone("east", 3600))
	var b bytes.Buffer
	if err := junit.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	root, problems := junitrules.Check(b.Bytes())
	if len(problems) > 0 {
		t.Fatalf("%q\n%s", problems, b.String())
	}
	return b.String(), &root.Children[0]
}

func TestVerdictsOfRun(t *testing.T) {
	down := errors.New("the system cannot be started")
	tests := []struct {
		name                      string
		run                       result.Run
		err                       error
		failures, errors, skipped string
	}{
		{"pass", result.Run{Verdict: result.Pass}, nil, "0", "0", "0"},
		{"weak pass", result.Run{Verdict: result.WeakPass}, nil, "0", "0", "0"},
		{"fail", result.Run{Verdict: result.Fail, Failures: []result.Failure{{Verdict: result.Fail}}}, nil, "1", "0", "0"},
		{"two failures", result.Run{Verdict: result.Fail, Failures: []result.Failure{{Verdict: result.Fail, File: "a"}, {Verdict: result.Flaky, File: "b"}}}, nil, "2", "0", "0"},
		{"two failures that are not stored", result.Run{Verdict: result.Fail, Failures: []result.Failure{{Verdict: result.Fail}, {Verdict: result.Flaky}}}, nil, "2", "0", "0"},
		{"flaky", result.Run{Verdict: result.Flaky, Failures: []result.Failure{{Verdict: result.Flaky}}}, nil, "1", "0", "0"},
		{"inconclusive", result.Run{Verdict: result.Inconclusive}, nil, "0", "0", "1"},
		{"not complete", result.Run{Verdict: result.Inconclusive}, errors.New("the time was up"), "0", "1", "0"},
		{"error", result.Run{Verdict: result.Errored}, down, "0", "1", "0"},
		{"known", result.Run{Verdict: result.Fail, Failures: []result.Failure{{Verdict: result.Fail, File: "f/a.json"}},
			Known: []result.ReplayedTest{{File: "f/a.json", Verdict: result.Fail}, {File: "f/b.json", Verdict: result.Pass}}}, nil, "1", "0", "0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.run.Command = "run"
			text, suite := written(t, junit.OfRun(&test.run, test.err))
			if suite.Attr("failures") != test.failures || suite.Attr("errors") != test.errors || suite.Attr("skipped") != test.skipped {
				t.Errorf("%s", text)
			}
		})
	}
}

// Every case has its own time: the session that of the run without the stored tests.
func TestTimesOfRun(t *testing.T) {
	run := result.Run{Head: result.Head{Command: "run", Stats: result.Stats{Seconds: 2}}, Verdict: result.Pass,
		Known: []result.ReplayedTest{{File: "a.json", Verdict: result.Pass, Seconds: 0.5}}}
	failed := result.Run{Head: run.Head, Verdict: result.Fail, Failures: []result.Failure{{Verdict: result.Fail, Seconds: 0.25}, {Verdict: result.Fail, Seconds: 1.5}}}
	for _, c := range []struct {
		suite *junit.Suite
		want  []string
	}{
		{junit.OfRun(&run, nil), []string{"0.500000", "1.500000"}},
		{junit.OfRun(&failed, nil), []string{"0.250000", "1.500000"}},
		{junit.OfError(run.Head, errors.New("down"), false), []string{"2.000000"}},
	} {
		text, suite := written(t, c.suite)
		var got []string
		for _, child := range suite.Children {
			if child.XMLName.Local == "testcase" {
				got = append(got, child.Attr("time"))
			}
		}
		if !slices.Equal(got, c.want) || suite.Attr("time") != "2.000000" {
			t.Errorf("the times are %q, want %q:\n%s", got, c.want, text)
		}
	}
}

// Whatever texts a system sends, the report can be read, and the time is UTC.
func TestHostileTexts(t *testing.T) {
	hostile := "]]> <!-- \x00\x1b[2J \"'&\xff\n end"
	text, suite := written(t, &junit.Suite{Name: hostile, Text: hostile, Properties: []junit.Property{{Name: "x", Value: hostile}},
		Cases: []junit.Case{{Class: hostile, Name: hostile, Outcome: junit.Failed, Type: "fail", Message: hostile, Detail: hostile}}})
	if suite.Attr("timestamp") != "2024-02-29T22:59:59" {
		t.Error(suite.Attr("timestamp"))
	}
	if failure := suite.Children[1].Children[0]; !strings.Contains(failure.Text, "]]> <!--") || strings.ContainsAny(text, "\x00\x1b") {
		t.Errorf("%q", text)
	}
}

// The rules reject what the schemas reject.
func TestRulesCatch(t *testing.T) {
	good, _ := written(t, &junit.Suite{Name: "s", Cases: []junit.Case{{Class: "c", Name: "n", Outcome: junit.Failed, Type: "fail", Message: "m"}}})
	for _, change := range [][2]string{
		{` tests="1"`, ` tests="2"`}, {` failures="1"`, ` failures="0"`}, {` hostname="localhost"`, ``}, {` time="0.000000"`, ` time="soon"`},
		{`<properties></properties>`, ``}, {`<system-err></system-err>`, ``}, {` classname="c"`, ``}, {` type="fail"`, ``}, {`testsuites>`, `suites>`},
		{`<failure message="m" type="fail"></failure>`, `<failure message="m" type="fail"></failure><error message="m" type="fail"></error>`},
		{`<system-out>`, `<system-out><b></b>`}, {`</testsuites>`, ``}, {`<testsuites>`, `<testsuites name="x">`},
	} {
		if !strings.Contains(good, change[0]) {
			t.Fatalf("%q is not in\n%s", change[0], good)
		}
		if _, problems := junitrules.Check([]byte(strings.ReplaceAll(good, change[0], change[1]))); len(problems) == 0 {
			t.Errorf("%q for %q is not noticed", change[1], change[0])
		}
	}
}
