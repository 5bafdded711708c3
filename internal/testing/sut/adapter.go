package sut

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// Adapter connects a tester with a system under test.
type Adapter interface {
	// Reset brings the system to its initial state.
	Reset(ctx context.Context) error
	// Send sends an input to the system.
	Send(ctx context.Context, m Message) error
	// Receive waits for an output; false means that none came in time.
	Receive(ctx context.Context, wait time.Duration) (Message, bool, error)
	// Close stops the system.
	Close() error
}

// moreTime returns the additional time to wait on a busy machine.
var moreTime = crowd.More

// Receive waits for an output of a system for the given time, and longer on a busy machine. False means that none came in time.
func Receive(ctx context.Context, a Adapter, wait time.Duration) (Message, bool, error) {
	m, came, err := a.Receive(ctx, wait)
	if came || err != nil {
		return m, came, err
	}
	if more := moreTime(wait); more > 0 {
		return a.Receive(ctx, more)
	}
	return m, false, nil
}

// Logged is an adapter that keeps the last messages exchanged with the system, as lines with the time since the reset.
type Logged interface {
	// Log returns a copy of the log since one of the last resets: 1 is the last one, 2 the one before; 0 returns all.
	Log(resets int) []byte
}

// Waits is an adapter that has a time limit for the outputs of some channels.
type Waits interface {
	// Wait returns the time limit of outputs of the channel; 0 if it is unspecified.
	Wait(channel string) time.Duration
}

// Near is an adapter whose system is part of this process, and may answer inputs within microseconds.
type Near interface {
	// Near reports whether it is.
	Near() bool
}

// Waiting is an adapter that measures the time its system waits for a processor on a busy machine.
type Waiting interface {
	// Waited returns the sum over all threads since the reset; 0 if it is unknown.
	Waited() time.Duration
}

// Selective is an adapter that cannot send every input that the model allows: a line cannot contain the end of a line, and a closed
// connection cannot be written to.
type Selective interface {
	// Carries returns why an input cannot be sent at present, or nil if it can. It sends nothing.
	Carries(m Message) error
}

// Carries returns why an adapter cannot send an input at present, as a *ErrNotCarried, or nil if it can. A tester calls it before it
// sends, and chooses other values if the result is not nil, since this is not a failure of the system.
func Carries(a Adapter, m Message) error {
	selective, ok := a.(Selective)
	if !ok {
		return nil
	}
	return selective.Carries(m)
}

// ErrNotCarried is an input that cannot be sent to the system: the protocol has no way to write it.
type ErrNotCarried struct {
	Input   string
	Reason  string
	Passing bool // the reason is the connection, which is not open, or already open
}

// Error returns why the input cannot be sent. It is not a verdict on the system.
func (e *ErrNotCarried) Error() string { return e.Input + " cannot be sent: " + e.Reason }

// NotNow returns the error for an input that cannot be sent in the current state of the connection.
func NotNow(m Message, reason error) error {
	return &ErrNotCarried{Input: text.Clip(m.String(), 200), Reason: reason.Error(), Passing: true}
}

// NotCarried returns the error for an input that cannot be sent.
func NotCarried(m Message, reason error) error {
	return &ErrNotCarried{Input: text.Clip(m.String(), 200), Reason: reason.Error()}
}

// ErrSystem is a failure of the system under test itself: it crashed, or it sent something that is not a message.
type ErrSystem struct{ Reason string }

// Error describes the failure.
func (e *ErrSystem) Error() string { return e.Reason }

// ErrPanic is a failure of a system in the same process: it panicked, or ended the goroutine that called it.
type ErrPanic struct {
	Reason string   // the panic and the call
	Place  string   // the file and line; empty if unknown
	Stack  []string // the call stack, innermost function first
}

// Error describes the panic and its position.
func (e *ErrPanic) Error() string {
	if e.Place == "" {
		return e.Reason
	}
	return e.Reason + ", at " + e.Place
}

// ErrUnavailable is a system under test that cannot be started or reached.
type ErrUnavailable struct{ Reason string }

