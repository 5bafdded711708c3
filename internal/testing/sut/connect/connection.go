package connect

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/carrier"
)

// Connection is an adapter for a system behind a carrier. By default, a reset ends the system, or the connection to it, and
// starts a new one.
type Connection struct {
	carrier.Journal
	waits
	limits  limits
	what    string // for the journal
	binding *binding
	unit    string                                         // what a message is called
	open    func(context.Context) (carrier.Carrier, error) // starts the system or connects to it

	now   *carrier.Stream // nil before the first reset, and when the system is gone
	fresh bool            // it was started, and no messages were exchanged since then
	state connectionState
}

// connectionState is the state of a connection since the reset.
type connectionState int

const (
	atWork    connectionState = iota
	inputOver                 // the input of the system was closed
	hungUp                    // we closed the connection
	isClosed                  // the system closed it, which was received as an output
)

var errNotStarted = &sut.ErrSystem{Reason: "the system under test is not running"}

// whyNot returns why nothing can be sent; nil if it can.
func (s connectionState) whyNot() error {
	switch s {
	case inputOver:
		return errors.New("the input of the system was closed")
	case hungUp:
		return errors.New("the connection was closed")
	case isClosed:
		return errors.New("the system closed the connection")
	}
	return nil
}

// Carries returns why an input cannot be sent at present: the protocol cannot write it, it is too long for a message, or the
// connection is closed.
func (c *Connection) Carries(m sut.Message) error {
	action := c.binding.actions[m.Channel.Name]
	if action == connect {
		return nil
	}
	if why := c.state.whyNot(); why != nil {
		return sut.NotNow(m, why)
	}
	if action != "" {
		return nil
	}
	text, err := c.binding.protocol.write(m)
	if err != nil {
		return err
	}
	if len(text) > c.limits.message {
		return sut.NotCarried(m, fmt.Errorf("a %s has at most %d bytes", c.unit, c.limits.message))
	}
	if c.binding.format == nil {
		return nil
	}
	if _, err := c.binding.format.Encode(text); err != nil {
		return sut.NotCarried(m, err)
	}
	return nil
}

// Send sends an input to the system.
func (c *Connection) Send(ctx context.Context, m sut.Message) error {
	if err := c.Carries(m); err != nil {
		return err
	}
	if action := c.binding.actions[m.Channel.Name]; action != "" {
		return c.act(ctx, action)
	}
	if c.now == nil {
		return errNotStarted
	}
	text, err := c.binding.protocol.write(m)
	if err != nil {
		return err
	}
	err = c.now.Send(ctx, text)
	if end := (*carrier.Gone)(nil); errors.As(err, &end) && end.IsClosed && c.has(closed, exited) {
		return nil // Receive returns it, after what was sent before
	}
	return c.explain(err)
}

// act performs the action of an input that is not a message.
func (c *Connection) act(ctx context.Context, a action) error {
	c.Note(carrier.Inward, []byte("("+a+")"))
	switch {
	case a == connect:
		err := c.renew(ctx)
		if err != nil && ctx.Err() == nil {
			return &sut.ErrSystem{Reason: err.Error()}
		}
		return err
	case c.now == nil:
		return errNotStarted
	case a == hangUp:
		c.state = hungUp
		return c.Close()
	}
	c.state = inputOver
	return c.now.EndInput()
}

// has reports whether one of some events is an output of the model.
func (c *Connection) has(events ...event) bool {
	for _, form := range c.binding.events {
		for _, e := range events {
			if form.event == e {
				return true
			}
		}
	}
	return false
}

// Receive waits for the next output.
func (c *Connection) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	if c.state == isClosed || c.state == hungUp {
		return sut.Message{}, false, ctx.Err() // nothing can come
	}
	if c.now == nil {
		return sut.Message{}, false, errNotStarted
	}
	return await(wait, func(wait time.Duration) (m sut.Message, came, isOutput bool, err error) {
		a, came, err := c.now.Take(ctx, wait)
		if end := (*carrier.Gone)(nil); errors.As(err, &end) && end.IsClosed && c.has(closed, exited) {
			m, err = c.ended(end)
			return m, true, err == nil, err
		}
		if err != nil || !came {
			return m, came, false, c.explain(err)
		}
		if a.Opened != nil {
			m, isOutput, err = c.wasOpened(a)
			return m, true, isOutput, err
		}
		m, isOutput, err = c.binding.protocol.read(a.Text)
		m.At = a.At
		return m, true, isOutput, err
	})
}

// wasOpened returns the output for a new connection; false means that the model has none.
func (c *Connection) wasOpened(a carrier.Arrival) (sut.Message, bool, error) {
	if !c.has(opened) {
		return sut.Message{}, false, nil
	}
	m, err := understand(c.binding.events, observed{event: opened, headers: a.Opened})
	if err != nil {
		return m, false, &sut.ErrSystem{Reason: "the system under test accepted the connection: " + err.Error()}
	}
	m.Note = "the connection was made"
	return m, true, nil
}

// ended returns the output for the end of the system.
func (c *Connection) ended(end *carrier.Gone) (sut.Message, error) {
	ending, what := c.finish(end)
	o := observed{event: closed, text: end.Text}
	if ending.Exited && c.has(exited) || !c.has(closed) {
		o = observed{event: exited, text: ending.Code}
	}
	if o.event == exited && !ending.Exited {
		return sut.Message{}, &sut.ErrSystem{Reason: "it did not exit: " + what}
	}
	m, err := understand(c.binding.events, o)
	if err != nil {
		return m, &sut.ErrSystem{Reason: what + ": " + err.Error()}
	}
	c.state = isClosed
	m.Note = what
	return m, nil
}

// finish ends a system that sends nothing more, and returns how it ended, with a description.
func (c *Connection) finish(end *carrier.Gone) (carrier.Ending, string) {
	ending := c.now.Finish()
	c.now = nil
	what := end.Error()
	if ending.Exited {
		what += "; it " + ending.How
	}
	c.Note(carrier.Remark, []byte(what))
	if ending.Words != "" {
		what += "; it wrote to standard error: " + ending.Words
	}
	return ending, what
}

// explain returns the failure for the end of the system, with its last error output.
func (c *Connection) explain(err error) error {
	var end *carrier.Gone
	if !errors.As(err, &end) {
		return err
	}
	_, what := c.finish(end)
	return &sut.ErrSystem{Reason: what}
}

// Waited returns the time that the program behind the connection has waited for a processor.
func (c *Connection) Waited() time.Duration {
	if c.now == nil {
		return 0
	}
	return c.now.Waited()
}

// Close stops the system, or closes the connection to it.
func (c *Connection) Close() error {
	if c.now != nil {
		c.now.End()
		c.now = nil
	}
	return nil
}
