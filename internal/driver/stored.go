package driver

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

const testFormat = "sextant-test-1"

// newTest is a stored test of the model.
func (l *Loaded) newTest(seed int64, inputs []result.Stored) result.Test {
	return result.Test{Format: testFormat, Model: l.Info(), Seed: seed, Inputs: inputs}
}

// storeAll turns messages into their stored form.
func storeAll(messages []sut.Message) ([]result.Stored, error) {
	out := []result.Stored{}
	for _, m := range messages {
		stored, err := sut.Store(m)
		if err != nil {
			return nil, err
		}
		out = append(out, result.Stored(stored))
	}
	return out, nil
}

// maxTestBytes bounds a stored test.
const maxTestBytes = 16 << 20

// storedTest is what is read of a stored test. The rest of a test of a suite is for people.
type storedTest struct {
	result.Test
	Name        string   `json:"name"`
	Transitions []string `json:"transitions"`
	Covers      []string `json:"covers"`
}

// ReadTest reads a stored test.
func ReadTest(path string) (*result.Test, error) {
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
func readTest(path string, form any, test *result.Test) error {
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
func WriteTest(path string, test *result.Test) error { return writeJSON(path, test) }

// messages checks the inputs of a test against the channels of a model.
func messages(t *result.Test, s *sts.System) ([]sut.Message, error) {
	var out []sut.Message
	for i, in := range t.Inputs {
		m, err := sut.Stored(in).Message(s, sts.Input)
		if err != nil {
			return nil, fmt.Errorf("input %d of the test: %w", i+1, err)
		}
		out = append(out, m)
	}
	return out, nil
}
