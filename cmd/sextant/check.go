package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
)

// checkFlags are the flags of check.
type checkFlags struct {
	commonFlags
	invariants bool
	depth      int
	contracts  []string
}

func checkCommand() *cobra.Command {
	var flags checkFlags
	c := &cobra.Command{
		Use:   "check MODEL...",
		Short: "Find errors and doubtful places in models",
		Long: "Check parses, resolves and type-checks models, and looks for doubtful places: unused names, locations that\nnothing reaches, guards that are never true or overlap, inputs that no transition accepts.\n" +
			"With --invariants it proves that the initial states meet the invariants and that every event or transition keeps them and\n" +
			"the declared types, by invariants of locations, k-induction and contracts if need be, or shows the step that does not, and\n" +
			"a run that leads to such a step if there is one up to --depth.\n" +
			"The exit code is 1 if a model has errors, or if a step breaks an invariant that was not proved, whether a run leads to it or not.",
		Args:    someModels,
		Example: "  sextant check examples/class2/class2.sxt\n  sextant check examples/electrical/electrical.sxt --invariants --const n=8",
		RunE:    func(c *cobra.Command, paths []string) error { return runCheck(c, &flags, paths) },
	}
	flags.add(c)
	flags.addSolver(c)
	c.Flags().BoolVar(&flags.invariants, "invariants", false, "prove that every event keeps the invariants, or show the step that does not")
	c.Flags().IntVar(&flags.depth, "depth", 10, "length of the runs that are searched for one that breaks an invariant")
	addContracts(c.Flags(), &flags.contracts)
	return c
}

// runCheck checks models one after the other.
func runCheck(c *cobra.Command, flags *checkFlags, paths []string) error {
	if err := checkBounds(bound{"depth", flags.depth, 1}); err != nil {
		return err
	}
	return checkAll(paths, func(path string) (bool, error) { return flags.check(c, path) })
}

// checkAll goes on after a file that is not good, but not after an error.
func checkAll(paths []string, good func(path string) (bool, error)) error {
	failed := false
	for _, path := range paths {
		ok, err := good(path)
		if err != nil {
			return err
		}
		failed = failed || !ok
	}
	if failed {
		return errFinding
	}
	return nil
}

// check checks one model, shows what it finds, and tells whether the model is good.
func (f *checkFlags) check(c *cobra.Command, path string) (bool, error) {
	l, err := f.load(c, path)
	if err != nil {
		return false, err
	}
	if err := driver.CheckTables(l); err != nil {
		return false, err
	}
	stats, invariants, err := f.examine(c, l)
	if err != nil {
		return false, err
	}
	r := newCheck(c, l)
	r.Stats, r.Invariants = stats, invariants
	if !f.json {
		showDiagnostics(c, l, diag.Note)
	}
	err = f.show(c, r)
	if errors.Is(err, errFinding) {
		return false, nil
	}
	return err == nil, err
}

// examine does what takes a solver: lint, and the proofs of invariants if they are wanted.
func (f *checkFlags) examine(c *cobra.Command, l *driver.Loaded) (stats result.Stats, invariants *result.Invariants, err error) {
	ctx, cancel := f.context(c)
	defer cancel()
	solver, closeLog, err := f.solverOptions()
	if err != nil {
		return stats, nil, err
	}
	defer closeLog(&err)
	stats, err = driver.Lint(ctx, l, solver)
	if err == nil && f.invariants && l.System != nil {
		invariants, err = f.checkInvariants(ctx, l, solver, &stats)
	}
	return stats, invariants, err
}

// checkInvariants asks whether the invariants are kept, and adds what that cost.
func (f *checkFlags) checkInvariants(ctx context.Context, l *driver.Loaded, solver driver.SolverOptions, stats *result.Stats) (*result.Invariants, error) {
	names, err := contractNames(f.contracts)
	if err != nil {
		return nil, err
	}
	r, cost, err := driver.CheckInvariants(ctx, l, driver.InvariantOptions{Depth: f.depth, Workers: max(f.workers, 1), Contract: names, Solver: solver})
	stats.Add(cost)
	return r, err
}

// newCheck is the document about the text of a model.
func newCheck(c *cobra.Command, l *driver.Loaded) *result.Check {
	r := &result.Check{Head: result.Head{Command: c.Name(), Model: l.Info()}, Diagnostics: diag.ToJSON(l.List.Sorted()), Dropped: l.List.Dropped()}
	if !l.List.HasErrors() {
		r.Summary = driver.Describe(l)
	}
	return r
}

// usable refuses a model with errors, and shows them: as JSON too, if that is wanted.
func (f *commonFlags) usable(c *cobra.Command, l *driver.Loaded) error {
	showDiagnostics(c, l, diag.Error)
	unusable := l.Usable()
	if unusable == nil || !f.json {
		return unusable
	}
	if err := f.show(c, newCheck(c, l)); !errors.Is(err, errFinding) {
		return err
	}
	return unusable
}
