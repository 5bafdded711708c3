package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// failurePrefix returns the prefix of the names of the stored failures of a model, given its file.
func failurePrefix(model string) string {
	return strings.TrimSuffix(filepath.Base(model), filepath.Ext(model)) + "-"
}

// Failures lists the stored failures of a model in a folder, in order.
func Failures(folder, model string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, failurePrefix(model)) && strings.HasSuffix(name, ".json") {
			out = append(out, filepath.Join(folder, name))
		}
	}
	return out, nil
}

// flakyFolder is the subfolder of the failures for tests that did not fail in every repetition. They are not run again
// automatically, since a pass would mean nothing.
const flakyFolder = "flaky"

// WriteFailures writes the failing tests of a run to a folder, each under a name derived from its inputs, together with the
// messages exchanged with the system. Flaky tests go to flakyFolder.
func WriteFailures(folder, model string, r *result.Run) error {
	for i := range r.Failures {
		f := &r.Failures[i]
		name, err := failureName(folder, model, f)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := WriteTest(name+".json", f.Test); err != nil {
			return err
		}
		f.File = name + ".json"
		if err := writeLog(name+".log", f.Log); err != nil {
			return err
		}
	}
	return nil
}

// failureName returns the path of a stored failure, without extension. A flaky test may fail in several ways with the same inputs.
func failureName(folder, model string, f *result.Failure) (string, error) {
	content, err := json.Marshal(f.Test.Inputs)
	if err != nil {
		return "", err
	}
	if len(f.Test.Before) > 0 {
		before, err := json.Marshal(f.Test.Before)
		if err != nil {
			return "", err
		}
		content = append(content, before...)
	}
	if f.Verdict == result.Flaky {
		folder = filepath.Join(folder, flakyFolder)
		content = append(content, string(f.Kind)+" "+f.Output...)
	}
	sum := sha256.Sum256(content)
	return filepath.Join(folder, failurePrefix(model)+hex.EncodeToString(sum[:4])), nil
}

// WriteRun writes a run to a folder: its result with the coverage as run.json, and the messages that were exchanged with the system
// in the test that it shows as sut.log.
func WriteRun(folder string, r *result.Run) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := writeJSON(filepath.Join(folder, "run.json"), r); err != nil {
		return err
	}
	return writeLog(filepath.Join(folder, "sut.log"), r.Log)
}

func writeLog(path string, log []byte) error {
	if len(log) == 0 {
		return nil
	}
	if err := file.WriteInside(path, log); err != nil {
		return fmt.Errorf("the log of the system: %w", err)
	}
	return nil
}
