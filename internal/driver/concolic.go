package driver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/lint"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/testgen"
)

// ConcolicOptions are the options of Concolic.
type ConcolicOptions struct {
	Means
	Engines []concolic.Engine
	Repeat  int              // runs of each engine, with seeds that follow each other; 0 is one
	Limit   time.Duration    // of each run; 0 is none
	Search  concolic.Options // limits, workers and the first seed

	// Journal names a file in which what is reached is kept as the search goes on, and from which it goes on if the file is there;
	// "" is none. It is for one run of one engine.
	Journal string

	// Reload reads the model anew, so that no run profits from what an earlier one has computed; nil uses the loaded one again.
	Reload func() (*Loaded, error)
}

// EngineCoverage says which transitions an engine reached, and why it did not reach the others.
type EngineCoverage struct {
	Covered int            `json:"covered"`
	Total   int            `json:"total"`
	Percent float64        `json:"percent"`
	Missing []result.Miss  `json:"missing"`
	Reached []result.Reach `json:"reached"`
}

// EngineRun sums up one run of an engine.
type EngineRun struct {
	Seed            int64   `json:"seed"`
	Covered         int     `json:"covered"`
	Percent         float64 `json:"percent"`
	LastImprovement float64 `json:"lastImprovement"` // seconds until the last new transition
	Seconds         float64 `json:"seconds"`
	Steps           int     `json:"steps"`
	Queries         int     `json:"queries"`
	Stop            string  `json:"stop"`
}

// EngineResult is what an engine found. If it ran several times, seed, coverage, stats, curve and tests are those of the run in the middle.
type EngineResult struct {
	Seed            int64               `json:"seed"`
	Coverage        EngineCoverage      `json:"coverage"`
	Percent         result.Spread       `json:"percent"`
	LastImprovement result.Spread       `json:"lastImprovement"`
	Stop            string              `json:"stop"`
	Stats           result.Stats        `json:"stats"`
	Curve           []result.CurvePoint `json:"curve"`
	Tests           []SuiteTest         `json:"tests"`
	Runs            []EngineRun         `json:"runs"`
	Earlier         int                 `json:"earlier"` // transitions that the journal had already
}

// OverlapNote is a place where the model is not deterministic.
type OverlapNote struct {
	First   string `json:"first"`
	Second  string `json:"second"`
	Message string `json:"message"`
}

// ConcolicResult is what Concolic found, by engine.
type ConcolicResult struct {
	Command  string                            `json:"command"`
	Model    result.Model                      `json:"model"`
	Stats    result.Stats                      `json:"stats"` // of all runs together
	Seed     int64                             `json:"seed"`
	Repeat   int                               `json:"repeat"`
	Overlaps []OverlapNote                     `json:"overlaps"`
	Engines  map[concolic.Engine]*EngineResult `json:"engines"`
}

// Concolic looks for tests that cover every transition, by one or several engines.
func Concolic(ctx context.Context, l *Loaded, options ConcolicOptions) (*ConcolicResult, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	if options.Externs.Treatment == ByContract {
		return nil, errors.New("--externs contract: concolic testing needs results, not promises; write table, both or fresh")
	}
	options.Repeat = max(options.Repeat, 1)
	if options.Journal != "" && options.Repeat*len(options.Engines) > 1 {
		return nil, errors.New("--journal: a journal is kept of one run of one engine; leave out --repeat, and name one with --engine")
	}
	start := time.Now()
	out := &ConcolicResult{Command: "concolic", Model: l.Info(), Seed: options.Search.Seed, Repeat: options.Repeat, Engines: map[concolic.Engine]*EngineResult{}}
	out.Stats.Workers = options.Search.Workers
	var err error
	if out.Overlaps, err = overlaps(ctx, l, options); err != nil {
		return nil, err
	}
	for _, e := range options.Engines {
		if ctx.Err() != nil {
			break
		}
		all := &engineRuns{options: options, cost: &out.Stats}
		if out.Engines[e], err = all.runAll(ctx, l, e); err != nil {
			return nil, err
		}
	}
	out.Stats.Seconds = time.Since(start).Seconds()
	return out, nil
}

// overlapLimit bounds the time for comparing guards.
const overlapLimit = 5 * time.Second

