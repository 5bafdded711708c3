// Package carrier moves messages, as bytes, between the tester and a running system: over the pipes of a program, a connection,
// datagrams or a WebSocket.
//
// Vocabulary:
//
//	Carrier  what moves messages
//	Stream   the messages of a carrier: those that were sent are waited for in an Inbox
//	Journal  what was exchanged with a system, with times
//
// It is independent of models, and distinguishes failures of a system (ErrSystem) from its end (Gone).
package carrier

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// Carrier moves texts, each a whole message, between the tester and a running system.
type Carrier interface {
	// read passes on messages, until there are no more or the receiver stops.
	read(s *Stream)
	// write sends a text.
	write(text []byte) error
	// hangUp ends pending reads and writes. It may be called several times.
	hangUp()
	// endInput closes the input of the system.
	endInput() error
	// settle waits a moment for a system that sends nothing more to end by itself.
	settle()
	// wait is called after hangUp, and returns when all parts of the system have ended.
	wait()
	// ending returns, after wait, how the system ended.
	ending() Ending
}

// worker is a carrier that measures the time its system waits for a processor.
type worker interface{ waited() time.Duration }

// Ending describes how a system ended.
type Ending struct {
	Exited bool   // the program exited by itself
	Code   string // its exit code, or the signal
	How    string // the same in words
	Words  string // its last error output
}

// opener is a carrier whose connection the system accepted with headers.
type opener interface{ headers() http.Header }

// Arrival is a text from the system, the start of the connection, or the reason why there is nothing more.
type Arrival struct {
	Text   []byte
	Opened http.Header // of a WebSocket: the headers of the response that opened it; empty for others, nil for texts
	At     time.Time   // when it arrived
	err    error
}

var (
	errLong = errors.New("a message is too long")
	errHalf = errors.New("the end came in the middle of a message")
)

// Gone is the error of a system that sends nothing more.
type Gone struct {
	What     string
	IsClosed bool   // the system closed the connection, after the end of a message
	Text     string // the reason that it gave
}

// Error returns the message.
func (g *Gone) Error() string { return "the system under test is gone: " + g.What }

// Stream exchanges texts with a system.
type Stream struct {
	Inbox[Arrival]
	carrier Carrier
	journal *Journal
	limit   time.Duration // of a write

	over    chan struct{} // closed when the receiver stops
	reading sync.WaitGroup
	hungUp  atomic.Pointer[Gone] // the reason that the system gave when it ended the connection
	silent  chan struct{}        // closed when nothing more can arrive
}

// Talk starts to read from a carrier.
func Talk(c Carrier, j *Journal, unit string, limit time.Duration) *Stream {
	s := &Stream{carrier: c, journal: j, limit: limit, over: make(chan struct{}), silent: make(chan struct{})}
	s.Unit, s.Items = unit, make(chan Arrival, 64)
	s.reading.Go(func() {
		defer close(s.Items)
		defer close(s.silent)
		if o, ok := c.(opener); ok {
			s.pass(Arrival{Opened: o.headers()})
		} else {
			s.pass(Arrival{Opened: http.Header{}})
		}
		c.read(s)
	})
	return s
}

// End hangs up and waits until all goroutines have ended.
func (s *Stream) End() {
	close(s.over)
	s.carrier.hangUp()
	s.reading.Wait()
	s.carrier.wait()
}

// pass passes on a text; it reports false if the receiver has stopped.
func (s *Stream) pass(a Arrival) bool {
	a.At = time.Now()
	var end *Gone
	if errors.As(a.err, &end) {
		s.hungUp.Store(end)
	}
	switch {
	case a.Opened != nil:
	case a.err == nil:
		s.journal.Note(Outward, a.Text)
	default:
		s.journal.Note(Remark, fmt.Appendf(nil, "%v: %s", a.err, a.Text))
	}
	select {
	case s.Items <- a:
		return true
	case <-s.over:
		return false
	}
}

// Send writes a text. It closes the connection to a system that does not read the text in time.
func (s *Stream) Send(ctx context.Context, text []byte) error {
	s.journal.Note(Inward, text)
	limited, cancel := crowd.WithTimeout(ctx, s.limit)
	defer cancel()
	inTime := context.AfterFunc(limited, s.carrier.hangUp)
	err := s.carrier.write(text)
	switch ended := !inTime(); { // the connection was closed, although the text may have been written at the last moment
	case err == nil && !ended:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case ended || limited.Err() != nil:
		return &Gone{What: fmt.Sprintf("it did not read an input within %v", s.limit)}
	}
	return s.whyUnread()
}

// whyUnread returns why nothing can be written: the reason that the system gave when it ended the connection, for which it
// waits a moment.
func (s *Stream) whyUnread() error {
	select {
	case <-s.silent:
	case <-time.After(restLimit):
	}
	if end := s.hungUp.Load(); end != nil {
		return end
	}
	return &Gone{What: "it does not read its input", IsClosed: true}
}

// Receive waits for a text.
func (s *Stream) Receive(ctx context.Context, wait time.Duration) ([]byte, bool, error) {
	a, came, err := s.Take(ctx, wait)
	if a.Opened != nil {
		a, came, err = s.Take(ctx, wait)
	}
	return a.Text, came, err
}

// Take waits for a text, or for the start of the connection, which comes before all texts.
func (s *Stream) Take(ctx context.Context, wait time.Duration) (Arrival, bool, error) {
	a, came, err := s.Inbox.Receive(ctx, wait)
	var end *Gone
	switch {
	case errors.Is(err, errEnd):
		err = &Gone{What: "it closed its output", IsClosed: true}
	case err != nil || !came:
	case errors.Is(a.err, errLong):
		err = &sut.ErrSystem{Reason: fmt.Sprintf("the system under test sent a %s that is too long, over %d MiB: it begins with %q", s.Unit, frame.MaxMessage>>20, a.Text[:min(len(a.Text), 40)])}
	case errors.Is(a.err, errHalf):
		err = &Gone{What: fmt.Sprintf("it closed its output in the middle of a %s, %q", s.Unit, text.Clip(a.Text, 200))}
	case errors.As(a.err, &end):
		err = end
	default:
		err = a.err
	}
	if err != nil {
		return Arrival{}, false, err
	}
	return a, came, nil
}

// Waited returns the time that the system has waited for a processor since it was started; 0 if it is unknown.
func (s *Stream) Waited() time.Duration {
	if w, ok := s.carrier.(worker); ok {
		return w.waited()
	}
	return 0
}

// EndInput closes the input of the system.
func (s *Stream) EndInput() error { return s.carrier.endInput() }

// Finish waits a moment for a system that sends nothing more to end by itself, ends it, and returns how it ended.
func (s *Stream) Finish() Ending {
	s.carrier.settle()
	s.End()
	return s.carrier.ending()
}

// setHalf notes whether a message was incomplete last line.
func (s *Stream) setHalf(half bool) {
	s.Begun.Store(0)
	if half {
		s.Begun.Store(1)
	}
}
