// Package peer is one end of a connection that keeps a session alive, as session.sxt describes it. Its times come from package
// time alone, so that it runs with real time as well as in a bubble of testing/synctest.
//
// Vocabulary:
//
//	Session     one end of a connection; its methods are what the other end, and the user, may do
//	keep-alive  sent when nothing else was sent for a while
//	time-out    the session expires when nothing was received for a while
//	retransmission  data is sent again until it is acknowledged, each time after twice the pause, and then given up
package peer

import (
	"sync"
	"time"
)

// The times of the protocol, in units.
const (
	beat  = 1.0 // between keep-alives
	limit = 3.5 // until a session expires
	pause = 0.5 // until data is sent again for the first time
	tries = 3   // how often data is sent
)

// state is what the session is doing.
type state int

const (
	idle    state = iota
	up            // open, and nothing to do
	waiting       // for an acknowledgement
)

// Session is one end of a connection. Its methods may be called from several goroutines.
type Session struct {
	unit  time.Duration
	fault string
	out   func(channel string, values ...any)

	mu      sync.Mutex
	state   state
	number  int     // of the data that waits for an acknowledgement
	sent    int     // how often it was sent
	pause   float64 // until it is sent again
	stretch float64 // of the time between keep-alives: 1 but for the fault drift

	keepAlive, expiry, retry alarm
}

// New returns a session that is not open. A unit of its times is as long as given. It passes what it sends to out, one message
// at a time.
func New(unit time.Duration, fault string, out func(channel string, values ...any)) *Session {
	return &Session{unit: unit, fault: fault, out: out}
}

// Open opens the session.
func (s *Session) Open() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != idle {
		return
	}
	s.stretch = 1
	s.out("opened")
	s.goUp()
}

// Post sends data and waits for the acknowledgement.
func (s *Session) Post(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != up {
		return
	}
	s.stop()
	s.state, s.number, s.sent, s.pause = waiting, number, 0, pause
	s.transmit()
}

// Ack acknowledges the data that was sent.
func (s *Session) Ack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != waiting {
		return
	}
	if s.fault != "echo" {
		s.retry.stop()
	}
	s.out("delivered", s.number)
	s.goUp()
}

// Touch is a sign of life of the other end.
func (s *Session) Touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == up && s.fault != "deaf" {
		s.awaitExpiry()
	}
}

// Close closes the session.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == up {
		s.end("closed")
	}
}

// Stop ends the session without a word.
func (s *Session) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = idle
	s.stop()
}

// goUp waits for what the user wants next.
func (s *Session) goUp() {
	s.state = up
	s.awaitExpiry()
	s.awaitKeepAlive()
}

// end ends the session with a message.
func (s *Session) end(channel string, values ...any) {
	s.state = idle
	if s.fault == "ghost" && channel == "expired" {
		s.expiry.stop()
	} else {
		s.stop()
	}
	s.out(channel, values...)
}

// stop stops all timers.
func (s *Session) stop() {
	s.keepAlive.stop()
	s.expiry.stop()
	s.retry.stop()
}

// awaitExpiry lets the session expire, unless it is called again before.
func (s *Session) awaitExpiry() {
	units := limit
	switch s.fault {
	case "endless":
		return
	case "linger":
		units *= 1.1
	case "hasty":
		units *= 0.9
	}
	s.start(&s.expiry, units, func() { s.end("expired") })
}

// awaitKeepAlive sends a keep-alive after a while, and then the next.
func (s *Session) awaitKeepAlive() {
	units := beat
	switch s.fault {
	case "missing":
		return
	case "late":
		units *= 1.1
	case "early":
		units *= 0.9
	case "drift":
		s.stretch *= 1.03
		units *= s.stretch
	}
	s.start(&s.keepAlive, units, func() {
		s.out("keepalive")
		s.awaitKeepAlive()
	})
}

// transmit sends the data, and sends it again after a pause, or gives up.
func (s *Session) transmit() {
	s.sent++
	s.out("data", s.number, s.sent)
	s.start(&s.retry, s.pause, func() {
		if s.sent == s.tries() {
			s.end("lost", s.number)
			return
		}
		s.transmit()
	})
	if s.fault != "flat" {
		s.pause *= 2
	}
}

// tries returns how often data is sent.
func (s *Session) tries() int {
	switch s.fault {
	case "stubborn":
		return tries + 1
	case "timid":
		return tries - 1
	}
	return tries
}

// start rings an alarm after a time, instead of when it was to ring before.
func (s *Session) start(a *alarm, units float64, ring func()) {
	a.stop()
	var timer *time.Timer
	timer = time.AfterFunc(time.Duration(units*float64(s.unit)), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if a.timer == timer { // otherwise it was stopped while it waited for the lock
			ring()
		}
	})
	a.timer = timer
}

// alarm is a timer of a session, which may be stopped at any time while the session is locked.
type alarm struct{ timer *time.Timer }

func (a *alarm) stop() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}
