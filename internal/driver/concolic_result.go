package driver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/suite/testgen"
)

// keep turns an outcome into plain data.
func (a *engineRuns) keep(ctx context.Context, l *Loaded, o *concolic.Outcome) error {
	r := &EngineResult{Seed: o.Options.Seed, Stop: o.Stop, Coverage: coverageOf(o), Curve: []result.CurvePoint{}, Tests: []SuiteTest{}, Earlier: o.Earlier}
	r.Stats = result.Stats{States: o.States, SolverCalls: o.Solver.Calls, CacheHits: o.Solver.CacheHits, WitnessHits: o.Guessed,
		Restarts: o.Solver.Restarts, SolverSeconds: o.Solver.Seconds, Seconds: o.Seconds, Workers: o.Options.Workers}
	if o.Journal != nil {
		r.JournalError = o.Journal.Error()
	}
	r.Curve = append(r.Curve, o.Curve...)
	last := 0.0
	if len(r.Curve) > 0 {
		last = r.Curve[len(r.Curve)-1].Seconds
	}
	r.Curve = append(r.Curve, result.CurvePoint{Seconds: o.Seconds, Steps: o.Steps, Queries: o.Queries, Covered: r.Coverage.Covered})
	a.runs = append(a.runs, EngineRun{Seed: o.Options.Seed, Covered: r.Coverage.Covered, Percent: r.Coverage.Percent, LastImprovement: last,
		Seconds: o.Seconds, Steps: o.Steps, Queries: o.Queries, Stop: o.Stop})
	a.results = append(a.results, r)
	a.addCost(r.Stats)
	return a.storeTests(ctx, l, o, r)
}

// pathEnd is how many steps of a path are told; runs can have thousands. The tests have them all.
const pathEnd = 30

func coverageOf(o *concolic.Outcome) EngineCoverage {
	c := EngineCoverage{Covered: o.Covered(), Total: len(o.Hits), Percent: 100, Missing: []result.Miss{}, Reached: []result.Reach{}}
	if c.Total > 0 {
		c.Percent = 100 * float64(c.Covered) / float64(c.Total)
	}
	for i, t := range o.System.Transitions() {
		h := o.Hits[i]
		if h == nil {
			c.Missing = append(c.Missing, result.Miss{Name: t.Name, Why: o.Why[i]})
			continue
		}
		c.Reached = append(c.Reached, reachOf(t.Name, h))
	}
	return c
}

// reachOf says when and how a transition was reached, with the end of the path.
func reachOf(name string, h *concolic.Hit) result.Reach {
	out := result.Reach{Name: name, How: h.How, Seconds: h.Point.Seconds, Steps: h.Point.Steps, Queries: h.Point.Queries, Length: h.Run.Length}
	steps := h.Run.All()
	for _, s := range steps[max(0, len(steps)-pathEnd):] {
		out.Path = append(out.Path, s.Move.Name)
	}
	return out
}

// scriptSteps bounds how many steps of a suite are followed to say what the system is to send: each takes a look at everything
// else that the system could do. Beyond it, tests are stored without expectations; a replay judges by the model anyway.
const scriptSteps = 3000

// storeTests replays the runs of a suite and stores them as tests.
func (a *engineRuns) storeTests(ctx context.Context, l *Loaded, o *concolic.Outcome, r *EngineResult) error {
	suite := o.Suite()
	runs := make([]*concolic.Run, len(suite))
	for i, t := range suite {
		runs[i] = t.Run
	}
	solver, err := o.Options.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	s := &testStorer{loaded: l, seed: o.Options.Seed, oracle: testgen.Oracle{System: l.System, Solver: solver, Functions: o.Options.Functions}}
	s.ctx, s.cancel = context.WithTimeout(context.WithoutCancel(ctx), lateLimit)
	defer s.cancel()
	return o.Replay(context.WithoutCancel(ctx), runs, func(i int, w *explore.Witness) error {
		test, err := s.store(testgen.Test{Witness: w, Covers: suite[i].Covers})
		test.Name = fmt.Sprintf("test-%02d", i+1)
		r.Tests = append(r.Tests, test)
		return err
	})
}

// testStorer turns replayed runs into stored tests.
type testStorer struct {
	ctx    context.Context
	cancel context.CancelFunc
	loaded *Loaded
	seed   int64
	oracle testgen.Oracle
	steps  int // followed so far
}

func (s *testStorer) store(t testgen.Test) (SuiteTest, error) {
	knows := func(x *sts.Extern) bool { return s.oracle.Functions != nil && s.oracle.Functions.Knows(x) }
	out := SuiteTest{Transitions: []string{}, Initial: t.Initial(s.loaded.System), Expect: []ExpectedStep{}, Chosen: t.Chosen(), Assumes: t.Assumes(knows), Covers: t.Covers}
	for _, w := range t.Witness.Steps()[1:] {
		out.Transitions = append(out.Transitions, w.Move.Name)
	}
	inputs, err := storeAll(t.Inputs())
	if err != nil {
		return out, err
	}
	out.Test = Test{Format: testFormat, Model: s.loaded.Info(), Seed: s.seed, Inputs: inputs}
	if s.steps += len(out.Transitions); s.steps > scriptSteps {
		return out, nil
	}
	script, err := s.oracle.Script(s.ctx, t.Inputs(), out.Transitions)
	if err != nil {
		return out, s.ignore(err)
	}
	out.Expect, err = expected(script)
	return out, err
}

// ignore drops an error that came of the time being up, or of a solver that is not there and that the search did not need. What
// the test expects is left out then; a replay asks the model anyway.
func (s *testStorer) ignore(err error) error {
	var missing *smt.ErrNoSolver
	if s.ctx.Err() != nil || errors.As(err, &missing) {
		return nil
	}
	return err
}

// sumUp takes the run in the middle, by coverage, and the spread of all.
func (a *engineRuns) sumUp() *EngineResult {
	order := make([]int, len(a.runs))
	var percents, times []float64
	for i, run := range a.runs {
		order[i] = i
		percents, times = append(percents, run.Percent), append(times, run.LastImprovement)
	}
	slices.SortStableFunc(order, func(i, j int) int { return a.runs[i].Covered - a.runs[j].Covered })
	out := a.results[order[(len(order)-1)/2]]
	out.Percent, out.LastImprovement, out.Runs = spread(percents), spread(times), a.runs
	return out
}

// spread is the median and the ends of some values.
func spread(values []float64) result.Spread {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return result.Spread{Median: (values[(n-1)/2] + values[n/2]) / 2, Least: values[0], Most: values[n-1]}
}

// ConcolicSuite is the suite of one engine, to be written by WriteSuite.
func (r *ConcolicResult) ConcolicSuite(e concolic.Engine) *SuiteResult {
	found := r.Engines[e]
	out := &SuiteResult{Command: r.Command, Model: r.Model, Stats: found.Stats, Stop: found.Stop, Seed: found.Seed, Tests: found.Tests}
	out.Coverage = GoalCoverage{Criterion: testgen.Transitions, Covered: found.Coverage.Covered, Total: found.Coverage.Total, Missing: found.Coverage.Missing}
	for _, t := range found.Tests {
		out.Steps += len(t.Transitions)
	}
	return out
}
