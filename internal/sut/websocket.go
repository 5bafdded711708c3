package sut

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/coder/websocket"
)

// newWebSocket prepares an adapter for a WebSocket server, where each message is a text frame or several that belong together.
// A connection is a fresh system: a reset connects again.
func newWebSocket(scheme, address string, b *binding) (Adapter, error) {
	u, err := serverURL(scheme, address)
	if err != nil {
		return nil, err
	}
	c := b.connection("ws "+u.Redacted(), "message")
	c.open = func(ctx context.Context) (carrier, error) {
		ctx, cancel := context.WithTimeout(ctx, connectLimit)
		defer cancel()
		client := newClient(&http.Transport{DialContext: dialAbrupt})
		connection, response, err := websocket.Dial(ctx, u.String(), &websocket.DialOptions{HTTPClient: client, HTTPHeader: b.headers})
		if err != nil {
			client.CloseIdleConnections()
			return nil, fmt.Errorf("the system under test cannot be reached: %w", handshakeError(response, err))
		}
		connection.SetReadLimit(-1) // read has a limit of its own
		return &webSocket{connection: connection}, nil
	}
	return c, nil
}

// handshakeError returns what a server answered that refused the connection.
func handshakeError(response *http.Response, err error) error {
	if response == nil || response.StatusCode == http.StatusSwitchingProtocols {
		return requestError(err)
	}
	return fmt.Errorf("it answers with status %s and not as a WebSocket server does%s", response.Status, location(response))
}

// webSocket carries messages over a WebSocket.
type webSocket struct {
	remote
	connection *websocket.Conn
}

func (w *webSocket) hangUp() { _ = w.connection.CloseNow() }

func (w *webSocket) write(text []byte) error {
	return w.connection.Write(context.Background(), websocket.MessageText, text) // hangUp ends it
}

func (w *webSocket) read(s *stream) {
	for {
		a := w.next(s)
		if !s.pass(a) || a.err != nil {
			return
		}
		s.setHalf(false)
	}
}

// next reads a message.
func (w *webSocket) next(s *stream) arrival {
	kind, reader, err := w.connection.Reader(context.Background())
	if err != nil {
		return arrival{err: &gone{"it closed the connection" + closeReason(err)}}
	}
	s.setHalf(true)
	text, err := io.ReadAll(io.LimitReader(reader, maxText+1))
	switch {
	case len(text) > maxText:
		return arrival{text, errLong}
	case err != nil:
		return arrival{text, errHalf}
	case kind != websocket.MessageText:
		return arrival{text, &ErrSystem{fmt.Sprintf("the system under test sent a binary message of %d bytes: expected text", len(text))}}
	}
	return arrival{text: text}
}

// closeReason returns the reason that the server gave when it closed the connection.
func closeReason(err error) string {
	var end websocket.CloseError
	if !errors.As(err, &end) {
		return ""
	}
	if end.Reason == "" {
		return fmt.Sprintf(" with status %d", end.Code)
	}
	return fmt.Sprintf(" with status %d, %q", end.Code, end.Reason)
}

// dialAbrupt makes a connection whose end is unexpected at any time: the library takes io.EOF in the middle of a message for
// the end of the message.
func dialAbrupt(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := new(net.Dialer).DialContext(ctx, network, address)
	return abrupt{connection}, err
}

type abrupt struct{ net.Conn }

func (a abrupt) Read(b []byte) (int, error) {
	n, err := a.Conn.Read(b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
