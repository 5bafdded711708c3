package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
)

// mutateFlags are the flags of mutate.
type mutateFlags struct {
	searchFlags
	limit   int
	measure bool
	least   float64
	folder  string
}

func mutateCommand() *cobra.Command {
	var flags mutateFlags
	c := &cobra.Command{
		Use:   "mutate MODEL [SUITE]",
		Short: "Measure a suite by mutants of the model, and add tests until they die",
		Long: "Mutate makes small mistakes in the model, one at a time, and runs the suite against each of these mutants. A mutant that\n" +
			"survives is proved harmless by the solver, or a test is searched for that kills it. SUITE is a folder written by\n" +
			"sextant generate -o; without it, the suite that generate makes for transitions is measured.",
		Args:    modelAndSuite,
		Example: "  sextant mutate examples/light/light.sxt\n  sextant mutate examples/class2/class2.sxt suite -o better",
		RunE: func(c *cobra.Command, args []string) error {
			suite := ""
			if len(args) > 1 {
				suite = args[1]
			}
			return runMutate(c, &flags, args[0], suite)
		},
	}
	flags.add(c)
	f := c.Flags()
	f.IntVar(&flags.limit, "limit", 1000, "most mutants; if there are more changes, some are left out evenly")
	f.BoolVar(&flags.measure, "measure", false, "only measure the suite: search for no tests")
	f.Float64Var(&flags.least, "at-least", 0, "exit with 1 if the score in percent, with the tests added, is below this")
	f.StringVarP(&flags.folder, "output", "o", "", "folder for the suite with the tests added; those of an older suite in it are replaced")
	return c
}

// modelAndSuite wants a model and perhaps a suite.
func modelAndSuite(c *cobra.Command, args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return withUsage(c, fmt.Errorf("mutate takes a model file and perhaps a suite, not %d arguments", len(args)))
	}
	return nil
}

func (f *mutateFlags) check() error {
	if !(f.least >= 0 && f.least <= 100) {
		return fmt.Errorf("--at-least %g: write a percentage from 0 to 100", f.least)
	}
	if err := checkBounds(bound{"limit", f.limit, 1}, bound{"workers", f.workers, 1}); err != nil {
		return err
	}
	return canWrite(nil, f.folder)
}

func runMutate(c *cobra.Command, flags *mutateFlags, path, suite string) error {
	if err := flags.check(); err != nil {
		return err
	}
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	r, err := flags.mutate(c, l, suite)
	if err != nil {
		return err
	}
	if flags.folder != "" {
		if err := driver.WriteSuite(flags.folder, r.Suite); err != nil {
			return err
		}
		r.Replay = replaySuiteCommand(path, flags.folder)
	}
	if err := flags.show(c, r); err != nil {
		return err
	}
	if 100*r.After.Score < flags.least {
		return errFinding
	}
	return nil
}

// mutate runs with progress on a terminal.
func (f *mutateFlags) mutate(c *cobra.Command, l *driver.Loaded, suite string) (_ *result.Mutate, err error) {
	ctx, cancel := f.context(c)
	defer cancel()
	means, closeLog, err := f.means()
	if err != nil {
		return nil, err
	}
	defer closeLog(&err)
	progress := newProgress(c.ErrOrStderr())
	defer progress.close()
	return driver.Mutate(ctx, l, driver.MutateOptions{Suite: suite, Limit: f.limit, Extend: !f.measure, Workers: f.workers, Seed: f.seed,
		Means: means, Progress: progress.mutants})
}

// mutants shows how many mutants a phase has treated. The next phase counts again, so the bar is never complete.
func (p *progress) mutants(done, total int) {
	p.show("mutating ", 1000*done/(total+1), 1000, fmt.Sprintf(" %d/%d mutants", done, total))
}
