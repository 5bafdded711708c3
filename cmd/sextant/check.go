package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
)

// checkResult is the JSON of check.
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
		Args:    cobra.MinimumNArgs(1),
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
		sorted := l.List.Sorted()
		return l.List.HasErrors(), printJSON(c.OutOrStdout(), checkResult{Command: "check", Model: l.Info(), Stats: stats,
			Diagnostics: diag.ToJSON(sorted), Dropped: l.List.Dropped()})
	}
	showDiagnostics(c, l, diag.Note)
	if !l.List.HasErrors() {
		fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", path, driver.Describe(l))
	}
	return l.List.HasErrors(), nil
}
