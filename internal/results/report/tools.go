package report

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// check writes the size of a model without errors, and the verdicts on its invariants. Diagnostics are shown elsewhere.
func (w *textWriter) check(r *result.Check) {
	if r.Summary != "" {
		w.line("%s: %s", r.Model.File, r.Summary)
	}
	if r.Invariants != nil {
		w.invariants(r.Invariants)
	}
	if r.Operations != nil {
		w.operations(r.Operations)
	}
}

// doctor writes a line for each tool.
func (w *textWriter) doctor(r *result.Doctor) {
	w.line("sextant %s, %s, %s", r.Version, r.Go, r.System)
	for _, t := range r.Tools {
		state := t.Version + " at " + t.Path
		if t.Path == "" {
			state = "missing: " + t.Advice
		}
		w.line("  %-5s %-36s %s", t.Name, t.Purpose, state)
	}
}

// metrics writes the sizes of a model, with the columns of table 1 of paper 3.
func (w *textWriter) metrics(r *result.GraphDocument) {
	m := r.Metrics
	w.line("%-20s %6s %6s %6s %6s %6s %6s %6s", "model", "LoC", "CC", "I", "O", "V", "T", "S")
	w.line("%-20s %6d %6d %6d %6d %6d %6d %6d", r.Model.Name, m.Lines, m.Complexity, m.InputBits, m.OutputBits, m.VariableBits, m.Transitions, m.Locations)
	w.line("LoC lines, CC cyclomatic complexity, I O V bits of inputs, outputs and variables (without bounds: 32), T transitions, S locations")
}

// trust lists the requests of a model that need consent.
func (w *textWriter) trust(r *result.Trust) {
	if len(r.Requests) == 0 {
		w.line("%s asks for nothing that needs your consent", r.Model.File)
		return
	}
	w.line("%s asks for:", r.Model.File)
	for _, q := range r.Requests {
		state := "refused"
		if q.Granted {
			state = "allowed"
		}
		w.line("  %-7s %-5s %s (%s, %s:%d)", state, q.Kind, q.What, q.From, q.File, q.Line)
	}
	if r.Changed {
		w.line("written to %s", r.File)
	}
}

// Explain describes in words how far a path can be followed, and the obstacle.
func Explain(path []string, r *result.Explore) string {
	reached := r.Tree.Reached(len(path))
	if reached == len(path) {
		return "The path can be followed to its end.\n"
	}
	name := path[reached]
	out := fmt.Sprintf("The path can be followed for %d of %d steps; %s is %s", reached, len(path), name, obstacle(name, reached+1, r))
	if r.WhyNot == nil || r.WhyNot.Answer != result.StepInfeasible || len(r.WhyNot.Conditions) == 0 {
		return text.Visible(out) + ".\n"
	}
	out = text.Visible(out) + ":\n"
	for _, c := range r.WhyNot.Conditions {
		out += text.Visible(fmt.Sprintf("  %-*s  %s", stepWidth(r.WhyNot), stepTitle(c), c.Text)) + "\n"
	}
	return out
}

// stepTitle names the step that adds a condition.
func stepTitle(c result.PathCondition) string {
	if c.Step == 0 {
		return "start"
	}
	return fmt.Sprintf("%d %s", c.Step, c.Transition)
}

// stepWidth is the width of the widest title.
func stepWidth(why *result.WhyNot) int {
	width := 0
	for _, c := range why.Conditions {
		width = max(width, len([]rune(stepTitle(c))))
	}
	return width
}

// obstacle is the answer about a step that was not taken.
func obstacle(name string, depth int, r *result.Explore) string {
	for _, list := range []struct {
		answer string
		doubts []result.Doubt
	}{{"infeasible up to the tables: ", r.Blocked}, {"undecided: ", r.Unknown}, {"not followed: ", r.Outside}} {
		for _, d := range list.doubts {
			if d.Transition == name && d.Depth == depth {
				return list.answer + d.Reason
			}
		}
	}
	if r.WhyNot == nil || r.WhyNot.Answer != result.StepInfeasible {
		return "infeasible: its guard contradicts the steps before it"
	}
	return "infeasible: " + r.WhyNot.Reason
}
