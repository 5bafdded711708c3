package compile

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/core"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// TestLower compares the printed core of the models in testdata/lower. A model must compile; warnings are allowed.
func TestLower(t *testing.T) {
	archives, err := filepath.Glob("testdata/lower/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		t.Run(filepath.Base(path), func(t *testing.T) {
			golden.Pairs(t, path, ".core", func(t *testing.T, text string) string { return core.Text(loadGood(t, text).System) })
		})
	}
}

// TestExamplesAreValid loads the models that come with the tool. A file without a system line is a part of others.
func TestExamplesAreValid(t *testing.T) {
	models, err := filepath.Glob("../../../examples/*/*.sxt")
	if err != nil || len(models) == 0 {
		t.Fatal("no examples", err)
	}
	for _, path := range models {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^system `).Match(text) {
			checkExample(t, path)
		}
	}
}

// checkExample loads a model from disk, simplified and raw: both must be valid, and of the same shape.
func checkExample(t *testing.T, path string) {
	t.Helper()
	var shapes [2][]int
	for i, store := range []*term.Store{term.NewStore(), term.NewRawStore()} {
		var list diag.List
		m, err := Load(path, Options{Store: store}, &list)
		if err != nil || m.System == nil {
			t.Errorf("%s: %v %v", path, err, list.Sorted())
			return
		}
		if err := core.Validate(m.System); err != nil {
			t.Errorf("%s, store %d: %v", path, i, err)
		}
		shapes[i] = []int{len(m.System.Slots), len(m.System.Transitions()), len(m.System.Moves()), len(m.System.Machines)}
	}
	for i, n := range shapes[0] {
		if n != shapes[1][i] {
			t.Errorf("%s: simplified %v, raw %v", path, shapes[0], shapes[1])
		}
	}
}
