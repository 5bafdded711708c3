package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/extern/runner"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/result"
)

// tableFlags are the flags of the commands of table.
type tableFlags struct {
	commonFlags
	save      bool
	callLimit time.Duration
	output    string
}

func (f *tableFlags) addRunning(c *cobra.Command, save string) {
	f.add(c)
	c.Flags().BoolVar(&f.save, "save", false, save)
	c.Flags().DurationVar(&f.callLimit, "call-timeout", runner.DefaultCallLimit, "time limit of one call of a function")
}

func (f *tableFlags) options() driver.TableOptions {
	return driver.TableOptions{Save: f.save, Workers: f.workers, CallLimit: f.callLimit}
}

func tableCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "table",
		Short: "Show, fill and check the tables of externs",
		Long: "A table is a CSV file beside the model with known calls of an extern: a header with the names of the parameters and\n" +
			"result, and a row for each call. Lines that begin with # are comments, and stay with the row below them.",
		Example: "  sextant table list model.sxt\n  sextant table run model.sxt INTGR '[1, 2]' '[3, 4]' --save",
		Args:    cobra.ArbitraryArgs,
		RunE:    wrongTableCommand,
	}
	c.AddCommand(tableListCommand(), tableImportCommand(), tableExportCommand(), tableRunCommand(), tableRecheckCommand(), tablePruneCommand())
	return c
}

// wrongTableCommand explains which commands there are.
func wrongTableCommand(c *cobra.Command, args []string) error {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	choice := "write " + strings.Join(names, ", ")
	if len(args) == 0 {
		return withUsage(c, fmt.Errorf("table needs a command: %s", choice))
	}
	if meant := diag.Closest(args[0], names); meant != "" {
		choice = "did you mean " + meant + "?"
	}
	return withUsage(c, fmt.Errorf("table has no command %q; %s", args[0], choice))
}

// wants checks the number of arguments; what names them.
func wants(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		return withUsage(c, fmt.Errorf("table %s needs %s", c.Name(), what))
	}
}

// open reads the model of a command of table. From then on, its list is about the tables only.
func (f *tableFlags) open(c *cobra.Command, path string) (*driver.Loaded, error) {
	if err := checkBounds(bound{"workers", f.workers, 1}); err != nil {
		return nil, err
	}
	l, err := f.readModel(c, path)
	if err != nil {
		return nil, err
	}
	l.List = &diag.List{}
	return l, nil
}

// tableWork is what a command of table does once the model is read. What was done before an error is returned with it.
type tableWork[T any] func(ctx context.Context, l *driver.Loaded, args []string) ([]T, error)

// tableBody reads the model, does the work and shows the result.
func tableBody[T any](f *tableFlags, work tableWork[T]) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		start := time.Now()
		ctx, cancel := f.context(c)
		defer cancel()
		l, err := f.open(c, args[0])
		if err != nil {
			return err
		}
		tables, failed := work(ctx, l, args[1:])
		showDiagnostics(c, l, diag.Warning)
		r := &result.Table[T]{Head: result.Head{Command: "table " + c.Name(), Model: l.Info()}, Diagnostics: diag.ToJSON(l.List.Sorted()),
			Tables: append([]T{}, tables...), Pruning: c.Name() == "prune"}
		r.Stats = result.Stats{Seconds: time.Since(start).Seconds(), Workers: f.workers}
		if f.shows(tables != nil, failed) {
			if err := f.show(c, r); err != nil && (failed == nil || !errors.Is(err, errFinding)) {
				return err
			}
		}
		return failed
	}
}

// shows reports whether there is something to print: results, or as JSON, the errors of the tables.
func (f *tableFlags) shows(some bool, failed error) bool {
	var faulty *driver.ErrModel
	return failed == nil || some || f.json && errors.As(failed, &faulty)
}

// one is a list of one result, if there is one.
func one[T any](r *T, err error) ([]T, error) {
	if r == nil {
		return nil, err
	}
	return []T{*r}, err
}

func tableListCommand() *cobra.Command {
	var flags tableFlags
	work := func(_ context.Context, l *driver.Loaded, _ []string) ([]result.TableState, error) {
		return driver.ListTables(l)
	}
	c := &cobra.Command{
		Use:   "list MODEL",
		Short: "Show what is known of each extern: rows, files, runners",
		Args:  wants(1, 1, "a model file"),
		RunE:  tableBody(&flags, work),
	}
	flags.add(c)
	return c
}

