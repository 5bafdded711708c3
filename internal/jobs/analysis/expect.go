package analysis

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Expected is the stored form of a script.
func Expected(script *script.Script) ([]result.ExpectedStep, error) {
	out := []result.ExpectedStep{}
	for _, s := range script.Steps {
		step := result.ExpectedStep{Transition: s.Transition, When: texts(s.When), Open: s.Open, Outputs: []result.ExpectedOutput{}}
		if s.After != nil {
			step.After = term.FormatRat(s.After)
		}
		for _, o := range s.Outputs {
			output, err := expectedOutput(o)
			if err != nil {
				return nil, err
			}
			step.Outputs = append(step.Outputs, output)
		}
		out = append(out, step)
	}
	return out, nil
}

func expectedOutput(o script.Output) (result.ExpectedOutput, error) {
	out := result.ExpectedOutput{Channel: o.Channel.Name, Payload: []json.RawMessage{}, Where: texts(o.Where), Unseen: texts(o.Hidden)}
	for _, part := range o.Parts() {
		text := json.RawMessage("null")
		if values, fixed := part.Values(); fixed {
			var err error
			if text, err = value.AppendJSON(nil, part.Type, values); err != nil {
				return out, err
			}
		}
		out.Payload = append(out.Payload, text)
	}
	setWindow(&out, o)
	for _, x := range o.Free() {
		out.Variables = append(out.Variables, x.Name())
	}
	return out, nil
}

// setWindow adds the time window in which an output is allowed. It does nothing in a model without clocks.
func setWindow(out *result.ExpectedOutput, o script.Output) {
	w := o.Window
	if w == nil {
		return
	}
	out.Window = &result.Window{Low: term.FormatRat(w.Low), After: w.OpenLow, Before: w.OpenHigh}
	if w.High != nil {
		out.Window.High = term.FormatRat(w.High)
	}
	if o.Gap != nil && slices.ContainsFunc(o.Conditions(), func(c *term.Term) bool { return c.Mentions(o.Gap) }) {
		out.Gap = o.Gap.Name()
	}
}

// lateLimit is the time to compute the expected outputs of a suite after its time limit was reached.
const lateLimit = 2 * time.Second

// expect fills in the expected outputs of the tests of a suite. After the time limit, those that take longer than lateLimit are left out.
func (g *generation) expect(ctx context.Context, suite *testgen.Suite, tests []result.SuiteTest) error {
	solver, err := g.explore.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	late, cancel := withGrace(ctx, lateLimit)
	defer cancel()
	oracle := &testgen.Oracle{System: g.loaded.System, Solver: solver, Functions: g.explore.Functions}
	for i, t := range suite.Tests {
		script, err := oracle.Script(late, t.Inputs(), t.Transitions())
		if err == nil {
			tests[i].Expect, err = Expected(script)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// withGrace returns a context that ends some time after another.
func withGrace(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(grace):
			cancel()
		case <-late.Done():
		}
	})
	return late, func() { stop(); cancel() }
}