// Error returns why the system cannot be reached. By itself that is not a verdict: nothing was tested.
func (e *ErrUnavailable) Error() string { return e.Reason }

// ErrMistake is a message that contradicts the declarations of the model: the code that connects the system with the model has an error.
type ErrMistake struct{ Reason string }

// Error describes the mistake.
func (e *ErrMistake) Error() string { return e.Reason }

// IsMistake reports whether the error of a message is due to the connection of the system with the model, not to the system: a channel that
// does not exist, a wrong number of values, or a value of the wrong type.
func IsMistake(err error) bool {
	mistake, mismatch := (*ErrMistake)(nil), (*value.Mismatch)(nil)
	return errors.As(err, &mistake) || errors.As(err, &mismatch) && mismatch.Type
}

// Output returns a message of the named output channel with plain data, one for each value of the payload. It ignores fields of objects
// that the model does not have.
func Output(s *sts.System, name string, payload []any) (Message, error) {
	return OutputAs(s, name, payload, content.Notation{})
}

// OutputAs is like Output, for payloads in a notation.
func OutputAs(s *sts.System, name string, payload []any, n content.Notation) (Message, error) {
	c, ok := ChannelNamed(s, sts.Output, name)
	if !ok {
		return Message{}, NoChannel(s, sts.Output, name)
	}
	payload, err := ReadPayload(c, payload, n)
	if err != nil {
		return Message{}, err
	}
	return DecodePayload(c, payload)
}

// NewMessage returns a message of the named channel with plain data, one for each value of the payload.
func NewMessage(s *sts.System, direction sts.Direction, name string, payload []any) (Message, error) {
	c, ok := ChannelNamed(s, direction, name)
	if !ok {
		return Message{}, NoChannel(s, direction, name)
	}
	return DecodePayload(c, payload)
}

// ReadPayload returns the plain data that a system sends; unless it is strict, it drops fields that the model does not have.
func ReadPayload(c *sts.Channel, payload []any, n content.Notation) ([]any, error) {
	out := slices.Clone(payload)
	for i := range min(len(out), len(c.Payload)) {
		var err error
		if out[i], err = n.Read(c.Payload[i], payload[i]); err != nil {
			return nil, WrongValue(c, i, err)
		}
	}
	return out, nil
}

// WrongValue returns the error for value i of a payload.
func WrongValue(c *sts.Channel, i int, err error) error {
	return fmt.Errorf("value %d of %s: %w", i+1, c.Name, err)
}

// DecodePayload returns a message of a channel with plain data, one for each value of the payload.
func DecodePayload(c *sts.Channel, payload []any) (Message, error) {
	if len(payload) != len(c.Payload) {
		return Message{}, &ErrMistake{fmt.Sprintf("%s carries %d values, not %d", c.Name, len(c.Payload), len(payload))}
	}
	m := Message{Channel: c}
	for i, t := range c.Payload {
		values, err := value.Decode(t, payload[i])
		if err != nil {
			return Message{}, WrongValue(c, i, err)
		}
		m.Values = append(m.Values, values...)
	}
	return m, nil
}

// ChannelNamed returns the channel with a name and a direction.
func ChannelNamed(s *sts.System, direction sts.Direction, name string) (*sts.Channel, bool) {
	for _, c := range s.Channels {
		if c.Name == name && c.Direction == direction {
			return c, true
		}
	}
	return nil, false
}

// NoChannel returns the error for an unknown channel; it suggests a similar name.
func NoChannel(s *sts.System, direction sts.Direction, name string) error {
	var names []string
	for _, c := range s.Channels {
		if c.Direction == direction {
			names = append(names, c.Name)
		}
	}
	if meant := diag.Closest(name, names); meant != "" {
		return &ErrMistake{fmt.Sprintf("the model has no %s channel %q; did you mean %q?", direction, name, meant)}
	}
	return &ErrMistake{fmt.Sprintf("the model has no %s channel %q", direction, name)}
}
