package sextant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/gocall"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
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
// Each call has a goroutine of its own. A panic is a failure of the system like any other, and so is the end of the goroutine, by
// FailNow of a test for example: the test is made short and stored. A panic in a goroutine that the system has started ends the program.
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
	reason, err := call("Reset", func() error { return a.system.Reset(ctx) })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && reason != "":
		err = &sut.ErrUnavailable{Reason: "the system cannot be reset: " + reason}
	}
	return err
}

func (a *adapter) Send(ctx context.Context, m sut.Message) error {
	payload, err := m.Plain()
	if err != nil {
		return err
	}
	reason, err := call("Send", func() error { return a.system.Send(ctx, Message{Channel: m.Channel.Name, Payload: payload}) })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && reason != "":
		err = &sut.ErrSystem{Reason: "the system did not accept the input: " + reason}
	}
	return err
}

func (a *adapter) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	var output Message
	var came bool
	reason, err := call("Receive", func() (err error) {
		output, came, err = a.system.Receive(ctx, wait)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return sut.Message{}, false, ctx.Err()
	case err != nil:
		return sut.Message{}, false, err
	case reason != "":
		return sut.Message{}, false, &sut.ErrSystem{Reason: "the system gave no output: " + reason}
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
	c, ok := a.system.(io.Closer)
	if !ok {
		return nil
	}
	var failed error
	_, err := call("Close", func() error {
		failed = c.Close()
		return failed
	})
	if failed != nil {
		err = fmt.Errorf("the system cannot be closed: %w", failed)
	}
	return err
}

// call calls a method of a system, and returns the text of its error. The error of call itself is a *sut.ErrPanic: the system panicked, or
// ended the goroutine.
func call(method string, f func() error) (reason string, err error) {
	fault := gocall.Do(func() {
		if err := f(); err != nil {
			reason = cmp.Or(err.Error(), "an error without a text")
		}
	})
	if fault != nil {
		return "", &sut.ErrPanic{Reason: fmt.Sprintf("in %s the system %s", method, fault.Cause), Place: fault.Place, Stack: outside(fault.Stack)}
	}
	return reason, nil
}

// outside returns a stack without the functions of this package that called the system.
func outside(stack []string) []string {
	own := reflect.TypeFor[adapter]().PkgPath() + "."
	for len(stack) > 0 && strings.HasPrefix(stack[len(stack)-1], own) {
		stack = stack[:len(stack)-1]
	}
	return stack
}
