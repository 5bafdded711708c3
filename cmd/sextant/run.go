package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/report"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/tester"
	"github.com/sextant-mbt/sextant/internal/text"
)

// How long an output may take by default, and at most where the time of silence is learned.
const (
	defaultWait = "200ms"
	learnedWait = 2 * time.Second
)

// runFlags are the flags of run and replay.
type runFlags struct {
	searchFlags
	system systemFlags
	wait   string

	steps     int
	strategy  string
	purpose   string
	keepGoing bool
	failures  string
	folder    string
}

func (f *runFlags) addAll(c *cobra.Command) {
	f.add(c)
	f.system.add(c)
	c.Flags().StringVar(&f.wait, "wait", defaultWait, "how long an output may take; learn measures how long silence must last, up to 2s")
}

func (f *runFlags) options() (driver.RunOptions, func(*error), error) {
	if err := f.system.check(); err != nil {
		return driver.RunOptions{}, nil, err
	}
	session, err := f.session()
	if err != nil {
		return driver.RunOptions{}, nil, err
	}
	if err := canWrite(nil, f.folder); err != nil {
		return driver.RunOptions{}, nil, err
	}
	means, closeLog, err := f.means()
	if err != nil {
		return driver.RunOptions{}, nil, err
	}
	options := driver.RunOptions{Options: session, Means: means, Shrink: true, Goal: f.purpose, Failures: f.failures}
	f.system.apply(&options)
	return options, closeLog, nil
}

// session are the options of the session.
func (f *runFlags) session() (tester.Options, error) {
	out := tester.Options{Steps: f.steps, Seed: f.seed, Strategy: tester.Strategy(f.strategy), KeepGoing: f.keepGoing}
	if f.strategy != "" && !slices.Contains(tester.Strategies, out.Strategy) {
		return out, fmt.Errorf("--strategy %s: write guided or random", f.strategy)
	}
	if f.wait == "learn" {
		out.Wait, out.Learn = learnedWait, true
		return out, nil
	}
	wait, err := time.ParseDuration(f.wait)
	if err != nil || wait <= 0 {
		return out, fmt.Errorf("--wait %s: write a time such as 200ms or 2s, or learn", f.wait)
	}
	out.Wait = wait
	return out, nil
}

func runCommand() *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "run MODEL --sut SYSTEM",
		Short: "Test a real system against a model",
		Long: "Run sends inputs to the system under test, chosen so that they cover the transitions of the model and then try\n" +
			"its boundary values, and checks every answer, and every silence, against what the model allows. A failing test is made\n" +
			"short and stored; next time it is run first. The exit code is 1 if the system fails.",
		Args:    oneModel,
		Example: "  sextant run examples/light/light.sxt --sut \"exec:bin/lamp -fault\"",
		RunE: func(c *cobra.Command, args []string) error {
			if flags.steps < 1 {
				return fmt.Errorf("--steps %d: must be at least 1", flags.steps)
			}
			return testSystem(c, &flags, args[0], func(ctx context.Context, l *driver.Loaded, o driver.RunOptions) (*result.Run, error) {
				return driver.Run(ctx, l, o)
			})
		},
	}
	flags.addAll(c)
	c.Flags().IntVar(&flags.steps, "steps", 200, "how many inputs are sent at most")
	c.Flags().StringVar(&flags.strategy, "strategy", string(tester.Guided), "how inputs are chosen: guided (to what is not covered, or to the purpose) or random")
	c.Flags().StringVar(&flags.purpose, "purpose", "", "reach this purpose of the model instead of covering its transitions")
	c.Flags().BoolVar(&flags.keepGoing, "keep-going", false, "go on after a failure and collect distinct ones, until the steps are used up")
	c.Flags().StringVar(&flags.failures, "failures", "failures", "folder where failing tests are stored, and run first next time; empty stores none")
	c.Flags().StringVarP(&flags.folder, "output", "o", "", "folder to keep the run in: its result, and what was exchanged with the system")
	return c
}

func replayTestCommand() *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "replay MODEL TEST --sut SYSTEM",
		Short: "Run a stored test, or a folder of them, against a real system",
		Args:  cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if isFolder(args[1]) {
				return replaySuite(c, &flags, args[0], args[1])
			}
			test, err := driver.ReadTest(args[1])
			if err != nil {
				return err
			}
			return testSystem(c, &flags, args[0], func(ctx context.Context, l *driver.Loaded, o driver.RunOptions) (*result.Run, error) {
				return driver.Replay(ctx, l, test, o)
			})
		},
	}
	flags.addAll(c)
	return c
}

// testSystem runs a session and shows its result.
func testSystem(c *cobra.Command, flags *runFlags, path string, test func(context.Context, *driver.Loaded, driver.RunOptions) (*result.Run, error)) (err error) {
	ctx, cancel := flags.context(c)
	defer cancel()
	options, closeLog, err := flags.options()
	if err != nil {
		return err
	}
	defer closeLog(&err)
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	r, err := test(ctx, l, options)
	if err != nil {
		return err
	}
	return flags.showRun(c, l, path, r)
}

// showRun stores what failed, prints the result, and makes a failure the exit code. What cannot be stored is printed all the same.
func (f *runFlags) showRun(c *cobra.Command, l *driver.Loaded, path string, r *result.Run) error {
	stored := f.store(l, r)
	f.addReplays(path, r)
	err := f.show(c, r)
	switch {
	case errors.Is(err, errFinding) && stored != nil:
		fmt.Fprintf(c.ErrOrStderr(), "sextant: %v\n", stored)
	case err == nil && r.Stop.Early():
		return errors.Join(stored, errors.New(report.Incomplete(r.Stop)))
	case err == nil:
		return stored
	}
	return err
}

// store writes the failing tests and the run to the folders that are wanted.
func (f *runFlags) store(l *driver.Loaded, r *result.Run) error {
	var errs []error
	if f.failures != "" {
		if err := driver.StoreFailures(f.failures, l, r); err != nil {
			errs = append(errs, fmt.Errorf("the failing tests cannot be stored: %w", err))
		}
	}
	if f.folder != "" {
		if err := driver.KeepRun(f.folder, r); err != nil {
			errs = append(errs, fmt.Errorf("the run cannot be kept: %w", err))
		}
	}
	return errors.Join(errs...)
}

// addReplays adds to each stored failure the command that runs it again.
func (f *runFlags) addReplays(path string, r *result.Run) {
	for i := range r.Failures {
		if failure := &r.Failures[i]; failure.File != "" {
			failure.Replay = fmt.Sprintf("sextant replay %s %s %s%s", text.Quote(path), text.Quote(failure.File), f.system.words(), f.words())
		}
	}
}

// words are the flags that matter for what a test shows.
func (f *runFlags) words() string {
	words := append(f.externs.words(), f.constWords()...)
	if f.wait != defaultWait {
		words = append(words, "--wait", f.wait)
	}
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ")
}
