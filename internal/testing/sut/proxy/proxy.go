// Package proxy stands between clients and a server and makes mistakes on purpose: it drops, changes, delays, repeats or reorders
// messages, or cuts the connection. With it a real server, which is mostly right, becomes one with a known fault.
//
// Vocabulary:
//
//	Proxy    listens on a free port of this machine, and has a connection to the server for each of a client
//	Fault    which messages are changed, and how
//	Change   what becomes of a message: Drop, Repeat, Replace, Delay, Swap, Cut, Halve
//	Outcome  the result of a change, for changes of your own
//
// Messages are found by a format of package frame. What a side sends is passed on as it comes if no fault concerns it. Faults count
// messages for each connection on its own, so a test that begins with a new connection sees the same as the one before.
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
	closing  context.Context // done when the proxy is closed
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

// Address is where the proxy listens.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Close ends the proxy and all its connections, and waits until they have ended.
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

// serve passes on what is said on one connection, until both sides have ended, or one of them is cut. A client of a server that cannot be
// reached has its connection closed.
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

// pass passes on what one side sends, and its end.
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
	_ = to.CloseWrite() // the other side may be gone already
}

// line is one direction of a connection.
type line struct {
	ctx      context.Context
	from, to *net.TCPConn
	format   frame.Format
	faults   []*counted
	behind   []byte // a message that goes after the next one, as it is written to the stream; nil without one
}

// run passes on everything up to the end of the stream. The error means that the connection is to be cut.
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
			return l.raw(s) // no messages can be found any more
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

// raw passes on what is left as it is.
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

// message passes on a message, changed by the first fault that concerns it. What is not changed is written as it stood in the stream.
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

// encode returns messages as they are written to the stream.
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

// flush sends the message that goes after this one, if there is one.
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
