package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The folder of a suite has a file for each test, and a summary.
const (
	summaryFile = "suite.json"
	suiteFormat = "sextant-suite-1"
)

// testFile is the pattern of the names of tests. No other file is read or removed, even if a summary names it.
var testFile = regexp.MustCompile(`^test-[0-9]{2,9}\.json$`)

// WriteSuite writes each test to a file of a folder, and a summary. It removes the tests that the summary of an older suite
// in the folder names, and no other files.
func WriteSuite(folder string, r *result.Suite) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	old, err := readSummary(folder)
	if err != nil {
		return err
	}
	s := result.SuiteSummary{Format: suiteFormat, Model: r.Model, Seed: r.Seed, Steps: r.Steps, Criterion: r.Criterion, Coverage: r.Coverage, Files: []string{}}
	for _, t := range r.Tests {
		name := t.Name + ".json"
		if err := WriteSuiteTest(filepath.Join(folder, name), t); err != nil {
			return err
		}
		s.Files = append(s.Files, name)
	}
	if err := writeJSON(filepath.Join(folder, summaryFile), s); err != nil {
		return err
	}
	var errs []error
	for _, name := range old.Files {
		if slices.Contains(s.Files, name) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// readSummary reads the summary of a suite; it is empty if there is none.
func readSummary(folder string) (result.SuiteSummary, error) {
	s := result.SuiteSummary{Coverage: map[string]result.Tally{}}
	path := filepath.Join(folder, summaryFile)
	data, err := file.Read(path, maxTestBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := value.ReadInto(data, &s); err != nil {
		return s, fmt.Errorf("%s is not the summary of a suite: %w", path, err)
	}
	if s.Format != suiteFormat {
		return s, fmt.Errorf("%s is not the summary of a suite: its format is %q, this version reads %q", path, s.Format, suiteFormat)
	}
	for _, name := range s.Files {
		if !testFile.MatchString(name) {
			return s, fmt.Errorf("%s names the file %q, which is not a test of a suite", path, name)
		}
	}
	return s, nil
}

// TestFiles lists the stored tests at a path: the file itself, or for a folder, the tests of a suite in order, or if it has no
// suite, the stored failures of a model, given its file.
func TestFiles(path, model string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	s, err := readSummary(path)
	if err != nil {
		return nil, err
	}
	for i, name := range s.Files {
		s.Files[i] = filepath.Join(path, name)
	}
	if len(s.Files) > 0 {
		return s.Files, nil
	}
	files, err := Failures(path, model)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no suite with tests, and no stored failures of %s", path, filepath.Base(model))
	}
	return files, err
}

// ReadSuite reads a stored suite, or a single stored test, into a suite without tests.
func ReadSuite(path, model string, into *result.Suite) error {
	files, err := TestFiles(path, model)
	if err != nil {
		return err
	}
	s := result.SuiteSummary{Coverage: map[string]result.Tally{}}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if s, err = readSummary(path); err != nil {
			return err
		}
	}
	into.Criterion, into.Coverage = s.Criterion, s.Coverage
	for i, file := range files {
		var t result.SuiteTest
		if err := readTest(file, &t, &t.Test); err != nil {
			return err
		}
		t.Name = fmt.Sprintf("test-%02d", i+1)
		if name := filepath.Base(file); testFile.MatchString(name) {
			t.Name = strings.TrimSuffix(name, ".json")
		}
		into.Tests = append(into.Tests, t)
		into.Steps += max(len(t.Transitions), len(t.Inputs))
	}
	return nil
}
