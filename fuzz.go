package sextant

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/driver"
)

// Fuzz tests a system against a model file, as a Go fuzz test: the fuzzer's bytes stand for a path of the model, that is, for
// inputs that the model foresees, and their values. The seeds are the paths of a small suite that covers the transitions of the
// model, so that "go test" runs these, and "go test -fuzz" goes on from them. Outputs and silences are judged as Test does. The
// fuzzer makes a failure short and stores it under testdata/fuzz, as it does with all failures.
//
// The options Random and Purpose have no meaning here; Steps bounds the inputs of one path. There is at most one set of options.
func Fuzz(f *testing.F, model string, system System, options ...TestOptions) {
	f.Helper()
	o, m, ok := prepare(f, "sextant.Fuzz", model, options)
	if !ok {
		return
	}
	o.Purpose = ""
	if err := m.addSeeds(f, o); err != nil {
		f.Fatalf("%s: %v", model, err)
	}
	run := m.runOptions(system, o)
	run.Shrink = false // the fuzzer does it
	tester, err := driver.NewTester(f.Context(), m.loaded, run)
	if err != nil {
		f.Fatalf("%s: %v", model, err)
	}
	f.Cleanup(func() { tester.Close() })
	f.Fuzz(func(t *testing.T, path []byte) {
		r, err := tester.Drive(t.Context(), path)
		if err != nil {
			t.Fatalf("%s: %v", model, err)
		}
		if r.Verdict == Fail {
			t.Error(failure(model, r))
		}
	})
}

// addSeeds adds the paths of a suite.
func (m *Model) addSeeds(f *testing.F, o TestOptions) error {
	suite, err := m.suite(f.Context(), o)
	if err != nil {
		return err
	}
	for _, test := range suite.Tests {
		path, err := driver.PathBytes(m.loaded, &test.Test)
		if err != nil {
			return err
		}
		f.Add(path)
	}
	return nil
}
