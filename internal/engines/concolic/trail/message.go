package trail

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Messages of a trail. The length of a queue is not known backwards, so it is left open which message a step takes: a trail keeps the
// messages put into and taken from queues along it, in order, and the taken ones are variables like inputs. Only in a concrete configuration,
// where the content of the queues is known, are the messages delivered: a taken message equals the first one in the queue, and the trail is
// rejected if a queue is empty or full there.

// message is put into a queue, or taken out.
type message struct {
	channel *sts.Channel
	taken   bool
	items   []*term.Term // its payload, as scalars
}

// maxMessages bounds the messages of a trail.
const maxMessages = 64

// queuesHold reports whether queues can hold the messages: a queue from which more is taken than was put had the rest before, one into which
// more is put than is taken had room; the two numbers together are at most its capacity.
func queuesHold(messages []message) bool {
	if len(messages) > maxMessages {
		return false
	}
	type level struct{ now, low, high int }
	levels := map[*sts.Channel]level{}
	for _, m := range messages {
		l := levels[m.channel]
		if m.taken {
			l.now--
		} else {
			l.now++
		}
		l.low, l.high = min(l.low, l.now), max(l.high, l.now)
		if l.high-l.low > m.channel.Capacity {
			return false
		}
		levels[m.channel] = l
	}
	return true
}

// takesFrom reports whether a trail takes a message from a queue into which a move puts one.
func (t *Trail) takesFrom(m *sts.Move) bool {
	return slices.ContainsFunc(t.messages, func(taken message) bool {
		return taken.taken && slices.ContainsFunc(m.Enqueue, func(put sts.Message) bool { return put.Channel == taken.channel })
	})
}

// readsTaken reports whether a condition mentions a message that the trail takes.
func (t *Trail) readsTaken(c *term.Term) bool {
	return slices.ContainsFunc(t.messages, func(m message) bool { return m.taken && c.Mentions(m.items...) })
}

// Residue is the condition of a trail, prepared for putting in the values of configurations. The rest mentions only inputs, and mostly
// simplifies away. Configurations without relevant differences leave the same term, and since the inputs of the trail have the same names for
// all of them, the alternatives form one disjunction, which is one query.
type Residue struct {
	store   *term.Store
	trail   *Trail
	slots   []int         // that the condition and the messages read
	program *term.Program // roots: the needs, then the items of the messages
	closed  *term.Program // roots: the needs that mention no inputs
	frame   *term.Frame   // of closed
}

// Residue prepares a trail.
func (b *Builder) Residue(t *Trail) *Residue {
	terms := slices.Clone(t.Need)
	for _, m := range t.messages {
		terms = append(terms, m.items...)
	}
	slots := b.depends.SlotsIn(terms...)
	vars := make([]*term.Term, len(slots))
	for i, slot := range slots {
		vars[i] = b.system.Slots[slot].Term
	}
	closed := slices.DeleteFunc(slices.Clone(t.Need), func(c *term.Term) bool {
		return len(b.depends.SlotsIn(c)) < len(c.Vars()) || c.HasQuantifier()
	})
	r := &Residue{store: b.system.Store, trail: t, slots: slots, program: b.system.Store.Compile(terms, vars), closed: b.system.Store.Compile(closed, vars)}
	r.frame = r.closed.NewFrame()
	return r
}

// Slots returns the relevant slots: configurations that agree in them, and have the same queues, leave the same rest.
func (r *Residue) Slots() []int { return r.slots }

// Refuted reports whether a need that mentions no inputs is false if the slots have some values. It is fast, and decides most configurations.
func (r *Residue) Refuted(values []term.Value) bool {
	if r.frame.Run(values) != nil {
		return false
	}
	for i := range r.closed.Roots() {
		if !r.frame.Bool(i) {
			return true
		}
	}
	return false
}

// In returns the rest of the condition in a configuration; false if the configuration contradicts the trail.
func (r *Residue) In(at *sts.SymbolicState) ([]*term.Term, bool) {
	return r.With(term.Pick(at.Store, r.slots), at.Queues)
}

// With returns the rest of the condition for given values of the slots that it reads; false if that contradicts the trail.
func (r *Residue) With(values []*term.Term, queues []sts.Queue[*term.Term]) ([]*term.Term, bool) {
	terms := r.program.Symbolic(values)
	needs, items := terms[:len(r.trail.Need)], terms[len(r.trail.Need):]
	messages := slices.Clone(r.trail.messages)
	for i := range messages {
		n := len(messages[i].items)
		messages[i].items, items = items[:n], items[n:]
	}
	delivered, ok := deliver(r.store, queues, messages)
	if !ok {
		return nil, false
	}
	return term.Conjoin(needs, delivered)
}

// deliver returns the conditions for messages to be handled with these queues; false if that is not possible.
func deliver(store *term.Store, queues []sts.Queue[*term.Term], messages []message) ([]*term.Term, bool) {
	queues = slices.Clone(queues)
	var out []*term.Term
	for _, m := range messages {
		q := &queues[m.channel.Queue]
		switch {
		case m.taken && q.Count == 0, !m.taken && q.Count >= m.channel.Capacity:
			return nil, false
		case m.taken:
			for i, item := range m.items {
				out = append(out, store.Eq(item, q.Items[i]))
			}
			q.Count, q.Items = q.Count-1, q.Items[len(m.items):]
		default:
			q.Count, q.Items = q.Count+1, slices.Concat(q.Items, m.items)
		}
	}
	return out, true
}
