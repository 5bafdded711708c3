package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/runner"
	"github.com/sextant-mbt/sextant/internal/summary"
)

// externFlags say how externs are treated.
type externFlags struct {
	treatment  string
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
	flags.StringVar(&f.treatment, "externs", "table", "table (known rows, and running the function) or fresh (any result is assumed possible)")
	flags.StringVar(&f.solve, "solve", string(summary.Adaptive), "how to look for new rows: adaptive, paper (algorithm 1 of the paper) or chance")
	flags.IntVar(&f.attempts, "attempts", summary.DefaultAttempts, "how often functions may be run to open a path; 0 never runs one")
	flags.BoolVar(&f.noDep, "no-dep", false, "with --solve paper: without Dep")
	flags.BoolVar(&f.noNoCorres, "no-nocorres", false, "with --solve paper: without NoCorres")
	flags.BoolVar(&f.save, "save", false, "write new rows back to the tables")
	flags.BoolVar(&f.recheck, "recheck", false, "run known rows again and fail if an answer differs")
	flags.DurationVar(&f.callLimit, "call-timeout", runner.DefaultCallLimit, "time limit of one run of a function")
}

// options checks the flags.
func (f *externFlags) options(seed int64) (driver.ExternOptions, error) {
	options := driver.ExternOptions{Fresh: f.treatment == "fresh", Save: f.save, CallLimit: f.callLimit}
	options.Options = summary.Options{Method: summary.Method(f.solve), Attempts: f.attempts, NoDep: f.noDep, NoNoCorres: f.noNoCorres,
		Recheck: f.recheck, Seed: seed}
	switch {
	case f.treatment != "fresh" && f.treatment != "table":
		return options, fmt.Errorf("--externs %s: write table or fresh", f.treatment)
	case !options.Method.Known():
		return options, fmt.Errorf("--solve %s: write adaptive, paper or chance", f.solve)
	case f.attempts < 0:
		return options, fmt.Errorf("--attempts %d: must not be negative", f.attempts)
	case f.attempts == 0:
		options.Attempts = summary.NoAttempts
	}
	return options, nil
}

// words are the flags that differ from the default and change what is found.
func (f *externFlags) words() []string {
	var out []string
	if f.treatment != "table" {
		out = append(out, "--externs", f.treatment)
	}
	if f.solve != string(summary.Adaptive) {
		out = append(out, "--solve", f.solve)
	}
	if f.attempts != summary.DefaultAttempts {
		out = append(out, "--attempts", fmt.Sprint(f.attempts))
	}
	if f.noDep {
		out = append(out, "--no-dep")
	}
	if f.noNoCorres {
		out = append(out, "--no-nocorres")
	}
	return out
}

// showTables prints what was found wrong with tables, which are read after the model; before is how many diagnostics there
// were then.
func showTables(c *cobra.Command, l *driver.Loaded, before int) {
	if len(l.List.Sorted()) > before {
		diag.Render(c.ErrOrStderr(), tableDiagnostics(l), l.List.Dropped(), isTerminal(c.ErrOrStderr()))
	}
}

// tableDiagnostics are those that are not about the files of the model.
func tableDiagnostics(l *driver.Loaded) []diag.Diagnostic {
	models := map[*diag.File]bool{}
	for _, f := range l.Files {
		models[f] = true
	}
	var out []diag.Diagnostic
	for _, d := range l.List.Sorted() {
		if !models[d.Span.File] || d.Severity == diag.Error {
			out = append(out, d)
		}
	}
	return out
}

// explain says in words how far a path goes, and what is in the way.
func explain(w io.Writer, path []string, r *result.Explore) error {
	reached := 0
	for _, n := range r.Tree.Nodes {
		reached = max(reached, min(n.Depth, len(path)))
	}
	if reached == len(path) {
		_, err := fmt.Fprintf(w, "The path can be followed to its end.\n")
		return err
	}
	name := path[reached]
	_, err := fmt.Fprintf(w, "The path can be followed for %d of %d steps; %s is %s.\n", reached, len(path), name, obstacle(name, reached+1, r))
	return err
}

// obstacle is the answer about a step that was not taken.
func obstacle(name string, depth int, r *result.Explore) string {
	for _, d := range r.Blocked {
		if d.Transition == name && d.Depth == depth {
			return "infeasible up to the tables: " + d.Reason
		}
	}
	for _, d := range r.Unknown {
		if d.Transition == name && d.Depth == depth {
			return "undecided: " + d.Reason
		}
	}
	return "infeasible: its guard contradicts the steps before it"
}
