package sts

import (
	"maps"
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Move is one indivisible step of the system: a transition on its own, a sender and a receiver that meet on a channel, or a sender and
// all machines that can receive what it broadcasts. In a meeting the receiver sees the payload that the sender computed; where both assign one shared variable, the receiver
// runs after the sender.
type Move struct {
	ID          int
	Name        string
	Parts       []*Transition
	Params      []Param
	Input       *Channel   // from the tester, or nil
	InputArgs   []int      // parameters that carry its payload
	Dequeue     *Channel   // a queue that is read, or nil
	DequeueArgs []int      // parameters that carry its payload
	Calls       []Call     // results index Params
	Outputs     []Message  // to the tester
	Enqueue     []Message  // to queues
	Guard       *term.Term // over slots and parameters
	GuardSafety []Obligation
	StepSafety  []Obligation
	Updates     []Update
	Enabled     *term.Term // over slots only: some parameters make the guard true

	system   *System
	weight   *term.Term // see Weight
	rate     *term.Term // see Rate
	rivals   []rivalry  // of parts with "when else"
	once     sync.Once
	compiled programs
}

// programs are the compiled programs of a move, compiled when first needed.
type programs struct {
	enabled *term.Program // Enabled, over the slots
	guard   *term.Program // roots: the conjuncts of Guard, then the conditions of GuardSafety
	effect  *term.Program // roots: StepSafety, Updates, Outputs, Enqueue, Call arguments, in that order
}

func (m *Move) programs() *programs {
	m.once.Do(m.compile)
	return &m.compiled
}

// Conjuncts are the conjuncts of the guard, in the order of the guard program.
func (m *Move) Conjuncts() []*term.Term { return m.Guard.Conjuncts() }

// IsInternal reports whether the move is not observable for the tester (τ). Events are observable by their names.
func (m *Move) IsInternal() bool { return m.Input == nil && len(m.Outputs) == 0 && !m.Parts[0].Event }

// Moves lists all moves of the system by ID.
func (s *System) Moves() []*Move { return s.moves }

// Link computes the moves of the system from its machines. The front-end calls it once, last.
func (s *System) Link() {
	s.trackLocations()
	s.singles = make([][][]*Move, len(s.Machines))
	s.meetings = make([][][]*Move, len(s.Machines))
	for i, m := range s.Machines {
		s.singles[i] = make([][]*Move, len(m.Locations))
		s.meetings[i] = make([][]*Move, len(m.Locations))
		for _, t := range m.Transitions {
			t.ID = len(s.transitions)
			s.transitions = append(s.transitions, t)
		}
	}
	for _, t := range s.transitions {
		s.linkTransition(t)
	}
	s.maximalProgress()
	s.findNormal()
}

func (s *System) linkTransition(t *Transition) {
	sent := rendezvous(t)
	switch {
	case sent != nil && sent.Channel.Broadcast:
		s.linkBroadcast(t, sent)
	case sent != nil:
		for _, u := range s.transitions {
			if u.Machine == t.Machine || u.Receive != sent.Channel {
				continue
			}
			for _, first := range s.variants(t) {
				for _, second := range s.variants(u) {
					s.addMeeting(s.meeting(first, sent, []variant{second}))
				}
			}
		}
	case t.Receive == nil || t.Receive.Direction == Input || t.Receive.Capacity > 0:
		for _, v := range s.variants(t) {
			s.singles[t.Machine][t.From] = append(s.singles[t.Machine][t.From], s.single(v))
		}
	}
}

func (s *System) addMeeting(m *Move) {
	from := m.Parts[0]
	s.meetings[from.Machine][from.From] = append(s.meetings[from.Machine][from.From], m)
	s.addMove(m)
}

// rendezvous is the message that t sends to another machine without a queue, or nil.
func rendezvous(t *Transition) *Message {
	for i, m := range t.Sends {
		if m.Channel.Direction == Internal && m.Channel.Capacity == 0 {
			return &t.Sends[i]
		}
	}
	return nil
}

// Meeting is the message at which the machines of the move meet; nil if there is none.
func (m *Move) Meeting() *Message { return rendezvous(m.Parts[0]) }

// variant is a way in which a transition can be taken. A transition with "when else" has one for every way in which the queues
// allow or forbid its rivals: those that are forbidden are not in its guard.
type variant struct {
	*Transition
	guard  *term.Term
	safety []Obligation // of the guard
	rivals []rivalry
}

// rivalry records for a transition whether the queues must allow or forbid it.
type rivalry struct {
	transition *Transition
	allowed    bool
}

func (s *System) variants(t *Transition) []variant {
	out := []variant{{Transition: t, guard: t.Guard, safety: t.GuardSafety}}
	for _, r := range t.Rivals {
		var next []variant
		for _, v := range out {
			forbidden, allowed := v, v
			forbidden.rivals = append(slices.Clip(v.rivals), rivalry{r.Transition, false})
			allowed.rivals = append(slices.Clip(v.rivals), rivalry{r.Transition, true})
			allowed.guard, allowed.safety = s.Store.And(v.guard, r.Refused), slices.Concat(v.safety, r.Safety)
			next = append(next, allowed, forbidden)
		}
		out = next
	}
	return out
}

func (s *System) single(t variant) *Move {
	m := &Move{Name: t.Name, Parts: []*Transition{t.Transition}, Params: t.Params, Calls: t.Calls, Guard: t.guard,
		GuardSafety: t.safety, StepSafety: t.StepSafety, Updates: t.Updates, rivals: t.rivals}
	m.addReceive(t.Transition)
	m.addSends(t.Sends)
	m.addChance(s, t.Transition, nil)
	return s.addMove(m)
}

// addReceive adds the message that the first part receives from the tester or from a queue.
func (m *Move) addReceive(t *Transition) {
	switch {
	case t.Receive == nil:
	case t.Receive.Direction == Input:
		m.Input, m.InputArgs = t.Receive, t.ReceiveArgs
	case t.Receive.Capacity > 0:
		m.Dequeue, m.DequeueArgs = t.Receive, t.ReceiveArgs
	}
}

func (m *Move) addSends(sends []Message) {
	for _, msg := range sends {
		switch {
		case msg.Channel.Direction == Output:
			m.Outputs = append(m.Outputs, msg)
		case msg.Channel.Capacity > 0:
			m.Enqueue = append(m.Enqueue, msg)
		}
	}
}

func (s *System) addMove(m *Move) *Move {
	m.ID = len(s.moves)
	s.moves = append(s.moves, m)
	m.system = s
	s.addTime(m)
	m.Enabled = s.enabled(m)
	return m
}

func (m *Move) compile() {
	s := m.system
	inputs := s.SlotTerms()
	for _, p := range m.Params {
		inputs = append(inputs, p.Term)
	}
	guard := append([]*term.Term(nil), m.Conjuncts()...)
	for _, o := range m.GuardSafety {
		guard = append(guard, o.Cond)
	}
	m.compiled.guard = s.Store.Compile(guard, inputs).Remembering()
	m.compiled.enabled = s.Store.Compile([]*term.Term{m.Enabled}, inputs[:len(s.Slots)]).Remembering()
	var effect []*term.Term
	for _, o := range m.StepSafety {
		effect = append(effect, o.Cond)
	}
	for _, u := range m.Updates {
		effect = append(effect, u.Value)
	}
	for _, msgs := range [][]Message{m.Outputs, m.Enqueue} {
		for _, msg := range msgs {
			effect = append(effect, msg.Args...)
		}
	}
	for _, c := range m.Calls {
		effect = append(effect, c.Args...)
	}
	m.compiled.effect = s.Store.Compile(effect, inputs).Remembering()
}

// meeting joins a sender and its receivers.
func (s *System) meeting(from variant, sent *Message, to []variant) *Move {
	m := &Move{Name: from.Name, Parts: []*Transition{from.Transition}, Params: slices.Clone(from.Params), Calls: slices.Clip(from.Calls),
		Guard: from.guard, GuardSafety: slices.Clip(from.safety), StepSafety: slices.Clip(from.StepSafety), Updates: slices.Clip(from.Updates),
		rivals: slices.Clip(from.rivals)}
	m.addReceive(from.Transition)
	m.addSends(from.Sends)
	m.addChance(s, from.Transition, nil)
	for _, v := range to {
		s.join(m, sent, v)
	}
	return m
}

// join adds a receiver to a move.
func (s *System) join(m *Move, sent *Message, to variant) {
	r := m.addReceiver(s, sent, to.Transition)
	m.Name, m.Parts, m.rivals = m.Name+"|"+to.Name, append(m.Parts, to.Transition), append(m.rivals, to.rivals...)
	m.addChance(s, to.Transition, r.received)
	m.GuardSafety = append(m.GuardSafety, s.substituteObligations(to.safety, r.received, m.Guard)...)
	m.Guard = s.Store.And(m.Guard, s.Store.Substitute(to.guard, r.received))
	m.StepSafety = append(m.StepSafety, s.substituteObligations(to.StepSafety, r.after, nil)...)
	m.Updates = mergeUpdates(m.Updates, s.substituteUpdates(to.Updates, r.after))
	m.Calls = append(m.Calls, r.calls(s)...)
	for _, msg := range to.Sends {
		m.addSends([]Message{{msg.Channel, s.substituteAll(msg.Args, r.after)}})
	}
}

// receiver is a later part of a meeting. It sees the payload that the first part sends, and the assignments of the parts before it.
type receiver struct {
	*Transition
	position []int                     // of its parameters among those of the move
	received map[*term.Term]*term.Term // terms that are sent, by the parameters that receive them; a guard sees only these
	after    map[*term.Term]*term.Term // the same, and the values assigned by the parts before it
}

// addReceiver adds the parameters of a receiver, except those that stand for the payload.
func (m *Move) addReceiver(s *System, sent *Message, to *Transition) *receiver {
	r := &receiver{Transition: to, position: make([]int, len(to.Params)), received: map[*term.Term]*term.Term{}}
	for i, p := range to.Params {
		r.position[i] = len(m.Params)
		if k := slices.Index(to.ReceiveArgs, i); k >= 0 {
			r.received[p.Term] = sent.Args[k]
			continue
		}
		m.Params = append(m.Params, p)
	}
	r.after = maps.Clone(r.received)
	maps.Copy(r.after, s.Assigned(m.Updates))
	return r
}

// calls are those of the receiver, as calls of the move.
func (r *receiver) calls(s *System) []Call {
	var out []Call
	for _, c := range r.Calls {
		results := make([]int, len(c.Results))
		for i, k := range c.Results {
			results[i] = r.position[k]
		}
		seen := r.after
		if r.GuardUses(c) {
			seen = r.received
		}
		out = append(out, Call{c.Extern, s.substituteAll(c.Args, seen), results, c.Span})
	}
	return out
}

// GuardUses reports whether the guard depends on a call, directly or through the arguments of another call.
func (t *Transition) GuardUses(c Call) bool {
	for _, r := range c.Results {
		result := []*term.Term{t.Params[r].Term}
		if t.Guard.Mentions(result...) {
			return true
		}
		for _, later := range t.Calls {
			for _, a := range later.Args {
				if a.Mentions(result...) && t.GuardUses(later) {
					return true
				}
			}
		}
	}
	return false
}

func (s *System) substituteAll(ts []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		out[i] = s.Store.Substitute(t, by)
	}
	return out
}

// substituteObligations rewrites obligations; under, if given, is a condition under which they apply.
func (s *System) substituteObligations(os []Obligation, by map[*term.Term]*term.Term, under *term.Term) []Obligation {
	out := make([]Obligation, len(os))
	for i, o := range os {
		o.Cond = s.Store.Substitute(o.Cond, by)
		if under != nil {
			o.Cond = s.Store.Implies(under, o.Cond)
		}
		out[i] = o
	}
	return out
}

func (s *System) substituteUpdates(us []Update, by map[*term.Term]*term.Term) []Update {
	out := make([]Update, len(us))
	for i, u := range us {
		out[i] = Update{u.Slot, s.Store.Substitute(u.Value, by)}
	}
	return out
}

// mergeUpdates lets the later updates win.
func mergeUpdates(first, second []Update) []Update {
	out := append([]Update(nil), first...)
	for _, u := range second {
		replaced := false
		for i := range out {
			if out[i].Slot == u.Slot {
				out[i], replaced = u, true
			}
		}
		if !replaced {
			out = append(out, u)
		}
	}
	return out
}
