package driver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/contract"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
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
	Shrink  bool   // make a failing test shorter, and find the regions of its values
	Goal    string // name of the purpose to reach; empty covers transitions

	Failures string // folder of tests that failed before: they are run first
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
	Regions  []ioco.Region   `json:"regions,omitempty"`
	Coverage result.Coverage `json:"coverage"`
	Sent     int             `json:"sent"`
	Starts   int             `json:"starts"`
	Seed     int64           `json:"seed"`
	Cycles   []string        `json:"cycles,omitempty"`   // of internal steps of the model
	Known    []KnownFailure  `json:"known,omitempty"`    // stored failures, which were run first
	Failures []Failure       `json:"failures,omitempty"` // each distinct failure; the first is told above

	Log []byte `json:"-"` // what was exchanged with the system in the last test
}

// Failure is a failing test with what it shows.
type Failure struct {
	Evidence string        `json:"evidence"`
	Allowed  []string      `json:"allowed,omitempty"`
	Trace    []ioco.Event  `json:"trace"`
	Regions  []ioco.Region `json:"regions,omitempty"`
	File     string        `json:"file,omitempty"` // where the test is stored

	Test *Test  `json:"-"`
	Log  []byte `json:"-"`
}

// Run tests a system online. Failures that are stored from before are run first; if one of them still fails that is the
// result, unless the session is to keep going.
func Run(ctx context.Context, l *Loaded, options RunOptions) (*RunResult, error) {
	return inSession(ctx, l, options, func(t *trial) error {
		if err := t.runKnown(ctx); err != nil || len(t.reports) > 0 && !options.KeepGoing {
			return err
		}
		return t.run(ctx, func(s *ioco.Session) (*ioco.Report, error) { return s.Run(ctx) })
	})
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
	options.Shrink, options.Failures = false, ""
	return inSession(ctx, l, options, func(t *trial) error {
		return t.run(ctx, func(s *ioco.Session) (*ioco.Report, error) { return s.Replay(ctx, inputs) })
	})
}

// trial is one test of a system: what is open for it, and what came of it.
type trial struct {
	loaded  *Loaded
	options RunOptions
	tracker *ioco.Tracker
	adapter sut.Adapter

	last    *ioco.Report
	reports []*ioco.Report // the distinct failures
	known   []KnownFailure
}

// inSession opens solver, functions and system, lets f test, and makes the result.
func inSession(ctx context.Context, l *Loaded, options RunOptions, f func(*trial) error) (*RunResult, error) {
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
	solver, err := externs.solver(options.Solver.factory(l.System.Store))()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	t := &trial{loaded: l, options: options}
	if t.tracker, err = newTracker(ctx, l, solver, externs, options.Externs); err != nil {
		return nil, err
	}
	if t.adapter, err = openAdapter(l, options); err != nil {
		return nil, err
	}
	defer t.adapter.Close()
	if err := f(t); err != nil {
		return nil, err
	}
	out, err := t.result()
	if err != nil {
		return nil, err
	}
	out.Stats = solverStats(solver.Stats(), start)
	return out, nil
}

// newTracker makes a tracker that knows the functions of a model, or what their contracts say.
func newTracker(ctx context.Context, l *Loaded, solver smt.Solver, e *externs, options ExternOptions) (*ioco.Tracker, error) {
	tracker, err := ioco.NewTracker(ctx, l.System, solver)
	if err != nil {
		return nil, err
	}
	if e != nil {
		tracker.Functions = e.functions
	}
	if options.Treatment == ByContract {
		tracker.Contracts, err = contract.Choose(l.System, options.Contract)
	}
	return tracker, err
}

// run lets one session test, and makes its failures short. That the time is up is no error: what was found counts.
func (t *trial) run(ctx context.Context, f func(*ioco.Session) (*ioco.Report, error)) error {
	session := ioco.NewSession(t.tracker, t.adapter, t.options.Options)
	report, err := f(session)
	ended := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if err != nil && !ended {
		return err
	}
	if ended && report.Verdict == ioco.Pass {
		report.Verdict, report.Evidence = ioco.Inconclusive, "the session was ended before it was complete"
	}
	t.last = report
	for _, failed := range failuresOf(report) {
		if t.options.Shrink {
			if failed, err = shrink(ctx, session, failed); err != nil {
				return err
			}
		}
		t.reports = append(t.reports, failed)
	}
	return nil
}

// failuresOf lists the failures of a session.
func failuresOf(r *ioco.Report) []*ioco.Report {
	if len(r.Failures) > 0 {
		return r.Failures
	}
	if r.Verdict == ioco.Fail {
		return []*ioco.Report{r}
	}
	return nil
}

// shrink makes a failing test short, and finds the regions of its values.
func shrink(ctx context.Context, s *ioco.Session, failed *ioco.Report) (*ioco.Report, error) {
	short, err := s.Shrink(ctx, failed)
	if err != nil {
		return nil, err
	}
	short.Regions, err = s.Regions(ctx, short)
	return short, err
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

// result tells what came of a test: the first failure if there is one, otherwise the last session.
func (t *trial) result() (*RunResult, error) {
	told := t.last
	if len(t.reports) > 0 {
		told = t.reports[0]
	}
	if t.last == nil {
		t.last = told
	}
	out := &RunResult{Command: "run", Model: t.loaded.Info(), Verdict: told.Verdict, Evidence: told.Evidence, Allowed: told.Allowed,
		Trace: told.Trace, Regions: told.Regions, Sent: t.last.Sent, Starts: t.last.Tests, Seed: t.options.Seed, Cycles: t.last.Cycles,
		Known: t.known, Log: told.Log}
	out.Coverage.Transitions = sessionCoverage(t.loaded.System, t.last.Covered)
	for _, r := range t.reports {
		test, err := newTest(t.loaded, r, t.options.Seed)
		if err != nil {
			return nil, err
		}
		out.Failures = append(out.Failures, Failure{Evidence: r.Evidence, Allowed: r.Allowed, Trace: r.Trace, Regions: r.Regions, Test: test, Log: r.Log})
	}
	return out, nil
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