func tableImportCommand() *cobra.Command {
	var flags tableFlags
	work := func(_ context.Context, l *driver.Loaded, args []string) ([]result.TableImported, error) {
		return one(driver.ImportTable(l, args[0], args[1]))
	}
	c := &cobra.Command{
		Use:   "import MODEL EXTERN FILE.csv",
		Short: "Add the rows of a unit-test campaign to a table",
		Long: "Import adds the rows of a CSV file to the first table of an extern, and saves it. Columns are matched by the header; those\n" +
			"that are not parameters are left out. If a row contradicts the table, nothing is written and the exit code is 1.",
		Args:    wants(3, 3, "a model file, an extern and a CSV file"),
		Example: "  sextant table import model.sxt INTGR campaign.csv",
		RunE:    tableBody(&flags, work),
	}
	flags.add(c)
	return c
}

func tableExportCommand() *cobra.Command {
	var flags tableFlags
	work := func(_ context.Context, l *driver.Loaded, args []string) ([]result.TableContent, error) {
		return flags.export(driver.ExportTable(l, args[0]))
	}
	c := &cobra.Command{
		Use:   "export MODEL EXTERN",
		Short: "Print all rows of an extern as CSV",
		Args:  wants(2, 2, "a model file and an extern"),
		RunE:  tableBody(&flags, work),
	}
	flags.add(c)
	c.Flags().StringVarP(&flags.output, "output", "o", "", "file to write instead of standard output")
	return c
}

// export writes the file that is wanted.
func (f *tableFlags) export(r *result.TableContent, err error) ([]result.TableContent, error) {
	if err == nil && f.output != "" {
		err = file.Write(f.output, []byte(r.CSV))
		r.CSV = "" // it is not printed, too
	}
	if err != nil {
		return nil, err
	}
	return one(r, nil)
}

func tableRunCommand() *cobra.Command {
	var flags tableFlags
	work := func(ctx context.Context, l *driver.Loaded, args []string) ([]result.TableRan, error) {
		return one(driver.RunTable(ctx, l, args[0], args[1:], flags.options()))
	}
	c := &cobra.Command{
		Use:   "run MODEL EXTERN ARGS...",
		Short: "Call the real function and show the rows",
		Long: "Run calls the function of an extern. Each ARGS is a row: the values as a table has them, separated by commas. If the function\n" +
			"fails, or answers otherwise than the table says, the exit code is 1. Write -- before values that begin with a minus sign.",
		Args:    wants(2, -1, "a model file, an extern and arguments"),
		Example: "  sextant table run model.sxt INTGR '[1, 2]' '[3, 4]' --save\n  sextant table run model.sxt ADD '1, 2' -- '-3, 4'",
		RunE:    tableBody(&flags, work),
	}
	flags.addRunning(c, "add the rows to the table")
	c.SetFlagErrorFunc(minusHint)
	return c
}

// minusHint explains what to do about a negative number that looks like a flag.
func minusHint(c *cobra.Command, err error) error {
	if strings.HasPrefix(err.Error(), "unknown shorthand flag") {
		err = fmt.Errorf("%w; write -- before values that begin with a minus sign", err)
	}
	return flagError(c, err)
}

func tableRecheckCommand() *cobra.Command {
	var flags tableFlags
	work := func(ctx context.Context, l *driver.Loaded, args []string) ([]result.TableChecked, error) {
		return driver.RecheckTables(ctx, l, strings.Join(args, ""), flags.options())
	}
	c := &cobra.Command{
		Use:   "recheck MODEL [EXTERN]",
		Short: "Run every row again and show the differences",
		Long: "Recheck runs every row of the tables again and shows where the function now answers otherwise, or fails; then the exit code\n" +
			"is 1. With --save, the hash of the runner is stored in the tables that it confirms, so that they are not stale any more.",
		Args: wants(1, 2, "a model file and at most one extern"),
		RunE: tableBody(&flags, work),
	}
	flags.addRunning(c, "store the hash of the runner with the tables that it confirms")
	return c
}

func tablePruneCommand() *cobra.Command {
	var flags tableFlags
	work := func(ctx context.Context, l *driver.Loaded, args []string) ([]result.TableChecked, error) {
		return driver.PruneTables(ctx, l, strings.Join(args, ""), flags.options())
	}
	c := &cobra.Command{
		Use:   "prune MODEL [EXTERN]",
		Short: "Drop rows that the function contradicts, and duplicates",
		Long: "Prune runs every row of the tables again, and drops those that the function now answers otherwise, with the comments above\n" +
			"them, and duplicates, whose comments are kept. It shows what it drops; the tables are written only with --save.",
		Args: wants(1, 2, "a model file and at most one extern"),
		RunE: tableBody(&flags, work),
	}
	flags.addRunning(c, "write the tables")
	return c
}
