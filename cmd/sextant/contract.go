package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
)

// contractFlags are the flags of the contract commands.
type contractFlags struct {
	commonFlags
	contracts []string
	paths     []string
	stub      string // of feasible
}

func contractCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "contract",
		Short: "Check contracts of externs, decide paths by them, infer them",
		Long: "Contracts describe functions that do not exist yet, or that must not be run: what a function may return for which\n" +
			"inputs. These commands check contracts, decide whether some implementation lets paths of the model be followed, and\n" +
			"infer from the model what a function must fulfil.",
	}
	c.AddCommand(contractCheckCommand(), contractFeasibleCommand(), contractInferCommand(), contractTestCommand(), contractExportCommand())
	return c
}

// contractWork is what a command of contract does with its model.
type contractWork func(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error

// newContractCommand makes a command that takes one model.
func newContractCommand(use, short string, flags *contractFlags, work contractWork) *cobra.Command {
	c := &cobra.Command{
		Use:   use + " MODEL",
		Short: short,
		Args:  oneModel,
		RunE:  func(c *cobra.Command, args []string) error { return flags.run(c, args[0], work) },
	}
	flags.add(c)
	flags.addSolver(c)
	flags.queryLimit = 20 * time.Second // sets of paths with quantifiers take longer than single steps
	c.Flags().Lookup("query-timeout").DefValue = flags.queryLimit.String()
	return c
}

func (f *contractFlags) run(c *cobra.Command, path string, work contractWork) (err error) {
	ctx, cancel := f.context(c)
	defer cancel()
	names, err := contractNames(f.contracts)
	if err != nil {
		return err
	}
	l, err := f.readModel(c, path)
	if err != nil {
		return err
	}
	solver, closeLog, err := f.solverOptions()
	if err != nil {
		return err
	}
	defer closeLog(&err)
	return work(ctx, c, l, driver.ContractOptions{Solver: solver, Contract: names, Paths: f.paths})
}

func (f *contractFlags) addPaths(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.paths, "path", nil, "a path: names of transitions, separated by commas; may be given several times; by default all ways from the start to the first return to a location")
}

func contractCheckCommand() *cobra.Command {
	var flags contractFlags
	return newContractCommand("check", "Check that contracts are disjoint, complete and can be met", &flags, flags.check)
}

func (f *contractFlags) check(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error {
	r, err := driver.CheckContracts(ctx, l, options)
	if err != nil {
		return err
	}
	return f.show(c, r)
}

func contractFeasibleCommand() *cobra.Command {
	var flags contractFlags
	c := newContractCommand("feasible", "Decide whether some implementation of the externs lets a set of paths be followed", &flags, flags.decide)
	flags.addPaths(c)
	addContracts(c.Flags(), &flags.contracts)
	c.Flags().StringVar(&flags.stub, "stub", "", "write the implementation that was found as a starlark file")
	return c
}

func (f *contractFlags) decide(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error {
	r, rows, err := driver.Feasible(ctx, l, options)
	if err != nil {
		return err
	}
	if f.stub != "" && r.Feasible == result.Feasible {
		if err := driver.WriteStub(f.stub, rows); err != nil {
			return err
		}
	}
	return f.show(c, r)
}

func contractInferCommand() *cobra.Command {
	var flags contractFlags
	c := newContractCommand("infer", "Infer what the externs must fulfil for paths to be feasible", &flags, flags.infer)
	flags.addPaths(c)
	c.Flags().BoolVar(&flags.verbose, "raw", false, "print the inferred behaviours as definition 10 has them")
	return c
}

func (f *contractFlags) infer(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error {
	r, err := driver.Infer(ctx, l, options)
	if err != nil {
		return err
	}
	return f.show(c, r)
}
