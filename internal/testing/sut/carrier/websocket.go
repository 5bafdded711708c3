package carrier

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/coder/websocket"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// DialWebSocket connects to a WebSocket server, where each message is one or several text frames, or binary frames.
func DialWebSocket(ctx context.Context, url string, headers http.Header, secure *tls.Config, kind websocket.MessageType) (Carrier, error) {
	ctx, cancel := crowd.WithTimeout(ctx, ConnectLimit)
	defer cancel()
	client := NewClient(&http.Transport{DialContext: dialAbrupt, TLSClientConfig: secure})
	connection, response, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: client, HTTPHeader: headers})
	if err != nil {
		client.CloseIdleConnections()
		return nil, fmt.Errorf("the system under test cannot be reached: %w", handshakeError(response, err))
	}
	connection.SetReadLimit(-1) // read has its own limit
	return &webSocket{connection: connection, kind: kind, response: response.Header}, nil
}

// handshakeError describes the answer of a server that refused the connection.
func handshakeError(response *http.Response, err error) error {
	if response == nil || response.StatusCode == http.StatusSwitchingProtocols {
		return Cause(err)
	}
	return fmt.Errorf("it answers with status %s and not as a WebSocket server does%s", response.Status, Location(response))
}

// webSocket carries messages over a WebSocket.
type webSocket struct {
	remote
	connection *websocket.Conn
	kind       websocket.MessageType
	response   http.Header // that began it
}

func (w *webSocket) headers() http.Header { return w.response }

func (w *webSocket) endInput() error { return errors.New("a WebSocket has no end of the input") }

func (w *webSocket) hangUp() { _ = w.connection.CloseNow() }

func (w *webSocket) write(text []byte) error {
	return w.connection.Write(context.Background(), w.kind, text) // hangUp ends it
}

func (w *webSocket) read(s *Stream) {
	for {
		a := w.next(s)
		if !s.pass(a) || a.err != nil {
			return
		}
		s.setHalf(false)
	}
}

// next reads a message.
func (w *webSocket) next(s *Stream) Arrival {
	kind, reader, err := w.connection.Reader(context.Background())
	if err != nil {
		text, words := closeReason(err)
		return Arrival{err: &Gone{What: "it closed the connection" + words, IsClosed: true, Text: text}}
	}
	s.setHalf(true)
	text, err := io.ReadAll(io.LimitReader(reader, frame.MaxMessage+1))
	switch {
	case len(text) > frame.MaxMessage:
		return Arrival{Text: text, err: errLong}
	case err != nil:
		return Arrival{Text: text, err: errHalf}
	case kind != w.kind:
		words := map[websocket.MessageType]string{websocket.MessageText: "text", websocket.MessageBinary: "binary"}
		return Arrival{Text: text, err: &sut.ErrSystem{Reason: fmt.Sprintf("the system under test sent a %s message of %d bytes: expected %s", words[kind], len(text), words[w.kind])}}
	}
	return Arrival{Text: text}
}

// closeReason returns the status and the reason that the server gave when it closed the connection, as a text and as a description.
func closeReason(err error) (text, words string) {
	var end websocket.CloseError
	switch {
	case !errors.As(err, &end):
		return "", ""
	case end.Reason == "":
		return fmt.Sprint(int(end.Code)), fmt.Sprintf(" with status %d", end.Code)
	}
	return fmt.Sprintf("%d %s", int(end.Code), end.Reason), fmt.Sprintf(" with status %d, %q", end.Code, end.Reason)
}

// dialAbrupt makes a connection whose end is always reported as unexpected: the library interprets io.EOF in the middle of a
// message as the end of the message.
func dialAbrupt(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := new(net.Dialer).DialContext(ctx, network, address)
	return abrupt{connection}, err
}

type abrupt struct{ net.Conn }

// Read reads what has arrived.
func (a abrupt) Read(b []byte) (int, error) {
	n, err := a.Conn.Read(b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
