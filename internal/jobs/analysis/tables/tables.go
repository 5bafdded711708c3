// Package tables has the analyses of the tables of externs: listing, import and export of rows, calls of the real functions, and checks
// of rows against them.
package tables

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/exercise"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options are the options of analyses that run the functions behind tables.
type Options struct {
	model.Common
	Save      bool          `flag:"save" usual:"yes" help:"write the tables: new rows (run), the hash of the runner (recheck), the remaining rows (prune)"`
	CallLimit time.Duration `flag:"call-timeout" help:"time limit of one function call"`
}

// RunOptions are the options of Run.
type RunOptions struct {
	Options
	Random int `flag:"inputs" was:"random" usual:"yes" min:"0" max:"100000" help:"number of random inputs to call the function with: inputs that its contract admits, or any values of its types"`
	Solver model.SolverOptions
}

// List describes the tables and runners of each extern.
func List(l *model.Loaded) ([]result.TableState, error) {
	set, err := l.OpenTables(true)
	if err != nil {
		return nil, err
	}
	out := []result.TableState{}
	for _, x := range set.Externs() {
		out = append(out, tableState(set, x))
	}
	return out, nil
}

func tableState(set *table.Set, x *sts.Extern) result.TableState {
	s := result.TableState{Extern: x.Name, Rows: set.Table(x).Len(), Files: []result.TableFile{}, Runners: []string{}}
	for _, f := range set.Files(x) {
		stale := len(f.Entries) > 0 && f.Stale(set.Dir())
		s.Stale = s.Stale || stale
		s.Files = append(s.Files, result.TableFile{Path: f.Path, Rows: len(f.Entries), Missing: f.Missing, Stale: stale})
	}
	for _, r := range x.Runners {
		s.Runners = append(s.Runners, fmt.Sprintf("%s %q", r.Kind, r.Spec))
	}
	return s
}

// openExtern reads the tables and finds an extern.
func openExtern(l *model.Loaded, name string, mayCreate bool) (*table.Set, *sts.Extern, error) {
	set, err := l.OpenTables(mayCreate)
	if err != nil {
		return nil, nil, err
	}
	x, err := set.Extern(name)
	return set, x, err
}

// Import adds the rows of another file, such as that of a unit-test campaign, to the table of an extern and saves it. If
// rows contradict the table, it returns them in the result and writes nothing.
func Import(l *model.Loaded, extern, path string) (*result.TableImported, error) {
	set, x, err := openExtern(l, extern, true)
	if err != nil {
		return nil, err
	}
	from, err := table.Load(x, path, table.ReadOptions{IgnoreOthers: true}, l.List)
	if err != nil {
		return nil, err
	}
	if l.List.HasErrors() {
		return nil, &model.ErrModel{Path: path}
	}
	r := &result.TableImported{Extern: x.Name, From: path, Duplicates: from.Twice, Conflicts: importConflicts(set, x, from)}
	if len(r.Conflicts) > 0 {
		return r, nil
	}
	saved, err := set.Import(x, from)
	if err != nil {
		return nil, err
	}
	r.File, r.New, r.Rows = saved.Path, saved.Added, saved.Rows
	r.Duplicates += len(from.Entries) - saved.Added
	return r, nil
}

func importConflicts(set *table.Set, x *sts.Extern, from *table.File) []result.TableConflict {
	out := []result.TableConflict{}
	for _, e := range from.Entries {
		old := set.Find(x, e.Row)
		if was, now := x.Result.Format(old.Row.Result), x.Result.Format(e.Row.Result); was != now {
			out = append(out, result.TableConflict{TableRow: tableRow(x, old), Other: now, OtherPlace: table.Place(e.Span)})
		}
	}
	return out
}

func tableRow(x *sts.Extern, e table.Entry) result.TableRow {
	r := result.TableRow{Args: []string{}, Call: value.FormatCall(x, e.Row.Args), Place: table.Place(e.Span)}
	rest := e.Row.Args
	for _, p := range x.Params {
		r.Args = append(r.Args, p.Type.Format(rest[:p.Type.Size()]))
		rest = rest[p.Type.Size():]
	}
	if len(e.Row.Result) == x.Result.Size() {
		r.Result = x.Result.Format(e.Row.Result)
	}
	return r
}

