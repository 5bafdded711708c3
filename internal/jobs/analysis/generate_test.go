package analysis

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func generate(t *testing.T, path string, options GenerateOptions) (*model.Loaded, *result.Suite) {
	t.Helper()
	testkit.NeedsSolver(t)
	l, err := model.Load(filepath.Join("..", "..", "..", "examples", path), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Generate(context.Background(), l, options)
	if err != nil {
		t.Fatal(err)
	}
	return l, r
}

// A stored suite is read back as stored tests whose inputs fit the model.
func TestSuiteIsReadBack(t *testing.T) {
	l, r := generate(t, "class2/class2.sxt", GenerateOptions{Criterion: testgen.Transitions})
	folder := filepath.Join(t.TempDir(), "suite")
	if err := store.WriteSuite(folder, r); err != nil {
		t.Fatal(err)
	}
	stored, err := store.TestFiles(folder, l.Path)
	if err != nil || len(stored) != len(r.Tests) {
		t.Fatal(stored, err)
	}
	for i, file := range stored {
		test, err := store.ReadTest(file)
		if err != nil {
			t.Fatal(err)
		}
		messages, err := store.Inputs(&test.Test, l.System)
		if err != nil || len(messages) != len(r.Tests[i].Transitions) {
			t.Errorf("%s has %d inputs for %v: %v", file, len(messages), r.Tests[i].Transitions, err)
		}
		if test.Model.Hash != l.Info().Hash {
			t.Errorf("%s is of the model %s", file, test.Model.Hash)
		}
	}
}

// A second tree holds only paths that may make the suite smaller: none where the graph says that there is no smaller one, and few where
// a suite can be only a little smaller.
func TestSecondTreeIsSmall(t *testing.T) {
	for path, most := range map[string]int{"blood/blood.sxt": 0, "account/account.sxt": 50, "electrical/electrical.sxt": 100, "small/small.sxt": 200} {
		_, r := generate(t, path, GenerateOptions{})
		states := 0
		for _, s := range r.Searches[1:] {
			states += s.Stats.States
		}
		if states > most {
			t.Errorf("%s: the second tree has %d states, expected at most %d", path, states, most)
		}
	}
}

// With an extern whose results are only assumed, the test says so.
func TestGenerateAssumes(t *testing.T) {
	_, r := generate(t, "vending/vending.sxt", GenerateOptions{Criterion: testgen.Transitions, Backend: model.Backend{Externs: model.ExternOptions{Treatment: result.ExternFresh}}})
	for _, test := range r.Tests {
		if len(test.Assumes) > 0 {
			return
		}
	}
	t.Error("no test has assumptions")
}
