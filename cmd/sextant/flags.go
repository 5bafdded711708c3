package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/text"
)

// commonFlags are those that every command takes.
type commonFlags struct {
	json    bool
	verbose bool
	seed    int64
	timeout time.Duration
	workers int
	consts  []string
	begun   time.Time // when the time limit began to count: with the reading of the model

	solver     string
	queryLimit time.Duration
	crossCheck bool
	logFile    string
}

func (f *commonFlags) add(c *cobra.Command) {
	flags := c.Flags()
	f.addJSON(c)
	flags.Int64Var(&f.seed, "seed", 0, "seed of everything random")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "time limit of the whole command; 0 is none")
	flags.IntVar(&f.workers, "workers", min(runtime.NumCPU(), 8), "how many solvers work at once")
	flags.StringArrayVar(&f.consts, "const", nil, "give a constant of the model another value, as in --const n=8")
}

func (f *commonFlags) addJSON(c *cobra.Command) {
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON document on standard output")
}

// addSolver adds the flags of commands that ask a solver.
func (f *commonFlags) addSolver(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.solver, "solver-cmd", "", "solver to run instead of z3, with its arguments")
	flags.DurationVar(&f.queryLimit, "query-timeout", 5*time.Second, "time limit of one question to the solver")
	flags.BoolVar(&f.crossCheck, "cross-check", false, "ask cvc5 too, and save what they disagree on")
	flags.StringVar(&f.logFile, "log-smt", "", "write everything asked of the solver to a file, as a script that can be replayed")
}

// constants reads the --const flags.
func (f *commonFlags) constants() (map[string]string, error) {
	out := map[string]string{}
	for _, c := range f.consts {
		name, value, ok := strings.Cut(c, "=")
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("--const %s: write NAME=VALUE", c)
		}
		out[strings.TrimSpace(name)] = value
	}
	return out, nil
}

// checkLimits refuses times that are negative.
func (f *commonFlags) checkLimits() error {
	if f.timeout < 0 {
		return fmt.Errorf("--timeout %s: must not be negative; 0 is no limit", f.timeout)
	}
	if f.queryLimit < 0 {
		return fmt.Errorf("--query-timeout %s: must not be negative", f.queryLimit)
	}
	return nil
}

// load reads the model, after flags that make no sense have been refused.
func (f *commonFlags) load(c *cobra.Command, path string) (*driver.Loaded, error) {
	if err := f.checkLimits(); err != nil {
		return nil, err
	}
	consts, err := f.constants()
	if err != nil {
		return nil, err
	}
	ctx, cancel := f.context(c)
	defer cancel()
	return driver.LoadWithin(ctx, path, consts)
}

// readModel loads the model of a command and refuses one with errors, which it shows.
func (f *commonFlags) readModel(c *cobra.Command, path string) (*driver.Loaded, error) {
	l, err := f.load(c, path)
	if err != nil {
		return nil, err
	}
	return l, f.usable(c, l)
}

// context is that of the command with its time limit.
func (f *commonFlags) context(c *cobra.Command) (context.Context, context.CancelFunc) {
	if f.timeout <= 0 {
		return context.WithCancel(c.Context())
	}
	if f.begun.IsZero() {
		f.begun = time.Now()
	}
	ctx, cancel := context.WithDeadline(c.Context(), f.begun.Add(f.timeout))
	stopWatching := context.AfterFunc(ctx, func() {
		if ctx.Err() == context.DeadlineExceeded {
			giveUp(c.ErrOrStderr())
		}
	})
	return ctx, func() { stopWatching(); cancel() }
}

// solverOptions opens the log if one is wanted. The second result closes it; a function that has its error as a named result
// defers that, as in defer closeLog(&err), and so tells of a log that could not be written.
func (f *commonFlags) solverOptions() (driver.SolverOptions, func(*error), error) {
	options := driver.SolverOptions{Command: f.solver, QueryLimit: f.queryLimit, CrossCheck: f.crossCheck}
	if f.logFile == "" {
		return options, func(*error) {}, nil
	}
	log, err := os.Create(f.logFile)
	if err != nil {
		return options, nil, err
	}
	options.Log = log
	return options, func(err *error) {
		if closeErr := log.Close(); *err == nil {
			*err = closeErr
		}
	}, nil
}

// canWrite refuses files and folders that could not be written when the work is done, before it begins.
func canWrite(files []string, folders ...string) error {
	for _, path := range files {
		if err := file.CanWrite(path); err != nil {
			return err
		}
	}
	for _, folder := range folders {
		if err := file.CanWriteFolder(folder); err != nil {
			return err
		}
	}
	return nil
}

// constWords are the flags that give constants of the model the same values again.
func (f *commonFlags) constWords() []string {
	var out []string
	for _, c := range f.consts {
		out = append(out, "--const", text.Quote(c))
	}
	return out
}

// searchFlags are those of commands that ask a solver and treat externs.
type searchFlags struct {
	commonFlags
	externs externFlags
}

func (f *searchFlags) add(c *cobra.Command) {
	f.commonFlags.add(c)
	f.addSolver(c)
	f.externs.add(c)
}

// means are the solver and the externs as the flags want them; the second result closes the log, as that of solverOptions.
func (f *searchFlags) means() (driver.Means, func(*error), error) {
	externs, err := f.externs.options(f.seed)
	if err != nil {
		return driver.Means{}, nil, err
	}
	solver, closeLog, err := f.solverOptions()
	return driver.Means{Solver: solver, Externs: externs}, closeLog, err
}

// bound is the least value that a flag may have.
type bound struct {
	flag         string
	value, least int
}

// checkBounds refuses a flag that is below its bound.
func checkBounds(bounds ...bound) error {
	for _, b := range bounds {
		if b.value < b.least {
			return fmt.Errorf("--%s %d: must be at least %d", b.flag, b.value, b.least)
		}
	}
	return nil
}
