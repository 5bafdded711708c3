package verify

import "fmt"

// replayed is a run that is being executed.
type replayed struct {
	core   *core
	row    []int // locations
	slots  []value
	queues [][]value // by queue: the scalars of its messages
	counts []int     // messages, by queue
}

// refusal is the reason why evidence does not show a claim.
type refusal struct{ reason string }

// Error returns the reason.
func (r *refusal) Error() string { return r.reason }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// replay executes the run of a certificate, and reports why it does not show the claim.
func (cert *certificate) replay(c *core) error {
	r, err := begin(c, cert.begins)
	if err != nil {
		return err
	}
	done := false
	broken := func() (bool, error) {
		if cert.about == nil {
			return false, nil
		}
		holds, err := (&state{slots: r.slots}).holds(cert.about)
		return !holds, err
	}
	if done, err = broken(); err != nil {
		return err
	}
	for i, s := range cert.steps {
		if err := r.take(c.moves[s.move], s.params); err != nil {
			return fmt.Errorf("step %d, %s: %w", i+1, c.moves[s.move].name, err)
		}
		now, err := broken()
		if err != nil {
			return err
		}
		done = done || now || cert.what == "transition" && c.moves[s.move].takes(cert.name)
	}
	if !done {
		return refuse("the run does not show the claim")
	}
	return nil
}

// begin checks the values with which a run begins.
func begin(c *core, values []value) (*replayed, error) {
	if len(values) != len(c.slots) {
		return nil, refuse("the run begins with %d values, not %d", len(values), len(c.slots))
	}
	st := &state{slots: values}
	for i, s := range c.slots {
		if !s.sort.contains(values[i]) {
			return nil, refuse("the first value of %s is out of range", s.name)
		}
		if s.init == nil {
			continue
		}
		v, err := st.eval(s.init)
		if err != nil {
			return nil, err
		}
		if compare(v, values[i]) != 0 {
			return nil, refuse("%s begins with another value", s.name)
		}
	}
	holds, err := st.holds(c.assume)
	if err == nil && !holds {
		err = refuse("no run begins with these values")
	}
	return &replayed{core: c, row: c.initial(), slots: values, queues: make([][]value, len(c.queues)), counts: make([]int, len(c.queues))}, err
}

// take takes a step.
func (r *replayed) take(m *move, params []value) error {
	switch {
	case m.rivals:
		return &ErrUnable{"whether the move can be taken depends on other moves"}
	case m.calls:
		return &ErrUnable{"the move calls functions, which are not run here"}
	case !m.startsAt(r.row):
		return refuse("it does not begin here")
	}
	for i, p := range m.params {
		if !p.sort.contains(params[i]) {
			return refuse("parameter %d is out of range", i)
		}
	}
	if err := r.receive(m, params); err != nil {
		return err
	}
	st := &state{slots: r.slots, params: params}
	for _, list := range [][]*expr{m.guard, m.safe} {
		for _, cond := range list {
			holds, err := st.holds(cond)
			if err != nil {
				return err
			}
			if !holds {
				return refuse("a condition of the move is false")
			}
		}
	}
	if err := r.send(m, st); err != nil {
		return err
	}
	return r.assign(m, st)
}

// receive takes the message that a move reads from its queue.
func (r *replayed) receive(m *move, params []value) error {
	if m.dequeue < 0 {
		return nil
	}
	items := r.queues[m.dequeue]
	if r.counts[m.dequeue] == 0 || len(items) < len(m.reads) {
		return refuse("the queue is empty")
	}
	for i, p := range m.reads {
		if compare(items[i], params[p]) != 0 {
			return refuse("another message is first in the queue")
		}
	}
	r.queues[m.dequeue] = items[len(m.reads):]
	r.counts[m.dequeue]--
	return nil
}

// send puts the messages of a move into their queues.
func (r *replayed) send(m *move, st *state) error {
	for _, s := range m.sends {
		if r.counts[s.queue]++; r.counts[s.queue] > r.core.queues[s.queue] {
			return refuse("a queue is full")
		}
		for _, a := range s.args {
			v, err := st.eval(a)
			if err != nil {
				return err
			}
			r.queues[s.queue] = append(r.queues[s.queue][:len(r.queues[s.queue]):len(r.queues[s.queue])], v)
		}
	}
	return nil
}

// assign gives slots their new values, all computed from the old ones.
func (r *replayed) assign(m *move, st *state) error {
	next := append([]value(nil), r.slots...)
	for _, u := range m.sets {
		v, err := st.eval(u.value)
		if err != nil {
			return err
		}
		if s := r.core.slots[u.slot]; !s.sort.contains(v) {
			return refuse("%s gets a value that is out of range", s.name)
		}
		next[u.slot] = v
	}
	r.slots, r.row = next, m.target(r.row)
	return nil
}
