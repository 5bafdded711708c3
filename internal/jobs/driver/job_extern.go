package driver

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/externs/emit"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/exports"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/tables"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The analyses of tables and contracts of externs.

// TableListOptions are the options of table list and table import.
type TableListOptions struct{ model.Common }

// TableExportOptions are the options of table export.
type TableExportOptions struct {
	model.Common
	File string `flag:"output" usual:"yes" short:"o" writes:"file" help:"file to write instead of standard output"`
}

// withCommon returns options with the defaults of Common, and of the groups of flags that it has.
func withCommon[O any]() *O {
	o := new(O)
	*Part[model.Common](o) = model.CommonDefaults()
	if solver := Part[model.SolverOptions](o); solver != nil {
		*solver = model.SolverDefaults()
	}
	return o
}

func tableDefaults() *tables.Options {
	return &tables.Options{Common: model.CommonDefaults(), CallLimit: runner.DefaultCallLimit}
}

// tableJob builds the document of a table command from the result of work, which may come with an error. It clears the list of
// the model, which then has only diagnostics about tables.
func tableJob[T any](j *Job, work func(l *model.Loaded, args []string) ([]T, error)) (any, error) {
	start := time.Now()
	j.Loaded.List = &diag.List{}
	tables, err := work(j.Loaded, j.Args[1:])
	var faulty *model.ErrModel
	if err != nil && tables == nil && !(errors.As(err, &faulty) && Part[model.Output](j.Options).JSON) {
		return nil, err
	}
	r := &result.Table[T]{Head: j.Loaded.Head(j.Analysis.Name), Diagnostics: diag.ToJSON(j.Loaded.List.Sorted()), Dropped: j.Loaded.List.Dropped().Total(),
		Tables: append([]T{}, tables...)}
	r.Stats = result.Stats{Seconds: time.Since(start).Seconds(), Workers: Part[model.Common](j.Options).Workers}
	r.Pruning = j.Analysis.Name == "table prune"
	return r, err
}

// one is a list of one result, if there is one.
func one[T any](r *T, err error) ([]T, error) {
	if r == nil {
		return nil, err
	}
	return []T{*r}, err
}

func runTableList(_ context.Context, j *Job, _ *TableListOptions) (any, error) {
	return tableJob(j, func(l *model.Loaded, _ []string) ([]result.TableState, error) { return tables.List(l) })
}

func runTableImport(_ context.Context, j *Job, _ *TableListOptions) (any, error) {
	return tableJob(j, func(l *model.Loaded, args []string) ([]result.TableImported, error) {
		return one(tables.Import(l, args[0], args[1]))
	})
}

func runTableExport(_ context.Context, j *Job, o *TableExportOptions) (any, error) {
	return tableJob(j, func(l *model.Loaded, args []string) ([]result.TableContent, error) {
		r, err := tables.Export(l, args[0])
		if err != nil || o.File == "" {
			return one(r, err)
		}
		if err := file.Write(o.File, []byte(r.CSV)); err != nil {
			return nil, err
		}
		r.CSV = "" // it is not printed as well
		return one(r, nil)
	})
}

func tableRunDefaults() *tables.RunOptions {
	return &tables.RunOptions{Options: *tableDefaults(), Solver: model.SolverDefaults()}
}

func runTableRun(ctx context.Context, j *Job, o *tables.RunOptions) (any, error) {
	return tableJob(j, func(l *model.Loaded, args []string) ([]result.TableRan, error) {
		return one(tables.Run(ctx, l, args[0], args[1:], *o))
	})
}

func runTableRecheck(ctx context.Context, j *Job, o *tables.Options) (any, error) {
	return tableJob(j, func(l *model.Loaded, args []string) ([]result.TableChecked, error) {
		return tables.Recheck(ctx, l, strings.Join(args, ""), *o)
	})
}

func runTablePrune(ctx context.Context, j *Job, o *tables.Options) (any, error) {
	return tableJob(j, func(l *model.Loaded, args []string) ([]result.TableChecked, error) {
		return tables.Prune(ctx, l, strings.Join(args, ""), *o)
	})
}

// InferOptions are the options of contract infer.
type InferOptions struct {
	analysis.InferOptions
	model.Detail `was:"raw"`
}

// contractDefaults have longer time limits than others: sets of paths with quantifiers take longer than single steps.
func contractDefaults[O any]() *O {
	o := withCommon[O]()
	Part[model.SolverOptions](o).QueryLimit = 20 * time.Second
	return o
}

func useDefaults() *analysis.UseOptions {
	o := contractDefaults[analysis.UseOptions]()
	o.Inputs = 50
	return o
}

func contractExportDefaults() *exports.ContractOptions {
	o := contractDefaults[exports.ContractOptions]()
	o.Inputs, o.Format, o.Package = 40, "acsl", "contract"
	return o
}

func runContractCheck(ctx context.Context, j *Job, o *analysis.ContractOptions) (any, error) {
	options := *o
	return whole(analysis.CheckContracts(ctx, j.Loaded, options))
}

func runContractFeasible(ctx context.Context, j *Job, o *analysis.FeasibleOptions) (any, error) {
	options := *o
	r, rows, err := analysis.Feasible(ctx, j.Loaded, options)
	if err != nil || o.Stub == "" || r.Feasible != result.Feasible {
		return whole(r, err)
	}
	var b bytes.Buffer
	if err := emit.Stubs(&b, rows); err != nil {
		return r, err
	}
	return r, file.Write(o.Stub, b.Bytes())
}

func runContractInfer(ctx context.Context, j *Job, o *InferOptions) (any, error) {
	j.Verbose = o.Verbose
	options := o.InferOptions
	return whole(analysis.Infer(ctx, j.Loaded, options))
}

func runContractTest(ctx context.Context, j *Job, o *analysis.UseOptions) (any, error) {
	options := *o
	return whole(analysis.TestContracts(ctx, j.Loaded, options))
}

func runContractExport(ctx context.Context, j *Job, o *exports.ContractOptions) (any, error) {
	if o.Extern == "" {
		return nil, errors.New("name the extern with --extern")
	}
	options := *o
	if o.JSON {
		options.Format = "json"
	}
	data, err := exports.Contract(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	printed, err := output(o.File, data)
	if o.JSON && err == nil {
		printed = Text(data)
	}
	return printed, err
}
