package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/result"
)

// suiteFile is the summary in the folder of a suite.
const suiteFile = "suite.json"

const suiteFormat = "sextant-suite-1"

// suiteSummary is what the summary has: which files belong to the suite, and what it covers.
type suiteSummary struct {
	Format    string                  `json:"format"`
	Model     result.Model            `json:"model"`
	Seed      int64                   `json:"seed"`
	Steps     int                     `json:"steps"`
	Criterion string                  `json:"criterion"`
	Coverage  map[string]result.Tally `json:"coverage"`
	Files     []string                `json:"files"`
}

// WriteSuite writes each test to a file of a folder, and a summary. Tests of an older suite in the folder are removed, as far
// as its summary names them; nothing else is touched.
func WriteSuite(folder string, r *result.Suite) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	old, err := suiteFiles(folder)
	if err != nil {
		return err
	}
	summary := suiteSummary{Format: suiteFormat, Model: r.Model, Seed: r.Seed, Steps: r.Steps, Criterion: r.Criterion, Coverage: r.Coverage, Files: []string{}}
	written := map[string]bool{}
	for _, t := range r.Tests {
		name := t.Name + ".json"
		if err := writeJSON(filepath.Join(folder, name), t); err != nil {
			return err
		}
		summary.Files = append(summary.Files, name)
		written[name] = true
	}
	if err := writeJSON(filepath.Join(folder, suiteFile), summary); err != nil {
		return err
	}
	return removeOthers(folder, old, written)
}

// writeJSON writes a file that people can read: indented, with < and > as they are.
func writeJSON(path string, v any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	return file.Write(path, text.Bytes())
}

// removeOthers removes files that are not kept.
func removeOthers(folder string, files []string, kept map[string]bool) error {
	var errs []error
	for _, name := range files {
		if kept[name] {
			continue
		}
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// testFile is the form of the names that WriteSuite gives. Whatever a summary says, no other file is read or removed.
var testFile = regexp.MustCompile(`^test-[0-9]{2,9}\.json$`)

// suiteFiles lists the tests of the suite in a folder, none if there is no suite.
func suiteFiles(folder string) ([]string, error) {
	path := filepath.Join(folder, suiteFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var summary suiteSummary
	if err := json.Unmarshal(data, &summary); err != nil || summary.Format != suiteFormat {
		return nil, fmt.Errorf("%s is not the summary of a suite", path)
	}
	for _, name := range summary.Files {
		if !testFile.MatchString(name) {
			return nil, fmt.Errorf("%s names the file %q, which is not a test of a suite", path, name)
		}
	}
	return summary.Files, nil
}

// TestFiles lists the stored tests at a path: the file itself, or what is in a folder: the tests of a suite in order, or where
// there is no suite, the stored failures of the model.
func TestFiles(l *Loaded, path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	names, err := suiteFiles(path)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return failuresIn(path, l)
	}
	for i, name := range names {
		names[i] = filepath.Join(path, name)
	}
	return names, nil
}

// failuresIn lists the stored failures of a model in a folder, where there must be some.
func failuresIn(folder string, l *Loaded) ([]string, error) {
	files, err := storedFailures(folder, l)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no suite with tests, and no stored failures of %s", folder, filepath.Base(l.Path))
	}
	return files, err
}
