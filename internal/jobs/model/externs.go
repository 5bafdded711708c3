package model

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Externs are the open tables and runners of a model.
type Externs struct {
	set       *table.Set
	Functions *solve.Functions
	Runners   map[*sts.Extern]runner.Runner
}

// OpenExterns reads the tables and prepares the runners of a model; problems with tables are added to the model's list.
// Without externs, or with result.ExternFresh, it returns nil. It rejects a model that has errors.
func OpenExterns(l *Loaded, options ExternOptions, seed int64) (*Externs, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	if len(l.System.Externs) == 0 || options.Treatment == result.ExternFresh || options.Treatment == result.ExternByContract {
		return nil, nil
	}
	search := options.Solve
	search.Seed = seed
	if options.Treatment == result.ExternByBoth {
		chosen, err := contract.Choose(l.System, options.Contract)
		if err != nil {
			return nil, err
		}
		search.Contracts = chosen
	}
	if err := l.permit(l.externRequests(options.Go)); err != nil { // all at once, so that the user sees all errors
		return nil, err
	}
	set, err := l.OpenTables(false)
	if err != nil {
		return nil, err
	}
	l.tables = set
	e := &Externs{set: set, Runners: map[*sts.Extern]runner.Runner{}}
	err = e.openRunners(l, options)
	if err == nil && options.Save {
		err = e.canSave()
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	tables := map[*sts.Extern]*table.Table{}
	for _, x := range l.System.Externs {
		tables[x] = set.Table(x)
	}
	e.Functions = solve.NewFunctions(l.System, tables, e.Runners, search)
	return e, nil
}

// canSave returns an error if the tables that may grow cannot be written.
func (e *Externs) canSave() error {
	for _, x := range e.set.Externs() {
		if files := e.set.Files(x); len(files) > 0 && e.Runners[x] != nil {
			if err := file.CanWrite(files[0].Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// openRunners prepares the runners of the externs that have one.
func (e *Externs) openRunners(l *Loaded, options ExternOptions) error {
	for _, x := range l.System.Externs {
		spec, ok := RunnerOf(x, options.Go)
		if !ok {
			continue
		}
		r, err := l.OpenRunner(x, spec, runner.Options{CallLimit: options.CallLimit, Go: options.Go})
		if err != nil {
			return err
		}
		e.Runners[x] = r
	}
	return nil
}

// RunsFunctions reports whether an analysis may run functions of the model.
func (l *Loaded) RunsFunctions(options ExternOptions) bool {
	if l.System == nil || options.Treatment == result.ExternFresh || options.Treatment == result.ExternByContract {
		return false
	}
	return slices.ContainsFunc(l.System.Externs, func(x *sts.Extern) bool {
		_, runs := RunnerOf(x, options.Go)
		return runs
	})
}

// RunnerOf returns how an extern is run: by a function that the caller registered, or by the runner in the model.
func RunnerOf(x *sts.Extern, registered map[string]runner.GoFunc) (sts.Runner, bool) {
	if registered[x.Name] != nil {
		return sts.Runner{Kind: "go", Spec: x.Name}, true
	}
	if len(x.Runners) == 0 {
		return sts.Runner{}, false
	}
	return x.Runners[0], true
}

// Close stops the functions that were started.
func (e *Externs) Close() error {
	if e == nil {
		return nil
	}
	var errs []error
	for _, r := range e.Runners {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// solver wraps a solver in the summary solver, if there are externs.
func (e *Externs) Solver(next func() (smt.Solver, error)) func() (smt.Solver, error) {
	if e == nil {
		return next
	}
	return func() (smt.Solver, error) {
		s, err := next()
		if err != nil {
			return nil, err
		}
		return solve.New(s, e.Functions), nil
	}
}

// oracle returns the source of expected outputs of tests, given the known results of externs.
func (e *Externs) Oracle(l *Loaded, solver smt.Solver) *testgen.Oracle {
	o := &testgen.Oracle{System: l.System, Solver: solver}
	if e != nil {
		o.Functions = e.Functions
	}
	return o
}

// report fills in the known rows of externs after a run.
func (e *Externs) Report(r *result.Explore) {
	if e == nil {
		return
	}
	for _, use := range e.Functions.Uses() {
		r.Tables[use.Extern.Name] = result.TableSize{Rows: use.Rows, Initial: use.Initial}
		for i := range r.Externs {
			if r.Externs[i].Name == use.Extern.Name {
				r.Externs[i].Runs, r.Externs[i].Confirmed, r.Externs[i].Seconds = use.Calls, use.Confirmed, use.Seconds
			}
		}
	}
}

// Confirm repeats the function calls that the given runs depend on, within the time limit.
func (e *Externs) Confirm(ctx context.Context, runs []*run.Witness) {
	if e != nil {
		_ = e.Functions.Confirm(ctx, runs) // of ctx: the time limit is reached
	}
}

// Deterministic confirms runs that are reported as tests. With a function that gives different results for one input, no test can be
// trusted: the difference is added to the list of the model, and the error is an *ErrModel.
func (e *Externs) Deterministic(ctx context.Context, l *Loaded, runs []*run.Witness) error {
	if e == nil {
		return nil
	}
	e.Confirm(ctx, runs)
	var err error
	for _, f := range e.Functions.Failures() {
		if contradiction := (*table.ErrContradiction)(nil); errors.As(f.Err, &contradiction) {
			l.List.ErrorHint(diag.CodeNotDeterministic, f.Extern.Span, "make it a function of its arguments, or use --externs fresh", "%v", f.Err)
			err = &ErrModel{Path: l.Path}
		}
	}
	return err
}

// findings returns findings about functions: calls that failed, two results for one input, rows that violate contracts.
func (e *Externs) Findings() []result.Finding {
	var out []result.Finding
	if e == nil {
		return nil
	}
	for _, f := range e.Functions.Failures() {
		kind := "extern"
		if _, contradiction := f.Err.(*table.ErrContradiction); contradiction {
			kind = "contradiction"
		}
		p := f.Extern.Span.Position()
		out = append(out, result.Finding{Kind: kind, File: f.Extern.Span.FileName(), Line: p.Line, Column: p.Column, Message: f.Err.Error(),
			Trace: result.Trace{Steps: []result.Step{}}})
	}
	for _, v := range e.Functions.Violations() {
		p := v.Behavior.Span.Position()
		out = append(out, result.Finding{Kind: "contract", File: v.Behavior.Span.FileName(), Line: p.Line, Column: p.Column,
			Message: table.FormatRow(v.Extern, v.Row) + " violates " + v.Behavior.Title(), Trace: result.Trace{Steps: []result.Step{}}})
	}
	return out
}

// save writes new rows back.
func (e *Externs) Save() error {
	if e == nil {
		return nil
	}
	_, err := e.set.Save()
	return err
}

// withRows adds the number of new rows to the progress of a search.
func (e *Externs) withRows(tell func(result.Progress)) func(result.Progress) {
	if tell == nil {
		return nil
	}
	return func(now result.Progress) {
		for _, use := range e.Functions.Uses() {
			now.Point.Rows += use.Rows - use.Initial
		}
		tell(now)
	}
}

// search completes the options of a search with the externs: the summary solver, the functions, the contracts in force. It
// checks rows again if requested.
func (e *Externs) Search(ctx context.Context, l *Loaded, o explore.Options, backend Backend) (explore.Options, error) {
	o.NewSolver = e.Solver(backend.Solver.Factory(l.System.Store))
	if e != nil {
		o.Functions = e.Functions
		o.Progress = e.withRows(o.Progress)
		if len(e.Runners) > 0 {
			o.Workers = 1 // which calls are made depends on earlier calls: with one worker, on nothing else
		}
	}
	if e != nil && backend.Externs.Solve.Recheck {
		if err := e.Functions.RecheckAll(ctx); err != nil {
			return o, err
		}
	}
	var err error
	if t := backend.Externs.Treatment; t == result.ExternByContract || t == result.ExternByBoth { // with result.ExternByBoth, of externs that have neither table nor runner
		o.Contracts, err = contract.Choose(l.System, backend.Externs.Contract)
	}
	return o, err
}
