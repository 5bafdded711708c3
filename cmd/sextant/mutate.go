package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/mutation/mutate"
	"github.com/sextant-mbt/sextant/internal/report"
	"github.com/sextant-mbt/sextant/internal/text"
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
	}
	if err := flags.print(c, r, func() string { return flags.text(path, r) }); err != nil {
		return err
	}
	if 100*r.After.Score < flags.least {
		return errFinding
	}
	return nil
}

// mutate runs with progress on a terminal.
func (f *mutateFlags) mutate(c *cobra.Command, l *driver.Loaded, suite string) (_ *driver.MutateResult, err error) {
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

// mutants shows how many mutants a phase has treated. The next phase counts anew, so the bar is never complete.
func (p *progress) mutants(done, total int) {
	p.show("mutating ", 1000*done/(total+1), 1000, fmt.Sprintf(" %d/%d mutants", done, total))
}

// text is the result for people: the table of kinds, the scores, and the mutants that were not killed.
func (f *mutateFlags) text(path string, r *driver.MutateResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n\n", r.Model.Name, r.Model.File)
	writeKinds(&b, r.Kinds)
	b.WriteString("\n")
	writeScore(&b, "before", r.Before)
	if !f.measure {
		writeScore(&b, "after", r.After)
	}
	if r.Omitted > 0 {
		fmt.Fprintf(&b, "  limit      %d of %d changes were left out\n", r.Omitted, r.Edits)
	}
	if !r.Complete {
		b.WriteString("  stopped    the time was up, some mutants were not examined; give it more with --timeout\n")
	}
	for _, name := range r.Unsound {
		fmt.Fprintf(&b, "  left out   %s: the model itself fails it\n", name)
	}
	writeMutants(&b, "Equivalent", r, mutate.Equivalent)
	writeMutants(&b, "Conforming: no test can kill them, since the model allows what they do", r, mutate.Conforming)
	writeMutants(&b, "Alive, undecided", r, mutate.Undecided)
	if f.folder != "" {
		writeReplay(&b, path, f.folder)
	}
	return b.String()
}

func writeKinds(b *strings.Builder, kinds []driver.KindCount) {
	all := driver.KindCount{Kind: "all"}
	fmt.Fprintf(b, "  %-20s %6s %7s %11s %11s %10s\n", "mutants", "made", "killed", "equivalent", "conforming", "undecided")
	for _, k := range kinds {
		writeKind(b, k)
		all.Made += k.Made
		all.Killed += k.Killed
		all.Equivalent += k.Equivalent
		all.Conforming += k.Conforming
		all.Undecided += k.Undecided
	}
	writeKind(b, all)
}

func writeKind(b *strings.Builder, k driver.KindCount) {
	fmt.Fprintf(b, "  %-20s %6d %7d %11d %11d %10d\n", k.Kind, k.Made, k.Killed, k.Equivalent, k.Conforming, k.Undecided)
}

func writeScore(b *strings.Builder, name string, s driver.MutationScore) {
	fmt.Fprintf(b, "  %-10s %s  %d/%d killed, %s, by %s with %s\n", name, report.CoverageBar(s.Killed, s.Against, 24), s.Killed, s.Against,
		percent(s.Score), text.Count(s.Tests, "test"), text.Count(s.Inputs, "input"))
}

// percent rounds down, so that only a full score is 100 %.
func percent(score float64) string { return fmt.Sprintf("%d %%", int(100*score)) }

// writeMutants lists the mutants with a status, each with the reason.
func writeMutants(b *strings.Builder, title string, r *driver.MutateResult, status mutate.Status) {
	shown := 0
	for _, m := range r.Mutants {
		if m.Status != status {
			continue
		}
		if shown == 0 {
			fmt.Fprintf(b, "\n%s\n", title)
		}
		if shown++; shown <= fewTests {
			fmt.Fprintf(b, "  %s:%d: %s\n    %s\n", m.File, m.Line, m.Words, m.Reason)
		}
	}
	more(b, shown, "mutants")
}
