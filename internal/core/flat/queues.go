package flat

import "github.com/sextant-mbt/sextant/internal/core/sts"

// traffic is what a move does with a queue: it takes the oldest message, and then sends messages.
type traffic struct {
	queue *Queue
	takes bool
	sends [][]number // by message: its scalars
}

// trafficOf compiles what a move does with queues.
func (b *builder) trafficOf(m *Machine, move *sts.Move) []traffic {
	var out []traffic
	with := func(c *sts.Channel) *traffic {
		for i := range out {
			if out[i].queue == &m.queues[c.Queue] {
				return &out[i]
			}
		}
		out = append(out, traffic{queue: &m.queues[c.Queue]})
		return &out[len(out)-1]
	}
	if move.Dequeue != nil {
		with(move.Dequeue).takes = true
	}
	for _, msg := range move.Enqueue {
		t := with(msg.Channel)
		t.sends = append(t.sends, compileAll(msg.Args, b.number))
	}
	return out
}

// receive stores the oldest message of the queue that a move reads in its parameters; false if it has a value that is no word.
func (m *Machine) receive(move *sts.Move, cells []int64) bool {
	if move.Dequeue == nil {
		return true
	}
	q := &m.queues[move.Dequeue.Queue]
	for i, a := range move.DequeueArgs {
		if !fits(q.Scalars[i]) {
			return false
		}
		cells[m.params+a] = cells[q.item(0, i)]
	}
	return true
}

// change notes the new words of the queue.
func (t *traffic) change(m *memory, to *changes) {
	q, n := t.queue, len(t.queue.Scalars)
	count := int(m.cells[q.First])
	old := m.cells[q.First+1 : q.First+1+count*n]
	if t.takes {
		count--
		for k := range count * n {
			if old[k] != old[k+n] {
				to.add(q.First+1+k, old[k+n])
			}
		}
		for k := count * n; k < (count+1)*n; k++ {
			to.add(q.First+1+k, 0)
		}
	}
	for _, message := range t.sends {
		for i, value := range message {
			to.add(q.item(count, i), value(m))
		}
		count++
	}
	to.add(q.First, int64(count))
}
