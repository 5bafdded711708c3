package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/report"
)

// defaultWait is how long an output may take by default.
const defaultWait = 200 * time.Millisecond

// runFlags are the flags of run and replay.
type runFlags struct {
	commonFlags
	externs externFlags
	system  systemFlags
	steps   int
	wait    time.Duration
	random  bool
	purpose string
	save    string
}

func (f *runFlags) addAll(c *cobra.Command) {
	f.add(c)
	f.addSolver(c)
	f.externs.add(c)
	f.system.add(c)
	c.Flags().DurationVar(&f.wait, "wait", defaultWait, "how long an output may take")
}

func (f *runFlags) options() (driver.RunOptions, func() error, error) {
	if err := f.system.check(); err != nil {
		return driver.RunOptions{}, nil, err
	}
	externs, err := f.externs.options(f.seed)
	if err != nil {
		return driver.RunOptions{}, nil, err
	}
	solver, closeLog, err := f.solverOptions()
	if err != nil {
		return driver.RunOptions{}, nil, err
	}
	strategy := ioco.Options{Steps: f.steps, Wait: f.wait, Seed: f.seed, Random: f.random}
	options := driver.RunOptions{Options: strategy, Solver: solver, Externs: externs, Shrink: true, Goal: f.purpose}
	f.system.apply(&options)
	return options, closeLog, nil
}

func runCommand() *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "run MODEL --sut SYSTEM",
		Short: "Test a real system against a model",
		Long: "Run sends inputs to the system under test, chosen so that they cover the transitions of the model, and checks every\n" +
			"answer, and every silence, against what the model allows. A failing test is made short and stored.\n" +
			"The exit code is 1 if the system fails.",
		Args:    oneModel,
		Example: "  sextant run examples/light/light.sxt --sut \"exec:bin/lamp -fault\"",
		RunE: func(c *cobra.Command, args []string) error {
			return testSystem(c, &flags, args[0], func(ctx context.Context, l *driver.Loaded, o driver.RunOptions) (*driver.RunResult, error) {
				return driver.Run(ctx, l, o)
			})
		},
	}
	flags.addAll(c)
	c.Flags().IntVar(&flags.steps, "steps", 100, "how many inputs are sent at most")
	c.Flags().BoolVar(&flags.random, "random", false, "choose inputs at random instead of by coverage")
	c.Flags().StringVar(&flags.purpose, "purpose", "", "reach this purpose of the model instead of covering its transitions")
	c.Flags().StringVar(&flags.save, "save-test", "failure.json", "where a failing test is stored")
	return c
}

func replayTestCommand() *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "replay MODEL TEST --sut SYSTEM",
		Short: "Run a stored test, or a folder with a suite, against a real system",
		Args:  cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if isFolder(args[1]) {
				return replaySuite(c, &flags, args[0], args[1])
			}
			test, err := driver.ReadTest(args[1])
			if err != nil {
				return err
			}
			return testSystem(c, &flags, args[0], func(ctx context.Context, l *driver.Loaded, o driver.RunOptions) (*driver.RunResult, error) {
				return driver.Replay(ctx, l, test, o)
			})
		},
	}
	flags.addAll(c)
	return c
}

// testSystem runs a session and shows its result.
func testSystem(c *cobra.Command, flags *runFlags, path string, test func(context.Context, *driver.Loaded, driver.RunOptions) (*driver.RunResult, error)) error {
	ctx, cancel := flags.context(c)
	defer cancel()
	options, closeLog, err := flags.options()
	if err != nil {
		return err
	}
	l, err := flags.load(path)
	if err != nil {
		return err
	}
	if err := flags.usable(c, l); err != nil {
		return err
	}
	r, err := test(ctx, l, options)
	if closeErr := closeLog(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return flags.show(c, path, r)
}

func (f *runFlags) show(c *cobra.Command, path string, r *driver.RunResult) error {
	failed := r.Verdict == ioco.Fail
	if failed && f.save != "" {
		if err := driver.WriteTest(f.save, r.Test); err != nil {
			return err
		}
	}
	if f.json {
		if err := printJSON(c.OutOrStdout(), r); err != nil {
			return err
		}
	} else {
		showRun(c.OutOrStdout(), r)
		if failed && f.save != "" {
			fmt.Fprintf(c.OutOrStdout(), "replay the failure: sextant replay %s %s %s%s\n", quoteArgument(path), quoteArgument(f.save), f.system.words(), f.words())
		}
	}
	if failed {
		return errFinding
	}
	return nil
}

// words are the flags that matter for what a test shows.
func (f *runFlags) words() string {
	words := f.externs.words()
	for _, c := range f.consts {
		words = append(words, "--const", quoteArgument(c))
	}
	if f.wait != defaultWait {
		words = append(words, "--wait", f.wait.String())
	}
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ")
}

func showRun(w io.Writer, r *driver.RunResult) {
	t := r.Coverage.Transitions
	fmt.Fprintf(w, "%s: %s\n", r.Model.Name, strings.ToUpper(string(r.Verdict)))
	fmt.Fprintf(w, "  coverage  %s  %d/%d transitions, %d inputs sent, started %d times\n", report.CoverageBar(t.Covered, t.Total, 24), t.Covered, t.Total, r.Sent, r.Starts)
	if r.Evidence != "" {
		fmt.Fprintf(w, "  evidence  %s\n", r.Evidence)
	}
	if r.Verdict == ioco.Pass {
		return
	}
	fmt.Fprintln(w, "  trace")
	for i, e := range r.Trace {
		fmt.Fprintf(w, "    %2d. %-10s %s\n", i+1, e.Kind, e.Message)
	}
}
