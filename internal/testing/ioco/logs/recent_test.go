package logs

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A long log is explained as far as its steps are shown, from the state before them.
func TestExplanationOfLastSteps(t *testing.T) {
	c := &checking{system: load(t, counter)}
	solver := testkit.Solver(t, smt.Config{})
	var found []result.LogFinding
	c.Checker = NewChecker(c.system, func() (*ioco.Tracker, error) { return ioco.NewTracker(c.system, solver) },
		func(f result.LogFinding) { found = append(found, f) }, CheckOptions{})
	const sums = 57 // no multiple of the number of steps that are kept
	c.read(t, strings.Repeat("a - \"input\": \"add\", \"payload\": [0]\n", sums)+`a - "input": "add", "payload": [3]
		a - "input": "ask"
		a - "output": "total", "payload": [4]`)
	if len(found) != 1 || found[0].Run == nil {
		t.Fatalf("found is %v", found)
	}
	run := found[0].Run
	if s := run.Start; s.Location != "s" || len(s.Locations) != 1 || s.Variables[0].Text != "0" || s.Variables[0].Open {
		t.Errorf("the run begins with %+v", s)
	}
	if n := len(run.Steps); n != keptSteps || run.Steps[0].Line != sums+4-keptSteps {
		t.Errorf("the run has %d steps and begins at line %d", n, run.Steps[0].Line)
	}
	for _, s := range run.Steps[:keptSteps-2] {
		if s.Transition != "add" || s.Input == nil {
			t.Errorf("a step is %+v", s)
		}
	}
	if add := run.Steps[keptSteps-3]; len(add.Changes) != 1 || add.Changes[0].After.Text != "3" {
		t.Errorf("the last sum is %+v", add)
	}
	if wrong := run.Steps[keptSteps-1]; wrong.Kind != result.StepWrong || wrong.Location != "t" || len(wrong.Outputs) != 1 {
		t.Errorf("the run ends with %+v", wrong)
	}
}
