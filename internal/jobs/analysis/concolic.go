package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/lint"
	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// ConcolicOptions are the options of Concolic. The time limit is that of each run.
type ConcolicOptions struct {
	model.Detail `was:"transitions"`
	model.Common
	model.Backend
	Engine  string `flag:"engine" usual:"yes" help:"how to search: auto, or for comparison ec, rand (which needs no solver), cons or symb (docs/concolic.md); several of them separated by commas, or all"`
	Repeat  int    `flag:"repeat" min:"1" max:"1000" help:"number of runs of each engine, with consecutive seeds"`
	Search  concolic.Options
	Folder  string `flag:"output" usual:"yes" short:"o" writes:"folder" help:"folder for the tests of the last engine; those of an older suite in it are replaced"`
	Curve   string `flag:"graph" was:"curve" usual:"yes" writes:"file" help:"write the curve of coverage against time to an SVG file"`
	Journal string `flag:"journal" usual:"yes" page:"-" help:"file that records the progress of the search; if it exists, the search continues from it. Only for one run of one engine"`
	Weights bool   `flag:"weights" help:"print the dependency analysis instead: the weights with which assignments and paths depend on inputs"`

	Engines []concolic.Engine

	// Reload reads the model again, so that no run uses data computed by an earlier one; nil uses the loaded model for every run.
	Reload func() (*model.Loaded, error)
}

// Concolic looks for tests that cover every transition, by one or several engines.
func Concolic(ctx context.Context, l *model.Loaded, options ConcolicOptions) (*result.Concolic, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	if options.Externs.Treatment == result.ExternByContract {
		return nil, errors.New("--externs contract: concolic testing needs results of functions, not contracts; write table, both or fresh")
	}
	options.Repeat = max(options.Repeat, 1)
	if options.Journal != "" && options.Repeat*len(options.Engines) > 1 {
		return nil, errors.New("--journal: a journal belongs to one run of one engine; leave out --repeat, and name one engine with --engine")
	}
	start := time.Now()
	out := &result.Concolic{Head: l.Head("concolic"), Seed: options.Seed, Repeat: options.Repeat, Journal: options.Journal, Engines: map[string]*result.Engine{}}
	out.Stats.Workers = options.Workers
	var err error
	if out.Overlaps, err = overlaps(ctx, l, options); err != nil {
		return nil, err
	}
	for _, e := range options.Engines {
		if ctx.Err() != nil {
			break
		}
		all := &engineRuns{options: options, cost: &out.Stats}
		out.Order = append(out.Order, string(e))
		if out.Engines[string(e)], err = all.runAll(ctx, l, e); err != nil {
			return nil, err
		}
	}
	out.Stats.Seconds = time.Since(start).Seconds()
	return out, nil
}

// overlapLimit bounds the time for comparing guards.
const overlapLimit = 5 * time.Second

