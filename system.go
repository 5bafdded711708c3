package sextant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sextant-mbt/sextant/internal/sut"
)

// Message is an input to a system or an output of it. The payload has a value for each that the channel declares: bool,
// string, *big.Int, *big.Rat, []any for arrays, sequences and sets, map[string]any for records, and the name of the member for
// enumerations; maps, optional values and unions are as in JSON (docs/sut.md).
// In outputs, numbers may have any numeric Go type.
type Message struct {
	Channel string
	Payload []any
}

// System is a system under test, or the part of a test that talks to one. Its methods are called one at a time. An error of Send
// or Receive is a failure of the system; an error of Reset before the first test ends it without a verdict. The methods should
// return when ctx ends.
//
// A System that is an io.Closer is closed at the end of Test, Fuzz and Model.Test.
type System interface {
	// Reset brings the system to its initial state. It is called before each test.
	Reset(ctx context.Context) error
	// Send gives the system an input.
	Send(ctx context.Context, input Message) error
	// Receive returns the next output; false means that none came in the time given. A system that knows that none will
	// come may return at once.
	Receive(ctx context.Context, wait time.Duration) (output Message, came bool, err error)
}

// Synchronous makes a System of a function that answers each input at once, with any number of outputs. At each reset, start
// returns such a function for a fresh system.
func Synchronous(start func() func(input Message) []Message) System {
	return &synchronous{start: start}
}

type synchronous struct {
	start   func() func(Message) []Message
	react   func(Message) []Message
	outputs []Message
}

func (s *synchronous) Reset(context.Context) error {
	s.react, s.outputs = s.start(), nil
	return nil
}

func (s *synchronous) Send(_ context.Context, input Message) error {
	s.outputs = append(s.outputs, s.react(input)...)
	return nil
}

func (s *synchronous) Receive(context.Context, time.Duration) (Message, bool, error) {
	if len(s.outputs) == 0 {
		return Message{}, false, nil
	}
	output := s.outputs[0]
	s.outputs = s.outputs[1:]
	return output, true, nil
}

// adapter connects the tester with a System.
type adapter struct {
	model  *Model
	system System
}

func (a *adapter) Reset(ctx context.Context) error {
	if a.system == nil {
		return errors.New("there is no system to test: it is nil")
	}
	if err := a.system.Reset(ctx); err != nil && ctx.Err() == nil {
		return &sut.ErrUnavailable{Reason: "the system cannot be reset: " + err.Error()}
	}
	return ctx.Err()
}

func (a *adapter) Send(ctx context.Context, m sut.Message) error {
	payload, err := m.Plain()
	if err != nil {
		return err
	}
	if err := a.system.Send(ctx, Message{Channel: m.Channel.Name, Payload: payload}); err != nil && ctx.Err() == nil {
		return &sut.ErrSystem{Reason: "the system did not accept the input: " + err.Error()}
	}
	return ctx.Err()
}

func (a *adapter) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	output, came, err := a.system.Receive(ctx, wait)
	switch {
	case ctx.Err() != nil:
		return sut.Message{}, false, ctx.Err()
	case err != nil:
		return sut.Message{}, false, &sut.ErrSystem{Reason: "the system gave no output: " + err.Error()}
	case !came:
		return sut.Message{}, false, nil
	}
	m, err := sut.Output(a.model.loaded.System, output.Channel, output.Payload)
	if err != nil {
		return m, false, &sut.ErrSystem{Reason: fmt.Sprintf("the system sent %s%v: %v", output.Channel, output.Payload, err)}
	}
	return m, true, nil
}

// Close closes the system if it is an io.Closer.
func (a *adapter) Close() error {
	if c, ok := a.system.(io.Closer); ok {
		if err := c.Close(); err != nil {
			return fmt.Errorf("the system cannot be closed: %w", err)
		}
	}
	return nil
}
