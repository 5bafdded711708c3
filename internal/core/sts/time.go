package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Time. In a system with clocks every move begins with a delay: a parameter d >= 0 of the move. The move reads x + d for a clock x; a clock
// that it does not assign becomes x + d. A move can be taken only if
//
//   - the condition (while) of every location that a machine is in still holds after the delay; since such conditions are convex, it then
//     holds all the time in between,
//   - d is 0 where a machine is in an urgent or committed location, or where machines can meet on an urgent channel,
//   - it leaves a committed location, if some machine is in one,
//   - the conditions of the locations hold after it.
//
// All this is written into the guard and the updates of the move, as terms, so that analyses need not handle time; the conditions are linear
// where guards are. Dependencies on the locations of other machines are conditions on hidden slots that hold these locations (Whereabouts),
// which are constant in every symbolic state, so that the conditions fold.

// Timed reports whether the system has clocks.
func (s *System) Timed() bool { return len(s.Clocks()) > 0 }

// Clocks returns the slots that grow with time.
func (s *System) Clocks() []int {
	if !s.clocksKnown {
		for i, slot := range s.Slots {
			if slot.Clock {
				s.clocks = append(s.clocks, i)
			}
		}
		s.clocksKnown = true
	}
	return s.clocks
}

// DelayParam returns the index of the parameter of a move that is the time before it, or -1 if the system has no clocks.
func (m *Move) DelayParam() int {
	if n := len(m.Params); n > 0 && m.Params[n-1].Kind == Delay {
		return n - 1
	}
	return -1
}

// Whereabouts returns the variable of the hidden slot that holds the location of a machine, which is made when first needed. It must be
// called before Link, and after all variables were declared.
func (s *System) Whereabouts(machine int) *term.Term {
	m := s.Machines[machine]
	if m.place == 0 {
		name := m.Name + ".location"
		members := make([]string, len(m.Locations))
		for i, l := range m.Locations {
			members[i] = l.Name
		}
		sort := term.Enum(name, members...)
		slot := Slot{Name: name, Sort: sort, Term: s.Store.Var(name, sort), Init: s.Store.Const(sort, term.IntValue(int64(m.Initial)))}
		s.Vars = append(s.Vars, Var{Name: name, Type: ScalarType(sort), First: len(s.Slots), Hidden: true})
		s.Slots = append(s.Slots, slot)
		m.place = len(s.Slots)
	}
	return s.Slots[m.place-1].Term
}

// At returns the condition that a machine is in a location.
func (s *System) At(machine, location int) *term.Term {
	here := s.Whereabouts(machine)
	return s.Store.Eq(here, s.Store.Const(here.Sort(), term.IntValue(int64(location))))
}

// Standing returns the conditions that hold in every state at a row of locations: those of the locations, and that the hidden slots hold
// them.
func (s *System) Standing(locations []int) []*term.Term {
	var out []*term.Term
	for i, l := range locations {
		out = append(out, s.StandingAt(i, l)...)
	}
	return out
}

// Standing returns the conditions that hold for the machines that take part, in every state in which the move can be taken.
func (m *Move) Standing() []*term.Term {
	var out []*term.Term
	for _, t := range m.Parts {
		out = append(out, m.system.StandingAt(t.Machine, t.From)...)
	}
	return out
}

// StandingAt returns the conditions that hold in every state in which a machine is at a location.
func (s *System) StandingAt(machine, location int) []*term.Term {
	var out []*term.Term
	if _, held := s.Machines[machine].Place(); held {
		out = append(out, s.At(machine, location))
	}
	if while := s.Machines[machine].Locations[location].While; while != nil {
		out = append(out, while.Conjuncts()...)
	}
	return out
}

// Located returns the locations of machines in a state that a solver has chosen: those that the hidden slots hold, and the given ones for
// machines without one.
func (s *System) Located(values []term.Value, locations []int) []int {
	out := slices.Clone(locations)
	for i, m := range s.Machines {
		if slot, held := m.Place(); held {
			location, _ := values[slot].Small()
			out[i] = int(location)
		}
	}
	return out
}

// trackLocations makes the hidden slots that moves need, and lets transitions assign them.
func (s *System) trackLocations() {
	needed := len(s.Machines) > 1 || slices.ContainsFunc(s.Invariants, func(n Named) bool { return s.mentionsClock(s.Holds(&n)) })
	for i, m := range s.Machines {
		if needed && s.isObserved(i) {
			s.Whereabouts(i)
		}
		if m.place == 0 {
			continue
		}
		sort := s.Slots[m.place-1].Sort
		for _, t := range m.Transitions {
			if t.From != t.To && !t.assigns(m.place-1) { // a copy of a system has them already
				t.Updates = append(slices.Clip(t.Updates), Update{m.place - 1, s.Store.Const(sort, term.IntValue(int64(t.To)))})
			}
		}
	}
}

