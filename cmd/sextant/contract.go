package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/text"
)

// contractFlags are the flags of the contract commands.
type contractFlags struct {
	commonFlags
	contracts []string
	paths     []string
	raw       bool   // of infer
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
	return work(ctx, c, l, driver.ContractOptions{Solver: solver, Contract: names, Paths: f.paths, Stats: &result.Stats{}})
}

// contractHead is what the JSON of every command of contract begins with.
type contractHead struct {
	Command string       `json:"command"`
	Model   result.Model `json:"model"`
	Stats   result.Stats `json:"stats"`
}

func newContractHead(c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) contractHead {
	return contractHead{"contract " + c.Name(), l.Info(), *options.Stats}
}

func (f *contractFlags) addPaths(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.paths, "path", nil, "a path: names of transitions, separated by commas; may be given several times; by default all ways from the start to the first return to a location")
}

func contractCheckCommand() *cobra.Command {
	var flags contractFlags
	return newContractCommand("check", "Check that contracts are disjoint, complete and can be met", &flags, flags.check)
}

func (f *contractFlags) check(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error {
	reports, err := driver.CheckContracts(ctx, l, options)
	if err != nil {
		return err
	}
	err = f.printText(c, struct {
		contractHead
		Contracts []result.ContractCheck `json:"contracts"`
	}{newContractHead(c, l, options), reports}, func() string { return contractsText(reports) })
	if err == nil && slices.ContainsFunc(reports, func(r result.ContractCheck) bool { return !r.Sound() }) {
		return errFinding
	}
	return err
}

func contractsText(reports []result.ContractCheck) string {
	var b strings.Builder
	if len(reports) == 0 {
		fmt.Fprintln(&b, "the model has no contracts")
	}
	for _, r := range reports {
		fmt.Fprintf(&b, "%s: %s\n", strings.TrimSpace(r.Extern+" "+r.Contract), text.Count(r.Behaviors, "behavior"))
		for _, p := range []struct {
			name string
			result.Property
		}{{"disjoint", r.Disjoint}, {"complete", r.Complete}, {"satisfiable", r.Satisfiable}} {
			fmt.Fprintf(&b, "  %-12s %s%s\n", p.name, p.Decision, evidence(p.Evidence))
		}
	}
	return b.String()
}

func evidence(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
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
	err = f.printText(c, struct {
		contractHead
		*result.FeasiblePaths
	}{newContractHead(c, l, options), r}, func() string { return feasibleText(r) })
	if err == nil && f.stub != "" && r.Feasible == result.Feasible {
		err = driver.WriteStub(f.stub, rows)
	}
	if err == nil && r.Feasible == result.Infeasible {
		return errFinding
	}
	return err
}

func feasibleText(r *result.FeasiblePaths) string {
	var b strings.Builder
	for _, p := range r.Paths {
		fmt.Fprintf(&b, "%-10s %s\n", p.Answer, p.Name)
		showConflict(&b, p.Conflict)
	}
	fmt.Fprintf(&b, "\nThe %d paths together are %s%s.\n", len(r.Paths), r.Feasible, evidence(r.Reason))
	if r.Feasible == result.Infeasible {
		showConflict(&b, r.Conflict)
	}
	for _, name := range sortedNames(r.Implementation) {
		fmt.Fprintf(&b, "An implementation of %s that lets all of them be followed: %s\n", name, strings.Join(r.Implementation[name], ", "))
	}
	return b.String()
}

// showConflict prints the conditions that cannot hold together.
func showConflict(w io.Writer, conflict []result.Clash) {
	for i, k := range conflict {
		word := "because"
		if i > 0 {
			word = "    and"
		}
		where := ""
		if k.Path != "" && len(conflict) > 2 {
			where = " of " + k.Path
		}
		fmt.Fprintf(w, "    %s %s (%s%s)\n", word, k.Condition, k.Origin, where)
	}
}

func contractInferCommand() *cobra.Command {
	var flags contractFlags
	c := newContractCommand("infer", "Infer what the externs must fulfil for paths to be feasible", &flags, flags.infer)
	flags.addPaths(c)
	c.Flags().BoolVar(&flags.raw, "raw", false, "print the inferred behaviours as definition 10 has them")
	return c
}

func (f *contractFlags) infer(ctx context.Context, c *cobra.Command, l *driver.Loaded, options driver.ContractOptions) error {
	r, err := driver.Infer(ctx, l, options)
	if err != nil {
		return err
	}
	return f.printText(c, struct {
		contractHead
		*result.Inferred
	}{newContractHead(c, l, options), r}, func() string { return inferredText(r, f.raw) })
}

func inferredText(r *result.Inferred, raw bool) string {
	var out strings.Builder
	for _, b := range r.Inferred {
		fmt.Fprintf(&out, "%s on %s\n", b.Demand.Call, b.Demand.Path)
		if raw {
			fmt.Fprintf(&out, "    G    %s\n    Ax   %s\n    Pre  %s\n    Post %s\n", strings.Join(b.Frozen, ", "), strings.Join(b.Axioms, " and "), b.Pre, b.Post)
			continue
		}
		if b.Demand.Low != "" || b.Demand.High != "" {
			fmt.Fprintf(&out, "    result in %s..%s\n", b.Demand.Low, b.Demand.High)
		}
		for _, e := range b.Demand.Ensures {
			fmt.Fprintf(&out, "    ensures %s\n", e)
		}
		for _, g := range b.Demand.Given {
			fmt.Fprintf(&out, "    given   %s\n", g)
		}
	}
	if r.Preserved {
		fmt.Fprintln(&out, "With these contracts every one of the paths is still feasible (theorem 1, checked).")
	} else {
		fmt.Fprintf(&out, "Whether the paths are still feasible with these contracts is not shown: %s\n", r.Reason)
	}
	return out.String()
}

func sortedNames(m map[string][]string) []string { return slices.Sorted(maps.Keys(m)) }

// printText writes a document as JSON, or the text for people.
func (f *commonFlags) printText(c *cobra.Command, document any, text func() string) error {
	if f.json {
		return printJSON(c.OutOrStdout(), document)
	}
	_, err := io.WriteString(c.OutOrStdout(), text())
	return err
}
