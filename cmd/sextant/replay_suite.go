package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/result"
)

// suiteReplay is what came of running a suite.
type suiteReplay struct {
	Command string        `json:"command"`
	Model   result.Model  `json:"model"`
	Failed  int           `json:"failed"`
	Tests   []replayedOne `json:"tests"`
}

// replayedOne is what came of one of its tests.
type replayedOne struct {
	File     string       `json:"file"`
	Verdict  ioco.Verdict `json:"verdict"`
	Evidence string       `json:"evidence,omitempty"`
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// replaySuite runs the tests of a suite in order; the exit code is 1 if one of them fails.
func replaySuite(c *cobra.Command, flags *runFlags, path, folder string) error {
	ctx, cancel := flags.context(c)
	defer cancel()
	files, err := driver.TestFiles(folder)
	if err != nil {
		return err
	}
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
	out, err := replayFiles(ctx, c, flags, l, files, options)
	if closeErr := closeLog(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return showSuiteReplay(c, flags, out)
}

// replayFiles runs each test and prints a line for it.
func replayFiles(ctx context.Context, c *cobra.Command, flags *runFlags, l *driver.Loaded, files []string, options driver.RunOptions) (*suiteReplay, error) {
	out := &suiteReplay{Command: "replay", Model: l.Info(), Tests: []replayedOne{}}
	for i, file := range files {
		test, err := driver.ReadTest(file)
		if err != nil {
			return nil, err
		}
		if i == 0 && test.Model.Hash != out.Model.Hash {
			fmt.Fprintln(c.ErrOrStderr(), "note: the model was changed after the suite was made; generate it again to cover the changes")
		}
		r, err := driver.Replay(ctx, l, test, options)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		one := replayedOne{File: filepath.Base(file), Verdict: r.Verdict, Evidence: r.Evidence}
		out.Tests = append(out.Tests, one)
		if r.Verdict == ioco.Fail {
			out.Failed++
		}
		if !flags.json {
			showReplayed(c, one)
		}
	}
	return out, nil
}

func showReplayed(c *cobra.Command, one replayedOne) {
	line := fmt.Sprintf("  %s  %s", one.File, one.Verdict)
	if one.Evidence != "" {
		line += "  " + one.Evidence
	}
	fmt.Fprintln(c.OutOrStdout(), line)
}

func showSuiteReplay(c *cobra.Command, flags *runFlags, r *suiteReplay) error {
	var err error
	if flags.json {
		err = printJSON(c.OutOrStdout(), r)
	} else {
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %d of %d tests failed\n", r.Model.Name, r.Failed, len(r.Tests))
	}
	if err == nil && r.Failed > 0 {
		return errFinding
	}
	return err
}