// overlaps compares guards: EFSMs of the literature are deterministic, and whoever compares results should know.
// Random search goes without a solver, and says so.
func overlaps(ctx context.Context, l *Loaded, options ConcolicOptions) ([]OverlapNote, error) {
	limited, cancel := context.WithTimeout(ctx, overlapLimit)
	defer cancel()
	solver, err := options.Solver.factory(l.System.Store)()
	var missing *smt.ErrNoSolver
	if errors.As(err, &missing) && slices.Equal(options.Engines, []concolic.Engine{concolic.Rand}) {
		l.List.Notef(diag.CodeLintIncomplete, diag.Span{}, "guards were not compared: %v", err)
		return []OverlapNote{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	found, _, err := lint.Overlaps(limited, l.System, solver)
	if err != nil && limited.Err() == nil {
		return nil, err
	}
	out := []OverlapNote{}
	for _, o := range found {
		out = append(out, OverlapNote{o.First.Name, o.Second.Name, fmt.Sprintf("%s and %s can both be taken%s", o.First.Name, o.Second.Name, o.When)})
	}
	return out, nil
}

// engineRuns are the runs of one engine.
type engineRuns struct {
	options ConcolicOptions
	cost    *result.Stats // of all engines
	runs    []EngineRun
	results []*EngineResult
}

// runAll runs an engine once for each seed.
func (a *engineRuns) runAll(ctx context.Context, l *Loaded, e concolic.Engine) (*EngineResult, error) {
	for i := range a.options.Repeat {
		if ctx.Err() != nil && i > 0 {
			break
		}
		search := a.options.Search
		search.Engine, search.Seed = e, a.options.Search.Seed+int64(i)
		if err := a.run(ctx, l, search); err != nil {
			return nil, err
		}
	}
	a.dropInterrupted()
	return a.sumUp(), nil
}

// addCost counts what a run cost. Its time is part of that of the command.
func (a *engineRuns) addCost(s result.Stats) {
	a.cost.States += s.States
	a.cost.SolverCalls += s.SolverCalls
	a.cost.WitnessHits += s.WitnessHits
	a.cost.CacheHits += s.CacheHits
	a.cost.Restarts += s.Restarts
	a.cost.SolverSeconds += s.SolverSeconds
}

// dropInterrupted forgets a last run that was interrupted, so that it does not count as one of the seeds; an only run is kept.
func (a *engineRuns) dropInterrupted() {
	if last := len(a.runs) - 1; last > 0 && a.runs[last].Stop == concolic.StopInterrupted {
		a.runs, a.results = a.runs[:last], a.results[:last]
	}
}

// run makes one run on a model of its own.
func (a *engineRuns) run(ctx context.Context, l *Loaded, search concolic.Options) error {
	if a.options.Reload != nil {
		var err error
		if l, err = a.options.Reload(); err != nil {
			return err
		}
		if err := l.Usable(); err != nil {
			return err
		}
	}
	externs, err := openExterns(l, a.options.Externs)
	if err != nil {
		return err
	}
	defer externs.close()
	outcome, err := a.search(ctx, l, externs, search)
	if err != nil {
		return err
	}
	if err := a.keep(ctx, l, outcome); err != nil {
		return err
	}
	if a.options.Externs.Save {
		return externs.save()
	}
	return nil
}

// search runs the engine within its time limit.
func (a *engineRuns) search(ctx context.Context, l *Loaded, e *externs, search concolic.Options) (*concolic.Outcome, error) {
	search.NewSolver = e.solver(a.options.Solver.factory(l.System.Store))
	if search.Engine == concolic.Rand { // it asks nothing, unless the model has assumptions or quantifiers
		newSolver := search.NewSolver
		search.NewSolver = func() (smt.Solver, error) { return smt.Later(newSolver), nil }
	}
	if e != nil {
		search.Functions = e.functions
		if len(e.runners) > 0 {
			search.Workers = 1 // what is run depends on what was run before
		}
	}
	search.Prove = func(ctx context.Context, targets []*sts.Transition, solver smt.Solver) ([]concolic.Proof, error) {
		return proofs(ctx, l.System, targets, solver)
	}
	if a.options.Limit > 0 {
		limited, cancel := context.WithTimeout(ctx, a.options.Limit)
		defer cancel()
		ctx = limited
	}
	return a.searchOn(ctx, l, search)
}

// searchOn goes on from the journal, if there is one.
func (a *engineRuns) searchOn(ctx context.Context, l *Loaded, search concolic.Options) (*concolic.Outcome, error) {
	if a.options.Journal == "" {
		return concolic.Search(ctx, l.System, search)
	}
	journal, err := openJournal(a.options.Journal, l.Info())
	if err != nil {
		return nil, err
	}
	defer journal.file.Close()
	search.Journal, search.Earlier = journal.write, journal.entries
	outcome, err := concolic.Search(ctx, l.System, search)
	return outcome, journal.place(err)
}

// proofs asks package prove.
func proofs(ctx context.Context, system *sts.System, targets []*sts.Transition, solver smt.Solver) ([]concolic.Proof, error) {
	answers, err := prove.Unreachable(ctx, system, targets, solver, prove.Options{})
	if err != nil {
		return nil, err
	}
	out := make([]concolic.Proof, len(answers))
	for i, a := range answers {
		out[i] = concolic.Proof{Proved: a.Proved, Text: a.Reason}
	}
	return out, nil
}

// keep turns an outcome into plain data.
func (a *engineRuns) keep(ctx context.Context, l *Loaded, o *concolic.Outcome) error {
	r := &EngineResult{Seed: o.Options.Seed, Stop: o.Stop, Coverage: coverageOf(o), Curve: []result.CurvePoint{}, Tests: []SuiteTest{}, Earlier: o.Earlier}
	r.Stats = result.Stats{States: o.States, SolverCalls: o.Solver.Calls, CacheHits: o.Solver.CacheHits, WitnessHits: o.Guessed,
		Restarts: o.Solver.Restarts, SolverSeconds: o.Solver.Seconds, Seconds: o.Seconds, Workers: o.Options.Workers}
	for _, p := range o.Curve {
		r.Curve = append(r.Curve, result.CurvePoint(p))
	}
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
			c.Missing = append(c.Missing, result.Miss{Name: t.Name, Reason: o.Reasons[i]})
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
	return o.Replay(runs, func(i int, w *explore.Witness) error {
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
