package sextant

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Position is a place in a model file. Line and column count from 1, the column in characters.
type Position struct {
	File         string
	Line, Column int
}

// String returns the position as compilers print it.
func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// Diagnostic is something that Load found in the text of a model.
type Diagnostic struct {
	Code     string // stable; docs/codes.md explains each
	Severity string // error, warning or note
	Position Position
	Message  string
	Hint     string // how to mend it, if that is known
}

// Result is the result of Model.Explore.
type Result struct {
	Coverage Coverage
	Findings []Finding

	// Invariants is what is known of each declared invariant.
	Invariants []Invariant

	States   int  // number of symbolic states
	Paths    int  // number of paths from the initial state to the last states
	Complete bool // every transition is covered or proved unreachable, or the whole tree was explored; otherwise a bound or ctx ended it
}

// Invariant is what is known of a declared invariant of a model.
type Invariant struct {
	Name   string
	Status string // holds, holds-by-contract (if functions keep their contracts), broken, bounded or unknown
	Depth  int    // length of the run that breaks it, or of the runs all of which were examined
	Reason string // why it is not proved, or unknown
}

// Coverage is what was covered of the transitions of a model.
type Coverage struct {
	Covered []string // names of transitions
	Missing []Miss
}

// Total returns the number of transitions of the model.
func (c Coverage) Total() int { return len(c.Covered) + len(c.Missing) }

// Status says why a transition was not covered.
type Status string

// The statuses.
const (
	Unreachable Status = "unreachable"  // that was proved
	NotReached  Status = "not-reached"  // within the bounds of the search
	NotTestable Status = "not-testable" // no test can observe it
	Blocked     Status = "blocked"      // by an extern: its table, its function or its contract
	Unknown     Status = "unknown"      // the solver left a query open, or a function failed
)

// Miss is a transition that was not covered.
type Miss struct {
	Transition string
	Status     Status
	Reason     string // as a sentence
	Proof      *Proof // that no run takes it, if that was proved
}

// Proof says how it was proved that no run takes a transition.
type Proof struct {
	Method    string   // k-induction, for example
	K         int      // of k-induction
	Invariant []string // conditions that always hold, by which no run takes it, as in "on: level <= 10"
	Contracts []string // externs that must keep theirs
}

// Finding is something wrong with a model.
type Finding struct {
	Kind       string // deadlock, livelock, invariant, division-by-zero, index-out-of-bounds, value-out-of-range
	Message    string
	Transition string   // with which it happens, if any
	Position   Position // in the model; the zero value if it has none
	Trace      Trace    // shows it

	// Assumes lists results of externs that the trace assumes without having run them, as in "Price(tea) = 0". Such a finding is
	// a possibility, not a fact.
	Assumes []string
}

// Trace is a concrete run of a model. Values are written as in the language.
type Trace struct {
	Initial map[string]string // values of the variables that the model leaves open at the start
	Steps   []Step
}

// Step is a step of a concrete run.
type Step struct {
	Transition string
	Location   string            // after the step
	Input      string            // as in "turn(8)", empty if there is none
	Chosen     map[string]string // values of what the transition chooses
	Calls      []string          // of externs, as in "Price(tea) = 150"
	Outputs    []string
	Values     map[string]string // of the variables that changed
}

// Verdict is the result of testing a system.
type Verdict string

// The verdicts.
const (
	Pass         Verdict = "pass"
	WeakPass     Verdict = "weak pass"    // the purpose may have been reached, but what was observed has another explanation too
	Fail         Verdict = "fail"         // the model does not allow what was observed
	Flaky        Verdict = "flaky"        // it failed, but not each time the same test was repeated
	Inconclusive Verdict = "inconclusive" // the purpose was not reached, or the test ended before it was complete
)

// TestResult is the result of testing a system. The evidence, the trace and the regions of a failure are those of the shortest
// failing test that was found.
type TestResult struct {
	Verdict  Verdict
	Evidence string   // what was observed, and what was allowed instead
	Stack    []string // of a system that panicked: the functions that were executed, innermost first
	Allowed  []string // the alternatives, as in lamp(1..10)
	Trace    []Event
	Regions  []string // ranges of values for which the test fails as well, in words
	Coverage Coverage // transitions that were certainly taken
	Inputs   int      // number of inputs sent
	Resets   int      // number of times the system was reset
	Unfit    []string // inputs that were not sent since they do not fit the Go types of bindings, the first few, each with the reason
	Cycles   []string // cycles of internal steps of the model, in which a system may stay for ever
}

