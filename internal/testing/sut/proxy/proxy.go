// Package proxy is a proxy between clients and a server that injects faults: it drops, changes, delays, repeats or reorders
// messages, or cuts the connection. It makes a real server, which is usually correct, into one with a known fault.
//
// Vocabulary:
//
//	Proxy    listens on a free port of this machine, and connects to the server once for each client connection
//	Fault    selects the messages to change, and the change
//	Change   a change of a message: Drop, Repeat, Replace, Delay, Swap, Cut, Halve
//	Outcome  the result of a change, for custom changes
//
// Messages are found by a format of package frame. Messages that no fault concerns are passed on unchanged. Faults count messages
// separately for each connection, so tests that begin with a new connection see the same faults.
package proxy

import (
	"bytes"
	"context"
	"io"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// Proxy passes messages on between clients and a server.
type Proxy struct {
	server   string
	format   frame.Format
	faults   []Fault
	listener net.Listener
	open     sync.WaitGroup
	closing  context.Context // canceled when the proxy is closed
	cancel   context.CancelFunc
}

// Start starts a proxy in front of the server at an address. Without faults nothing is changed.
func Start(server string, format frame.Format, faults ...Fault) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{server: server, format: format, faults: faults, listener: listener}
	p.closing, p.cancel = context.WithCancel(context.Background())
	p.open.Go(p.accept)
	return p, nil
}

// Address returns the address on which the proxy listens.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Close closes the proxy and all its connections, and waits until they have ended.
func (p *Proxy) Close() {
	p.cancel()
	_ = p.listener.Close()
	p.open.Wait()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.open.Go(func() { p.serve(client.(*net.TCPConn)) })
	}
}

// serve passes on the messages of one connection, until both sides have ended, or one of them is cut. It closes the connection of a
// client if the server cannot be reached.
func (p *Proxy) serve(client *net.TCPConn) {
	defer client.Close()
	connection, err := (&net.Dialer{}).DialContext(p.closing, "tcp", p.server)
	if err != nil {
		return
	}
	server := connection.(*net.TCPConn)
	defer server.Close()
	ctx, cut := context.WithCancel(p.closing)
	defer cut()
	stop := context.AfterFunc(ctx, func() {
		client.Close()
		server.Close()
	})
	defer stop()
	var sides sync.WaitGroup
	sides.Go(func() { p.pass(ctx, cut, FromClient, client, server) })
	sides.Go(func() { p.pass(ctx, cut, FromServer, server, client) })
	sides.Wait()
}

// pass passes on the messages of one side, and its end.
func (p *Proxy) pass(ctx context.Context, cut func(), side Side, from, to *net.TCPConn) {
	l := &line{ctx: ctx, from: from, to: to, format: p.format}
	for _, f := range p.faults {
		if f.Side == side {
			l.faults = append(l.faults, &counted{Fault: f})
		}
	}
	if err := l.run(); err != nil {
		cut()
		return
	}
	_ = to.CloseWrite() // the other side may have closed already
}

// line is one direction of a connection.
type line struct {
	ctx      context.Context
	from, to *net.TCPConn
	format   frame.Format
	faults   []*counted
	behind   []byte // the bytes of a message to send after the next one; nil if there is none
}

// run passes on everything up to the end of the stream. An error means that the connection must be cut.
func (l *line) run() error {
	if len(l.faults) == 0 {
		_, err := io.Copy(l.to, l.from)
		return err
	}
	s := frame.NewSplitter(l.format, l.from)
	for {
		message, whole, err := s.Next()
		switch {
		case err != nil:
			return l.raw(s) // the stream is malformed from here on
		case whole:
			err = l.message(message, s.Raw())
		default:
			err = s.Read()
		}
		if err == io.EOF {
			return l.raw(s)
		}
		if err != nil {
			return err
		}
	}
}

// raw passes on the rest unchanged.
func (l *line) raw(s *frame.Splitter) error {
	if err := l.flush(); err != nil {
		return err
	}
	if _, err := l.to.Write(s.Held()); err != nil {
		return err
	}
	_, err := io.Copy(l.to, l.from)
	return err
}

// message passes on a message, changed by the first fault that concerns it. Unchanged messages are written with their original bytes.
func (l *line) message(message, raw []byte) error {
	outcome := Outcome{Messages: [][]byte{message}}
	for _, f := range l.faults {
		if f.concerns(message) {
			outcome = f.Do(bytes.Clone(message))
			break
		}
	}
	if err := wait(l.ctx, outcome.Delay); err != nil {
		return err
	}
	data, err := l.encode(outcome.Messages, message, raw)
	if err != nil {
		return err
	}
	if outcome.Behind && l.behind == nil {
		l.behind = data
		return nil
	}
	if _, err := l.to.Write(slices.Concat(data, outcome.Rest)); err != nil {
		return err
	}
	if outcome.Cut {
		return io.ErrClosedPipe
	}
	return l.flush()
}

// encode returns the bytes of messages in the stream.
func (l *line) encode(messages [][]byte, message, raw []byte) ([]byte, error) {
	var out []byte
	for _, m := range messages {
		data, err := raw, error(nil)
		if !bytes.Equal(m, message) {
			data, err = l.format.Encode(m)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, data...)
	}
	return out, nil
}

// flush sends the message that was held back, if there is one.
func (l *line) flush() error {
	_, err := l.to.Write(l.behind)
	l.behind = nil
	return err
}

// wait waits for some time, or until the connection ends.
func wait(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
