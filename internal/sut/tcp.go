package sut

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"
)

// connectLimit is how long a connection may take to be made.
const connectLimit = 5 * time.Second

// newTCP prepares an adapter for a server at HOST:PORT that reads inputs and writes outputs as lines; Reset connects to it. A
// connection is a fresh system: a reset connects again. Without a host it is this machine.
func newTCP(address string, b *binding) (Adapter, error) {
	address, err := checkAddress(address)
	if err != nil {
		return nil, err
	}
	c := b.connection("tcp "+address, "line")
	c.open = func(ctx context.Context) (carrier, error) {
		dialer := net.Dialer{Timeout: connectLimit}
		connection, err := dialer.DialContext(ctx, "tcp", address)
		if err != nil {
			return nil, fmt.Errorf("the system under test cannot be reached: %w", err)
		}
		return &socket{lines: lines{from: connection, to: connection, end: b.end}, connection: connection}, nil
	}
	return c, nil
}

// checkAddress checks HOST:PORT, and puts in the host if it is left out.
func checkAddress(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fmt.Errorf("%s is not an address: write HOST:PORT, as in localhost:7000", address)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", fmt.Errorf("%q is not a port: write a number from 1 to 65535", port)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// socket carries lines over a connection.
type socket struct {
	lines
	remote
	connection net.Conn
}

func (s *socket) hangUp() { s.connection.Close() }

// remote is the end of a system elsewhere: there is nothing to wait for, and it leaves nothing behind.
type remote struct{}

func (remote) settle()           {}
func (remote) wait()             {}
func (remote) lastWords() string { return "" }
