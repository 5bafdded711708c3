package sextant

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/runner"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// Message is an input to a system or an output of it. The payload has a value for each that the channel declares: bool,
// string, *big.Int, *big.Rat, []any for arrays, map[string]any for records, and the name of the member for enumerations.
// A system may give numbers of any Go type.
type Message struct {
	Channel string
	Payload []any
}

// System is a system under test that runs in the same process. Its methods are called one at a time. An error of Send or
// Receive is a failure of the system; an error of Reset ends the test without a verdict.
type System interface {
	// Reset brings the system to its initial state. It is called before each test.
	Reset() error
	// Send gives the system an input.
	Send(input Message) error
	// Receive returns the next output; false means that none came in the time given. A system that knows that none will
	// come may say so at once.
	Receive(wait time.Duration) (output Message, came bool, err error)
}

// Synchronous makes a System of a function that answers each input at once, with any number of outputs. At each reset, start
// returns such a function for a fresh system.
func Synchronous(start func() func(input Message) []Message) System {
	return &synchronous{start: start}
}

type synchronous struct {
	start   func() func(Message) []Message
	react   func(Message) []Message
	outputs []Message
}

func (s *synchronous) Reset() error {
	s.react, s.outputs = s.start(), nil
	return nil
}

func (s *synchronous) Send(input Message) error {
	s.outputs = append(s.outputs, s.react(input)...)
	return nil
}

func (s *synchronous) Receive(time.Duration) (Message, bool, error) {
	if len(s.outputs) == 0 {
		return Message{}, false, nil
	}
	output := s.outputs[0]
	s.outputs = s.outputs[1:]
	return output, true, nil
}

// TestOptions say how a system is tested. The zero value is the default.
type TestOptions struct {
	Steps   int           // inputs to send at most; 0 is 200
	Seed    int64         // of the choices that are left to chance: the same seed makes the same choices
	Wait    time.Duration // how long an output may take; 0 is 200 ms
	Random  bool          // choose inputs at random instead of by coverage
	Purpose string        // reach this purpose of the model instead of covering its transitions
	Solver  string        // command of a solver other than z3

	// Functions are Go functions behind externs, by name, as in ExploreOptions.
	Functions map[string]func(args []any) (any, error)
}

// TestResult is what came of a test: the verdict, and for a failure the evidence and the shortest trace that was found.
type TestResult = driver.RunResult

// Verdict is what a test says about a system.
type Verdict = ioco.Verdict

// The verdicts.
const (
	Pass         = ioco.Pass
	WeakPass     = ioco.WeakPass // the purpose may have been reached, but need not
	Fail         = ioco.Fail
	Inconclusive = ioco.Inconclusive // the purpose was not reached
)

// Test tests a system against the model: it sends inputs that the model foresees, chosen so that they cover its transitions,
// and checks every output, and every silence, against what the model allows. A failing test is made short. That a system
// fails is not an error. Cancelling ctx ends the test early with what was found so far.
func (m *Model) Test(ctx context.Context, system System, options TestOptions) (*TestResult, error) {
	functions := map[string]runner.GoFunc{}
	for name, f := range options.Functions {
		functions[name] = f
	}
	strategy := ioco.Guided
	if options.Random {
		strategy = ioco.Random
	}
	return driver.Run(ctx, m.loaded, driver.RunOptions{
		Options: ioco.Options{Steps: options.Steps, Wait: options.Wait, Seed: options.Seed, Strategy: strategy},
		Solver:  driver.SolverOptions{Command: options.Solver},
		Externs: driver.ExternOptions{Go: functions},
		Adapter: &adapter{model: m, system: system},
		Shrink:  true,
		Goal:    options.Purpose,
	})
}

// Test tests a system against a model file, as part of a Go test. If the system fails, so does t, with what was observed,
// what was allowed instead, the trace, and the options that show it again; a purpose that was not reached fails t as well.
// There is at most one set of options.
func Test(t testing.TB, model string, system System, options ...TestOptions) {
	t.Helper()
	if len(options) > 1 {
		t.Fatal("sextant.Test takes one set of options")
		return
	}
	m, err := Load(model)
	if err != nil {
		t.Fatal(err)
		return
	}
	o := TestOptions{}
	if len(options) > 0 {
		o = options[0]
	}
	r, err := m.Test(t.Context(), system, o)
	switch {
	case err != nil:
		t.Fatalf("%s: %v", model, err)
	case r.Verdict == Fail:
		t.Errorf("%s", failure(model, r, o))
	case r.Verdict == Inconclusive:
		t.Errorf("%s: %s", model, r.Evidence)
	case r.Verdict == WeakPass:
		t.Logf("%s: %s", model, r.Evidence)
	}
}

// failure prints a result for people.
func failure(model string, r *TestResult, o TestOptions) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the system does not conform to %s\nevidence: %s\ntrace:\n", model, r.Evidence)
	for i, e := range r.Trace {
		fmt.Fprintf(&b, "  %2d. %s\n", i+1, strings.TrimSpace(fmt.Sprintf("%-10s %s", e.Kind, e.Message)))
	}
	fmt.Fprintf(&b, "to see it again: sextant.TestOptions{Seed: %d, Steps: %d, Random: %v, Purpose: %q}", o.Seed, o.Steps, o.Random, o.Purpose)
	return b.String()
}

// adapter connects the tester with a System.
type adapter struct {
	model  *Model
	system System
}

func (a *adapter) Reset(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if a.system == nil {
		return errors.New("there is no system to test: it is nil")
	}
	if err := a.system.Reset(); err != nil {
		return &sut.ErrUnavailable{Reason: "the system cannot be reset: " + err.Error()}
	}
	return nil
}

func (a *adapter) Send(_ context.Context, m sut.Message) error {
	payload, err := m.Plain()
	if err != nil {
		return err
	}
	if err := a.system.Send(Message{Channel: m.Channel.Name, Payload: payload}); err != nil {
		return &sut.ErrSystem{Reason: "the system did not take the input: " + err.Error()}
	}
	return nil
}

func (a *adapter) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	if ctx.Err() != nil {
		return sut.Message{}, false, ctx.Err()
	}
	output, came, err := a.system.Receive(wait)
	if err != nil {
		return sut.Message{}, false, &sut.ErrSystem{Reason: "the system gave no output: " + err.Error()}
	}
	if !came {
		return sut.Message{}, false, nil
	}
	m, err := sut.Output(a.model.loaded.System, output.Channel, output.Payload)
	if err != nil {
		return m, false, &sut.ErrSystem{Reason: fmt.Sprintf("the system sent %s%v: %v", output.Channel, output.Payload, err)}
	}
	return m, true, nil
}

func (a *adapter) Close() error { return nil }
