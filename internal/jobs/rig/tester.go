package rig

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testing/tester/bytepath"
	"github.com/sextant-mbt/sextant/internal/testing/tester/timing"
)

// Tester holds the solver, functions and connection for testing a system. It runs any number of tests, one after the other,
// and must be closed.
type Tester struct {
	loaded  *model.Loaded
	options RunOptions
	start   time.Time

	externs *model.Externs
	solver  smt.Solver
	tracker *ioco.Tracker
	adapter sut.Adapter
}

// NewTester opens solver, functions and system.
func NewTester(l *model.Loaded, options RunOptions) (*Tester, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	t := &Tester{loaded: l, options: options, start: time.Now()}
	if err := t.open(); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

func (t *Tester) open() (err error) {
	l := t.loaded
	if t.options.Purpose, err = model.Purpose(l.System, t.options.Goal); err != nil {
		return err
	}
	if t.externs, err = model.OpenExterns(l, t.options.Externs, t.options.Seed); err != nil {
		return err
	}
	if t.solver, err = t.externs.Solver(t.options.Solver.Factory(l.System.Store))(); err != nil {
		return err
	}
	if t.tracker, err = newTracker(l, t.solver, t.externs, t.options.Externs); err != nil {
		return err
	}
	if l.System.Timed() {
		t.options.Tolerance = cmp.Or(t.options.Tolerance, timing.Measure(context.Background()))
		if !crowd.Simulated() {
			t.options.Watch = timing.NewWatch()
		}
	}
	adapter, err := openAdapter(l, t.options)
	if err == nil {
		t.adapter = adapter
	}
	return err
}

// Close stops the system, the solver and the functions.
func (t *Tester) Close() error {
	var errs []error
	if t.adapter != nil {
		errs = append(errs, t.adapter.Close())
	}
	if t.solver != nil {
		errs = append(errs, t.solver.Close())
	}
	t.options.Watch.Stop()
	return errors.Join(append(errs, t.externs.Close())...)
}

// newTracker returns a tracker that uses the functions of a model, or their contracts.
func newTracker(l *model.Loaded, solver smt.Solver, e *model.Externs, options model.ExternOptions) (*ioco.Tracker, error) {
	tracker, err := ioco.NewTracker(l.System, solver)
	if err != nil {
		return nil, err
	}
	if e != nil {
		tracker.Functions = e.Functions
	}
	if options.Treatment == result.ExternByContract {
		tracker.Contracts, err = contract.Choose(l.System, options.Contract)
	}
	return tracker, err
}

// Run tests the system online. Stored failures are run first; if one of them still fails, it is the result, unless
// KeepGoing is set.
func (t *Tester) Run(ctx context.Context) (*result.Run, error) {
	x := newTrial(t)
	err := unlessEnded(x.runKnown(ctx))
	if err == nil && (len(x.failures) == 0 || t.options.KeepGoing) {
		err = x.online(ctx, t.withValues())
	}
	if err != nil {
		return nil, err
	}
	return x.result(ctx)
}

// withValues returns the options of a test that continues with boundary values after all transitions are covered.
func (t *Tester) withValues() tester.Options {
	options := t.options.Options
	if options.Purpose == nil && options.Strategy != tester.Random {
		options.Values = testgen.Boundaries(t.loaded.System)
	}
	return options
}

// withoutPurpose returns the options of a test whose inputs are given.
func (t *Tester) withoutPurpose() tester.Options {
	options := t.options.Options
	options.Purpose = nil
	return options
}

// Drive sends the inputs that bytes encode; see PathBytes.
func (t *Tester) Drive(ctx context.Context, path []byte) (*result.Run, error) {
	return t.test(ctx, t.withoutPurpose(), func(s *tester.Session) (*tester.Report, error) { return s.Drive(ctx, path) })
}

// PathBytes returns the bytes that encode the inputs of a test.
func PathBytes(l *model.Loaded, test *result.Test) ([]byte, error) {
	inputs, err := store.Inputs(test, l.System)
	var path []byte
	for _, m := range inputs {
		path = bytepath.Append(path, l.System, m)
	}
	return path, err
}

// Replay runs a stored test unchanged.
func (t *Tester) Replay(ctx context.Context, test *result.Test) (*result.Run, error) {
	return t.replay(ctx, test, false)
}

// Shorten runs a stored test, and shortens it if it fails.
func (t *Tester) Shorten(ctx context.Context, test *result.Test) (*result.Run, error) {
	return t.replay(ctx, test, true)
}

func (t *Tester) replay(ctx context.Context, test *result.Test, shrink bool) (*result.Run, error) {
	steps, err := stepsOf(test, t.loaded.System)
	if err != nil {
		return nil, err
	}
	x := newTrial(t)
	x.shrink = x.shrink && shrink
	err = x.run(ctx, t.withoutPurpose(), func(s *tester.Session) (*tester.Report, error) { return s.ReplayOften(ctx, steps, test.Repeats) })
	if err != nil {
		return nil, err
	}
	if len(x.failures) > 0 {
		x.stored[x.failures[0]] = test
	}
	return x.result(ctx)
}

// test runs f in a new session, shortens a failing test if requested, and returns the result.
func (t *Tester) test(ctx context.Context, options tester.Options, f func(*tester.Session) (*tester.Report, error)) (*result.Run, error) {
	x := newTrial(t)
	if err := x.run(ctx, options, f); err != nil {
		return nil, err
	}
	return x.result(ctx)
}
