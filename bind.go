package sextant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/value"
)

// What bindings are made of. The command
//
//	sextant export model.sxt --format go-bindings -o model_sxt.go
//
// writes a struct for each channel of a model, an interface with a method for each input, and a function that makes a System of such an
// interface by Bind.

// Output is an output of a model as a struct, whose fields are the values of its payload in their order.
type Output interface {
	// Channel returns the name of the channel in the model.
	Channel() string
}

// Inputs are the inputs of a model, by the names of their channels.
type Inputs map[string]Input

// Input is a function that takes an input; On makes one.
type Input struct {
	take    func(payload []any) error
	carries func(payload []any) error
}

// On makes an Input of a function that gets a struct, whose fields are the values of the payload in their order.
func On[T any](take func(input T) error) Input {
	read := func(payload []any) (input T, err error) {
		err = value.SetFields(&input, payload)
		return input, err
	}
	return Input{
		take: func(payload []any) error {
			input, err := read(payload)
			if err != nil {
				return err
			}
			return take(input)
		},
		carries: func(payload []any) error {
			_, err := read(payload)
			return err
		},
	}
}

// Binding is a system with functions for its inputs. An Input is never called with a value that does not fit its Go types, such as an
// integer beyond int64: the tester chooses another value, and a stored test with such a value has no verdict.
type Binding struct {
	// Start starts a fresh system at each reset. The system gives its outputs to send, at any time and in any goroutine. If the closer is
	// not nil, it ends the system before the next reset and at the end.
	Start func(send func(Output)) (Inputs, io.Closer, error)
	// Waits says that outputs may also come later than during an input, so that it must be waited for them.
	Waits bool
}

// Bind makes a System of a binding.
func Bind(b Binding) System { return &bound{binding: b} }

// bound is a System of a binding.
type bound struct {
	binding Binding
	inputs  Inputs
	closer  io.Closer
	outputs *outbox
}

// outbox has the outputs that were sent and not yet received.
type outbox struct {
	mu    sync.Mutex
	queue []Output
	came  chan struct{} // has a token if the queue may have grown
}

func (o *outbox) send(output Output) {
	o.mu.Lock()
	o.queue = append(o.queue, output)
	o.mu.Unlock()
	select {
	case o.came <- struct{}{}:
	default:
	}
}

func (o *outbox) next() (output Output, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if ok = len(o.queue) > 0; ok {
		output, o.queue = o.queue[0], o.queue[1:]
	}
	return output, ok
}

// Reset starts a fresh system.
func (b *bound) Reset(context.Context) error {
	if err := b.Close(); err != nil {
		return err
	}
	b.outputs = &outbox{came: make(chan struct{}, 1)}
	var err error
	b.inputs, b.closer, err = b.binding.Start(b.outputs.send)
	return err
}

// Close ends the system.
func (b *bound) Close() error {
	closer := b.closer
	b.closer = nil
	if closer == nil {
		return nil
	}
	return closer.Close()
}

// Send calls the function of an input.
func (b *bound) Send(_ context.Context, m Message) error {
	input, err := b.input(m)
	if err != nil {
		return err
	}
	return input.take(m.Payload)
}

func (b *bound) input(m Message) (Input, error) {
	input, ok := b.inputs[m.Channel]
	if !ok {
		return input, fmt.Errorf("the bindings have no input %s: generate them again", m.Channel)
	}
	return input, nil
}

// carries returns why the Go types of an input cannot have its values.
func (b *bound) carries(m Message) error {
	if b.inputs == nil {
		return nil // before the first reset
	}
	input, err := b.input(m)
	if err != nil {
		return err
	}
	return input.carries(m.Payload)
}

// Receive returns the next output.
func (b *bound) Receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		if output, ok := b.outputs.next(); ok {
			m, err := message(output)
			return m, err == nil, err
		}
		if !b.binding.Waits {
			return Message{}, false, nil
		}
		select {
		case <-b.outputs.came:
		case <-timer.C:
			return Message{}, false, nil
		case <-ctx.Done():
			return Message{}, false, ctx.Err()
		}
	}
}

// message returns an output as a message.
func message(output Output) (Message, error) {
	if output == nil {
		return Message{}, errors.New("the system sent nil instead of an output")
	}
	payload, err := value.Fields(output)
	if err != nil {
		return Message{}, fmt.Errorf("%s cannot be sent: %w", output.Channel(), err)
	}
	return Message{Channel: output.Channel(), Payload: payload}, nil
}
