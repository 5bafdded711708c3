package sut

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/value"
)

// Message is something sent or received.
type Message struct {
	Channel *sts.Channel
	Values  []term.Value // scalars of the payload
}

// String is the message as a model writes it, as in out("on", 3).
func (m Message) String() string {
	return m.Channel.Name + "(" + value.Format(m.Channel.Payload, m.Values) + ")"
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

// Plain returns the payload of a message as plain data; see package value.
func (m Message) Plain() ([]any, error) { return value.EncodeAll(m.Channel.Payload, m.Values) }
