package carrier

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// ConnectLimit is the time limit for making a connection.
const ConnectLimit = 5 * time.Second

// Dial connects to a server at a network address of the package net, with TLS if there are settings for it.
func Dial(ctx context.Context, network, address string, secure *tls.Config, format frame.Format) (Carrier, error) {
	ctx, cancel := crowd.WithTimeout(ctx, ConnectLimit)
	defer cancel()
	connection, err := new(net.Dialer).DialContext(ctx, network, address)
	if err == nil && secure != nil {
		connection, err = handshake(ctx, connection, secure)
	}
	if err != nil {
		return nil, fmt.Errorf("the system under test cannot be reached: %w", Cause(err))
	}
	return &socket{framed: framed{from: connection, to: connection, format: format}, connection: connection}, nil
}

// handshake starts TLS on a connection, and closes the connection on failure.
func handshake(ctx context.Context, connection net.Conn, config *tls.Config) (net.Conn, error) {
	secured := tls.Client(connection, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		connection.Close()
		return nil, err
	}
	return secured, nil
}

// CheckAddress checks HOST:PORT, and adds the host if it is left out.
func CheckAddress(address string) (string, error) {
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

// socket carries messages over a connection.
type socket struct {
	framed
	remote
	connection net.Conn
}

func (s *socket) hangUp() { s.connection.Close() }

// endInput closes one direction of the connection.
func (s *socket) endInput() error {
	switch c := s.connection.(type) {
	case *net.TCPConn:
		return c.CloseWrite()
	case *net.UnixConn:
		return c.CloseWrite()
	case *tls.Conn:
		return c.CloseWrite()
	}
	return errors.New("the input of this connection has no end")
}

// remote implements the end of a remote system: there is nothing to wait for or to clean up.
type remote struct{}

func (remote) settle()        {}
func (remote) wait()          {}
func (remote) ending() Ending { return Ending{} }
