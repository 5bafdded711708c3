package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

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
	c := newContractCommand("test", "Run the real functions against their contracts", &flags.contractFlags, flags.test)
	flags.add(c)
	return c
}

func (f *useFlags) test(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error {
	r, err := driver.TestContracts(ctx, l, f.options(options))
	if err != nil {
		return err
	}
	return f.show(c, r)
}

// contractExportFlags are the flags of contract export.
type contractExportFlags struct {
	useFlags
	format, output, name, function string
}

func contractExportCommand() *cobra.Command {
	var flags contractExportFlags
	c := newContractCommand("export", "Write a contract as ACSL, as a Go test, or as JSON", &flags.contractFlags, flags.export)
	flags.add(c)
	c.Flags().StringVar(&flags.format, "format", "acsl", "acsl (C), go (a test file) or json")
	c.Flags().StringVarP(&flags.output, "output", "o", "", "file to write instead of standard output")
	c.Flags().StringVar(&flags.name, "package", "contract", "package of the Go test")
	c.Flags().StringVar(&flags.function, "function", "", "name of the Go function; by default that of the extern")
	return c
}

func (f *contractExportFlags) export(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error {
	if !slices.Contains(driver.ExportFormats, f.format) {
		return fmt.Errorf("--format %s: write acsl, go or json", f.format)
	}
	if f.extern == "" {
		return fmt.Errorf("name the extern with --extern")
	}
	use := f.options(options)
	use.Package, use.Function = f.name, f.function
	text, err := driver.ExportContract(ctx, l, f.format, use)
	if err != nil {
		return err
	}
	return writeOutput(c, f.output, text)
}
