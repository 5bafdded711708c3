package sut

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/extern/runner"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Message is something sent or received.
type Message struct {
	Channel *sts.Channel
	Values  []term.Value // scalars of the payload
}

// String is the message as a model writes it, as in out("on", 3).
func (m Message) String() string {
	parts := make([]string, len(m.Channel.Payload))
	values := m.Values
	for i, t := range m.Channel.Payload {
		parts[i] = t.Format(values[:t.Size()])
		values = values[t.Size():]
	}
	return m.Channel.Name + "(" + strings.Join(parts, ", ") + ")"
}

// Sort is that of scalar k of the payload.
func (m Message) Sort(k int) *term.Sort {
	for _, t := range m.Channel.Payload {
		if k < t.Size() {
			return t.Leaves()[k].Sort
		}
		k -= t.Size()
	}
	return term.Int
}

// Plain is the payload of a message as plain data: bool, string, *big.Int, *big.Rat, []any for arrays, map[string]any for
// records, and the name of the member for enumerations.
func (m Message) Plain() ([]any, error) {
	out := make([]any, len(m.Channel.Payload))
	values := m.Values
	for i, t := range m.Channel.Payload {
		data, err := runner.Encode(t, values[:t.Size()])
		if err != nil {
			return nil, err
		}
		out[i], values = data, values[t.Size():]
	}
	return out, nil
}
