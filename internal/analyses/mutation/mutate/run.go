package mutate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options configures the treatment of mutants.
type Options struct {
	Workers   int
	Extend    bool // look for tests that kill the survivors
	Explore   explore.Options
	NewSolver func() (smt.Solver, error)
	NewJudge  func(smt.Solver) (Judge, error)
	Functions run.Functions         // tables and runners of externs; nil assumes any result possible
	Progress  func(result.Progress) // called after each mutant, from any goroutine
}

// Result is the measure of a suite.
type Result struct {
	Population *mutant.Population
	Fates      []Fate // by mutant
	Unsound    []Test // tests of the suite that the original fails; they were left out
	Added      []Test // tests that were made for survivors, in order
	Complete   bool   // false if the time was up
	Solver     smt.Stats
	Engines    []result.EngineUse // that were asked about mutants that survive the suite
}

// runner is one call of Run.
type runner struct {
	options Options
	whole   context.Context // of the whole run
	result  *Result
	suite   []Test
	given   int // the highest number in the names of the suite
	trees   []*explore.Tree
	known   *invariants
	atlas   atlas
	ideas   [][]joint.Difference // by mutant: runs to try first
	ways    [][]*sts.Move        // by mutant: the moves to a state in which it differs, where the portfolio has found one
	plans   []*joint.Difference  // by mutant: a run in which it fails, where that is known
	ended   []bool               // by mutant: the attempt to prove it harmless was completed
	workers []*worker
	uses    uses
	mu      sync.Mutex
	done    int // mutants of the phase
	decided int // mutants of the population
}

// worker holds the data of one goroutine.
type worker struct {
	*runner
	bench   *bench
	solver  *solver
	answers memory // of queries with calls, about one mutant
	space   *joint.Space
	refusal *result.Unsupported // why there is no space
}

// Run measures a suite by the mutants of a population.
func Run(ctx context.Context, p *mutant.Population, suite []Test, options Options) (*Result, error) {
	r := &runner{options: options, whole: ctx, result: &Result{Population: p, Fates: make([]Fate, len(p.Mutants))}, ideas: make([][]joint.Difference, len(p.Mutants)), ways: make([][]*sts.Move, len(p.Mutants)), plans: make([]*joint.Difference, len(p.Mutants)), ended: make([]bool, len(p.Mutants))}
	for i := range r.result.Fates {
		r.result.Fates[i] = Fate{Status: result.FateUndecided, Reason: NotExamined}
	}
	defer r.close()
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	err := r.phases(ctx, suite)
	r.rename()
	if ctx.Err() != nil {
		err = nil // results found until then count
	}
	r.result.Complete, r.result.Engines = ctx.Err() == nil, r.uses.list()
	return r.result, err
}

