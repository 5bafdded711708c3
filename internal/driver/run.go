package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/runner"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// RunOptions are the options of Run and Replay.
type RunOptions struct {
	ioco.Options
	Solver  SolverOptions
	Externs ExternOptions
	System  string // the system under test: exec:COMMAND or tcp:HOST:PORT
	Adapter ioco.Adapter
	Shrink  bool   // make a failing test shorter
	Goal    string // name of the purpose to reach; empty covers transitions
}

// RunResult is what came of testing a system.
type RunResult struct {
	Command  string          `json:"command"`
	Model    result.Model    `json:"model"`
	Stats    result.Stats    `json:"stats"`
	Verdict  ioco.Verdict    `json:"verdict"`
	Evidence string          `json:"evidence,omitempty"`
	Allowed  []string        `json:"allowed,omitempty"`
	Trace    []ioco.Event    `json:"trace"`
	Coverage result.Coverage `json:"coverage"`
	Sent     int             `json:"sent"`
	Starts   int             `json:"starts"`
	Seed     int64           `json:"seed"`

	Test *Test `json:"-"` // the inputs that show a failure
}

// Test is a stored test: inputs to be sent in order. What the system answers is judged by the model.
type Test struct {
	Format string        `json:"format"` // "sextant-test-1"
	Model  result.Model  `json:"model"`
	Seed   int64         `json:"seed"`
	Inputs []StoredInput `json:"inputs"`
	Found  string        `json:"found,omitempty"` // what failed when the test was stored
}

// StoredInput is one input of a stored test.
type StoredInput struct {
	Channel string            `json:"channel"`
	Payload []json.RawMessage `json:"payload"`
}

const testFormat = "sextant-test-1"

// Run tests a system online.
func Run(ctx context.Context, l *Loaded, options RunOptions) (*RunResult, error) {
	return inSession(ctx, l, options, func(s *ioco.Session) (*ioco.Report, error) { return s.Run(ctx) })
}

// Replay runs a stored test again.
func Replay(ctx context.Context, l *Loaded, test *Test, options RunOptions) (*RunResult, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	inputs, err := test.messages(l.System)
	if err != nil {
		return nil, err
	}
	options.Shrink = false
	return inSession(ctx, l, options, func(s *ioco.Session) (*ioco.Report, error) { return s.Replay(ctx, inputs) })
}

// inSession opens solver, functions and system, lets f test, and makes the result.
func inSession(ctx context.Context, l *Loaded, options RunOptions, f func(*ioco.Session) (*ioco.Report, error)) (*RunResult, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	var err error
	if options.Purpose, err = purposeNamed(l.System, options.Goal); err != nil {
		return nil, err
	}
	externs, err := openExterns(l, options.Externs)
	if err != nil {
		return nil, err
	}
	defer externs.close()
	start := time.Now()
	solver, err := options.Solver.factory(l.System.Store)()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	tracker, err := ioco.NewTracker(ctx, l.System, solver)
	if err != nil {
		return nil, err
	}
	if externs != nil {
		tracker.Functions = externs.functions
	}
	adapter, err := openAdapter(l, options)
	if err != nil {
		return nil, err
	}
	defer adapter.Close()
	session := ioco.NewSession(tracker, adapter, options.Options)
	report, err := f(session)
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	if err != nil && report.Verdict == ioco.Pass {
		report.Verdict, report.Evidence = ioco.Inconclusive, "the session was ended before it was complete"
	}
	if report.Verdict == ioco.Fail && options.Shrink {
		if report, err = session.Shrink(ctx, report); err != nil {
			return nil, err
		}
	}
	out, err := runResult(l, report, options)
	if err != nil {
		return nil, err
	}
	out.Stats = solverStats(solver.Stats(), start)
	return out, nil
}

// purposeNamed finds a purpose of the model; no name is none.
func purposeNamed(s *sts.System, name string) (*sts.Purpose, error) {
	if name == "" {
		return nil, nil
	}
	var names []string
	for i := range s.Purposes {
		if s.Purposes[i].Name == name {
			return &s.Purposes[i], nil
		}
		names = append(names, s.Purposes[i].Name)
	}
	return nil, fmt.Errorf("the model has no purpose called %q; it has: %s", name, strings.Join(names, ", "))
}