// Event is one observation of a system.
type Event struct {
	Kind    string // input, output or quiescence: nothing came in time
	Message string // as in "turn(8)"
	At      string // the instant, in units of the model from the start; empty in models without clocks
}

// String returns the event as it is printed in traces.
func (e Event) String() string {
	line := strings.TrimSpace(fmt.Sprintf("%-10s %s", e.Kind, e.Message))
	switch {
	case e.At == "":
		return line
	case e.Message == "":
		return line + " until " + e.At
	}
	return line + "  at " + e.At
}

func diagnostics(l *model.Loaded) []Diagnostic {
	var out []Diagnostic
	for _, d := range diag.ToJSON(l.List.Sorted()) {
		out = append(out, Diagnostic{Code: string(d.Code), Severity: d.Severity, Position: Position{d.File, d.Line, d.Column}, Message: d.Message, Hint: d.Hint})
	}
	return out
}

func newResult(r *result.Explore) *Result {
	out := &Result{Coverage: newCoverage(r.Coverage), States: r.States, Paths: r.Paths,
		Complete: r.Stop == result.StopCovered || r.Stop == result.StopExhausted}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, Finding{Kind: f.Kind, Message: f.Message, Transition: f.Transition,
			Position: Position{f.File, f.Line, f.Column}, Trace: newTrace(f.Trace), Assumes: f.Assumes})
	}
	for _, i := range r.Invariants {
		out.Invariants = append(out.Invariants, Invariant{i.Invariant, string(i.Verdict), i.Depth, i.Reason})
	}
	return out
}

func newCoverage(c result.Coverage) Coverage { return coverageOf(c.Transitions) }

func coverageOf(tally result.Tally) Coverage {
	var out Coverage
	for _, hit := range tally.Reached {
		out.Covered = append(out.Covered, hit.Name)
	}
	for _, miss := range tally.Missing {
		out.Missing = append(out.Missing, Miss{miss.Name, Status(miss.Status), miss.Reason, newProof(miss.Proof)})
	}
	return out
}

func newProof(p *result.Proof) *Proof {
	if p == nil {
		return nil
	}
	out := &Proof{Method: string(p.Method), K: p.K, Contracts: p.Contracts}
	for _, c := range p.Invariant {
		out.Invariant = append(out.Invariant, c.Location+": "+c.Condition)
	}
	return out
}

func events(list []result.Event) []Event {
	out := slices.Grow([]Event(nil), len(list))
	for _, e := range list {
		out = append(out, Event{Kind: string(e.Kind), Message: e.Message, At: e.At})
	}
	return out
}

func newTrace(t result.Trace) Trace {
	out := Trace{Initial: t.Initial}
	for _, s := range t.Steps {
		step := Step{Transition: s.Transition, Location: s.Location, Chosen: s.Chosen, Values: s.Values}
		if s.Input != nil {
			step.Input = s.Input.Text
		}
		for _, m := range s.Outputs {
			step.Outputs = append(step.Outputs, m.Text)
		}
		for _, c := range s.Calls {
			step.Calls = append(step.Calls, fmt.Sprintf("%s(%s) = %s", c.Extern, strings.Join(c.Args, ", "), c.Result))
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

func newTestResult(r *result.Run) *TestResult {
	out := &TestResult{Verdict: Verdict(r.Verdict), Evidence: r.Evidence, Allowed: result.Texts(r.Allowed), Coverage: newCoverage(r.Coverage),
		Inputs: r.Sent, Resets: r.Starts, Cycles: r.Cycles}
	if len(r.Failures) > 0 {
		out.Stack = r.Failures[0].Stack
	}
	out.Trace = events(r.Trace)
	for _, region := range r.Regions {
		out.Regions = append(out.Regions, region.Text)
	}
	return out
}
