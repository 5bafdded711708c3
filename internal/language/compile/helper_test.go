package compile

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/core"
)

// inMemory reads files from a map.
func inMemory(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		text, ok := files[filepath.ToSlash(path)]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}
}

// loadFiles compiles the file m.sxt of a set of files, and validates the result.
func loadFiles(t testing.TB, files map[string]string, options Options) (*Model, []diag.Diagnostic) {
	t.Helper()
	var list diag.List
	options.ReadFile = inMemory(files)
	m, err := Load("m.sxt", options, &list)
	if err != nil {
		t.Fatal(err)
	}
	if m.System != nil {
		if err := core.Validate(m.System); err != nil {
			t.Errorf("the core is not valid: %v\n%s", err, files["m.sxt"])
		}
	} else if !list.HasErrors() {
		t.Errorf("no system and no errors\n%s", files["m.sxt"])
	}
	return m, list.Sorted()
}

func loadText(t testing.TB, text string) (*Model, []diag.Diagnostic) {
	t.Helper()
	return loadFiles(t, map[string]string{"m.sxt": text}, Options{})
}

// loadGood compiles a model that must have no errors.
func loadGood(t testing.TB, text string) *Model {
	t.Helper()
	m, found := loadText(t, text)
	if m.System == nil {
		t.Fatalf("%s: %s\n%s", found[0].Code, found[0].Message, text)
	}
	return m
}
