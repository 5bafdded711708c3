package proxy

import (
	"regexp"
	"time"
)

// Side is the sender of a message.
type Side int

// The sides of a connection.
const (
	FromServer Side = iota
	FromClient
)

// Fault is a fault of a proxy: a change of some messages.
type Fault struct {
	Side Side
	Fits *regexp.Regexp // matches the messages that are changed; nil matches all
	Skip int            // number of matching messages of a connection that are passed on unchanged before the first change
	Most int            // maximum number of changed messages of a connection; 0 means no limit
	Do   Change
}

// counted is a fault on one connection.
type counted struct {
	Fault
	seen int // number of messages that matched
}

// concerns reports whether a message must be changed, and counts it.
func (c *counted) concerns(message []byte) bool {
	if c.Fits != nil && !c.Fits.Match(message) {
		return false
	}
	c.seen++
	return c.seen > c.Skip && (c.Most == 0 || c.seen <= c.Skip+c.Most)
}

// Change computes the result of a fault for a message.
type Change func(message []byte) Outcome

// Outcome describes what is passed on instead of a message.
type Outcome struct {
	Messages [][]byte
	Delay    time.Duration // before they are passed on; later messages wait too
	Behind   bool          // Messages are sent after the next message
	Rest     []byte        // bytes after Messages, such as the beginning of a message that is never completed
	Cut      bool          // the connections to both sides are closed then
}

// Drop passes on nothing.
func Drop([]byte) Outcome { return Outcome{} }

// Repeat passes a message on twice.
func Repeat(message []byte) Outcome { return Outcome{Messages: [][]byte{message, message}} }

// Swap passes on a message after the next one from the same side.
func Swap(message []byte) Outcome { return Outcome{Messages: [][]byte{message}, Behind: true} }

// Cut closes the connection instead of passing a message on.
func Cut([]byte) Outcome { return Outcome{Cut: true} }

// Halve passes the first half of a message on and closes the connection.
func Halve(message []byte) Outcome { return Outcome{Cut: true, Rest: message[:len(message)/2]} }

// Delay passes on a message after some time.
func Delay(d time.Duration) Change {
	return func(message []byte) Outcome { return Outcome{Messages: [][]byte{message}, Delay: d} }
}

// Replace passes on a message with each match of a pattern replaced by another text; $1 stands for its first group.
func Replace(pattern *regexp.Regexp, other string) Change {
	return func(message []byte) Outcome {
		return Outcome{Messages: [][]byte{pattern.ReplaceAll(message, []byte(other))}}
	}
}
