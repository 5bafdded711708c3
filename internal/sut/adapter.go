package sut

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/value"
)

// Adapter connects a tester with a system under test.
type Adapter interface {
	// Reset brings the system to its initial state.
	Reset(ctx context.Context) error
	// Send gives the system an input.
	Send(ctx context.Context, m Message) error
	// Receive waits for an output; false means that none came in time.
	Receive(ctx context.Context, wait time.Duration) (Message, bool, error)
	// Close ends the system.
	Close() error
}

// Logged is an adapter that keeps what was exchanged with the system: the last of it, as lines with the time since the reset.
type Logged interface {
	// Log is a copy of what was kept.
	Log() []byte
}

// Waits is an adapter that knows how long outputs of a channel may take; 0 means that nothing is said about the channel.
type Waits interface {
	// Wait is the longest time that an output of the channel may take.
	Wait(channel string) time.Duration
}

// ErrSystem is trouble with the system under test itself: it died, or it says what no model could mean.
type ErrSystem struct{ Reason string }

// Error is what the system did. It is a verdict on the system: fail.
func (e *ErrSystem) Error() string { return e.Reason }

// ErrUnavailable is a system under test that cannot be started or reached.
type ErrUnavailable struct{ Reason string }

// Error is why the system is not there. By itself that is no verdict: nothing was tested.
func (e *ErrUnavailable) Error() string { return e.Reason }

// Output makes a message of the name of an output channel and plain data, one for each value of the payload.
func Output(s *sts.System, name string, payload []any) (Message, error) {
	return NewMessage(s, sts.Output, name, payload)
}

// NewMessage makes a message of the name of a channel and plain data, one for each value of the payload.
func NewMessage(s *sts.System, direction sts.Direction, name string, payload []any) (Message, error) {
	c, ok := channelNamed(s, direction, name)
	if !ok {
		return Message{}, noChannel(s, direction, name)
	}
	return decodePayload(c, payload)
}

// decodePayload makes a message of a channel and plain data, one for each value of the payload.
func decodePayload(c *sts.Channel, payload []any) (Message, error) {
	if len(payload) != len(c.Payload) {
		return Message{}, fmt.Errorf("%s carries %d values, not %d", c.Name, len(c.Payload), len(payload))
	}
	m := Message{Channel: c}
	for i, t := range c.Payload {
		values, err := value.Decode(t, payload[i])
		if err != nil {
			return Message{}, fmt.Errorf("value %d of %s: %w", i+1, c.Name, err)
		}
		m.Values = append(m.Values, values...)
	}
	return m, nil
}

func channelNamed(s *sts.System, direction sts.Direction, name string) (*sts.Channel, bool) {
	for _, c := range s.Channels {
		if c.Name == name && c.Direction == direction {
			return c, true
		}
	}
	return nil, false
}

// noChannel says that a name is not that of a channel, and which was meant.
func noChannel(s *sts.System, direction sts.Direction, name string) error {
	var names []string
	for _, c := range s.Channels {
		if c.Direction == direction {
			names = append(names, c.Name)
		}
	}
	if meant := diag.Closest(name, names); meant != "" {
		return fmt.Errorf("the model has no %s channel %q; did you mean %q?", direction, name, meant)
	}
	return fmt.Errorf("the model has no %s channel %q", direction, name)
}
