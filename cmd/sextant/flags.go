package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
)

// commonFlags are those that every command takes.
type commonFlags struct {
	json    bool
	seed    int64
	timeout time.Duration
	workers int
	consts  []string

	solver     string
	queryLimit time.Duration
	crossCheck bool
	logFile    string
}

func (f *commonFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.BoolVar(&f.json, "json", false, "print one JSON document on standard output")
	flags.Int64Var(&f.seed, "seed", 0, "seed of everything random")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "time limit of the whole command; 0 is none")
	flags.IntVar(&f.workers, "workers", min(runtime.NumCPU(), 8), "how many solvers work at once")
	flags.StringArrayVar(&f.consts, "const", nil, "give a constant of the model another value, as in --const n=8")
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
func (f *commonFlags) load(path string) (*driver.Loaded, error) {
	if err := f.checkLimits(); err != nil {
		return nil, err
	}
	consts, err := f.constants()
	if err != nil {
		return nil, err
	}
	return driver.Load(path, consts)
}

// context is that of the command with its time limit.
func (f *commonFlags) context(c *cobra.Command) (context.Context, context.CancelFunc) {
	if f.timeout <= 0 {
		return context.WithCancel(c.Context())
	}
	ctx, cancel := context.WithTimeout(c.Context(), f.timeout)
	stopWatching := context.AfterFunc(ctx, func() {
		if ctx.Err() == context.DeadlineExceeded {
			giveUp(c.ErrOrStderr())
		}
	})
	return ctx, func() { stopWatching(); cancel() }
}

// solverOptions opens the log if one is wanted; the second result closes it.
func (f *commonFlags) solverOptions() (driver.SolverOptions, func() error, error) {
	options := driver.SolverOptions{Command: f.solver, QueryLimit: f.queryLimit, CrossCheck: f.crossCheck}
	if f.logFile == "" {
		return options, func() error { return nil }, nil
	}
	log, err := os.Create(f.logFile)
	if err != nil {
		return options, nil, err
	}
	options.Log = log
	return options, log.Close, nil
}

// printJSON writes one indented document.
func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// showDiagnostics prints what is wrong with a model's text on standard error.
func showDiagnostics(c *cobra.Command, l *driver.Loaded, worst diag.Severity) {
	var shown []diag.Diagnostic
	for _, d := range l.List.Sorted() {
		if d.Severity <= worst {
			shown = append(shown, d)
		}
	}
	diag.Render(c.ErrOrStderr(), shown, l.List.Dropped(), isTerminal(c.ErrOrStderr()))
}

// isTerminal tells whether w is a terminal that may be coloured.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
