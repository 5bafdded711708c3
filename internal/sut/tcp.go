package sut

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// connectLimit is how long a connection may take to be made.
const connectLimit = 5 * time.Second

// TCP is an adapter for a server that reads inputs and writes outputs as JSON lines over a connection. A connection is a
// fresh system: a reset connects anew.
type TCP struct {
	system  *sts.System
	address string
	now     *stream // nil without a connection
}

// NewTCP prepares a connection to HOST:PORT; Reset makes it. Without a host it is this machine.
func NewTCP(system *sts.System, address string) (*TCP, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%s is no address: write HOST:PORT, as in localhost:7000", address)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return nil, fmt.Errorf("%q is no port: write a number from 1 to 65535", port)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return &TCP{system: system, address: net.JoinHostPort(host, port)}, nil
}

// Reset ends the connection and makes a new one.
func (c *TCP) Reset(ctx context.Context) error {
	if err := c.Close(); err != nil {
		return err
	}
	dialer := net.Dialer{Timeout: connectLimit}
	connection, err := dialer.DialContext(ctx, "tcp", c.address)
	switch {
	case ctx.Err() != nil:
		if err == nil {
			connection.Close()
		}
		return ctx.Err()
	case err != nil:
		return &ErrUnavailable{fmt.Sprintf("the system under test cannot be reached: %v", err)}
	}
	c.now = talk(c.system, connection, connection, func() { connection.Close() })
	return nil
}

// Send writes an input.
func (c *TCP) Send(ctx context.Context, m Message) error {
	if c.now == nil {
		return errNotStarted
	}
	return c.explain(c.now.send(ctx, m))
}

// Receive reads the next output.
func (c *TCP) Receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	if c.now == nil {
		return Message{}, false, errNotStarted
	}
	m, came, err := c.now.receive(ctx, wait)
	return m, came, c.explain(err)
}

// explain makes the end of the connection trouble with the system.
func (c *TCP) explain(err error) error {
	var end *gone
	if !errors.As(err, &end) {
		return err
	}
	_ = c.Close() // never fails
	return &ErrSystem{end.Error()}
}

// Close ends the connection.
func (c *TCP) Close() error {
	if c.now != nil {
		c.now.end()
		c.now = nil
	}
	return nil
}
