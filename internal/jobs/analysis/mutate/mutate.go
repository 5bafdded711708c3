// Package mutate measures suites by mutants of a model.
package mutate

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutate"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Options are the options of Run.
type Options struct {
	model.Common
	model.Backend
	Limit   int     `flag:"limit" group:"search" usual:"yes" min:"1" help:"maximum number of mutants; if more are possible, an evenly distributed sample"`
	Measure bool    `flag:"measure" usual:"yes" help:"only measure the suite, without searching for tests"`
	Least   float64 `flag:"at-least" usual:"yes" min:"0" max:"100" help:"exit with 1 if the score in percent, including the added tests, is below this"`
	Folder  string  `flag:"output" usual:"yes" short:"o" writes:"folder" help:"folder for the suite including the added tests; those of an older suite in it are replaced"`

	Suite string // folder of a stored suite, or a stored test; empty is the suite that Generate makes for transitions
}

// searchAttempts is the default number of function calls for one query about mutants: most mutants that survive a suite differ for few
// results, or for none that a function returns.
const searchAttempts = 10

// Run measures a suite by mutants of the model, and adds tests that kill survivors.
func Run(ctx context.Context, l *model.Loaded, options Options) (*result.Mutate, error) {
	if l.System.Timed() {
		return nil, &result.Unsupported{By: "mutate", Feature: result.HasClocks, Text: "the model has clocks", Because: "tests are run on mutants without time",
			Advice: "sextant generate --cover boundary generates tests around its deadlines"}
	}
	if err := testable(l); err != nil {
		return nil, err
	}
	start := time.Now()
	suite, tests, err := startingSuite(ctx, l, options)
	if err != nil {
		return nil, err
	}
	if options.Externs.Solve.Attempts == solve.DefaultAttempts {
		options.Externs.Solve.Attempts = searchAttempts
	}
	externs, err := model.OpenExterns(l, options.Externs, options.Seed)
	if err != nil {
		return nil, err
	}
	defer externs.Close()
	source := mutant.Source{Path: l.Path, Files: l.Files, Consts: l.Consts}
	population, err := mutant.Make(ctx, l.System, source, options.Limit)
	if err != nil {
		return nil, err
	}
	found, err := mutate.Run(ctx, population, tests, mutateOptions(l, options, externs))
	if err != nil {
		return nil, err
	}
	out := mutateResult(ctx, l, options, found, tests)
	if err := extend(ctx, out, l, suite, found, externs, options.Solver); err != nil {
		return nil, err
	}
	out.Stats = model.SolverStats(found.Solver, start)
	out.Stats.Workers = options.Workers
	return out, nil
}

// extend returns the suite including the added tests.
func extend(ctx context.Context, r *result.Mutate, l *model.Loaded, suite *result.Suite, found *mutate.Result, e *model.Externs, options model.SolverOptions) error {
	solver, err := e.Solver(options.Factory(l.System.Store))()
	if err != nil {
		return err
	}
	defer solver.Close()
	r.Suite, err = extended(ctx, l, suite, found, e.Oracle(l, solver))
	found.Solver.Add(solver.Stats())
	return err
}

// testable rejects models that cannot be tested by messages.
func testable(l *model.Loaded) error {
	if err := l.Usable(); err != nil {
		return err
	}
	for _, c := range l.System.Channels {
		if c.Direction != sts.Internal {
			return nil
		}
	}
	return &result.Unsupported{By: "mutate", Feature: result.HasNoChannels, Text: l.Path + " has neither inputs nor outputs",
		Because: "no test can distinguish its mutants", Advice: "declare channels with input and output"}
}

// startingSuite is the suite to measure.
func startingSuite(ctx context.Context, l *model.Loaded, options Options) (*result.Suite, []mutate.Test, error) {
	suite, err := readOrGenerate(ctx, l, options)
	if err != nil {
		return nil, nil, err
	}
	var tests []mutate.Test
	for i := range suite.Tests {
		inputs, err := store.Inputs(&suite.Tests[i].Test, l.System)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", suite.Tests[i].Name, err)
		}
		tests = append(tests, mutate.Test{Name: suite.Tests[i].Name, Inputs: inputs})
	}
	return suite, tests, nil
}

func readOrGenerate(ctx context.Context, l *model.Loaded, options Options) (*result.Suite, error) {
	if options.Suite == "" {
		if tell := options.Progress; tell != nil { // the curve is that of the mutants
			options.Progress = func(now result.Progress) {
				now.Point = result.Point{}
				tell(now)
			}
		}
		return analysis.Generate(ctx, l, analysis.GenerateOptions{Common: options.Common, Backend: options.Backend})
	}
	suite := &result.Suite{Head: l.Head("generate"), Tests: []result.SuiteTest{}}
	return suite, store.ReadSuite(options.Suite, l.Path, suite)
}

// mutateOptions joins solvers, judges and functions.
func mutateOptions(l *model.Loaded, options Options, e *model.Externs) mutate.Options {
	o := mutate.Options{Workers: options.Workers, Extend: !options.Measure, Progress: options.Progress, Explore: explore.Options{Seed: options.Seed, Memory: options.Budget()}}
	o.NewSolver = func() (smt.Solver, error) { return e.Solver(options.Solver.Factory(l.System.Store))() } // each has a cache of its own
	o.NewJudge = func(solver smt.Solver) (mutate.Judge, error) {
		return &judge{loaded: l, solver: solver, externs: e}, nil
	}
	if e != nil {
		o.Functions = e.Functions
		o.Explore.Functions = e.Functions
		if len(e.Runners) > 0 {
			o.Workers = 1
		}
	}
	return o
}

// judge checks a system against the original model, in sessions of ioco.
type judge struct {
	loaded  *model.Loaded
	solver  smt.Solver
	externs *model.Externs
	tracker *ioco.Tracker
}

// session starts a session with a system; it reuses the tracker.
func (j *judge) session(ctx context.Context, system sut.Adapter) (*tester.Session, error) {
	if j.tracker == nil {
		t, err := ioco.NewTracker(j.loaded.System, j.solver)
		if err != nil {
			return nil, err
		}
		if j.externs != nil {
			t.Functions = j.externs.Functions
		}
		j.tracker = t
	}
	return tester.NewSession(j.tracker, system, tester.Options{}), nil
}

// Fails replays a test.
func (j *judge) Fails(ctx context.Context, system sut.Adapter, inputs []sut.Message) (string, bool, error) {
	s, err := j.session(ctx, system)
	if err != nil {
		return "", false, err
	}
	r, err := s.Replay(ctx, shrink.Inputs(inputs))
	if err != nil {
		return "", false, err
	}
	return r.Evidence, r.Verdict == result.Fail, nil
}

// Shrink replays a test and shortens it.
func (j *judge) Shrink(ctx context.Context, system sut.Adapter, inputs []sut.Message) ([]sut.Message, error) {
	s, err := j.session(ctx, system)
	if err != nil {
		return nil, err
	}
	r, err := s.Replay(ctx, shrink.Inputs(inputs))
	if err != nil || r.Verdict != result.Fail {
		return inputs, err
	}
	if r, err = s.Shrink(ctx, r); err != nil {
		return nil, err
	}
	return tester.Inputs(r.Trace), nil
}
