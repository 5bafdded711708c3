package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/suite/testgen"
	"github.com/sextant-mbt/sextant/internal/text"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	searchFlags
	cover   string
	purpose string
	depth   int
	states  int
	folder  string
}

func generateCommand() *cobra.Command {
	var flags generateFlags
	c := &cobra.Command{
		Use:   "generate MODEL",
		Short: "Choose a small suite of tests from a model",
		Long: "Generate explores the model and chooses few, short tests that cover what --cover names, each with concrete inputs.\n" +
			"What is not covered is listed with the reason. With -o the tests are stored, one file each, for sextant replay.",
		Args:    oneModel,
		Example: "  sextant generate examples/class2/class2.sxt -o suite\n  sextant generate examples/light/light.sxt --cover purposes --purpose dazzling",
		RunE:    func(c *cobra.Command, args []string) error { return runGenerate(c, &flags, args[0]) },
	}
	flags.add(c)
	f := c.Flags()
	f.StringVar(&flags.cover, "cover", string(testgen.Transitions), "what to cover: transitions, locations, pairs (of transitions), paths, boundary (values), mcdc or purposes")
	f.StringVar(&flags.purpose, "purpose", "", "cover only this purpose of the model")
	f.IntVar(&flags.depth, "depth", 0, "longest test; 0 is a bound that fits what is covered")
	f.IntVar(&flags.states, "states", explore.DefaultStates, "most symbolic states")
	f.StringVarP(&flags.folder, "output", "o", "", "folder for the tests; those of an older suite in it are replaced")
	return c
}

func runGenerate(c *cobra.Command, flags *generateFlags, path string) error {
	if err := flags.check(c); err != nil {
		return err
	}
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	if err := flags.checkPurpose(l); err != nil {
		return err
	}
	known := l.List.Sorted()
	r, err := flags.generate(c, l)
	showTables(c, l, known)
	if err != nil {
		return err
	}
	if flags.folder != "" {
		if err := driver.WriteSuite(flags.folder, r); err != nil {
			return err
		}
		if len(r.Tests) > 0 {
			r.Replay = replaySuiteCommand(path, flags.folder)
		}
	}
	return flags.show(c, r)
}

// check refuses flags that make no sense, before any work is done. A purpose alone is enough.
func (f *generateFlags) check(c *cobra.Command) error {
	if f.purpose != "" && !c.Flags().Changed("cover") {
		f.cover = string(testgen.Purposes)
	}
	switch {
	case !testgen.Criterion(f.cover).Known():
		return fmt.Errorf("--cover %s: write transitions, locations, pairs, paths, boundary, mcdc or purposes", f.cover)
	case f.purpose != "" && f.cover != string(testgen.Purposes):
		return fmt.Errorf("--purpose goes with --cover purposes, not with --cover %s", f.cover)
	case f.depth < 0:
		return fmt.Errorf("--depth %d: must not be negative", f.depth)
	}
	if err := checkBounds(bound{"states", f.states, 1}, bound{"workers", f.workers, 1}); err != nil {
		return err
	}
	return canWrite(nil, f.folder)
}

// checkPurpose refuses a purpose that the model does not have.
func (f *generateFlags) checkPurpose(l *driver.Loaded) error {
	if f.purpose == "" {
		return nil
	}
	var names []string
	for _, p := range l.System.Purposes {
		if p.Name == f.purpose {
			return nil
		}
		names = append(names, p.Name)
	}
	if meant := diag.Closest(f.purpose, names); meant != "" {
		return fmt.Errorf("--purpose: the model has no purpose %q; did you mean %q?", f.purpose, meant)
	}
	return fmt.Errorf("--purpose: the model has no purpose %q", f.purpose)
}

// generate explores with progress on a terminal.
func (f *generateFlags) generate(c *cobra.Command, l *driver.Loaded) (_ *result.Suite, err error) {
	ctx, cancel := f.context(c)
	defer cancel()
	means, closeLog, err := f.means()
	if err != nil {
		return nil, err
	}
	defer closeLog(&err)
	progress := newProgress(c.ErrOrStderr())
	options := driver.GenerateOptions{Criterion: testgen.Criterion(f.cover), Purpose: f.purpose, Means: means}
	options.Explore = explore.Options{Depth: f.depth, States: f.states, Workers: f.workers, Seed: f.seed, Progress: progress.tell}
	defer progress.close()
	return driver.Generate(ctx, l, options)
}

// replaySuiteCommand is the command that runs the suite in a folder.
func replaySuiteCommand(path, folder string) string {
	return fmt.Sprintf("sextant replay %s %s --sut exec:COMMAND", text.Quote(path), text.Quote(folder))
}
