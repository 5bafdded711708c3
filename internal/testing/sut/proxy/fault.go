package proxy

import (
	"regexp"
	"time"
)

// Side is who sends a message.
type Side int

// The sides of a connection.
const (
	FromServer Side = iota
	FromClient
)

// Fault is a mistake of a proxy: what becomes of some messages.
type Fault struct {
	Side Side
	Fits *regexp.Regexp // fits a part of the messages that are changed; nil fits all
	Skip int            // number of messages of a connection that fit and are passed on as they are, before the first that is changed
	Most int            // number of messages of a connection that are changed; 0 is no limit
	Do   Change
}

// counted is a fault on one connection.
type counted struct {
	Fault
	seen int // number of messages that fitted
}

// concerns reports whether a message is to be changed, and counts it.
func (c *counted) concerns(message []byte) bool {
	if c.Fits != nil && !c.Fits.Match(message) {
		return false
	}
	c.seen++
	return c.seen > c.Skip && (c.Most == 0 || c.seen <= c.Skip+c.Most)
}

// Change says what becomes of a message.
type Change func(message []byte) Outcome

// Outcome is what is passed on instead of a message.
type Outcome struct {
	Messages [][]byte
	Delay    time.Duration // before they are passed on; those that follow wait too
	Behind   bool          // Messages go after the next message instead
	Rest     []byte        // bytes after Messages, such as the beginning of a message that is never ended
	Cut      bool          // the connections to both sides are closed then
}

// Drop passes nothing on.
func Drop([]byte) Outcome { return Outcome{} }

// Repeat passes a message on twice.
func Repeat(message []byte) Outcome { return Outcome{Messages: [][]byte{message, message}} }

// Swap passes a message on after the next one from the same side.
func Swap(message []byte) Outcome { return Outcome{Messages: [][]byte{message}, Behind: true} }

// Cut closes the connection instead of passing a message on.
func Cut([]byte) Outcome { return Outcome{Cut: true} }

// Halve passes the first half of a message on and closes the connection.
func Halve(message []byte) Outcome { return Outcome{Cut: true, Rest: message[:len(message)/2]} }

// Delay passes a message on after some time.
func Delay(d time.Duration) Change {
	return func(message []byte) Outcome { return Outcome{Messages: [][]byte{message}, Delay: d} }
}

// Replace passes a message on with another text in the place of each match of a pattern; $1 stands for its first group.
func Replace(pattern *regexp.Regexp, other string) Change {
	return func(message []byte) Outcome {
		return Outcome{Messages: [][]byte{pattern.ReplaceAll(message, []byte(other))}}
	}
}