// openAdapter connects to the system under test.
func openAdapter(l *Loaded, options RunOptions) (ioco.Adapter, error) {
	if options.Adapter != nil {
		return options.Adapter, nil
	}
	kind, spec, _ := strings.Cut(options.System, ":")
	switch kind {
	case "exec":
		return ioco.NewProcess(l.System, strings.Fields(spec), "")
	case "tcp":
		return ioco.NewTCP(l.System, spec)
	}
	return nil, fmt.Errorf("--sut %s: write exec:COMMAND or tcp:HOST:PORT", options.System)
}

func runResult(l *Loaded, r *ioco.Report, options RunOptions) (*RunResult, error) {
	out := &RunResult{Command: "run", Model: l.Info(), Verdict: r.Verdict, Evidence: r.Evidence, Allowed: r.Allowed, Trace: r.Trace,
		Sent: r.Sent, Starts: r.Tests, Seed: options.Seed}
	out.Coverage.Transitions = sessionCoverage(l.System, r.Covered)
	test, err := newTest(l, r, options.Seed)
	out.Test = test
	return out, err
}

func sessionCoverage(s *sts.System, covered []*sts.Transition) result.TransitionCoverage {
	reached := map[*sts.Transition]bool{}
	for _, t := range covered {
		reached[t] = true
	}
	c := result.TransitionCoverage{Total: len(s.Transitions()), Missing: []result.Miss{}, Reached: []result.Hit{}}
	for _, t := range s.Transitions() {
		if reached[t] {
			c.Covered++
			c.Reached = append(c.Reached, result.Hit{Name: t.Name})
		} else {
			c.Missing = append(c.Missing, result.Miss{Name: t.Name, Reason: "not reached in this run"})
		}
	}
	return c
}

// newTest stores the inputs of a trace.
func newTest(l *Loaded, r *ioco.Report, seed int64) (*Test, error) {
	test := &Test{Format: testFormat, Model: l.Info(), Seed: seed, Inputs: []StoredInput{}, Found: r.Evidence}
	for _, m := range ioco.Inputs(r.Trace) {
		in := StoredInput{Channel: m.Channel.Name, Payload: []json.RawMessage{}}
		values := m.Values
		for _, t := range m.Channel.Payload {
			b, err := runner.AppendJSON(nil, t, values[:t.Size()])
			if err != nil {
				return nil, err
			}
			in.Payload = append(in.Payload, b)
			values = values[t.Size():]
		}
		test.Inputs = append(test.Inputs, in)
	}
	return test, nil
}

// maxTestBytes bounds a stored test.
const maxTestBytes = 16 << 20

// ReadTest reads a stored test.
func ReadTest(path string) (*Test, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxTestBytes {
		return nil, fmt.Errorf("%s is larger than %d MiB", path, maxTestBytes>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var test Test
	if err := json.Unmarshal(data, &test); err != nil {
		return nil, fmt.Errorf("%s is not a stored test: %w", path, err)
	}
	if test.Format != testFormat {
		return nil, fmt.Errorf("%s has the format %q, this version reads %q", path, test.Format, testFormat)
	}
	return &test, nil
}

// WriteTest stores a test.
func WriteTest(path string, test *Test) error {
	data, err := json.MarshalIndent(test, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(path, append(data, '\n'))
}

// messages checks the inputs of a test against the channels of a model.
func (t *Test) messages(s *sts.System) ([]ioco.Message, error) {
	var out []ioco.Message
	for i, in := range t.Inputs {
		m, err := in.message(s)
		if err != nil {
			return nil, fmt.Errorf("input %d of the test: %w", i+1, err)
		}
		out = append(out, m)
	}
	return out, nil
}

func (in StoredInput) message(s *sts.System) (ioco.Message, error) {
	for _, c := range s.Channels {
		if c.Name != in.Channel || c.Direction != sts.Input {
			continue
		}
		if len(in.Payload) != len(c.Payload) {
			return ioco.Message{}, fmt.Errorf("%s carries %d values, not %d", c.Name, len(c.Payload), len(in.Payload))
		}
		m := ioco.Message{Channel: c}
		for i, t := range c.Payload {
			data, err := runner.ReadJSON(in.Payload[i])
			if err != nil {
				return m, err
			}
			values, err := runner.Decode(t, data)
			if err != nil {
				return m, fmt.Errorf("value %d of %s: %w", i+1, c.Name, err)
			}
			m.Values = append(m.Values, values...)
		}
		return m, nil
	}
	return ioco.Message{}, fmt.Errorf("the model has no input channel %q", in.Channel)
}
