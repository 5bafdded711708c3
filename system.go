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
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Message is an input to a system or an output of it. The payload has a value for each that the channel declares: bool,
// string, *big.Int, *big.Rat, []any for arrays, sequences and sets, map[string]any for records, and the name of the member for
// enumerations; maps, optional values and unions are as in JSON (docs/sut.md).
//
// In outputs, values may have other Go types too: numbers any numeric type, lists any slice or array, maps any map, optional values a pointer,
// and records a struct, whose fields have the names of those of the model, with a capital, or as their tag says: `sxt:"name"`.
type Message struct {
	Channel string
	Payload []any
}

// String returns the message as it is printed in reports of mistakes.
func (m Message) String() string {
	values := make([]string, len(m.Payload))
	for i, v := range m.Payload {
		values[i] = fmt.Sprintf("%#v", v)
	}
	return m.Channel + "(" + strings.Join(values, ", ") + ")"
}

// MistakeError is a message of a System that the model cannot mean: a channel that does not exist, a wrong number of values, or a value
// of another type. It is a mistake in what connects the system with the model, and no failure of the system.
type MistakeError struct {
	Message Message
	Reason  string
}

// Error returns what is wrong.
func (e *MistakeError) Error() string {
	return fmt.Sprintf("a mistake in the System: Receive returned %s: %s", e.Message, e.Reason)
}

// System is a system under test, or the part of a test that talks to one. Its methods are called one at a time. An error of Send
// or Receive is a failure of the system; an error of Reset before the first test ends it without a verdict. The methods should
// return when ctx ends.
//
// The calls are made on other goroutines than that of the test, and not all on the same. A panic is a failure of the system like any other, and so is the end of the goroutine, by
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
	unfit  []string // inputs that do not fit the Go types of bindings, the first few
}

// maxUnfit bounds the list of inputs that do not fit.
const maxUnfit = 3

// Near reports that the system is part of this process.
func (a *adapter) Near() bool { return true }

func (a *adapter) Reset(ctx context.Context) error {
	if a.system == nil {
		return errors.New("there is no system to test: it is nil")
	}
	reason, err := doApart("Reset", func() error { return a.system.Reset(ctx) })
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
	reason, err := do(ctx, "Send", func() error { return a.system.Send(ctx, Message{Channel: m.Channel.Name, Payload: payload}) })
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
	reason, err := do(ctx, "Receive", func() (err error) {
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
	return a.output(output)
}

// output checks an output of the system against the model. What no system can mean is a mistake in the adapter, and no failure of the system.
func (a *adapter) output(output Message) (sut.Message, bool, error) {
	m, err := a.decode(output)
	switch {
	case err == nil:
		return m, true, nil
	case sut.IsMistake(err):
		return m, false, &MistakeError{Message: output, Reason: err.Error()}
	}
	return m, false, &sut.ErrSystem{Reason: fmt.Sprintf("the system sent %s: %v", output, err)}
}

// decode reads an output whose payload may have values of any Go type.
func (a *adapter) decode(output Message) (sut.Message, error) {
	payload := make([]any, len(output.Payload))
	for i, v := range output.Payload {
		var err error
		if payload[i], err = value.FromGo(v); err != nil {
			return sut.Message{}, fmt.Errorf("value %d of %s: %w", i+1, output.Channel, err)
		}
	}
	return sut.Output(a.model.loaded.System, output.Channel, payload)
}

// Carries asks a system with bindings whether its Go types can have the values of an input.
func (a *adapter) Carries(m sut.Message) error {
	b, ok := a.system.(*bound)
	if !ok {
		return nil
	}
	payload, err := m.Plain()
	if err != nil {
		return err
	}
	if err := b.carries(Message{Channel: m.Channel.Name, Payload: payload}); err != nil {
		if len(a.unfit) < maxUnfit {
			a.unfit = append(a.unfit, fmt.Sprintf("%s: %v", text.Clip(m.String(), 200), err))
		}
		return sut.NotCarried(m, err)
	}
	return nil
}

// Close closes the system if it is an io.Closer.
func (a *adapter) Close() error {
	c, ok := a.system.(io.Closer)
	if !ok {
		return nil
	}
	var failed error
	_, err := doApart("Close", func() error {
		failed = c.Close()
		return failed
	})
	if failed != nil {
		err = fmt.Errorf("the system cannot be closed: %w", failed)
	}
	return err
}

// call is a call of a method of a system.
type call struct {
	method string
	f      func() error
	reason string // the text of its error
}

// do calls a method, and returns the text of its error. The error of do itself is a *sut.ErrPanic: the system panicked, or ended the goroutine; in
// a session it then does not return.
func do(ctx context.Context, method string, f func() error) (reason string, err error) {
	c := &call{method: method, f: f}
	err = gocall.Call(ctx, c)
	return c.reason, err
}

// doApart is do on a goroutine of its own: it returns however the method ends.
func doApart(method string, f func() error) (reason string, err error) {
	return do(context.Background(), method, f)
}

// Run calls the method.
func (c *call) Run() {
	if err := c.f(); err != nil {
		c.reason = cmp.Or(err.Error(), "an error without a text")
	}
}

// Fails makes a failure of the system of the way in which the method ended.
func (c *call) Fails(fault *gocall.Fault) error {
	return &sut.ErrPanic{Reason: fmt.Sprintf("in %s the system %s", c.method, fault.Cause), Place: fault.Place, Stack: outside(fault.Stack)}
}

// outside returns a stack without the functions of this package that called the system.
func outside(stack []string) []string {
	own := reflect.TypeFor[adapter]().PkgPath() + "."
	for len(stack) > 0 && strings.HasPrefix(stack[len(stack)-1], own) {
		stack = stack[:len(stack)-1]
	}
	return stack
}
