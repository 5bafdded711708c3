package sut

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/text"
)

// maxText is the maximum length of one message of the system under test, in bytes.
const maxText = 1 << 20

// limits are the times that the system may take. The time for an output is up to the tester.
type limits struct {
	send   time.Duration // to read an input
	reset  time.Duration // to answer a reset
	answer time.Duration // to answer an HTTP request at all, which may be long after the tester treated it as quiescent
}

func defaultLimits() limits {
	return limits{send: 5 * time.Second, reset: 10 * time.Second, answer: 30 * time.Second}
}

// carrier moves texts, each a whole message, between the tester and a system that runs.
type carrier interface {
	// read passes messages on, until there are no more or none are wanted.
	read(s *stream)
	// write sends a text.
	write(text []byte) error
	// hangUp ends reads and writes that are under way. It may be called several times.
	hangUp()
	// settle gives a system that sends nothing any more a moment to end by itself.
	settle()
	// wait returns after hangUp, when nothing of the system is left.
	wait()
	// lastWords returns what the system wrote to explain its end.
	lastWords() string
}

// arrival is a text of the system, or the reason why there are no more.
type arrival struct {
	text []byte
	err  error
}

var (
	errLong = errors.New("a message is too long")
	errHalf = errors.New("the end came in the middle of a message")
)

// gone is the error of a system that sends nothing any more.
type gone struct{ what string }

func (g *gone) Error() string { return "the system under test is gone: " + g.what }

// stream exchanges texts with a system.
type stream struct {
	inbox[arrival]
	carrier carrier
	journal *journal
	limit   time.Duration // of a write

	over    chan struct{} // closed when messages are not wanted any more
	reading sync.WaitGroup
	hungUp  atomic.Pointer[gone] // the reason that the system gave when it ended the connection
	silent  chan struct{}        // closed when nothing can arrive any more
}

// talk starts to read from a carrier.
func talk(c carrier, j *journal, unit string, limit time.Duration) *stream {
	s := &stream{carrier: c, journal: j, limit: limit, over: make(chan struct{}), silent: make(chan struct{})}
	s.unit, s.items = unit, make(chan arrival, 64)
	s.reading.Go(func() {
		defer close(s.items)
		defer close(s.silent)
		c.read(s)
	})
	return s
}

// end hangs up and waits until nothing is left.
func (s *stream) end() {
	close(s.over)
	s.carrier.hangUp()
	s.reading.Wait()
	s.carrier.wait()
}

// pass hands a text on; it reports false if texts are not wanted any more.
func (s *stream) pass(a arrival) bool {
	var end *gone
	if errors.As(a.err, &end) {
		s.hungUp.Store(end)
	}
	if a.err == nil {
		s.journal.note(outward, a.text)
	} else {
		s.journal.note(remark, fmt.Appendf(nil, "%v: %s", a.err, a.text))
	}
	select {
	case s.items <- a:
		return true
	case <-s.over:
		return false
	}
}

// send writes a text. The connection to a system that does not read it in time is ended.
func (s *stream) send(ctx context.Context, text []byte) error {
	s.journal.note(inward, text)
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	defer context.AfterFunc(limited, s.carrier.hangUp)()
	err := s.carrier.write(text)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return &gone{fmt.Sprintf("it did not read an input within %v", s.limit)}
	}
	return s.whyUnread()
}

// whyUnread returns why nothing can be written: the reason that the system gave when it ended the connection, if that is still
// on its way.
func (s *stream) whyUnread() error {
	select {
	case <-s.silent:
	case <-time.After(restLimit):
	}
	if end := s.hungUp.Load(); end != nil {
		return end
	}
	return &gone{"it does not read its input"}
}

// receive waits for a text.
func (s *stream) receive(ctx context.Context, wait time.Duration) ([]byte, bool, error) {
	a, came, err := s.inbox.receive(ctx, wait)
	var end *gone
	switch {
	case errors.Is(err, errEnd):
		return nil, false, &gone{"it closed its output"}
	case err != nil || !came:
		return nil, false, err
	case errors.Is(a.err, errLong):
		return nil, false, &ErrSystem{fmt.Sprintf("the system under test sent a %s that is too long, over %d MiB: it begins with %q", s.unit, maxText>>20, a.text[:min(len(a.text), 40)])}
	case errors.Is(a.err, errHalf):
		return nil, false, &gone{fmt.Sprintf("it closed its output in the middle of a %s, %q", s.unit, text.Clip(a.text, 200))}
	case errors.As(a.err, &end):
		return nil, false, end
	}
	return a.text, a.err == nil, a.err
}

// setHalf notes whether a message was begun and not ended.
func (s *stream) setHalf(half bool) {
	s.begun.Store(0)
	if half {
		s.begun.Store(1)
	}
}
