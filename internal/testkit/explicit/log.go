package explicit

import (
	"math/rand/v2"
	"slices"
)

// EventKind is what a line of a log says.
type EventKind uint8

// The kinds of events.
const (
	Put     EventKind = iota // an input put(Value)
	Show                     // an output show(Value)
	Silence                  // the system was observed to send nothing
)

// Event is a line of a log.
type Event struct {
	Kind  EventKind
	Value int
}

// Verdict is that on a log.
type Verdict uint8

// The verdicts.
const (
	Pass Verdict = iota
	Fail
	Inconclusive
)

// String is the verdict in reports.
func (v Verdict) String() string { return [...]string{"pass", "fail", "inconclusive"}[v] }

// situation is a state, with what its last step still has to show.
type situation struct {
	*state
	due []int
}

func (s situation) key() string {
	if len(s.due) > 0 {
		return s.state.key() + " shows " + number(s.due[0]).String()
	}
	return s.state.key()
}

// Judge is the verdict of the relation uioco on a log, and the number of the line that decides it: a line that is possible in none
// of the situations that explain the lines before is a failure. It is inconclusive if it is an input that one of them refuses, a
// silence while the model may go round in a cycle of internal steps, or if one of the situations up to here has a step with a model error,
// of which the model does not say where it leads.
func (m *Model) Judge(log []Event) (Verdict, int) {
	now, erred := m.beginning(), false
	for i, e := range log {
		next := m.after(now, e)
		erred = erred || slices.ContainsFunc(now, func(s situation) bool { return m.errs(s, e) })
		switch {
		case e.Kind == Put && (len(next) == 0 || m.refused(now, e)), e.Kind == Silence && len(next) == 0 && m.cycles(now):
			return Inconclusive, i + 1
		case len(next) == 0 && erred:
			return Inconclusive, i + 1
		case len(next) == 0:
			return Fail, i + 1
		}
		now = next
	}
	return Pass, len(log)
}

// DrawLog draws a log of at most length lines. Most lines are possible in the model.
func (m *Model) DrawLog(seed uint64, length int) []Event {
	r := rand.New(rand.NewPCG(seed, 1))
	var log []Event
	now := m.beginning()
	for range 10 * length {
		e := m.drawEvent(r, now)
		next := m.after(now, e)
		if len(next) == 0 && r.IntN(8) > 0 {
			continue
		}
		log = append(log, e)
		if now = next; len(log) == length || len(now) == 0 {
			break
		}
	}
	return log
}

// drawEvent draws an output that is possible, an input, a silence, or any output.
func (m *Model) drawEvent(r *rand.Rand, now []situation) Event {
	switch r.IntN(6) {
	case 0:
		return Event{Show, r.IntN(8) - 3}
	case 1:
		return Event{Kind: Silence}
	case 2, 3:
		return Event{Put, r.IntN(3)}
	}
	if len(now) > 0 {
		if outputs := m.outputs(now[r.IntN(len(now))]); len(outputs) > 0 {
			return Event{Show, outputs[r.IntN(len(outputs))].due[0]}
		}
	}
	return Event{Put, r.IntN(3)}
}

// beginning are the situations at the start.
func (m *Model) beginning() []situation {
	var out []situation
	m.starts(&Seen{BadStart: map[string]bool{}}, func(st *state) { out = append(out, situation{state: st}) })
	return m.closure(out)
}

// after are the situations after one more line.
func (m *Model) after(now []situation, e Event) []situation {
	var out []situation
	for _, s := range now {
		switch e.Kind {
		case Put:
			out = append(out, m.receive(s, e.Value)...)
		case Show:
			for _, next := range m.outputs(s) {
				if next.due[0] == e.Value {
					out = append(out, situation{state: next.state})
				}
			}
		case Silence:
			if len(m.outputs(s)) == 0 && len(m.internal(s)) == 0 {
				out = append(out, s)
			}
		}
	}
	return m.closure(out)
}

// receive are the situations after an input.
func (m *Model) receive(s situation, p int) []situation {
	return m.successors(s, func(t *transition) bool { return t.input == "put" }, p)
}

// outputs are the situations in which an output is due next: this one, or those after a step that shows something.
func (m *Model) outputs(s situation) []situation {
	if len(s.due) > 0 {
		return []situation{s}
	}
	return m.successors(s, func(t *transition) bool { return t.input != "put" && t.shown != nil }, -1)
}

// internal are the situations after a step that the tester does not see.
func (m *Model) internal(s situation) []situation {
	return m.successors(s, func(t *transition) bool { return t.input != "put" && t.shown == nil }, -1)
}

// successors are the situations after a step by some transitions. Those that receive from the tester receive p. Steps with a model error
// are none.
func (m *Model) successors(s situation, wanted func(*transition) bool, p int) []situation {
	var out []situation
	for _, t := range m.steps {
		if len(s.due) > 0 || !wanted(t) {
			continue
		}
		for _, received := range m.received(s.state, t) {
			if t.input == "put" && received != p {
				continue
			}
			enabled, err := m.enabled(s.state, t, received)
			if err != nil || !enabled {
				continue
			}
			if next, shown, err := m.step(s.state, t, received); err == nil {
				out = append(out, situation{next, shown})
			}
		}
	}
	return out
}

// errs reports whether a step without input, or with the one of the line, has a model error.
func (m *Model) errs(s situation, e Event) bool {
	if len(s.due) > 0 {
		return false
	}
	for _, t := range m.steps {
		for _, received := range m.received(s.state, t) {
			if t.input == "put" && (e.Kind != Put || received != e.Value) {
				continue
			}
			enabled, err := m.enabled(s.state, t, received)
			if err == nil && enabled {
				_, _, err = m.step(s.state, t, received)
			}
			if err != nil {
				return true
			}
		}
	}
	return false
}

// closure adds the situations to which internal steps lead.
func (m *Model) closure(from []situation) []situation {
	var out []situation
	known := map[string]bool{}
	for len(from) > 0 {
		s := from[0]
		from = from[1:]
		if known[s.key()] {
			continue
		}
		known[s.key()] = true
		out = append(out, s)
		from = append(from, m.internal(s)...)
	}
	return out
}

// refused reports whether some situation can take neither an input nor an internal step.
func (m *Model) refused(now []situation, e Event) bool {
	return slices.ContainsFunc(now, func(s situation) bool { return len(m.receive(s, e.Value)) == 0 && len(m.internal(s)) == 0 })
}

// cycles reports whether internal steps lead from some situation back to it.
func (m *Model) cycles(now []situation) bool {
	return slices.ContainsFunc(now, func(s situation) bool {
		return slices.ContainsFunc(m.closure(m.internal(s)), func(t situation) bool { return t.key() == s.key() })
	})
}
