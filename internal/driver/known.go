package driver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/tester"
)

// maxKnown bounds how many stored failures are run first.
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

// runFile runs one stored failure. One that cannot be read, or does not fit the model any more, is told, and not run.
func (t *trial) runFile(ctx context.Context, file string) error {
	test, err := ReadTest(file)
	if err != nil {
		t.skip(file, err.Error())
		return nil
	}
	inputs, err := messages(test, t.loaded.System)
	if err != nil {
		t.skip(file, "it does not fit the model: "+err.Error())
		return nil
	}
	report, err := tester.NewSession(t.tracker, t.adapter, t.options.Options).Replay(ctx, inputs)
	if err != nil {
		return err
	}
	t.known = append(t.known, result.ReplayedTest{File: file, Verdict: report.Verdict, Evidence: report.Evidence})
	if report.Verdict == result.Fail {
		t.failures = append(t.failures, report)
	}
	return nil
}

// skip notes a stored failure that says nothing.
func (t *trial) skip(file, why string) {
	t.known = append(t.known, result.ReplayedTest{File: file, Verdict: result.Inconclusive, Evidence: why})
}

// knownFiles lists the stored failures of a model that are run first; none if there is no such folder.
func knownFiles(folder string, l *Loaded) ([]string, error) {
	if folder == "" {
		return nil, nil
	}
	files, err := storedFailures(folder, l)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the folder of stored failures cannot be read: %w; name another with --failures", err)
	}
	return files[:min(len(files), maxKnown)], nil
}

// storedFailures lists the stored failures of a model in a folder, in order.
func storedFailures(folder string, l *Loaded) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, failurePrefix(l)) && strings.HasSuffix(name, ".json") {
			out = append(out, filepath.Join(folder, name))
		}
	}
	return out, nil
}

// failurePrefix begins the names of the stored failures of a model.
func failurePrefix(l *Loaded) string {
	return strings.TrimSuffix(filepath.Base(l.Path), filepath.Ext(l.Path)) + "-"
}

// StoreFailures writes the failing tests of a run to a folder, each under a name that its inputs determine, with what was
// exchanged with the system beside it.
func StoreFailures(folder string, l *Loaded, r *result.Run) error {
	for i := range r.Failures {
		f := &r.Failures[i]
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		inputs, err := json.Marshal(f.Test.Inputs)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(inputs)
		name := filepath.Join(folder, failurePrefix(l)+hex.EncodeToString(sum[:4]))
		if err := WriteTest(name+".json", f.Test); err != nil {
			return err
		}
		f.File = name + ".json"
		if len(f.Log) == 0 {
			continue
		}
		if err := file.Write(name+".log", f.Log); err != nil {
			return err
		}
	}
	return nil
}

// KeepRun writes a run to a folder: its result with the coverage as run.json, and what was exchanged with the system in the
// test that it tells as sut.log.
func KeepRun(folder string, r *result.Run) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := writeJSON(filepath.Join(folder, "run.json"), r); err != nil {
		return err
	}
	if len(r.Log) == 0 {
		return nil
	}
	if err := file.Write(filepath.Join(folder, "sut.log"), r.Log); err != nil {
		return fmt.Errorf("the log of the system: %w", err)
	}
	return nil
}
