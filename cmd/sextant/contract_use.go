package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/contract"
	"github.com/sextant-mbt/sextant/internal/driver"
)

// useFlags are the flags of commands that use a contract.
type useFlags struct {
	contractFlags
	extern   string
	inferred bool
	inputs   int
}

func (f *useFlags) add(c *cobra.Command) {
	f.addPaths(c)
	addContracts(c.Flags(), &f.contracts)
	c.Flags().StringVar(&f.extern, "extern", "", "the extern whose contract is meant")
	c.Flags().BoolVar(&f.inferred, "inferred", false, "use the contract that the paths demand, not the one that the model declares")
	c.Flags().IntVar(&f.inputs, "inputs", 50, "how many inputs are tried for each behavior")
}

func (f *useFlags) options(base driver.ContractOptions) driver.UseOptions {
	return driver.UseOptions{ContractOptions: base, Extern: f.extern, Inferred: f.inferred, Inputs: f.inputs, Seed: f.seed}
}

func contractTestCommand() *cobra.Command {
	var flags useFlags
	c := newContractCommand("test", "Run the real functions against their contracts", &flags.contractFlags, func(ctx context.Context, c *cobra.Command, l *driver.Loaded, base driver.ContractOptions) error {
		exercises, err := driver.TestContracts(ctx, l, flags.options(base))
		if err != nil {
			return err
		}
		if flags.json {
			err = printJSON(c.OutOrStdout(), struct {
				contractHead
				Exercises []*contract.Exercise `json:"exercises"`
			}{newContractHead(c, l, base), exercises})
		} else {
			showExercises(c.OutOrStdout(), exercises)
		}
		for _, e := range exercises {
			if len(e.Violations)+len(e.Failures) > 0 {
				return errFinding
			}
		}
		return err
	})
	flags.add(c)
	return c
}

func showExercises(w io.Writer, exercises []*contract.Exercise) {
	if len(exercises) == 0 {
		fmt.Fprintln(w, "no extern has both a contract and a runner")
	}
	for _, e := range exercises {
		fmt.Fprintf(w, "%s: %d calls\n", strings.TrimSpace(e.Extern+" "+e.Contract), e.Calls)
		for _, b := range e.Behaviors {
			fmt.Fprintf(w, "  behavior %-12s %d inputs, %d violations\n", b.Behavior, b.Inputs, b.Violations)
		}
		for _, v := range e.Violations {
			fmt.Fprintf(w, "  violated: %s\n", v.Text)
		}
		showTexts(w, "the function failed", e.Failures)
		showTexts(w, "cannot be met", e.Impossible)
		showTexts(w, "undecided", e.Undecided)
	}
}

func showTexts(w io.Writer, title string, failures []contract.Failure) {
	for _, f := range failures {
		fmt.Fprintf(w, "  %s: %s\n", title, f.Text)
	}
}

func contractExportCommand() *cobra.Command {
	var flags useFlags
	var format, output, pkg, function string
	c := newContractCommand("export", "Write a contract as ACSL, as a Go test, or as JSON", &flags.contractFlags, func(ctx context.Context, c *cobra.Command, l *driver.Loaded, base driver.ContractOptions) error {
		if !slices.Contains(driver.ExportFormats, format) {
			return fmt.Errorf("--format %s: write acsl, go or json", format)
		}
		if flags.extern == "" {
			return fmt.Errorf("name the extern with --extern")
		}
		options := flags.options(base)
		options.Package, options.Function = pkg, function
		text, err := driver.ExportContract(ctx, l, format, options)
		if err != nil {
			return err
		}
		return writeOutput(c, output, text)
	})
	flags.add(c)
	c.Flags().StringVar(&format, "format", "acsl", "acsl (C), go (a test file) or json")
	c.Flags().StringVarP(&output, "output", "o", "", "file to write instead of standard output")
	c.Flags().StringVar(&pkg, "package", "contract", "package of the Go test")
	c.Flags().StringVar(&function, "function", "", "name of the Go function; by default that of the extern")
	return c
}
