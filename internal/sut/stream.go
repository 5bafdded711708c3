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

const (
	maxText   = 1 << 20     // bytes of one message of the system under test
	restLimit = time.Second // how long it may take at least to end a message that it began
)

// limits are how long the system may take. What it takes to send an output is up to the tester.
type limits struct {
	send   time.Duration // to read an input
	reset  time.Duration // to answer a reset
	answer time.Duration // to answer an HTTP request at all, which may be long after the tester took it for silent
}

func defaultLimits() limits {
	return limits{send: 5 * time.Second, reset: 10 * time.Second, answer: 30 * time.Second}
}

// carrier moves texts, each a whole message, between the tester and a system that runs.
type carrier interface {
	// read passes on what comes, until there is no more or nobody wants it.
	read(s *stream)
	// write sends a text.
	write(text []byte) error
	// hangUp ends reads and writes that are under way. It may be called again.
	hangUp()
	// settle gives a system that does not talk any more a moment to end by itself.
	settle()
	// wait ends after hangUp, when nothing of the system is left.
	wait()
	// lastWords is what the system left behind to explain its end.
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

// gone is the error of a system that does not talk any more.
type gone struct{ what string }

func (g *gone) Error() string { return "the system under test is gone: " + g.what }

// stream exchanges texts with a system.
type stream struct {
	carrier carrier
	journal *journal
	limit   time.Duration // of a write
	unit    string        // what a message is called: a line, a message

	arrivals chan arrival
	half     atomic.Bool   // a message was begun and not ended
	over     chan struct{} // closed when nobody wants messages any more
	reading  sync.WaitGroup
	hungUp   atomic.Pointer[gone] // what the system said when it ended the connection
	silent   chan struct{}        // closed when nothing can arrive any more
}

// talk begins to read.
func talk(c carrier, j *journal, unit string, limit time.Duration) *stream {
	s := &stream{carrier: c, journal: j, unit: unit, limit: limit, arrivals: make(chan arrival, 64), over: make(chan struct{}), silent: make(chan struct{})}
	s.reading.Go(func() {
		defer close(s.arrivals)
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

// pass gives a text to who wants it; false means nobody.
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
	case s.arrivals <- a:
		return true
	case <-s.over:
		return false
	}
}

// send writes a text. A system that does not read it in time is given up.
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

// whyUnread is why nothing can be written: what the system said when it ended the connection, if that is still on its way.
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

// receive waits for a text. Where one was begun in time, it waits a little for the rest.
func (s *stream) receive(ctx context.Context, wait time.Duration) ([]byte, bool, error) {
	a, came, err := s.next(ctx, wait)
	if err == nil && !came && s.half.Load() {
		a, came, err = s.next(ctx, max(wait, restLimit))
		if err == nil && !came && s.half.Load() {
			err = &ErrSystem{"the system under test began a " + s.unit + " and did not end it"}
		}
	}
	return a.text, came, err
}

// next waits for an arrival; what is there already comes even if there is no time to wait.
func (s *stream) next(ctx context.Context, wait time.Duration) (arrival, bool, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case a, ok := <-s.arrivals:
		return s.whole(a, ok)
	case <-ctx.Done():
		return arrival{}, false, ctx.Err()
	case <-timer.C:
	}
	select {
	case a, ok := <-s.arrivals:
		return s.whole(a, ok)
	default:
		return arrival{}, false, nil
	}
}

// whole tells messages from their end.
func (s *stream) whole(a arrival, ok bool) (arrival, bool, error) {
	var end *gone
	switch {
	case !ok:
		return a, false, &gone{"it closed its output"}
	case errors.Is(a.err, errLong):
		return a, false, &ErrSystem{fmt.Sprintf("the system under test sent a %s that is too long, over %d MiB: it begins with %q", s.unit, maxText>>20, a.text[:min(len(a.text), 40)])}
	case errors.Is(a.err, errHalf):
		return a, false, &gone{fmt.Sprintf("it closed its output in the middle of a %s, %q", s.unit, text.Clip(a.text, 200))}
	case errors.As(a.err, &end):
		return a, false, end
	}
	return a, a.err == nil, a.err
}
