package driver

import (
	"errors"
	"time"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/runner"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/summary"
	"github.com/sextant-mbt/sextant/internal/table"
)

// ExternOptions say how externs are treated.
type ExternOptions struct {
	summary.Options
	Fresh     bool          // assume any result possible, whatever tables and runners there are
	Save      bool          // write new rows back to the tables
	CallLimit time.Duration // of one run of a function
	Go        map[string]runner.GoFunc
}

// externs are the open tables and runners of a model.
type externs struct {
	set       *table.Set
	functions *summary.Functions
	runners   map[*sts.Extern]runner.Runner
}

// openExterns reads the tables and prepares the runners of a model; problems with tables go to the model's list. Without
// externs, or with Fresh, it returns nil.
func openExterns(l *Loaded, options ExternOptions) (*externs, error) {
	if len(l.System.Externs) == 0 || options.Fresh {
		return nil, nil
	}
	set, err := table.OpenSet(l.System, l.Dir, l.List)
	if err != nil {
		return nil, err
	}
	if l.List.HasErrors() {
		return nil, &ErrModel{Path: l.Path}
	}
	e := &externs{set: set, runners: map[*sts.Extern]runner.Runner{}}
	tables := map[*sts.Extern]*table.Table{}
	for _, x := range l.System.Externs {
		tables[x] = set.Table(x)
		spec, ok := runnerOf(x, options.Go)
		if !ok {
			continue
		}
		r, err := runner.Open(x, spec, runner.Options{Dir: l.Dir, CallLimit: options.CallLimit, Go: options.Go})
		if err != nil {
			e.close()
			return nil, err
		}
		e.runners[x] = r
	}
	e.functions = summary.NewFunctions(l.System, tables, e.runners, options.Options)
	return e, nil
}

// runnerOf is how an extern is run: by a function that the caller registered, or as the model says.
func runnerOf(x *sts.Extern, registered map[string]runner.GoFunc) (sts.Runner, bool) {
	if registered[x.Name] != nil {
		return sts.Runner{Kind: "go", Spec: x.Name}, true
	}
	if len(x.Runners) == 0 {
		return sts.Runner{}, false
	}
	return x.Runners[0], true
}

func (e *externs) close() error {
	if e == nil {
		return nil
	}
	var errs []error
	for _, r := range e.runners {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// solver puts the summary solver before a solver, if there are externs.
func (e *externs) solver(next func() (smt.Solver, error)) func() (smt.Solver, error) {
	if e == nil {
		return next
	}
	return func() (smt.Solver, error) {
		s, err := next()
		if err != nil {
			return nil, err
		}
		return summary.New(s, e.functions), nil
	}
}

// report fills in what is known of externs after a run.
func (e *externs) report(r *result.Explore) {
	if e == nil {
		return
	}
	for _, use := range e.functions.Uses() {
		r.Tables[use.Extern.Name] = result.TableSize{Rows: use.Rows, Initial: use.Initial}
		for i := range r.Externs {
			if r.Externs[i].Name == use.Extern.Name {
				r.Externs[i].Runs, r.Externs[i].Seconds = use.Calls, use.Seconds
			}
		}
	}
}

// save writes new rows back.
func (e *externs) save() error {
	if e == nil {
		return nil
	}
	_, err := e.set.Save()
	return err
}
