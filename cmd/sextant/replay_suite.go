package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
)

// suiteReplay is what came of running a suite.
type suiteReplay struct {
	Command string        `json:"command"`
	Model   result.Model  `json:"model"`
	Stats   result.Stats  `json:"stats"`
	Failed  int           `json:"failed"`
	NotRun  int           `json:"notRun"`         // because the time was up, or the user ended it
	Stop    result.Stop   `json:"stop,omitempty"` // which of the two: time or interrupted
	Tests   []replayedOne `json:"tests"`
}

// replayedOne is what came of one of its tests.
type replayedOne struct {
	File     string         `json:"file"`
	Verdict  result.Verdict `json:"verdict"`
	Evidence string         `json:"evidence,omitempty"`
}

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
func replayFiles(ctx context.Context, c *cobra.Command, flags *runFlags, l *driver.Loaded, files []string, options driver.RunOptions) (*suiteReplay, error) {
	out := &suiteReplay{Command: "replay", Model: l.Info(), NotRun: len(files), Tests: []replayedOne{}}
	options.Shrink = false
	tester, err := driver.NewTester(ctx, l, options)
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
		if r.Stop != "" {
			out.Stop = r.Stop
			return out, nil
		}
		out.add(replayedOne{File: filepath.Base(file), Verdict: r.Verdict, Evidence: r.Evidence}, r.Stats)
		if !flags.json {
			showReplayed(c, out.Tests[i])
		}
	}
	return out, nil
}

// add notes what came of a test; stats are those of all tests until then.
func (s *suiteReplay) add(one replayedOne, stats result.Stats) {
	s.Tests = append(s.Tests, one)
	s.Stats = stats
	s.NotRun--
	if one.Verdict == result.Fail {
		s.Failed++
	}
}

func showReplayed(c *cobra.Command, one replayedOne) {
	line := fmt.Sprintf("  %s  %s", one.File, one.Verdict)
	if one.Evidence != "" {
		line += "  " + one.Evidence
	}
	fmt.Fprintln(c.OutOrStdout(), line)
}

// showSuiteReplay sums up. A suite that was not run to its end is no success, even if nothing failed.
func showSuiteReplay(c *cobra.Command, flags *runFlags, r *suiteReplay) error {
	err := flags.print(c, r, func() string {
		return fmt.Sprintf("%s: %d of %d tests failed\n", r.Model.Name, r.Failed, len(r.Tests))
	})
	switch {
	case err != nil:
		return err
	case r.Failed > 0:
		return errFinding
	case r.NotRun > 0:
		return fmt.Errorf("%d of %d tests were not run: %s", r.NotRun, r.NotRun+len(r.Tests), endedBy(r.Stop))
	}
	return nil
}