// Export returns all known rows of an extern, as a file and as rows.
func Export(l *model.Loaded, extern string) (*result.TableContent, error) {
	set, x, err := openExtern(l, extern, false)
	if err != nil {
		return nil, err
	}
	merged := set.Merged(x).Sorted()
	r := &result.TableContent{Extern: x.Name, Rows: []result.TableRow{}, CSV: merged.Text()}
	for _, e := range merged.Entries {
		r.Rows = append(r.Rows, tableRow(x, e))
	}
	return r, nil
}

// openRunner opens the first runner of an extern.
func openRunner(l *model.Loaded, x *sts.Extern, options Options) (runner.Runner, error) {
	if len(x.Runners) == 0 {
		return nil, fmt.Errorf("extern %s has no runner: add run starlark %q to it, or another kind", x.Name, x.Name+".star")
	}
	return l.OpenRunner(x, x.Runners[0], runner.Options{CallLimit: options.CallLimit})
}

// Run calls the real function with each row of arguments in words, and with options.Save adds the rows to the table. It
// returns the rows computed before an error together with the error.
func Run(ctx context.Context, l *model.Loaded, extern string, words []string, options RunOptions) (*result.TableRan, error) {
	set, x, err := openExtern(l, extern, true)
	if err != nil {
		return nil, err
	}
	if options.Save && len(x.Tables) == 0 {
		return nil, fmt.Errorf("extern %s has no table to save to: add table %q to it", x.Name, x.Name+".csv")
	}
	var calls [][]term.Value
	if len(words) > 0 || options.Random == 0 {
		if calls, err = table.ParseArguments(x, words); err != nil {
			return nil, err
		}
	}
	function, err := openRunner(l, x, options.Options)
	if err != nil {
		return nil, err
	}
	defer function.Close()
	if options.Random > 0 {
		random, err := randomInputs(ctx, l, x, options)
		if err != nil {
			return nil, err
		}
		calls = append(calls, random...)
	}
	r := &result.TableRan{Extern: x.Name, Rows: []result.TableRow{}, Conflicts: []result.TableConflict{}, Failures: []result.TableFailure{}}
	for _, args := range calls {
		if err := callOnce(ctx, r, set, x, function, args); err != nil {
			return r, cmp.Or(saveRows(r, set, options.Options), err)
		}
	}
	return r, saveRows(r, set, options.Options)
}

// randomInputs draws inputs of an extern that its first contract admits.
func randomInputs(ctx context.Context, l *model.Loaded, x *sts.Extern, options RunOptions) ([][]term.Value, error) {
	solver := smt.Lazy(options.Solver.Factory(l.System.Store))
	defer solver.Close()
	var inForce sts.Contract
	if len(x.Contracts) > 0 {
		inForce = x.Contracts[0]
	}
	c := &contract.Checker{System: l.System, Solver: solver}
	return exercise.RandomInputs(ctx, c, x, inForce, options.Random, uint64(options.Seed))
}

// callOnce runs the function once. The error is that of ctx; errors of the function are part of the result.
func callOnce(ctx context.Context, r *result.TableRan, set *table.Set, x *sts.Extern, function runner.Runner, args []term.Value) error {
	answer, err := function.Call(ctx, args)
	row := table.Row{Args: args, Result: answer}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.Failures = append(r.Failures, result.TableFailure{TableRow: tableRow(x, table.Entry{Row: row}), Error: err.Error()})
		return nil
	}
	if _, err := set.Table(x).Add(row); err != nil {
		r.Conflicts = append(r.Conflicts, result.TableConflict{TableRow: tableRow(x, set.Find(x, row)), Other: x.Result.Format(answer)})
		return nil
	}
	r.Rows = append(r.Rows, tableRow(x, table.Entry{Row: row, Span: set.Find(x, row).Span}))
	return nil
}

func saveRows(r *result.TableRan, set *table.Set, options Options) error {
	if !options.Save {
		return nil
	}
	saved, err := set.Save()
	for _, s := range saved {
		r.Saved, r.File = s.Added, s.Path
	}
	return err
}

