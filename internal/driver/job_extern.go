package driver

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/extern/emit"
	"github.com/sextant-mbt/sextant/internal/extern/runner"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/result"
)

// The analyses of tables and contracts of externs.

// TableListOptions are the options of table list and table import.
type TableListOptions struct{ Common }

// TableExportOptions are the options of table export.
type TableExportOptions struct {
	Common
	File string `flag:"output" short:"o" writes:"file" help:"file to write instead of standard output"`
}

// TableOptions are the options of what runs the functions behind tables.
type TableOptions struct {
	Common
	Save      bool          `flag:"save" help:"write the tables: new rows (run), the hash of the runner (recheck), what is left (prune)"`
	CallLimit time.Duration `flag:"call-timeout" help:"time limit of one function call"`
}

// withCommon makes options whose defaults are those of Common, and of the groups of flags that it has.
func withCommon[O any]() *O {
	o := new(O)
	*Part[Common](o) = commonDefaults()
	if solver := Part[SolverOptions](o); solver != nil {
		*solver = solverDefaults()
	}
	return o
}

func tableDefaults() *TableOptions {
	return &TableOptions{Common: commonDefaults(), CallLimit: runner.DefaultCallLimit}
}

// tableJob makes the document of a command of table from what work returns, which may come with an error. From now on, the list
// of the model is about its tables only.
func tableJob[T any](j *Job, work func(l *Loaded, args []string) ([]T, error)) (any, error) {
	start := time.Now()
	j.Loaded.List = &diag.List{}
	tables, err := work(j.Loaded, j.Args[1:])
	var faulty *ErrModel
	if err != nil && tables == nil && !(errors.As(err, &faulty) && Part[Output](j.Options).JSON) {
		return nil, err
	}
	r := &result.Table[T]{Head: j.Loaded.head(j.Analysis.Name), Diagnostics: diag.ToJSON(j.Loaded.List.Sorted()), Tables: append([]T{}, tables...)}
	r.Stats = result.Stats{Seconds: time.Since(start).Seconds(), Workers: Part[Common](j.Options).Workers}
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
	return tableJob(j, func(l *Loaded, _ []string) ([]result.TableState, error) { return ListTables(l) })
}

func runTableImport(_ context.Context, j *Job, _ *TableListOptions) (any, error) {
	return tableJob(j, func(l *Loaded, args []string) ([]result.TableImported, error) {
		return one(ImportTable(l, args[0], args[1]))
	})
}

func runTableExport(_ context.Context, j *Job, o *TableExportOptions) (any, error) {
	return tableJob(j, func(l *Loaded, args []string) ([]result.TableContent, error) {
		r, err := ExportTable(l, args[0])
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

func runTableRun(ctx context.Context, j *Job, o *TableOptions) (any, error) {
	return tableJob(j, func(l *Loaded, args []string) ([]result.TableRan, error) {
		return one(RunTable(ctx, l, args[0], args[1:], *o))
	})
}

func runTableRecheck(ctx context.Context, j *Job, o *TableOptions) (any, error) {
	return tableJob(j, func(l *Loaded, args []string) ([]result.TableChecked, error) {
		return RecheckTables(ctx, l, strings.Join(args, ""), *o)
	})
}

func runTablePrune(ctx context.Context, j *Job, o *TableOptions) (any, error) {
	return tableJob(j, func(l *Loaded, args []string) ([]result.TableChecked, error) {
		return PruneTables(ctx, l, strings.Join(args, ""), *o)
	})
}

// ContractOptions are the options of all commands of contract.
type ContractOptions struct {
	Common
	Solver SolverOptions
}

// ContractPaths are the options of those that are about paths.
type ContractPaths struct {
	ContractOptions
	Paths []string `flag:"path" help:"a path: names of transitions, separated by commas; may be given several times; by default all paths from the start to the first return to a location"`
}

// FeasibleOptions are the options of contract feasible.
type FeasibleOptions struct {
	ContractPaths
	Contract map[string]string `flag:"contract" pair:"EXTERN=CONTRACT" help:"which contract of an extern is in force, as in --contract Price=Cw; by default the first"`
	Stub     string            `flag:"stub" writes:"file" help:"write the implementation that was found as a starlark file"`
}

// InferOptions are the options of contract infer.
type InferOptions struct {
	ContractPaths
	Raw bool `flag:"raw" help:"print the inferred behaviours as definition 10 has them"`
}

// UseOptions are the options of contract test, and of contract export besides its own.
type UseOptions struct {
	ContractPaths
	Contract map[string]string `flag:"contract" pair:"EXTERN=CONTRACT" help:"which contract of an extern is in force, as in --contract Price=Cw; by default the first"`
	Extern   string            `flag:"extern" help:"the extern whose contract is meant"`
	Inferred bool              `flag:"inferred" help:"use the contract that the paths demand, not the one that the model declares"`
	Inputs   int               `flag:"inputs" help:"number of inputs that are tried for each behavior"`
}

// ContractExportOptions are the options of contract export.
type ContractExportOptions struct {
	UseOptions
	Format   string `flag:"format" choices:"acsl,go,json" help:"acsl (C), go (a test file) or json"`
	File     string `flag:"output" short:"o" writes:"file" help:"file to write instead of standard output"`
	Package  string `flag:"package" help:"package of the Go test"`
	Function string `flag:"function" help:"name of the Go function; by default that of the extern"`
}

// contractDefaults allow more time than others: sets of paths with quantifiers take longer than single steps.
func contractDefaults[O any]() *O {
	o := withCommon[O]()
	Part[SolverOptions](o).QueryLimit = 20 * time.Second
	return o
}

func useDefaults() *UseOptions {
	o := contractDefaults[UseOptions]()
	o.Inputs = 50
	return o
}

func contractExportDefaults() *ContractExportOptions {
	o := contractDefaults[ContractExportOptions]()
	o.Inputs, o.Format, o.Package = 50, "acsl", "contract"
	return o
}

func runContractCheck(ctx context.Context, j *Job, o *ContractOptions) (any, error) {
	return whole(CheckContracts(ctx, j.Loaded, *o))
}

func runContractFeasible(ctx context.Context, j *Job, o *FeasibleOptions) (any, error) {
	r, rows, err := Feasible(ctx, j.Loaded, *o)
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
	j.Verbose = o.Raw
	return whole(Infer(ctx, j.Loaded, o.ContractPaths))
}

func runContractTest(ctx context.Context, j *Job, o *UseOptions) (any, error) {
	return whole(TestContracts(ctx, j.Loaded, *o))
}

func runContractExport(ctx context.Context, j *Job, o *ContractExportOptions) (any, error) {
	if o.Extern == "" {
		return nil, errors.New("name the extern with --extern")
	}
	data, err := ExportContract(ctx, j.Loaded, *o)
	if err != nil {
		return nil, err
	}
	return output(o.File, data)
}
