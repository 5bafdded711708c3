package analysis

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// keep converts an outcome to plain data.
func (a *engineRuns) keep(ctx context.Context, l *model.Loaded, o *concolic.Outcome) ([]*run.Witness, error) {
	r := &result.Engine{Seed: o.Options.Seed, Stop: o.Stop, Curve: []result.CurvePoint{}, Tests: []result.SuiteTest{}, Earlier: o.Earlier, Asked: a.asked}
	r.Coverage.Transitions = coverageOf(o)
	if err := a.errorsBefore(ctx, l, r); err != nil {
		return nil, err
	}
	r.Stats = result.Stats{States: o.States, SolverCalls: o.Solver.Calls, CacheHits: o.Solver.CacheHits, WitnessHits: o.Guessed,
		Restarts: o.Solver.Restarts, SolverSeconds: o.Solver.Seconds, Seconds: o.Seconds, Workers: o.Options.Workers}
	if o.Journal != nil {
		r.JournalError = o.Journal.Error()
	}
	last := 0.0
	for _, p := range o.Curve {
		r.Curve = append(r.Curve, p)
		last = p.Seconds
	}
	covered := r.Coverage.Transitions.Covered
	r.Curve = append(r.Curve, result.CurvePoint{Seconds: o.Seconds, Steps: o.Steps, Queries: o.Queries, Covered: covered})
	run := result.EngineRun{Seed: o.Options.Seed, Covered: covered, Percent: 100, LastImprovement: last,
		Seconds: o.Seconds, Steps: o.Steps, Queries: o.Queries, Stop: o.Stop}
	if len(o.Hits) > 0 {
		run.Percent = 100 * float64(covered) / float64(len(o.Hits))
	}
	a.runs, a.results = append(a.runs, run), append(a.results, r)
	cost := r.Stats
	cost.Seconds = 0 // part of the time of the command
	a.cost.Add(cost)
	return a.storeTests(ctx, l, o, r)
}

// errorsBefore corrects the reasons of transitions that are called unreachable although a model error leads to them. The search for
// these is made once. Without a solver, or when the time limit is reached, it does nothing.
func (a *engineRuns) errorsBefore(ctx context.Context, l *model.Loaded, r *result.Engine) error {
	if r.Coverage.Transitions.Unreachable == 0 || ctx.Err() != nil {
		return nil
	}
	if !a.searched {
		findings, err := modelErrors(ctx, l, a.options.Solver)
		switch {
		case model.NoSolver(err):
			return nil
		case err != nil:
			return err
		}
		a.searched, a.ways = true, findErrorWays(l, a.options.Solver, a.options.Budget(), findings)
	}
	return a.ways.correct(ctx, &r.Coverage.Transitions, &r.Asked)
}

// pathEnd is the number of steps at the end of a path that are listed, since runs can have thousands. The tests have all steps.
const pathEnd = 30

func coverageOf(o *concolic.Outcome) result.Tally {
	c := result.NewTally(0, nil)
	for i, t := range o.System.Transitions() {
		if h := o.Hits[i]; h != nil {
			c.Hit(hitOf(t.Name, h))
		} else {
			c.Miss(result.Miss{Name: t.Name, Why: o.Why[i]})
		}
	}
	return c
}

// hitOf describes when and how a transition was reached, with the end of the path.
func hitOf(name string, h *concolic.Hit) result.Hit {
	out := result.Hit{Name: name, Depth: h.Run.Length, How: h.How, Seconds: h.Point.Seconds, Steps: h.Point.Steps, Queries: h.Point.Queries}
	for _, m := range h.Run.Last(pathEnd) {
		out.Path = append(out.Path, m.Name)
	}
	return out
}

// scriptSteps is the maximum number of steps of a suite for which runs are kept and expected outputs are computed: each step requires a search
// for all other behaviour of the system. Further tests are stored without expectations; a replay uses the model anyway.
const scriptSteps = 3000

// storeTests replays the runs of a suite, stores them as tests, and returns them.
func (a *engineRuns) storeTests(ctx context.Context, l *model.Loaded, o *concolic.Outcome, r *result.Engine) (replayed []*run.Witness, err error) {
	suite := o.Suite()
	runs := make([]*concolic.Run, len(suite))
	for i, t := range suite {
		runs[i] = t.Run
	}
	solver, err := o.Options.NewSolver()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	s := &testStorer{system: l.System, of: l.Info(), seed: o.Options.Seed, oracle: testgen.Oracle{System: l.System, Solver: solver, Functions: o.Options.Functions}}
	late, cancel := crowd.WithTimeout(context.WithoutCancel(ctx), lateLimit)
	defer cancel()
	err = o.Replay(context.WithoutCancel(ctx), runs, func(i int, w *run.Witness) error {
		replayed = append(replayed, w)
		test, err := s.store(late, script.Test{Run: w, Covers: suite[i].Covers})
		test.Name = fmt.Sprintf("test-%02d", i+1)
		r.Tests = append(r.Tests, test)
		return err
	})
	return replayed, err
}

// testStorer converts replayed runs to stored tests.
type testStorer struct {
	system *sts.System
	of     result.Model
	seed   int64
	oracle testgen.Oracle
	steps  int // followed so far
}

// store stores a test. Its expected outputs are left out when the time limit is reached, or if there is no solver because the
// search did not need one; a replay uses the model anyway.
func (s *testStorer) store(ctx context.Context, t script.Test) (result.SuiteTest, error) {
	out, err := SuiteTest(s.system, s.of, t, s.seed, s.oracle.Functions)
	if s.steps += len(out.Transitions); s.steps > scriptSteps || err != nil {
		return out, err
	}
	out.Run = s.run(ctx, t.Run)
	steps, err := s.oracle.Script(ctx, t.Inputs(), out.Transitions)
	if err == nil {
		out.Expect, err = Expected(steps)
	}
	if ctx.Err() != nil || model.NoSolver(err) {
		err = nil
	}
	return out, err
}

// run renders a run whose configurations were not kept: it takes its steps again, with the results of functions that it has. It returns nil
// when the time limit is reached, or if a step cannot be decided without a solver.
func (s *testStorer) run(ctx context.Context, w *run.Witness) *result.Trace {
	decide := func(closed *term.Term) (bool, error) { return smt.Decide(ctx, s.oracle.Solver, closed, 0) }
	whole, err := run.NewExecutor(s.system, nil, decide).Replay(ctx, nil, w.Steps())
	if err != nil || ctx.Err() != nil {
		return nil
	}
	trace, _ := explore.Trace(s.system, s.oracle.Functions, whole)
	return &trace
}

// sumUp returns the run with the median coverage, and the spread of all runs.
func (a *engineRuns) sumUp() *result.Engine {
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

// spread returns the median, the minimum and the maximum of some values.
func spread(values []float64) result.Spread {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return result.Spread{Median: (values[(n-1)/2] + values[n/2]) / 2, Min: values[0], Max: values[n-1]}
}

// ConcolicSuite returns the suite of the last engine, to be written by WriteSuite; nil if the engine did not run.
func ConcolicSuite(r *result.Concolic) *result.Suite {
	if len(r.Order) == 0 {
		return nil
	}
	found := r.Engines[r.Order[len(r.Order)-1]]
	criterion := string(testgen.Transitions)
	out := &result.Suite{Head: r.Head, Seed: found.Seed, Tests: found.Tests, Criterion: criterion,
		Coverage: map[string]result.Tally{criterion: found.Coverage.Transitions}}
	out.Stats, out.Stop = found.Stats, found.Stop
	for _, t := range found.Tests {
		out.Steps += len(t.Transitions)
	}
	return out
}
