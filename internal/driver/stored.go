package driver

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/tester"
)

// Test is a stored test: inputs to be sent in order. What the system answers is judged by the model.
type Test struct {
	Format string       `json:"format"` // "sextant-test-1"
	Model  result.Model `json:"model"`
	Seed   int64        `json:"seed"`
	Inputs []sut.Stored `json:"inputs"`
	Found  string       `json:"found,omitempty"` // what failed when the test was stored
}

const testFormat = "sextant-test-1"

// newTest stores the inputs of a trace.
func newTest(l *Loaded, r *tester.Report, seed int64) (*Test, error) {
	inputs, err := storeAll(tester.Inputs(r.Trace))
	return &Test{Format: testFormat, Model: l.Info(), Seed: seed, Inputs: inputs, Found: r.Evidence}, err
}

// storeAll turns messages into their stored form.
func storeAll(messages []sut.Message) ([]sut.Stored, error) {
	out := []sut.Stored{}
	for _, m := range messages {
		stored, err := sut.Store(m)
		if err != nil {
			return nil, err
		}
		out = append(out, stored)
	}
	return out, nil
}

// maxTestBytes bounds a stored test.
const maxTestBytes = 16 << 20

// storedTest is what is read of a stored test. The rest of a test of a suite is for people.
type storedTest struct {
	Test
	Name        string   `json:"name"`
	Transitions []string `json:"transitions"`
	Covers      []string `json:"covers"`
}

// ReadTest reads a stored test.
func ReadTest(path string) (*Test, error) {
	stored, err := readStored(path)
	if err != nil {
		return nil, err
	}
	return &stored.Test, nil
}

// readStored reads a stored test with what it is for.
func readStored(path string) (*storedTest, error) {
	var stored storedTest
	if err := readTest(path, &stored, &stored.Test); err != nil {
		return nil, err
	}
	return &stored, nil
}

// readTest reads a stored test into the given form, of which test is the part that must be there.
func readTest(path string, form any, test *Test) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > maxTestBytes {
		return fmt.Errorf("%s is larger than %d MiB", path, maxTestBytes>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, form); err != nil {
		return fmt.Errorf("%s is not a stored test: %w", path, err)
	}
	if test.Format != testFormat {
		return fmt.Errorf("%s has the format %q, this version reads %q", path, test.Format, testFormat)
	}
	return nil
}

// WriteTest stores a test.
func WriteTest(path string, test *Test) error { return writeJSON(path, test) }

// messages checks the inputs of a test against the channels of a model.
func (t *Test) messages(s *sts.System) ([]sut.Message, error) {
	var out []sut.Message
	for i, in := range t.Inputs {
		m, err := in.Message(s, sts.Input)
		if err != nil {
			return nil, fmt.Errorf("input %d of the test: %w", i+1, err)
		}
		out = append(out, m)
	}
	return out, nil
}
