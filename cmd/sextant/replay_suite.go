package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/report"
	"github.com/sextant-mbt/sextant/internal/result"
)

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// replaySuite runs the tests of a suite in order; the exit code is 1 if one of them fails.
func replaySuite(c *cobra.Command, flags *runFlags, path, folder string) (err error) {
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
	files, err := driver.TestFiles(l, folder)
	if err != nil {
		return err
	}
	out, err := replayFiles(ctx, c, flags, l, files, options)
	if err != nil {
		return err
	}
	return showSuiteReplay(c, flags, out)
}

// replayFiles runs each test and prints a line for it, until the time is up.
func replayFiles(ctx context.Context, c *cobra.Command, flags *runFlags, l *driver.Loaded, files []string, options driver.RunOptions) (*result.Replay, error) {
	out := &result.Replay{Head: result.Head{Command: "replay", Model: l.Info()}, NotRun: len(files), Stop: result.StopDone, Tests: []result.ReplayedTest{}}
	options.Shrink = false
	tester, err := driver.NewTester(l, options)
	if err != nil {
		return nil, err
	}
	defer tester.Close()
	for i, file := range files {
		test, err := driver.ReadTest(file)
		if err != nil {
			return nil, err
		}
		if i == 0 && test.Model.Hash != out.Model.Hash {
			fmt.Fprintln(c.ErrOrStderr(), "note: the model was changed after the tests were made; generate a suite again to cover the changes")
		}
		r, err := tester.Replay(ctx, test)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if r.Stop.Early() {
			out.Stop = r.Stop
			return out, nil
		}
		out.Add(result.ReplayedTest{File: filepath.Base(file), Verdict: r.Verdict, Evidence: r.Evidence})
		out.Stats = r.Stats // of all tests until now
		if !flags.json {
			fmt.Fprint(c.OutOrStdout(), report.Replayed(out.Tests[i]))
		}
	}
	return out, nil
}

// showSuiteReplay sums up. A suite that was not run to its end is no success, even if nothing failed.
func showSuiteReplay(c *cobra.Command, flags *runFlags, r *result.Replay) error {
	err := flags.show(c, r)
	if err == nil && r.NotRun > 0 {
		return errors.New(report.NotRun(r))
	}
	return err
}
