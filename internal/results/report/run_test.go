package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// TestLongRunFitsOnAScreen: a test without a verdict shows the end of its trace, and all of it on request.
func TestLongRunFitsOnAScreen(t *testing.T) {
	r := &result.Run{Verdict: result.Inconclusive, Evidence: "the purpose was not reached"}
	for i := range 500 {
		r.Trace = append(r.Trace, result.Event{Kind: result.EventInput, Message: fmt.Sprintf("turn(%d)", i)})
		r.Cycles = append(r.Cycles, fmt.Sprint("a, b, c", i))
		r.Known = append(r.Known, result.ReplayedTest{File: fmt.Sprint("light-", i), Verdict: result.Pass})
	}
	text := report.Text(r, report.Options{Width: 100})
	if lines := strings.Count(text, "\n"); lines > 40 || !strings.Contains(text, "(488 lines before; --verbose prints them)\n    489. input      turn(488)") || !strings.Contains(text, "500. input      turn(499)") {
		t.Errorf("%d lines:\n%s", lines, text)
	}
	if whole := report.Text(r, report.Options{Width: 100, Verbose: true}); !strings.Contains(whole, "   1. input      turn(0)") || strings.Contains(whole, "--verbose") {
		t.Error(whole)
	}
	f := result.Failure{Verdict: result.Fail, Trace: r.Trace}
	if evidence := report.Evidence(f); strings.Count(evidence, "input") != 500 {
		t.Errorf("a report for other programs has %d lines", strings.Count(evidence, "input"))
	}
}

// TestIncompleteSaysHowFar: the report of a test that the time limit ended shows its progress, and how to continue.
func TestIncompleteSaysHowFar(t *testing.T) {
	r := &result.Run{Sent: 143}
	r.Stop, r.Coverage.Transitions = result.StopTime, result.Tally{Covered: 3, Total: 5}
	if got, want := report.Incomplete(r), "the test was not completed: the time was up; give it more with --timeout (143 inputs sent, 3/5 transitions)"; got != want {
		t.Errorf("got %q", got)
	}
}

// TestStackOfAPanic: the functions that a panic ended are shown one a line, below the evidence.
func TestStackOfAPanic(t *testing.T) {
	f := result.Failure{Verdict: result.Fail, Kind: result.WrongPanic, Evidence: "step 1: in Send the system panicked", Stack: []string{"a (a.go:1)", "b (b.go:2)"}, Repeats: &result.Repeats{Failed: 3}}
	if got, want := report.Evidence(f), "  evidence  step 1: in Send the system panicked\n  stack     a (a.go:1)\n            b (b.go:2)\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestTraceForReaders: silence that says nothing has no line, that at the end and those of logs have one, and long messages lose their middle.
func TestTraceForReaders(t *testing.T) {
	silence, long := result.Event{Kind: result.EventQuiescence}, strings.Repeat("a", 1000)
	f := result.Failure{Verdict: result.Fail, Repeats: &result.Repeats{Failed: 3}, Trace: []result.Event{
		silence, {Kind: result.EventInput, Message: "put(\"" + long + "\")"}, silence, {Kind: result.EventReset}, silence,
		{Kind: result.EventOutput, Message: "ok()"}, silence}}
	r := &result.Run{Verdict: result.Fail, Failures: []result.Failure{f}}
	want := `  trace
     2. input      put("` + long[:145] + " ... 782 characters ... " + long[:73] + `")
     4. reset
     5. quiescence
     6. output     ok()
     7. quiescence
`
	if got := report.Text(r, report.Options{Width: 100}); !strings.Contains(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := report.Evidence(f); !strings.Contains(got, long) {
		t.Errorf("a report for other programs:\n%s", got)
	}
	line := result.Event{Line: 3, Kind: result.EventQuiescence}
	if got := report.LogFinding("log", result.LogFinding{Trace: []result.Event{line, {Line: 4, Kind: result.EventInput, Message: "go()"}}}); !strings.Contains(got, "3: quiescence") {
		t.Errorf("a log:\n%s", got)
	}
}
