// Package lines is the tester's side of the systems under test in examples: JSON lines on standard input and output, as
// docs/sut.md describes them, and a flag -fault to make a system wrong on purpose.
//
// Vocabulary:
//
//	Input   a message from the tester: the name of a channel and its values
//	Writer  sends outputs to the tester; several goroutines may do so
//	Fault   a fault that a flag enables in a system
package lines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// maxLine bounds a line of the tester.
const maxLine = 1 << 20

// Input is a message from the tester.
type Input struct {
	Channel string            `json:"input"`
	Payload []json.RawMessage `json:"payload"`
}

// Values reads the payload into the targets, which are pointers.
func (in Input) Values(targets ...any) error {
	if len(in.Payload) != len(targets) {
		return fmt.Errorf("%s has %d values, expected %d", in.Channel, len(in.Payload), len(targets))
	}
	for i, text := range in.Payload {
		if err := json.Unmarshal(text, targets[i]); err != nil {
			return fmt.Errorf("value %d of %s: %w", i+1, in.Channel, err)
		}
	}
	return nil
}

// Unknown is the error for an input that a system does not have.
func (in Input) Unknown() error { return fmt.Errorf("there is no input %q", in.Channel) }

// Read passes each input to react until the tester closes the input, or react fails.
func Read(r io.Reader, react func(Input) error) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		var in Input
		if err := json.Unmarshal(scanner.Bytes(), &in); err != nil {
			return fmt.Errorf("expected {\"input\": CHANNEL, \"payload\": [...]}: %w", err)
		}
		if err := react(in); err != nil {
			return err
		}
	}
	return scanner.Err()
}

// Writer sends outputs to the tester.
type Writer struct {
	mu sync.Mutex
	to io.Writer
}

// NewWriter writes lines to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Send writes one output.
func (w *Writer) Send(channel string, values ...any) error {
	if values == nil {
		values = []any{}
	}
	var line bytes.Buffer
	err := json.NewEncoder(&line).Encode(map[string]any{"output": channel, "payload": values})
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err = w.to.Write(line.Bytes())
	return err
}