func (t *Transition) assigns(slot int) bool {
	return slices.ContainsFunc(t.Updates, func(u Update) bool { return u.Slot == slot })
}

// isObserved reports whether steps of other machines, or how long time may pass, depend on where a machine is.
func (s *System) isObserved(machine int) bool {
	m := s.Machines[machine]
	for _, t := range m.Transitions {
		if t.Receive != nil && (t.Receive.Broadcast || t.Receive.Urgent) {
			return true
		}
		if sent := rendezvous(t); sent != nil && sent.Channel.Urgent {
			return true
		}
	}
	return slices.ContainsFunc(m.Locations, func(l Location) bool { return l.While != nil || l.Urgency != Ordinary }) || s.precedes(machine)
}

// addTime writes the delay and the conditions of locations into a move.
func (s *System) addTime(m *Move) {
	conditions := s.committedFirst(m)
	if s.Timed() {
		delay := Param{Name: "delay", Kind: Delay, Sort: term.Real, Term: s.Store.Var("delay'", term.Real)}
		m.Params = append(slices.Clip(m.Params), delay)
		later := s.letTimePass(m, delay.Term)
		conditions = append(conditions, s.Store.Le(s.now(), delay.Term))
		conditions = append(conditions, s.staying(m, delay.Term, later)...)
	}
	conditions = append(conditions, s.entering(m)...)
	m.Guard = s.Store.And(append(conditions, m.Guard)...)
}

// letTimePass replaces clocks by their values after the delay in all terms that the move reads, and adds the delay to clocks that the move
// does not assign. It returns these values.
func (s *System) letTimePass(m *Move, delay *term.Term) map[*term.Term]*term.Term {
	later := s.grown(delay)
	m.Guard = s.Store.Substitute(m.Guard, later)
	m.weight = s.Store.Substitute(m.weight, later)
	if m.rate != nil {
		m.rate = s.Store.Substitute(m.rate, later)
	}
	m.GuardSafety = s.substituteObligations(m.GuardSafety, later, nil)
	m.StepSafety = s.substituteObligations(m.StepSafety, later, nil)
	m.Updates = s.substituteUpdates(m.Updates, later)
	for _, messages := range []*[]Message{&m.Outputs, &m.Enqueue} {
		*messages = slices.Clone(*messages)
		for i, msg := range *messages {
			(*messages)[i].Args = s.substituteAll(msg.Args, later)
		}
	}
	m.Calls = slices.Clone(m.Calls)
	for i, c := range m.Calls {
		m.Calls[i].Args = s.substituteAll(c.Args, later)
	}
	for _, i := range s.Clocks() {
		if !slices.ContainsFunc(m.Updates, func(u Update) bool { return u.Slot == i }) {
			m.Updates = append(m.Updates, Update{i, later[s.Slots[i].Term]})
		}
	}
	return later
}

// each calls do with the locations that the machines may be in before the move, and the condition for it: of the parts of the move the one
// location that they leave, of others all.
func (s *System) each(m *Move, do func(l *Location, here *term.Term)) {
	for i, machine := range s.Machines {
		if k := slices.IndexFunc(m.Parts, func(t *Transition) bool { return t.Machine == i }); k >= 0 {
			do(&machine.Locations[m.Parts[k].From], s.Store.True())
			continue
		}
		for l := range machine.Locations {
			if location := &machine.Locations[l]; location.While != nil || location.Urgency != Ordinary {
				do(location, s.At(i, l))
			}
		}
	}
}

// staying returns the conditions under which time may pass before the move.
func (s *System) staying(m *Move, delay *term.Term, later map[*term.Term]*term.Term) []*term.Term {
	none := s.Store.Eq(delay, s.now())
	var out []*term.Term
	s.each(m, func(l *Location, here *term.Term) {
		if l.Urgency != Ordinary {
			out = append(out, s.Store.Implies(here, none))
		}
		if l.While != nil {
			for _, c := range l.While.Conjuncts() {
				if after := s.Store.Substitute(c, later); after != c { // others hold already
					out = append(out, s.Store.Implies(here, after))
				}
			}
		}
	})
	return append(out, s.Store.Implies(s.UrgentMeeting(), none))
}

