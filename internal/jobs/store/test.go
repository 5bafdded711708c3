// Package store keeps tests on disk: single tests, suites, the failures of systems, runs, and the journals of searches. Files are
// written atomically, sizes are bounded, and files of another kind are rejected and not changed.
package store

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

const testFormat = "sextant-test-1"

// maxTestBytes bounds a stored test.
const maxTestBytes = 16 << 20

// NewTest returns a test with the given inputs.
func NewTest(model result.Model, seed int64, inputs []sut.Message) (result.Test, error) {
	t := result.Test{Format: testFormat, Model: model, Seed: seed, Inputs: []result.Stored{}}
	for _, m := range inputs {
		stored, err := sut.Store(m)
		if err != nil {
			return t, err
		}
		t.Inputs = append(t.Inputs, stored)
	}
	return t, nil
}

// Inputs returns the inputs of a test, checked against the channels of a model.
func Inputs(t *result.Test, s *sts.System) ([]sut.Message, error) {
	var out []sut.Message
	for i, in := range t.Inputs {
		m, err := sut.Restore(in, s, sts.Input)
		if err != nil {
			return nil, fmt.Errorf("input %d of the test: %w", i+1, err)
		}
		out = append(out, m)
	}
	return out, nil
}

// Test has the fields that are read from a stored test. The other fields of a test of a suite are for readers.
type Test struct {
	result.Test
	Name        string   `json:"name"`
	Transitions []string `json:"transitions"`
	Covers      []string `json:"covers"`
}

// ReadTest reads a stored test.
func ReadTest(path string) (*Test, error) {
	var t Test
	return &t, readTest(path, &t, &t.Test)
}

// readTest reads a stored test into a value, of which test is the part that is required.
func readTest(path string, form any, test *result.Test) error {
	data, err := file.Read(path, maxTestBytes)
	if err != nil {
		return err
	}
	if err := value.ReadInto(data, form); err != nil {
		return fmt.Errorf("%s is not a stored test: %w", path, err)
	}
	if test.Format != testFormat {
		return fmt.Errorf("%s has the format %q, this version reads %q", path, test.Format, testFormat)
	}
	if test.Inputs == nil {
		return fmt.Errorf("%s has no inputs: a stored test has a list \"inputs\", which may be empty", path)
	}
	return nil
}

// WriteTest stores a test.
func WriteTest(path string, test *result.Test) error { return writeJSON(path, test) }

// WriteSuiteTest stores a test that has goals, without the run of the model that it follows: the inputs and what is expected are enough.
func WriteSuiteTest(path string, test result.SuiteTest) error {
	test.Run = nil
	return writeJSON(path, test)
}

// writeJSON writes a readable file: indented, without escapes for < and >.
func writeJSON(path string, v any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	return file.WriteInside(path, text.Bytes())
}
