package driver

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/mutation/mutate"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/tester"
)

// MutateOptions are the options of Mutate.
type MutateOptions struct {
	Means
	Suite    string // folder of a stored suite, or a stored test; empty is the suite that Generate makes for transitions
	Limit    int    // most mutants
	Extend   bool   // look for tests that kill the survivors
	Workers  int
	Seed     int64
	Progress func(done, total int)
}

// MutateResult is what a suite is worth, measured by mutants of the model.
type MutateResult struct {
	Command    string          `json:"command"`
	Model      result.Model    `json:"model"`
	Stats      result.Stats    `json:"stats"`
	Complete   bool            `json:"complete"` // false if the time was up
	Before     MutationScore   `json:"before"`
	After      MutationScore   `json:"after"` // with the tests that were added
	Kinds      []KindCount     `json:"kinds"`
	Edits      int             `json:"edits"`      // changes of the text that were thought of
	Rejected   int             `json:"rejected"`   // those that are no model
	Same       int             `json:"same"`       // those that mean the same as written
	Duplicates int             `json:"duplicates"` // those that mean the same as an earlier one
	Omitted    int             `json:"omitted"`    // those above the limit
	Mutants    []MutantOutcome `json:"mutants"`
	Unsound    []string        `json:"unsound,omitempty"` // tests of the suite that the model itself fails
	Seed       int64           `json:"seed"`

	Suite *SuiteResult `json:"-"` // the tests, with those that were added
}

// MutationScore is how many of the mutants that can be killed a suite kills.
type MutationScore struct {
	Tests   int     `json:"tests"`
	Inputs  int     `json:"inputs"` // of all tests
	Killed  int     `json:"killed"`
	Against int     `json:"against"` // mutants that are not proved harmless
	Score   float64 `json:"score"`   // Killed / Against; 1 if there are none, 0 if the time was up before one was made
}

// KindCount counts the mutants of a kind.
type KindCount struct {
	Kind       mutant.Kind `json:"kind"`
	Made       int         `json:"made"`
	Killed     int         `json:"killed"`
	Equivalent int         `json:"equivalent"`
	Conforming int         `json:"conforming"`
	Undecided  int         `json:"undecided"`
}

// MutantOutcome is what became of a mutant.
type MutantOutcome struct {
	Kind   mutant.Kind   `json:"kind"`
	File   string        `json:"file"`
	Line   int           `json:"line"`
	Words  string        `json:"words"`
	Status mutate.Status `json:"status"`
	Test   string        `json:"test,omitempty"` // that killed it
	Added  bool          `json:"added,omitempty"`
	Reason string        `json:"reason"` // the evidence, the proof, or the bound of the search
}

// Mutate measures a suite by mutants of the model, and makes it better.
func Mutate(ctx context.Context, l *Loaded, options MutateOptions) (*MutateResult, error) {
	if err := testable(l); err != nil {
		return nil, err
	}
	start := time.Now()
	suite, tests, err := startingSuite(ctx, l, options)
	if err != nil {
		return nil, err
	}
	externs, err := openExterns(l, options.Externs)
	if err != nil {
		return nil, err
	}
	defer externs.close()
	source := mutant.Source{Path: l.Path, Files: l.Files, Consts: l.Consts}
	population, err := mutant.Make(ctx, l.System, source, options.Limit)
	if err != nil {
		return nil, err
	}
	found, err := mutate.Run(ctx, population, tests, mutateOptions(l, options, externs))
	if err != nil {
		return nil, err
	}
	out := mutateResult(l, options, found, tests)
	if err := out.extend(ctx, l, suite, found, externs, options.Solver); err != nil {
		return nil, err
	}
	out.Stats = solverStats(found.Solver, start)
	out.Stats.Workers = options.Workers
	return out, nil
}

// extend makes the suite with the tests that were added.
func (r *MutateResult) extend(ctx context.Context, l *Loaded, suite *SuiteResult, found *mutate.Result, e *externs, options SolverOptions) error {
	solver, err := e.solver(options.factory(l.System.Store))()
	if err != nil {
		return err
	}
	defer solver.Close()
	r.Suite, err = extended(ctx, l, suite, found, e.oracle(l, solver))
	found.Solver.Add(solver.Stats())
	return err
}

// testable refuses models that cannot be tested by messages.
func testable(l *Loaded) error {
	if err := l.Usable(); err != nil {
		return err
	}
	for _, c := range l.System.Channels {
		if c.Direction != sts.Internal {
			return nil
		}
	}
	return fmt.Errorf("%s has neither inputs nor outputs: no test can tell its mutants apart; declare channels with input and output", l.Path)
}

// startingSuite is the suite to measure.
func startingSuite(ctx context.Context, l *Loaded, options MutateOptions) (*SuiteResult, []mutate.Test, error) {
	suite, err := readOrGenerate(ctx, l, options)
	if err != nil {
		return nil, nil, err
	}
	var tests []mutate.Test
	for i := range suite.Tests {
		inputs, err := suite.Tests[i].messages(l.System)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", suite.Tests[i].Name, err)
		}
		tests = append(tests, mutate.Test{Name: suite.Tests[i].Name, Inputs: inputs})
	}
	return suite, tests, nil
}

func readOrGenerate(ctx context.Context, l *Loaded, options MutateOptions) (*SuiteResult, error) {
	if options.Suite == "" {
		explore := explore.Options{Workers: options.Workers, Seed: options.Seed}
		return Generate(ctx, l, GenerateOptions{Explore: explore, Means: options.Means})
	}
	return readSuite(l, options.Suite)
}

// mutateOptions joins solvers, judges and functions.
func mutateOptions(l *Loaded, options MutateOptions, e *externs) mutate.Options {
	o := mutate.Options{Workers: options.Workers, Extend: options.Extend, Progress: options.Progress, Explore: explore.Options{Seed: options.Seed}}
	o.NewSolver = e.solver(options.Solver.factory(l.System.Store))
	o.NewJudge = func(solver smt.Solver) (mutate.Judge, error) {
		return &judge{loaded: l, solver: solver, externs: e}, nil
	}
	if e != nil {
		o.Functions = e.functions
		o.Explore.Functions = e.functions
		if len(e.runners) > 0 {
			o.Workers = 1
		}
	}
	return o
}

// judge lets the original model judge a system, by sessions of ioco.
type judge struct {
	loaded  *Loaded
	solver  smt.Solver
	externs *externs
	tracker *ioco.Tracker
}

// session is a new session with a system; the tracker is used again.
func (j *judge) session(ctx context.Context, system sut.Adapter) (*tester.Session, error) {
	if j.tracker == nil {
		t, err := ioco.NewTracker(j.loaded.System, j.solver)
		if err != nil {
			return nil, err
		}
		if j.externs != nil {
			t.Functions = j.externs.functions
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
	r, err := s.Replay(ctx, inputs)
	if err != nil {
		return "", false, err
	}
	return r.Evidence, r.Verdict == result.Fail, nil
}

// Shrink replays a test and makes it shorter.
func (j *judge) Shrink(ctx context.Context, system sut.Adapter, inputs []sut.Message) ([]sut.Message, error) {
	s, err := j.session(ctx, system)
	if err != nil {
		return nil, err
	}
	r, err := s.Replay(ctx, inputs)
	if err != nil || r.Verdict != result.Fail {
		return inputs, err
	}
	if r, err = s.Shrink(ctx, r); err != nil {
		return nil, err
	}
	return tester.Inputs(r.Trace), nil
}
