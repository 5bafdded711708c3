package sut

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Message is something sent or received.
type Message struct {
	Channel *sts.Channel
	Values  []term.Value // scalars of the payload
	After   *big.Rat     // of an input in a timed test: when to send it, relative to the message before it; nil if that is open
	Awaits  int          // of an input in a timed test: the number of outputs between the input before and this one
	Rest    *big.Rat     // of an input in a timed test: the remaining time of the test after it; nil if that is open

	Others []Message // of an output: its other readings, if its text fits several outputs of the mapping
	Note   string    // of an output that is not a message: what the adapter observed
	At     time.Time // of an output: its time of arrival, if the adapter knows it
}

// Readings returns all readings of a message; an unambiguous message has one reading, itself.
func (m Message) Readings() []Message {
	others := m.Others
	m.Others = nil
	return append([]Message{m}, others...)
}

// AddReadings adds the readings of another message, which may be nil, that are not yet there.
func (m *Message) AddReadings(other Message, err error) {
	if err != nil {
		return
	}
	for _, reading := range other.Readings() {
		if !slices.ContainsFunc(m.Readings(), func(r Message) bool { return r.String() == reading.String() }) {
			m.Others = append(m.Others, reading)
		}
	}
}

// String returns the message in the syntax of models, as in out("on", 3).
func (m Message) String() string {
	return m.Channel.Name + "(" + value.Format(m.Channel.Payload, m.Values) + ")"
}

// Equal reports whether two messages are the same.
func (m Message) Equal(n Message) bool {
	return m.Channel == n.Channel && term.SameValues(m.Values, n.Values)
}

// Sort returns the sort of scalar k of the payload.
func (m Message) Sort(k int) *term.Sort {
	for _, t := range m.Channel.Payload {
		size := t.Size()
		switch {
		case k >= size:
			k -= size
		case t.Scalar != nil:
			return t.Scalar
		default:
			return t.Leaves()[k].Sort
		}
	}
	return term.Int
}

// Normalize sets the scalars of absent optional values, and of alternatives that are not chosen, to their defaults; see
// sts.Type.Normalize. It reports whether it changed something.
func (m Message) Normalize() bool { return value.Normalize(m.Channel.Payload, m.Values) }

// Fit converts scalars of the right sorts to valid values of the types of the payload; see sts.Type.Fit. Code that changes a message
// scalar by scalar must call it at the end.
func (m Message) Fit() { value.Fit(m.Channel.Payload, m.Values) }

// Present reports whether scalar k, which is a number, belongs to a value that is present.
func (m Message) Present(k int) bool {
	m.Values = slices.Clone(m.Values)
	m.Values[k] = term.AddInts(m.Values[k], 1)
	return !m.Normalize()
}

// Name returns the name of scalar k of the payload in the model, or its number from 1 if it has none.
func (m Message) Name(k int) string {
	for i, t := range m.Channel.Payload {
		if k >= t.Size() {
			k -= t.Size()
			continue
		}
		word := fmt.Sprint(i + 1)
		if i < len(m.Channel.Names) && m.Channel.Names[i] != "" {
			word = m.Channel.Names[i]
		}
		if t.Size() > 1 {
			word += t.Leaves()[k].Path
		}
		return word
	}
	return ""
}

// Plain returns the payload of a message as plain data; see package value.
func (m Message) Plain() ([]any, error) { return value.EncodeAll(m.Channel.Payload, m.Values) }

// Store returns the stored form of a message.
func Store(m Message) (result.Stored, error) {
	payload, err := value.JSON(m.Channel.Payload, m.Values)
	out := result.Stored{Channel: m.Channel.Name, Payload: payload}
	if m.After != nil {
		out.After, out.Awaits = term.FormatRat(m.After), m.Awaits
	}
	if m.Rest != nil {
		out.Rest = term.FormatRat(m.Rest)
	}
	return out, err
}

// Record returns an observation of a message as data.
func Record(kind result.EventKind, m Message) result.Event {
	out := result.Event{Kind: kind, Channel: m.Channel.Name, Message: m.String()}
	if stored, err := Store(m); err == nil {
		out.Payload = stored.Payload
	}
	return out
}

// Restore checks a stored message against the channels of a model with a direction.
func Restore(m result.Stored, s *sts.System, direction sts.Direction) (Message, error) {
	payload := make([]any, len(m.Payload))
	for i, text := range m.Payload {
		var err error
		if payload[i], err = value.ReadJSON(text); err != nil {
			return Message{}, fmt.Errorf("value %d of %s: %w", i+1, m.Channel, err)
		}
	}
	out, err := NewMessage(s, direction, m.Channel, payload)
	if err == nil && m.After != "" {
		out.Awaits = max(m.Awaits, 0)
		out.After, err = restoreTime(m.After, "before "+m.Channel)
	}
	if err == nil && m.Rest != "" {
		out.Rest, err = restoreTime(m.Rest, "after "+m.Channel)
	}
	return out, err
}

// restoreTime reads a time of a stored message.
func restoreTime(time, what string) (*big.Rat, error) {
	if len(time) < 100 && strings.Trim(time, "0123456789./") == "" { // no sign, no exponent
		if r, ok := new(big.Rat).SetString(time); ok {
			return r, nil
		}
	}
	return nil, fmt.Errorf("the time %s is %q; expected is a number of units, as in \"2.5\" or \"1/3\"", what, text.Clip(time, 40))
}
