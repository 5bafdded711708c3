package sut

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Connection is an adapter for a system behind a carrier. Without a reset message, a reset ends the system, or the connection to
// it, and begins a new one.
type Connection struct {
	journal
	waits
	limits   limits
	what     string // for the journal
	protocol protocol
	unit     string                                 // what a message is called
	open     func(context.Context) (carrier, error) // starts the system or connects to it
	ask      *resetMessage                          // nil if a reset ends the system

	now *stream // nil before the first reset, and when the system is gone
}

var (
	errNotStarted = &ErrSystem{"the system under test is not running"}
	errTooLong    = fmt.Errorf("a message has at most %d MiB", maxText>>20)
)

// Reset brings the system to its initial state. A system that does not answer a reset message is restarted.
func (c *Connection) Reset(ctx context.Context) error {
	c.begin(c.what)
	if c.ask == nil || c.now == nil {
		return c.renew(ctx)
	}
	err := c.sendReset(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	c.note(remark, []byte("restarted, since it was not reset: "+err.Error()))
	return c.renew(ctx)
}

// renew ends the system, begins a new one, and resets it if there is a message for that.
func (c *Connection) renew(ctx context.Context) error {
	if err := c.Close(); err != nil {
		return err
	}
	carrier, err := c.open(ctx)
	switch {
	case ctx.Err() != nil:
		if err == nil {
			talk(carrier, &c.journal, c.unit, c.limits.send).end()
		}
		return ctx.Err()
	case err != nil:
		return &ErrUnavailable{err.Error()}
	}
	c.now = talk(carrier, &c.journal, c.unit, c.limits.send)
	if c.ask == nil {
		return nil
	}
	if err := c.sendReset(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &ErrUnavailable{err.Error()}
	}
	return nil
}

// sendReset sends the reset message and waits for the answer; messages before it belong to the previous test.
func (c *Connection) sendReset(ctx context.Context) error {
	if err := c.now.send(ctx, c.ask.ask); err != nil {
		return c.explain(err)
	}
	for end := time.Now().Add(c.limits.reset); ; {
		text, came, err := c.now.receive(ctx, max(time.Until(end), 0))
		switch {
		case err != nil:
			return c.explain(err)
		case came && c.ask.isDone(text):
			return nil
		case !came || time.Now().After(end):
			return fmt.Errorf("the system under test did not answer the reset message within %v", c.limits.reset)
		}
	}
}

// Carries returns why an input cannot be sent at present: the protocol cannot write it, or it is too long for a message.
func (c *Connection) Carries(m Message) error {
	text, err := c.protocol.write(m)
	if err == nil && len(text) > maxText {
		err = notCarried(m, errTooLong)
	}
	return err
}

// Send gives the system an input.
func (c *Connection) Send(ctx context.Context, m Message) error {
	if c.now == nil {
		return errNotStarted
	}
	text, err := c.protocol.write(m)
	if err != nil {
		return err
	}
	return c.explain(c.now.send(ctx, text))
}

// Receive waits for the next output.
func (c *Connection) Receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	if c.now == nil {
		return Message{}, false, errNotStarted
	}
	return await(wait, func(wait time.Duration) (m Message, came, isOutput bool, err error) {
		text, came, err := c.now.receive(ctx, wait)
		if err != nil || !came {
			return m, came, false, c.explain(err)
		}
		m, isOutput, err = c.protocol.read(text)
		return m, true, isOutput, err
	})
}

// explain turns the end of the system into its failure, with its last words.
func (c *Connection) explain(err error) error {
	var end *gone
	if !errors.As(err, &end) {
		return err
	}
	carrier := c.now.carrier
	carrier.settle()
	_ = c.Close() // never fails
	c.note(remark, []byte(end.Error()))
	if words := carrier.lastWords(); words != "" {
		return &ErrSystem{end.Error() + "; it wrote to standard error: " + words}
	}
	return &ErrSystem{end.Error()}
}

// Close ends the system, or the connection to it.
func (c *Connection) Close() error {
	if c.now != nil {
		c.now.end()
		c.now = nil
	}
	return nil
}
