package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
)

// checkResult is the JSON of check, and of other commands if the model has errors.
type checkResult struct {
	Command     string                `json:"command"`
	Model       result.Model          `json:"model"`
	Stats       result.Stats          `json:"stats"`
	Diagnostics []diag.JSONDiagnostic `json:"diagnostics"`
	Dropped     int                   `json:"dropped,omitempty"`
}

func checkCommand() *cobra.Command {
	var flags commonFlags
	c := &cobra.Command{
		Use:     "check MODEL...",
		Short:   "Find errors and doubtful places in models",
		Long:    "Check parses, resolves and type-checks models, and looks for doubtful places: unused names, locations that\nnothing reaches, guards that are never true or overlap, inputs that no transition accepts.\nThe exit code is 1 if a model has errors.",
		Args:    someModels,
		Example: "  sextant check examples/class2/class2.sxt",
		RunE: func(c *cobra.Command, paths []string) error {
			failed := false
			for _, path := range paths {
				bad, err := check(c, &flags, path)
				if err != nil {
					return err
				}
				failed = failed || bad
			}
			if failed {
				return errFinding
			}
			return nil
		},
	}
	flags.add(c)
	flags.addSolver(c)
	return c
}

// check checks one model and tells whether it has errors.
func check(c *cobra.Command, flags *commonFlags, path string) (bool, error) {
	ctx, cancel := flags.context(c)
	defer cancel()
	l, err := flags.load(path)
	if err != nil {
		return false, err
	}
	if err := driver.CheckTables(l); err != nil {
		return false, err
	}
	solver, closeLog, err := flags.solverOptions()
	if err != nil {
		return false, err
	}
	stats, err := driver.Lint(ctx, l, solver)
	if closeErr := closeLog(); err == nil {
		err = closeErr
	}
	if err != nil {
		return false, err
	}
	if flags.json {
		return l.List.HasErrors(), printDiagnostics(c, l, stats)
	}
	showDiagnostics(c, l, diag.Note)
	if !l.List.HasErrors() {
		fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", path, driver.Describe(l))
	}
	return l.List.HasErrors(), nil
}

// printDiagnostics prints a checkResult.
func printDiagnostics(c *cobra.Command, l *driver.Loaded, stats result.Stats) error {
	return printJSON(c.OutOrStdout(), checkResult{Command: c.Name(), Model: l.Info(), Stats: stats,
		Diagnostics: diag.ToJSON(l.List.Sorted()), Dropped: l.List.Dropped()})
}

// usable refuses a model with errors, and shows them: as JSON too, if that is wanted.
func (f *commonFlags) usable(c *cobra.Command, l *driver.Loaded) error {
	showDiagnostics(c, l, diag.Error)
	unusable := l.Usable()
	if unusable == nil || !f.json {
		return unusable
	}
	if err := printDiagnostics(c, l, result.Stats{}); err != nil {
		return err
	}
	return unusable
}
