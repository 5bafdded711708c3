package driver

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/suite/testgen"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func generate(t *testing.T, path string, options GenerateOptions) (*Loaded, *result.Suite) {
	t.Helper()
	testkit.NeedsSolver(t)
	l, err := Load(filepath.Join("..", "..", "examples", path), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Generate(context.Background(), l, options)
	if err != nil {
		t.Fatal(err)
	}
	return l, r
}

func files(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// A stored suite is read back as stored tests whose inputs fit the model.
func TestSuiteIsReadBack(t *testing.T) {
	l, r := generate(t, "class2/class2.sxt", GenerateOptions{Criterion: testgen.Transitions})
	folder := filepath.Join(t.TempDir(), "suite")
	if err := WriteSuite(folder, r); err != nil {
		t.Fatal(err)
	}
	stored, err := TestFiles(l, folder)
	if err != nil || len(stored) != len(r.Tests) {
		t.Fatal(stored, err)
	}
	for i, file := range stored {
		test, err := ReadTest(file)
		if err != nil {
			t.Fatal(err)
		}
		messages, err := messages(test, l.System)
		if err != nil || len(messages) != len(r.Tests[i].Transitions) {
			t.Errorf("%s has %d inputs for %v: %v", file, len(messages), r.Tests[i].Transitions, err)
		}
		if test.Model.Hash != l.Info().Hash {
			t.Errorf("%s is of the model %s", file, test.Model.Hash)
		}
	}
}

// A new suite replaces the tests of the old one and leaves other files alone.
func TestWriteSuiteReplaces(t *testing.T) {
	_, large := generate(t, "light/light.sxt", GenerateOptions{Criterion: testgen.Paths})
	_, small := generate(t, "light/light.sxt", GenerateOptions{Criterion: testgen.Purposes})
	folder := t.TempDir()
	for _, name := range []string{"test-99.json", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, suite := range []*result.Suite{large, small} {
		if err := WriteSuite(folder, suite); err != nil {
			t.Fatal(err)
		}
	}
	if got := files(t, folder); !slices.Equal(got, []string{"notes.txt", "suite.json", "test-01.json", "test-99.json"}) {
		t.Errorf("the folder has %v", got)
	}
}

// A summary that names other files is refused: nothing outside of the suite is removed.
func TestWriteSuiteRefuses(t *testing.T) {
	_, suite := generate(t, "light/light.sxt", GenerateOptions{Criterion: testgen.Purposes})
	for _, name := range []string{"../precious", "notes.txt", "test-01.json/../../x"} {
		folder := t.TempDir()
		text, err := json.Marshal(suiteSummary{Format: suiteFormat, Files: []string{name}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, suiteFile), text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := WriteSuite(folder, suite); err == nil || !strings.Contains(err.Error(), "which is not a test of a suite") {
			t.Errorf("%s: %v", name, err)
		}
		if got := files(t, folder); len(got) != 1 {
			t.Errorf("the folder has %v", got)
		}
	}
}

// With an extern whose results are only assumed, the test says so.
func TestGenerateAssumes(t *testing.T) {
	_, r := generate(t, "vending/vending.sxt", GenerateOptions{Criterion: testgen.Transitions, Backend: Backend{Externs: ExternOptions{Treatment: Fresh}}})
	for _, test := range r.Tests {
		if len(test.Assumes) > 0 {
			return
		}
	}
	t.Error("no test has assumptions")
}
