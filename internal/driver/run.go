package driver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// RunOptions are the options of Run and Replay.
type RunOptions struct {
	ioco.Options
	Solver  SolverOptions
	Externs ExternOptions
	System  string // the system under test: exec:COMMAND or tcp:HOST:PORT
	Adapter sut.Adapter
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
