package concolic

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Messages of a trail. How long a queue is cannot be known backwards, so which message a step takes is left open: a trail keeps
// what is put into queues and taken out along it, in order, and what is taken are variables like inputs. Only in a stored
// configuration, where it is known what waits, the messages are delivered: what is taken equals what stood first, and a queue
// that is empty or full there refuses the trail.

// message is put into a queue, or taken out.
type message struct {
	channel *sts.Channel
	taken   bool
	items   []*term.Term // its payload, as scalars
}

// messagesOf lists the messages of a move, in the order in which a step handles them; sent are the payloads that it puts.
func messagesOf(m *sts.Move, params []*term.Term, sent [][]*term.Term) []message {
	var out []message
	if m.Dequeue != nil {
		taken := message{channel: m.Dequeue, taken: true}
		for _, a := range m.DequeueArgs {
			taken.items = append(taken.items, params[a])
		}
		out = append(out, taken)
	}
	for i, msg := range m.Enqueue {
		out = append(out, message{channel: msg.Channel, items: sent[i]})
	}
	return out
}

// maxMessages bounds the messages of a trail.
const maxMessages = 64

// queuesHold tells whether queues can hold what messages need: one from which more is taken than was put had the rest before, one into
// which more is put than is taken had room, and what it had before and the room together are what it can hold.
func queuesHold(messages []message) bool {
	if len(messages) > maxMessages {
		return false
	}
	type level struct{ now, least, most int }
	levels := map[*sts.Channel]*level{}
	for _, m := range messages {
		l := levels[m.channel]
		if l == nil {
			l = &level{}
			levels[m.channel] = l
		}
		if m.taken {
			l.now--
		} else {
			l.now++
		}
		l.least, l.most = min(l.least, l.now), max(l.most, l.now)
		if l.most-l.least > m.channel.Capacity {
			return false
		}
	}
	return true
}

// waiting is a queue: the messages in it, the first one first.
type waiting [][]*term.Term

// deliver computes what must hold for messages to be handled where these wait; false if the queues refuse them.
func deliver(store *term.Store, queues []waiting, messages []message) ([]*term.Term, bool) {
	var out []*term.Term
	for _, m := range messages {
		q := &queues[m.channel.Queue]
		switch {
		case m.taken && len(*q) == 0, !m.taken && len(*q) >= m.channel.Capacity:
			return nil, false
		case m.taken:
			for i, item := range m.items {
				out = append(out, store.Eq(item, (*q)[0][i]))
			}
			*q = (*q)[1:]
		default:
			*q = append(*q, m.items)
		}
	}
	return out, true
}

// waitingIn are the messages that wait in the queues of a configuration.
func (w *walker) waitingIn(r *Run) []waiting {
	out := make([]waiting, w.system.Queues())
	if r.Config.Large == nil {
		return out // queues with content make a configuration large
	}
	for q, queue := range r.Config.Large.Queues {
		if queue.Count == 0 {
			continue
		}
		items := w.queueConstants(q, queue.Items)
		for size := len(items) / queue.Count; len(out[q]) < queue.Count; items = items[size:] {
			out[q] = append(out[q], items[:size])
		}
	}
	return out
}

// takesFrom tells whether a trail takes a message that a move puts.
func (t *trail) takesFrom(m *sts.Move) bool {
	for _, msg := range m.Enqueue {
		for _, taken := range t.messages {
			if taken.taken && taken.channel == msg.Channel {
				return true
			}
		}
	}
	return false
}

// readsTaken tells whether a condition is about a message that the trail takes.
func (t *trail) readsTaken(c *term.Term) bool {
	for _, m := range t.messages {
		if m.taken && slices.ContainsFunc(m.items, func(item *term.Term) bool { return slices.Contains(c.Vars(), item) }) {
			return true
		}
	}
	return false
}