// overlaps looks for overlapping guards: EFSMs of the literature are deterministic, which matters when results
// are compared. Random search has no solver, so the guards are not compared, which is noted.
func overlaps(ctx context.Context, l *model.Loaded, options ConcolicOptions) ([]result.Overlap, error) {
	limited, cancel := crowd.WithTimeout(ctx, overlapLimit)
	defer cancel()
	solver, err := options.Solver.Factory(l.System.Store)()
	if model.NoSolver(err) && slices.Equal(options.Engines, []concolic.Engine{concolic.Rand}) {
		l.List.Notef(diag.CodeLintIncomplete, diag.Span{}, "guards were not compared: %v", err)
		return []result.Overlap{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	found, gaps, err := lint.Overlaps(limited, l.System, solver)
	if err != nil && limited.Err() == nil {
		return nil, err
	}
	if err != nil {
		l.List.Notef(diag.CodeLintIncomplete, diag.Span{}, "not all guards were compared: the time limit for it was reached")
	}
	gaps.Report(l.List)
	out := []result.Overlap{}
	for _, o := range found {
		out = append(out, result.Overlap{First: o.First.Name, Second: o.Second.Name, Message: fmt.Sprintf("%s and %s can both be taken%s", o.First.Name, o.Second.Name, o.When)})
	}
	return out, nil
}

// engineRuns are the runs of one engine.
type engineRuns struct {
	options ConcolicOptions
	cost    *result.Stats // of all engines
	runs    []result.EngineRun
	results []*result.Engine

	asking sync.Mutex
	asked  []result.EngineUse // for proofs, by the last run

	searched bool // for ways through model errors
	ways     *errorWays
}

// runAll runs an engine once for each seed.
func (a *engineRuns) runAll(ctx context.Context, l *model.Loaded, e concolic.Engine) (*result.Engine, error) {
	for i := range a.options.Repeat {
		if ctx.Err() != nil && i > 0 {
			break
		}
		search := a.options.Search
		search.Workers, search.Progress, search.Memory = a.options.Workers, a.options.Progress, a.options.Budget()
		search.Engine, search.Seed = e, a.options.Seed+int64(i)
		if err := a.run(ctx, l, search); err != nil {
			return nil, err
		}
	}
	a.dropInterrupted()
	return a.sumUp(), nil
}

// dropInterrupted drops the last run if it was interrupted, so that it does not count as one of the seeds; it keeps a run that is the only
// one.
func (a *engineRuns) dropInterrupted() {
	if last := len(a.runs) - 1; last > 0 && a.runs[last].Stop == result.StopInterrupted {
		a.runs, a.results = a.runs[:last], a.results[:last]
	}
}

// run makes one run on a model of its own.
func (a *engineRuns) run(ctx context.Context, l *model.Loaded, search concolic.Options) error {
	if a.options.Reload != nil {
		var err error
		if l, err = a.options.Reload(); err != nil {
			return err
		}
		if err := l.Usable(); err != nil {
			return err
		}
	}
	externs, err := model.OpenExterns(l, a.options.Externs, a.options.Seed)
	if err != nil {
		return err
	}
	defer externs.Close()
	outcome, err := a.search(ctx, l, externs, search)
	if err != nil {
		return err
	}
	runs, err := a.keep(ctx, l, outcome)
	if err != nil {
		return err
	}
	if err := externs.Deterministic(ctx, l, runs); err != nil {
		return err
	}
	if a.options.Externs.Save {
		return externs.Save()
	}
	return nil
}

// search runs the engine within its time limit.
func (a *engineRuns) search(ctx context.Context, l *model.Loaded, e *model.Externs, search concolic.Options) (*concolic.Outcome, error) {
	search.NewSolver = e.Solver(a.options.Solver.Factory(l.System.Store))
	if search.Engine == concolic.Rand { // it sends no queries, unless the model has assumptions or quantifiers
		newSolver := search.NewSolver
		search.NewSolver = func() (smt.Solver, error) { return smt.Lazy(newSolver), nil }
	}
	if e != nil {
		search.Functions = e.Functions
		if len(e.Runners) > 0 {
			search.Workers = 1 // which runs are needed depends on earlier runs
		}
	}
	a.asked = nil
	search.Prove = func(ctx context.Context, targets []*sts.Transition, solver smt.Solver) ([]result.Why, error) {
		return a.proofs(ctx, l.System, targets, solver)
	}
	if a.options.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, a.options.Timeout)
		defer cancel()
		ctx = limited
	}
	return a.searchOn(ctx, l, search)
}

// searchOn continues from the journal, if there is one.
func (a *engineRuns) searchOn(ctx context.Context, l *model.Loaded, search concolic.Options) (*concolic.Outcome, error) {
	if a.options.Journal == "" {
		return concolic.Search(ctx, l.System, search)
	}
	header := result.JournalHeader{Model: l.Info(), Constants: l.Consts, Externs: string(cmp.Or(a.options.Externs.Treatment, result.ExternByTable))}
	journal, err := store.OpenJournal(a.options.Journal, header)
	if err != nil {
		return nil, fmt.Errorf("--journal: %w", err)
	}
	defer journal.Close()
	search.Journal, search.Earlier = journal.Write, journal.Entries()
	outcome, err := concolic.Search(ctx, l.System, search)
	var wrong *concolic.EntryError
	switch {
	case !errors.As(err, &wrong):
		return outcome, err
	case errors.Is(err, concolic.ErrForeign):
		return outcome, fmt.Errorf("%s: this run does not replay (%w); remove this line and those after it, or the file to begin again", journal.Line(wrong.Number), wrong)
	}
	return outcome, fmt.Errorf("%s: this run could not be replayed (%w)", journal.Line(wrong.Number), wrong)
}

// proofs tries to prove transitions unreachable, by induction and, if the states are few, by enumerating them.
func (a *engineRuns) proofs(ctx context.Context, system *sts.System, targets []*sts.Transition, solver smt.Solver) ([]result.Why, error) {
	reply, err := reach.Ask(ctx, reach.Question{System: system, Goals: reach.Transitions(targets), NewSolver: func() (smt.Solver, error) { return borrowed{solver}, nil },
		Proofs: &prove.Options{}, States: reach.FewStates, Only: []result.SearchEngine{result.InductionEngine, result.StatesEngine}, Memory: a.options.Budget()})
	if err != nil {
		return nil, err
	}
	a.asking.Lock()
	defer a.asking.Unlock()
	a.asked = result.AddUses(a.asked, reply.Engines)
	out := make([]result.Why, len(targets))
	for i, answer := range reply.Answers {
		switch out[i] = answer.Why; {
		case answer.Open():
			out[i].Reason = answer.How
		case answer.Run == nil && answer.Why.Status != result.Unreachable: // what is reached only through model errors is computed once for all engines
			out[i] = result.Proved(result.ByExploration, "no run without model errors takes it")
		}
	}
	return out, nil
}

// borrowed is a solver that its owner closes.
type borrowed struct{ smt.Solver }

func (borrowed) Close() error { return nil }
