package flat

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Where the values of a configuration are in a row of words: the locations, the slots, and, in a machine for states that are stored, what waits in
// queues. A queue has a word for the number of its messages, and as many as its messages can have scalars, the oldest message first. Words that no
// message uses are 0, so equal configurations have equal rows.

// Queue is the place of a queue in a row of words.
type Queue struct {
	First    int          // the word with the number of messages
	Capacity int          // messages
	Scalars  []*term.Sort // of a message
}

// end returns the first word after the queue.
func (q *Queue) end() int { return q.First + 1 + q.Capacity*len(q.Scalars) }

// item returns the word of a scalar of a message.
func (q *Queue) item(message, scalar int) int { return q.First + 1 + message*len(q.Scalars) + scalar }

// queuesOf returns the places of all queues of a system, the first of which begins at a word.
func queuesOf(s *sts.System, first int) []Queue {
	var out []Queue
	for _, c := range s.Channels {
		if c.Capacity == 0 {
			continue
		}
		q := Queue{First: first, Capacity: c.Capacity}
		for _, t := range c.Payload {
			for _, leaf := range t.Leaves() {
				q.Scalars = append(q.Scalars, leaf.Sort)
			}
		}
		out = append(out, q)
		first = q.end()
	}
	return out
}

// Queues returns the places of the queues, if their content is part of the words. The slice must not be changed.
func (m *Machine) Queues() []Queue { return m.queues }

// Width returns the number of words of a configuration.
func (m *Machine) Width() int { return m.params }

// pack writes the content of a queue as words; false if something does not fit.
func (q *Queue) pack(content sts.Queue[term.Value], words []int64) bool {
	row, fits := words[q.First:q.end()], true
	row[0] = int64(content.Count)
	clear(row[1+len(content.Items):])
	for k, v := range content.Items {
		n, ok := v.Small()
		row[1+k], fits = n, fits && ok
	}
	return fits
}

// expand returns the content of a queue.
func (q *Queue) expand(words []int64) sts.Queue[term.Value] {
	count := int(words[q.First])
	out := sts.Queue[term.Value]{Count: count}
	for k := range count * len(q.Scalars) {
		out.Items = append(out.Items, term.IntValue(words[q.First+1+k]))
	}
	return out
}
