package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/extern/runner"
	"github.com/sextant-mbt/sextant/internal/extern/solve"
	"github.com/sextant-mbt/sextant/internal/text"
)

// externFlags say how externs are treated.
type externFlags struct {
	treatment  string
	contracts  []string
	solve      string
	attempts   int
	noDep      bool
	noNoCorres bool
	save       bool
	recheck    bool
	callLimit  time.Duration
}

func (f *externFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.treatment, "externs", "table", "table (known rows, and running the function), contract (any result that the contract allows), both (table, held to the contract) or fresh (any result)")
	addContracts(flags, &f.contracts)
	flags.StringVar(&f.solve, "solve", string(solve.Adaptive), "how to look for new rows: adaptive, paper (algorithm 1 of the paper) or chance")
	flags.IntVar(&f.attempts, "attempts", solve.DefaultAttempts, "how often functions may be run to open a path; 0 never runs one")
	flags.BoolVar(&f.noDep, "no-dep", false, "with --solve paper: without Dep")
	flags.BoolVar(&f.noNoCorres, "no-nocorres", false, "with --solve paper: without NoCorres")
	flags.BoolVar(&f.save, "save", false, "write new rows back to the tables")
	flags.BoolVar(&f.recheck, "recheck", false, "run known rows again, and new ones twice, and fail if an answer differs")
	flags.DurationVar(&f.callLimit, "call-timeout", runner.DefaultCallLimit, "time limit of one run of a function")
}

// addContracts adds the flag that chooses contracts.
func addContracts(flags *pflag.FlagSet, contracts *[]string) {
	flags.StringArrayVar(contracts, "contract", nil, "which contract of an extern is in force, as in --contract Price=Cw; by default the first")
}

// contractNames reads --contract flags.
func contractNames(words []string) (map[string]string, error) {
	out := map[string]string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--contract %s: write EXTERN=CONTRACT", w)
		}
		out[name] = value
	}
	return out, nil
}

// options checks the flags.
func (f *externFlags) options(seed int64) (driver.ExternOptions, error) {
	options := driver.ExternOptions{Treatment: driver.Treatment(f.treatment), Save: f.save, CallLimit: f.callLimit}
	var err error
	if options.Contract, err = contractNames(f.contracts); err != nil {
		return options, err
	}
	options.Options = solve.Options{Method: solve.Method(f.solve), Attempts: f.attempts, NoDep: f.noDep, NoNoCorres: f.noNoCorres, Recheck: f.recheck, Seed: seed}
	switch {
	case !slices.Contains(driver.Treatments, options.Treatment):
		return options, fmt.Errorf("--externs %s: write table, contract, both or fresh", f.treatment)
	case !options.Method.Known():
		return options, fmt.Errorf("--solve %s: write adaptive, paper or chance", f.solve)
	case f.attempts < 0:
		return options, fmt.Errorf("--attempts %d: must not be negative", f.attempts)
	case f.attempts == 0:
		options.Attempts = solve.NoAttempts
	}
	return options, nil
}

// words are the flags that differ from the default and change what is found.
func (f *externFlags) words() []string {
	var out []string
	if f.treatment != "table" {
		out = append(out, "--externs", f.treatment)
	}
	if f.solve != string(solve.Adaptive) {
		out = append(out, "--solve", f.solve)
	}
	if f.attempts != solve.DefaultAttempts {
		out = append(out, "--attempts", fmt.Sprint(f.attempts))
	}
	for _, k := range f.contracts {
		out = append(out, "--contract", text.Quote(k))
	}
	if f.noDep {
		out = append(out, "--no-dep")
	}
	if f.noNoCorres {
		out = append(out, "--no-nocorres")
	}
	return out
}

// showTables prints what was found wrong with tables, which are read after the model; before is what was known then.
func showTables(c *cobra.Command, l *driver.Loaded, before []diag.Diagnostic) {
	type key struct {
		code    diag.Code
		span    diag.Span
		message string
	}
	known := map[key]bool{}
	for _, d := range before {
		known[key{d.Code, d.Span, d.Message}] = true
	}
	var added []diag.Diagnostic
	for _, d := range l.List.Sorted() {
		if !known[key{d.Code, d.Span, d.Message}] {
			added = append(added, d)
		}
	}
	diag.Render(c.ErrOrStderr(), added, 0, isTerminal(c.ErrOrStderr()))
}
