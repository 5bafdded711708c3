package driver

import (
	"context"
	"encoding/json"
	"time"

	"github.com/sextant-mbt/sextant/internal/suite/script"
	"github.com/sextant-mbt/sextant/internal/suite/testgen"
	"github.com/sextant-mbt/sextant/internal/value"
)

// ExpectedStep says what the system is to do in one step of a test. It is for people and for tools without a model; a replay
// judges by the model.
type ExpectedStep struct {
	Transition string           `json:"transition"`
	When       []string         `json:"when,omitempty"` // conditions on earlier outputs: only where they hold does the step come
	Open       bool             `json:"open,omitempty"` // the system may do something else here
	Outputs    []ExpectedOutput `json:"outputs"`
}

// ExpectedOutput is an output with its payload. Where the model leaves freedom, a value is null, and the variables that stand for
// its scalars are named; the conditions say what is right.
type ExpectedOutput struct {
	Channel   string            `json:"channel"`
	Payload   []json.RawMessage `json:"payload"`
	Variables []string          `json:"variables,omitempty"`
	Where     []string          `json:"where,omitempty"`
	Unseen    []string          `json:"unseen,omitempty"` // conditions that speak of what nobody sees, too
}

// expected is the stored form of a script.
func expected(script *script.Script) ([]ExpectedStep, error) {
	out := []ExpectedStep{}
	for _, s := range script.Steps {
		step := ExpectedStep{Transition: s.Transition, When: texts(s.When), Open: s.Open, Outputs: []ExpectedOutput{}}
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

func expectedOutput(o script.Output) (ExpectedOutput, error) {
	out := ExpectedOutput{Channel: o.Channel.Name, Payload: []json.RawMessage{}, Where: texts(o.Where), Unseen: texts(o.Hidden)}
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
	for _, x := range o.Free() {
		out.Variables = append(out.Variables, x.Name())
	}
	return out, nil
}

// lateLimit is how long a suite whose time is up may take to say what it expects.
const lateLimit = 2 * time.Second

// expect fills in what the tests of a suite expect. When the time is up, what cannot be found out soon is left out.
func (g *generation) expect(ctx context.Context, suite *testgen.Suite, tests []SuiteTest) error {
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
			tests[i].Expect, err = expected(script)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// withGrace is a context that ends some time after another.
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