// chosen returns the named extern of a set, or all.
func chosen(set *table.Set, name string) ([]*sts.Extern, error) {
	if name == "" {
		return set.Externs(), nil
	}
	x, err := set.Extern(name)
	return []*sts.Extern{x}, err
}

// Recheck runs every row again, of one extern or of all. With options.Save, it stores the hash of the runner in the
// tables that the runner confirms.
func Recheck(ctx context.Context, l *model.Loaded, extern string, options Options) ([]result.TableChecked, error) {
	return settleTables(ctx, l, extern, options, func(set *table.Set, x *sts.Extern, r *result.TableChecked, _ []table.Row) ([]table.Saved, error) {
		if r.Skipped != "" || len(r.Conflicts)+len(r.Failures) > 0 {
			return nil, nil
		}
		return set.Settle(x, nil, true)
	})
}

// Prune drops the rows that a run of the function contradicts, and duplicates. It writes only with options.Save.
func Prune(ctx context.Context, l *model.Loaded, extern string, options Options) ([]result.TableChecked, error) {
	return settleTables(ctx, l, extern, options, func(set *table.Set, x *sts.Extern, r *result.TableChecked, drop []table.Row) ([]table.Saved, error) {
		return set.Settle(x, drop, r.Skipped == "" && len(r.Failures) == 0)
	})
}

// settler writes the tables of an extern after they were checked; drop has the rows that were contradicted.
type settler func(set *table.Set, x *sts.Extern, r *result.TableChecked, drop []table.Row) ([]table.Saved, error)

// settleTables checks the tables and writes them if requested. It returns the results before an error together with the error.
func settleTables(ctx context.Context, l *model.Loaded, extern string, options Options, settle settler) ([]result.TableChecked, error) {
	set, err := l.OpenTables(false)
	if err != nil {
		return nil, err
	}
	externs, err := chosen(set, extern)
	if err != nil {
		return nil, err
	}
	out := []result.TableChecked{}
	for _, x := range externs {
		r, drop, err := checkTable(ctx, l, set, x, options)
		out = append(out, *r)
		if err == nil && options.Save {
			var saved []table.Saved
			saved, err = settle(set, x, r, drop)
			for _, s := range saved {
				if s.Written {
					out[len(out)-1].Written = append(out[len(out)-1].Written, s.Path)
				}
			}
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// checkTable runs the rows of one extern again, and returns those that the function contradicts.
func checkTable(ctx context.Context, l *model.Loaded, set *table.Set, x *sts.Extern, options Options) (*result.TableChecked, []table.Row, error) {
	r := &result.TableChecked{Extern: x.Name, Conflicts: []result.TableConflict{}, Failures: []result.TableFailure{}, Written: []string{}}
	for _, f := range set.Files(x) {
		r.Duplicates += f.Twice
	}
	switch {
	case len(x.Runners) == 0:
		r.Skipped = "it has no runner"
	case set.Table(x).Len() == 0:
		r.Skipped = "it has no rows"
	}
	if r.Skipped != "" {
		return r, nil, nil
	}
	function, err := openRunner(l, x, options)
	if err != nil {
		return r, nil, err
	}
	defer function.Close()
	wrong, checked, err := set.Recheck(ctx, x, function.Call, options.Workers)
	r.Checked = checked
	return r, judgeRows(r, x, wrong), err
}

// judgeRows classifies the differences, and returns the rows that are contradicted.
func judgeRows(r *result.TableChecked, x *sts.Extern, wrong []table.Outcome) []table.Row {
	var drop []table.Row
	for _, o := range wrong {
		if !o.Differs() {
			r.Failures = append(r.Failures, result.TableFailure{TableRow: tableRow(x, o.Entry), Error: o.Err.Error()})
			continue
		}
		r.Conflicts = append(r.Conflicts, result.TableConflict{TableRow: tableRow(x, o.Entry), Other: x.Result.Format(o.Now)})
		r.Comments = append(r.Comments, o.Entry.Comments()...)
		drop = append(drop, o.Entry.Row)
	}
	return drop
}