// UrgentMeeting is the condition under which some machines can meet on an urgent channel. It is made once, since all moves have it.
func (s *System) UrgentMeeting() *term.Term {
	if s.urgent != nil {
		return s.urgent
	}
	var ready []*term.Term
	for _, t := range s.transitions {
		sent := rendezvous(t)
		if sent == nil || !sent.Channel.Urgent {
			continue
		}
		if sent.Channel.Broadcast { // the sender does not wait for receivers
			ready = append(ready, s.Store.And(s.At(t.Machine, t.From), s.Some(ParamTerms(t.Params), t.Guard.Conjuncts())))
			continue
		}
		for _, u := range s.transitions {
			if u.Machine != t.Machine && u.Receive == sent.Channel {
				ready = append(ready, s.canMeet(t, sent, u))
			}
		}
	}
	s.urgent = s.Store.Or(ready...)
	return s.urgent
}

// canMeet is the condition under which a sender and a receiver are ready.
func (s *System) canMeet(t *Transition, sent *Message, u *Transition) *term.Term {
	ready := s.Store.And(t.Guard, s.canReceive(sent, u))
	return s.Store.And(s.At(t.Machine, t.From), s.Some(ParamTerms(t.Params), ready.Conjuncts()))
}

// committedFirst returns the conditions that no machine is in a committed location, unless the move leaves one or only watches.
func (s *System) committedFirst(m *Move) []*term.Term {
	for _, t := range m.Parts {
		if t.Watch || s.Machines[t.Machine].Locations[t.From].Urgency == Committed {
			return nil
		}
	}
	var out []*term.Term
	s.each(m, func(l *Location, here *term.Term) {
		if l.Urgency == Committed {
			out = append(out, s.Store.Not(here))
		}
	})
	return out
}

// entering returns the conditions of locations in the state after the move: those of the locations that it enters, and those of
// other machines that it may have made false by an assignment.
func (s *System) entering(m *Move) []*term.Term {
	after, assigned := map[*term.Term]*term.Term{}, map[*term.Term]bool{}
	for _, u := range m.Updates {
		slot := s.Slots[u.Slot]
		after[slot.Term] = u.Value
		if !slot.Clock || !s.onlyGrows(m, u) {
			assigned[slot.Term] = true
		}
	}
	var out []*term.Term
	for _, t := range m.Parts {
		if w := s.Machines[t.Machine].Locations[t.To].While; w != nil {
			out = append(out, s.Store.Substitute(w, after))
		}
	}
	s.each(m, func(l *Location, here *term.Term) {
		if l.While != nil && !here.IsTrue() && l.While.MentionsIn(assigned) {
			out = append(out, s.Store.Implies(here, s.Store.Substitute(l.While, after)))
		}
	})
	return out
}

// onlyGrows reports whether an update of a clock is the passing of time.
func (s *System) onlyGrows(m *Move, u Update) bool {
	return u.Value == s.Store.Add(s.Slots[u.Slot].Term, m.Params[m.DelayParam()].Term)
}

// inInitialLocations is the condition that the conditions of the initial locations hold, over the slots.
func (s *System) inInitialLocations() *term.Term {
	out := s.Store.True()
	for _, m := range s.Machines {
		if w := m.Locations[m.Initial].While; w != nil {
			out = s.Store.And(out, w)
		}
	}
	return out
}

// MayStop reports whether a condition, an urgency or a meeting at a row of locations can prevent time from passing forever.
func (s *System) MayStop(locations []int) bool {
	for i, l := range locations {
		if location := &s.Machines[i].Locations[l]; location.While != nil || location.Urgency != Ordinary {
			return true
		}
	}
	return !s.UrgentMeeting().IsFalse()
}

// Later returns a symbolic state after a delay without a step.
func (s *System) Later(st *SymbolicState, delay *term.Term) *SymbolicState {
	later := slices.Clone(st.Store)
	for _, i := range s.Clocks() {
		later[i] = s.Store.Add(st.Store[i], delay)
	}
	return &SymbolicState{Locations: st.Locations, Store: later, Queues: st.Queues}
}

// MayWait returns the conditions under which time may pass in a symbolic state, for the given delay, without a step.
func (s *System) MayWait(st *SymbolicState, delay *term.Term) []*term.Term {
	zero := s.now()
	out := []*term.Term{s.Store.Le(zero, delay)}
	after := s.Later(st, delay)
	for i, l := range st.Locations {
		location := &s.Machines[i].Locations[l]
		if location.Urgency != Ordinary {
			out = append(out, s.Store.Eq(delay, zero))
		}
		if location.While != nil {
			out = append(out, s.Apply(location.While, after).Conjuncts()...)
		}
	}
	return append(out, s.Store.Implies(s.Apply(s.UrgentMeeting(), st), s.Store.Eq(delay, zero)))
}