// open starts the workers.
func (r *runner) open(ctx context.Context) error {
	for range max(r.options.Workers, 1) {
		solver, err := newSolver(r.options.NewSolver)
		if err != nil {
			return err
		}
		w := &worker{runner: r, solver: solver, answers: memory{}}
		w.space, w.refusal = joint.New(r.result.Population.Original)
		r.workers = append(r.workers, w)
		judge, err := r.options.NewJudge(solver)
		if err != nil {
			return err
		}
		if w.bench, err = newBench(ctx, r.result.Population.Original, solver, judge, r.options.Functions); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) close() {
	for _, w := range r.workers {
		r.result.Solver.Add(w.solver.Stats())
		w.solver.Close()
	}
}

// phases are the life of the mutants: the suite, random tests where they help, the proofs, the search.
func (r *runner) phases(ctx context.Context, suite []Test) error {
	if err := r.checkSuite(ctx, suite); err != nil {
		return err
	}
	err := r.phase(ctx, 0.4, r.survivors(), func(ctx context.Context, w *worker, i int) error {
		fate, err := w.runSuite(ctx, i, r.suite, false)
		if err == nil {
			r.result.Fates[i] = fate
		}
		return err
	})
	if err != nil {
		return err
	}
	if r.options.Extend {
		if err := r.walk(ctx); err != nil {
			return err
		}
	}
	if err := r.prepareProofs(ctx); err != nil {
		return err
	}
	if err := r.quickly(ctx); err != nil {
		return err
	}
	err = r.phase(ctx, 0.5, r.unproved(), proveHarmless)
	switch {
	case err != nil:
		return err
	case !r.options.Extend:
		return r.askWhereDiffering(ctx)
	}
	return r.extend(ctx)
}

// quickly gives every survivor a little time for a proof and a search before those that take long get more, if the time is limited: some
// proofs use all the time that they are given.
func (r *runner) quickly(ctx context.Context) error {
	if _, limited := ctx.Deadline(); !limited {
		return nil
	}
	limited, cancel := share(ctx, 0.5, 1, 1)
	defer cancel()
	survivors := r.survivors()
	if err := r.within(ctx, limited, survivors, len(survivors), quickShare, proveQuickly); err != nil || !r.options.Extend {
		return err
	}
	return r.inBatches(ctx, 0.5, quickShare, r.survivors(), (*worker).distinguish)
}

// unproved are the survivors for which no attempt to prove them harmless came to its end.
func (r *runner) unproved() []int {
	return slices.DeleteFunc(r.survivors(), func(i int) bool { return r.ended[i] })
}

// checkSuite leaves out tests that the original itself fails. When the time is up, the rest is kept unchecked, since no mutant will be
// examined.
func (r *runner) checkSuite(ctx context.Context, suite []Test) error {
	for _, t := range suite {
		number := 0
		fmt.Sscanf(t.Name, "test-%d", &number)
		r.given = max(r.given, number)
		ok, err := true, error(nil)
		if ctx.Err() == nil {
			ok, err = r.workers[0].bench.sound(ctx, t.Inputs)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		if ok {
			r.suite = append(r.suite, t)
		} else {
			r.result.Unsound = append(r.result.Unsound, t)
		}
	}
	return nil
}

// survivors are the mutants that are neither killed nor proved harmless, without those of which it is known that no test can kill them.
func (r *runner) survivors() []int {
	return slices.DeleteFunc(r.undecided(), func(i int) bool { return r.result.Fates[i].Reason == OwnError })
}

// undecided returns the mutants that are not decided, whether they were examined or not.
func (r *runner) undecided() []int {
	var out []int
	for i, f := range r.result.Fates {
		if f.Status == result.FateUndecided {
			out = append(out, i)
		}
	}
	return out
}

// each lets the workers treat mutants, each taking the next.
func (r *runner) each(ctx context.Context, mutants []int, treat func(w *worker, i int) error) error {
	next := make(chan int)
	errs := make([]error, len(r.workers))
	var group sync.WaitGroup
	for k, w := range r.workers {
		group.Go(func() {
			for i := range next {
				if errs[k] == nil && ctx.Err() == nil {
					errs[k] = w.treat(i, treat)
				}
				r.progress(i, len(mutants))
			}
		})
	}
	r.done, r.decided = 0, len(r.result.Fates)-len(r.undecided())
	for _, i := range mutants {
		next <- i
	}
	close(next)
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// treat lets a worker treat a mutant with a solver that knows nothing of other mutants.
func (w *worker) treat(i int, treat func(w *worker, i int) error) error {
	w.answers = memory{}
	if err := w.solver.renew(); err != nil {
		return err
	}
	return treat(w, i)
}

// progress tells that a phase is done with a mutant. The curve has the mutants that are decided, over all phases.
func (r *runner) progress(i, total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	if r.result.Fates[i].Status != result.FateUndecided {
		r.decided++
	}
	if r.options.Progress != nil {
		r.options.Progress(result.Progress{Doing: "mutating", Phase: "mutants", Done: int64(r.done), Total: int64(total),
			Point: result.Point{Covered: r.decided, Total: len(r.result.Fates), Unit: "mutants decided"}})
	}
}

// runSuite runs tests against a mutant until one kills it. A mutant that cannot be run is undecided.
func (w *worker) runSuite(ctx context.Context, i int, tests []Test, added bool) (Fate, error) {
	fate, err := w.killBy(ctx, i, tests, added)
	if errors.Is(err, errNoStart) || errors.Is(err, term.ErrUndecided) {
		return Fate{Status: result.FateUndecided, Reason: NotRun, Detail: err.Error()}, nil
	}
	return fate, err
}

func (w *worker) killBy(ctx context.Context, i int, tests []Test, added bool) (Fate, error) {
	alive := Fate{Status: result.FateUndecided, Reason: NotKilled}
	world, err := w.worldOf(ctx, i)
	if err != nil {
		return alive, err
	}
	for _, t := range tests {
		k, err := w.bench.kills(ctx, world, t.Inputs)
		if err != nil {
			return alive, err
		}
		if k != nil {
			return Fate{Status: result.FateKilled, Test: t.Name, Added: added, Detail: k.evidence}, nil
		}
	}
	return alive, nil
}

// worldOf prepares a mutant for being run.
func (w *worker) worldOf(ctx context.Context, i int) (*world, error) {
	m := w.result.Population.Mutants[i]
	out, err := newWorld(ctx, m.System, w.solver)
	if err == nil {
		out.plan, out.mutant = w.plans[i], m
	}
	return out, err
}
