package sextant

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/sut"
)

// Message is an input to a system or an output of it. The payload has a value for each that the channel declares: bool,
// string, *big.Int, *big.Rat, []any for arrays, map[string]any for records, and the name of the member for enumerations.
// A system may give numbers of any Go type.
type Message struct {
	Channel string
	Payload []any
}

// System is a system under test that runs in the same process. Its methods are called one at a time. An error of Send or
// Receive is a failure of the system; an error of Reset ends the test without a verdict.
type System interface {
	// Reset brings the system to its initial state. It is called before each test.
	Reset() error
	// Send gives the system an input.
	Send(input Message) error
	// Receive returns the next output; false means that none came in the time given. A system that knows that none will
	// come may say so at once.
	Receive(wait time.Duration) (output Message, came bool, err error)
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

func (s *synchronous) Reset() error {
	s.react, s.outputs = s.start(), nil
	return nil
}

func (s *synchronous) Send(input Message) error {
	s.outputs = append(s.outputs, s.react(input)...)
	return nil
}

func (s *synchronous) Receive(time.Duration) (Message, bool, error) {
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
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if a.system == nil {
		return errors.New("there is no system to test: it is nil")
	}
	if err := a.system.Reset(); err != nil {
		return &sut.ErrUnavailable{Reason: "the system cannot be reset: " + err.Error()}
	}
	return nil
}

func (a *adapter) Send(_ context.Context, m sut.Message) error {
	payload, err := m.Plain()
	if err != nil {
		return err
	}
	if err := a.system.Send(Message{Channel: m.Channel.Name, Payload: payload}); err != nil {
		return &sut.ErrSystem{Reason: "the system did not take the input: " + err.Error()}
	}
	return nil
}

func (a *adapter) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	if ctx.Err() != nil {
		return sut.Message{}, false, ctx.Err()
	}
	output, came, err := a.system.Receive(wait)
	if err != nil {
		return sut.Message{}, false, &sut.ErrSystem{Reason: "the system gave no output: " + err.Error()}
	}
	if !came {
		return sut.Message{}, false, nil
	}
	m, err := sut.Output(a.model.loaded.System, output.Channel, output.Payload)
	if err != nil {
		return m, false, &sut.ErrSystem{Reason: fmt.Sprintf("the system sent %s%v: %v", output.Channel, output.Payload, err)}
	}
	return m, true, nil
}

func (a *adapter) Close() error { return nil }
