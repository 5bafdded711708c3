package sextant

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/rig"
)

// Fuzz tests a system against a model as a Go fuzz test: the fuzzer's bytes stand for a path of the model, that is, for inputs
// that the model foresees, and their values. The seeds are the paths of a small suite that covers the transitions of the model, so
// that "go test" runs these, and "go test -fuzz" continues from them. Outputs and silences are judged as in Test. The fuzzer makes
// a failure short and stores it under testdata/fuzz, as it does with all failures.
//
// The options Random, Purpose and Folder have no meaning here; Steps bounds the inputs of one path.
func Fuzz(f *testing.F, model Source, system System, options TestOptions) {
	f.Helper()
	options.Purpose = ""
	g, err := newGoTest(f, model, system, options, false) // the fuzzer makes failures short
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := g.tester.Close(); err != nil {
			f.Errorf("%s: %v", g.path, err)
		}
	})
	if err := g.addSeeds(f); err != nil {
		f.Fatalf("%s: %v", g.path, err)
	}
	f.Fuzz(func(t *testing.T, path []byte) {
		r, err := g.tester.Drive(t.Context(), path)
		if err != nil {
			t.Fatalf("%s: %v", g.path, err)
		}
		if r.Finding() {
			t.Error(g.failure(r))
		}
	})
}

// addSeeds adds the paths of a suite.
func (g *goTest) addSeeds(f *testing.F) error {
	suite, err := g.model.suite(f.Context(), g.options)
	if err != nil {
		return err
	}
	for _, test := range suite.Tests {
		path, err := rig.PathBytes(g.model.loaded, &test.Test)
		if err != nil {
			return err
		}
		f.Add(path)
	}
	return nil
}
