package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/lint"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
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

// Concolic looks for tests that cover every transition, by one or several engines.
func Concolic(ctx context.Context, l *Loaded, options ConcolicOptions) (*result.Concolic, error) {
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
	out := &result.Concolic{Head: l.head("concolic"), Seed: options.Search.Seed, Repeat: options.Repeat, Journal: options.Journal, Engines: map[string]*result.Engine{}}
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

// overlaps compares guards: EFSMs of the literature are deterministic, and whoever compares results should know.
// Random search goes without a solver, and says so.
func overlaps(ctx context.Context, l *Loaded, options ConcolicOptions) ([]result.Overlap, error) {
	limited, cancel := context.WithTimeout(ctx, overlapLimit)
	defer cancel()
	solver, err := options.Solver.factory(l.System.Store)()
	var missing *smt.ErrNoSolver
	if errors.As(err, &missing) && slices.Equal(options.Engines, []concolic.Engine{concolic.Rand}) {
		l.List.Notef(diag.CodeLintIncomplete, diag.Span{}, "guards were not compared: %v", err)
		return []result.Overlap{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	found, _, err := lint.Overlaps(limited, l.System, solver)
	if err != nil && limited.Err() == nil {
		return nil, err
	}
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
}

// runAll runs an engine once for each seed.
func (a *engineRuns) runAll(ctx context.Context, l *Loaded, e concolic.Engine) (*result.Engine, error) {
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

// dropInterrupted forgets a last run that was interrupted, so that it does not count as one of the seeds; an only run is kept.
func (a *engineRuns) dropInterrupted() {
	if last := len(a.runs) - 1; last > 0 && a.runs[last].Stop == result.StopInterrupted {
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
		search.NewSolver = func() (smt.Solver, error) { return smt.Lazy(newSolver), nil }
	}
	if e != nil {
		search.Functions = e.functions
		if len(e.runners) > 0 {
			search.Workers = 1 // what is run depends on what was run before
		}
	}
	search.Prove = func(ctx context.Context, targets []*sts.Transition, solver smt.Solver) ([]result.Why, error) {
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
	header := journalHeader{Model: l.Info(), Constants: l.Consts, Externs: string(cmp.Or(a.options.Externs.Treatment, ByTable))}
	journal, err := openJournal(a.options.Journal, header)
	if err != nil {
		return nil, err
	}
	defer journal.close()
	search.Journal, search.Earlier = journal.write, journal.entries
	outcome, err := concolic.Search(ctx, l.System, search)
	return outcome, journal.place(err)
}

// proofs tries to prove transitions unreachable by package prove.
func proofs(ctx context.Context, system *sts.System, targets []*sts.Transition, solver smt.Solver) ([]result.Why, error) {
	answers, err := prove.Unreachable(ctx, system, targets, solver, prove.Options{})
	if err != nil {
		return nil, err
	}
	out := make([]result.Why, len(answers))
	for i, a := range answers {
		out[i] = result.Why{Status: result.Unknown, Reason: a.Explain()}
		if a.Proved {
			out[i] = result.Proved(a.Method, a.Explain())
		}
	}
	return out, nil
}
