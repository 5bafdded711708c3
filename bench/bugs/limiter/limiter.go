// Package limiter is a token bucket with a clock that is moved by hand.
package limiter

import "math"

// The bucket.
const (
	Room = 10  // tokens
	Each = 100 // milliseconds for a token
)

// Limiter is a limiter.
type Limiter struct {
	fault   string
	tokens  int64
	rest    int64 // milliseconds towards the next token
	clock   int64 // milliseconds since the start
	refused int
	granted int
}

// New returns a limiter with a full bucket and a fault.
func New(fault string) *Limiter { return &Limiter{fault: fault, tokens: Room} }

// Take takes tokens, if there are enough.
func (l *Limiter) Take(n int64) bool {
	short := l.tokens < n
	if l.fault == "last-token-stays" {
		short = l.tokens <= n
	}
	if short {
		l.refused++
		if l.fault == "refusal-costs" && l.tokens > 0 {
			l.tokens--
		}
		if l.fault == "eight-refusals-ban" && l.refused >= 8 {
			l.tokens, l.rest = 0, 0
		}
		return false
	}
	l.tokens -= n
	l.granted++
	return true
}

// Tokens returns the number of tokens.
func (l *Limiter) Tokens() int64 { return l.tokens }

// Wait returns the milliseconds until there are enough tokens.
func (l *Limiter) Wait(n int64) int64 {
	if l.fault == "wait-ignores-rest" {
		return (n - l.tokens) * Each
	}
	return (n-l.tokens)*Each - l.rest
}

// Tick moves the clock.
func (l *Limiter) Tick(ms int64) {
	switch l.fault {
	case "tick-int32":
		ms = max(int64(int32(ms)), 0)
	case "rest-is-lost":
		l.rest = 0
	}
	l.clock += ms
	if l.fault == "clock-float32" {
		l.clock = int64(math.Round(float64(float32(l.clock))))
	}
	l.rest += ms
	l.tokens += l.rest / Each
	l.rest %= Each
	room := int64(Room)
	if l.fault == "bucket-overflows" {
		room++
	}
	if l.tokens >= room {
		l.tokens, l.rest = room, 0
	}
}

// Clock returns the milliseconds since the start.
func (l *Limiter) Clock() int64 { return l.clock }

// Refill fills the bucket.
func (l *Limiter) Refill() {
	l.tokens = Room
	if l.fault != "refill-keeps-rest" {
		l.rest = 0
	}
	l.refused = 0
}
