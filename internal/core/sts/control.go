package sts

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Queue is the content of a bounded channel: Count messages, their scalars one after the other in Items.
type Queue[T any] struct {
	Count int
	Items []T
}

// Initial is the row of initial locations.
func (s *System) Initial() []int {
	out := make([]int, len(s.Machines))
	for i, m := range s.Machines {
		out[i] = m.Initial
	}
	return out
}

// Possible appends to buffer the moves that the control allows: the parts are at the right locations, the queue that is read is not empty,
// the queues that are written have room; a nil count allows any contents. Guards are not evaluated.
func (s *System) Possible(buffer []*Move, locations []int, count func(queue int) int) []*Move {
	for i, l := range locations {
		for _, m := range s.singles[i][l] {
			if m.QueuesAllow(count) {
				buffer = append(buffer, m)
			}
		}
		for _, m := range s.meetings[i][l] {
			if m.receiversAt(locations) && m.QueuesAllow(count) {
				buffer = append(buffer, m)
			}
		}
	}
	return buffer
}

// From returns the moves that begin at a location of a machine, in the order of Possible. Whether other machines and the queues allow them is
// left open.
func (s *System) From(machine, location int) []*Move {
	return slices.Concat(s.singles[machine][location], s.meetings[machine][location])
}

// receiversAt reports whether the receivers of a meeting are at locations where they can receive.
func (m *Move) receiversAt(locations []int) bool {
	for _, t := range m.Parts[1:] {
		if locations[t.Machine] != t.From {
			return false
		}
	}
	return true
}

// QueuesAllow reports whether a message waits for the move, if it takes one, whether there is room for those that it sends, and whether the
// queues allow or forbid the rivals of "when else" as the guard of the move assumes.
func (m *Move) QueuesAllow(count func(queue int) int) bool {
	if count == nil {
		return true
	}
	if m.Dequeue != nil && count(m.Dequeue.Queue) == 0 || !hasRoom(m.Enqueue, m.Dequeue, count) {
		return false
	}
	for _, r := range m.rivals {
		if hasRoom(r.transition.Sends, r.transition.Receive, count) != r.allowed {
			return false
		}
	}
	return true
}

// QueueBound is how many messages a queue must have for a move.
type QueueBound struct{ Queue, Least, Most int }

// QueueBounds returns what QueuesAllow asks of the queues, apart from the rivals of the move.
func (m *Move) QueueBounds() []QueueBound {
	var out []QueueBound
	need := func(c *Channel) *QueueBound {
		if i := slices.IndexFunc(out, func(n QueueBound) bool { return n.Queue == c.Queue }); i >= 0 {
			return &out[i]
		}
		out = append(out, QueueBound{c.Queue, 0, c.Capacity})
		return &out[len(out)-1]
	}
	if m.Dequeue != nil {
		need(m.Dequeue).Least = 1
	}
	for _, msg := range m.Enqueue {
		need(msg.Channel).Most--
	}
	for i := range out {
		if m.Dequeue != nil && out[i].Queue == m.Dequeue.Queue {
			out[i].Most = min(out[i].Most+1, m.Dequeue.Capacity)
		}
	}
	return out
}

// HasRivals reports whether the move depends on whether queues allow others.
func (m *Move) HasRivals() bool { return len(m.rivals) > 0 }

// hasRoom reports whether the queues have room for messages, after one was taken from the channel of the receive.
func hasRoom(sends []Message, receive *Channel, count func(queue int) int) bool {
	for i, msg := range sends {
		if msg.Channel.Capacity == 0 {
			continue
		}
		after := count(msg.Channel.Queue) + 1
		for _, other := range sends[:i] {
			if other.Channel == msg.Channel {
				after++
			}
		}
		if receive == msg.Channel {
			after--
		}
		if after > msg.Channel.Capacity {
			return false
		}
	}
	return true
}

// Target is the row of locations after the move; it is a new slice unless nothing changes.
func (m *Move) Target(locations []int) []int {
	out := locations
	for _, t := range m.Parts {
		if out[t.Machine] == t.To {
			continue
		}
		if &out[0] == &locations[0] {
			out = append([]int(nil), locations...)
		}
		out[t.Machine] = t.To
	}
	return out
}

// Terminated reports whether every machine is in a final location.
func (s *System) Terminated(locations []int) bool {
	for i, l := range locations {
		if !s.Machines[i].Locations[l].Final {
			return false
		}
	}
	return true
}

// Unfinished returns the place of the first location of a row that is not final, or an empty one.
func (s *System) Unfinished(locations []int) diag.Span {
	for i, l := range locations {
		if location := &s.Machines[i].Locations[l]; !location.Final {
			return location.Span
		}
	}
	return diag.Span{}
}

// LocationName formats a row of locations for reports.
func (s *System) LocationName(locations []int) string {
	return strings.Join(s.LocationNames(locations), ", ")
}

// LocationNames returns the names of a row of locations.
func (s *System) LocationNames(locations []int) []string {
	out := make([]string, len(locations))
	for i, l := range locations {
		out[i] = s.Machines[i].Locations[l].Name
	}
	return out
}

// stepQueues removes the message that the move reads from its queue and appends those that it sends. It copies what it changes.
func stepQueues[T any](m *Move, queues []Queue[T], sent func(message int) []T) []Queue[T] {
	if m.Dequeue == nil && len(m.Enqueue) == 0 {
		return queues
	}
	out := append([]Queue[T](nil), queues...)
	if m.Dequeue != nil {
		q := &out[m.Dequeue.Queue]
		*q = Queue[T]{q.Count - 1, q.Items[len(m.DequeueArgs):]}
	}
	for i, msg := range m.Enqueue {
		q := &out[msg.Channel.Queue]
		items := append([]T(nil), q.Items...)
		*q = Queue[T]{q.Count + 1, append(items, sent(i)...)}
	}
	return out
}
