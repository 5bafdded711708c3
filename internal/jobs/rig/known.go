package rig

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// maxKnown is the maximum number of stored failures that are run first.
const maxKnown = 100

// runKnown runs the stored failures of a model. Those that fail again are failures of this run.
func (t *trial) runKnown(ctx context.Context) error {
	files, err := knownFiles(t.options.Failures, t.loaded)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := t.runFile(ctx, file); err != nil {
			return err
		}
		if len(t.failures) > 0 && !t.options.KeepGoing {
			return nil
		}
	}
	return nil
}

// runFile runs one stored failure. If it cannot be read, or no longer fits the model, it is reported and not run.
func (t *trial) runFile(ctx context.Context, file string) error {
	test, err := store.ReadTest(file)
	if err != nil {
		t.skip(file, err.Error())
		return nil
	}
	steps, err := stepsOf(&test.Test, t.loaded.System)
	if err != nil {
		t.skip(file, "it does not fit the model: "+err.Error())
		return nil
	}
	session := tester.NewSession(t.tracker, t.adapter, t.options.Options)
	report, err := session.ReplayOften(ctx, steps, test.Repeats)
	if err == nil && report.Verdict == result.Fail {
		err = session.Confirm(ctx, report)
	}
	if err != nil {
		return err
	}
	seconds := t.lap()
	t.known = append(t.known, result.ReplayedTest{File: file, Verdict: report.Verdict, Evidence: report.Evidence, Seconds: seconds})
	if report.Verdict.Wrong() {
		t.keep(report, seconds)
		t.keepOthers(ctx, session, report)
		t.stored[report] = &test.Test
	}
	return nil
}

// skip notes a stored failure without a result.
func (t *trial) skip(file, why string) {
	t.known = append(t.known, result.ReplayedTest{File: file, Verdict: result.Inconclusive, Evidence: why})
}

// knownFiles lists the stored failures of a model that are run first; none if the folder does not exist.
func knownFiles(folder string, l *model.Loaded) ([]string, error) {
	if folder == "" {
		return nil, nil
	}
	files, err := store.Failures(folder, l.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the folder of stored failures cannot be read: %w; name another with --failures", err)
	}
	return files[:min(len(files), maxKnown)], nil
}
