package explicit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Seen is what a model does.
type Seen struct {
	Taken      map[string]bool            // transitions that some run takes, by qualified name
	Errors     map[string]map[string]bool // kinds of model errors by transition
	BadStart   map[string]bool            // kinds of model errors of initial values
	Deadlocks  map[string]bool            // locations in which nothing can be done, and no guard has an error
	GuardError bool                       // some guard has a model error
	Failing    bool                       // somewhere nothing can be done but to receive what makes a guard fail
	Complete   bool                       // all states were seen
	States     int                        // distinct states
	Steps      int                        // that were taken, from each state with each value that is received
	Stuck      int                        // states that are deadlocks
}

// state is a concrete state.
type state struct {
	locations []int
	values    values
	queue     []int
}

func (st *state) key() string { return fmt.Sprint(st.locations, st.queue, st.values) }

// Explore executes the model from every initial state, at most limit states.
func (m *Model) Explore(limit int) *Seen {
	s := &Seen{Taken: map[string]bool{}, Errors: map[string]map[string]bool{}, BadStart: map[string]bool{}, Deadlocks: map[string]bool{}, Complete: true}
	known := map[string]bool{}
	var waiting []*state
	add := func(st *state) {
		key := st.key()
		if !known[key] {
			known[key] = true
			s.States++
			waiting = append(waiting, st)
		}
	}
	m.starts(s, add)
	for len(waiting) > 0 {
		if len(known) > limit {
			s.Complete = false
			return s
		}
		st := waiting[0]
		waiting = waiting[1:]
		m.expand(st, s, add)
	}
	return s
}

// maxLoose bounds the values that are stored by Loose, so that they do not overflow.
const maxLoose = 1_000_000

// Loose executes the model like Explore, but stores values that are out of range and goes on. It returns the transitions that are
// taken within the first states.
func (m *Model) Loose(limit int) map[string]bool {
	loose := *m
	loose.loose = true
	return loose.Explore(limit).Taken
}

// starts makes the initial states. One whose initial values are undefined is a model error and no state.
func (m *Model) starts(s *Seen, add func(*state)) {
	rows := []values{{}}
	for _, v := range m.variables {
		var next []values
		for _, row := range rows {
			next = append(next, m.values(v, row, s)...)
		}
		rows = next
	}
	for _, row := range rows {
		add(&state{locations: make([]int, len(m.machines)), values: row})
	}
}

// values gives a variable its possible initial values.
func (m *Model) values(v variable, row values, s *Seen) []values {
	with := func(n int) values {
		out := values{}
		for k, old := range row {
			out[k] = old
		}
		if v.size == 0 {
			out[v.name] = n
		}
		for i := range v.size {
			out[fmt.Sprintf("%s[%d]", v.name, i)] = 0
		}
		return out
	}
	switch {
	case v.size > 0:
		return []values{with(0)}
	case v.initial != nil:
		n, err := v.initial.value(row)
		if err == nil && !m.loose && (n < v.low || n > v.high) {
			err = errRange
		}
		if err != nil {
			s.BadStart[err.Error()] = true
			return nil
		}
		return []values{with(n)}
	}
	var out []values
	for n := v.low; n <= v.high; n++ {
		out = append(out, with(n))
	}
	return out
}

// expand takes every step that is possible in a state.
func (m *Model) expand(st *state, s *Seen, add func(*state)) {
	stuck, failing := true, false
	for _, t := range m.steps {
		for _, p := range m.received(st, t) {
			enabled, err := m.enabled(st, t, p)
			stuck = stuck && !enabled && (err == nil || t.input != "")
			failing = failing || err != nil
			switch {
			case err != nil:
				s.GuardError = true
				s.fail(m, t, err)
			case enabled:
				m.take(st, t, p, s, add)
			}
		}
	}
	if stuck && failing {
		s.Failing = true
	} else if stuck && !m.ended(st) {
		s.Deadlocks[fmt.Sprint(st.locations)] = true
		s.Stuck++
	}
}

// ended reports whether every machine is in a location that nothing leaves: such a location is final.
func (m *Model) ended(st *state) bool {
	return !slices.ContainsFunc(m.steps, func(t *transition) bool { return st.locations[t.machine] == t.from })
}

// received lists what a transition may receive now; a transition without input receives nothing once.
func (m *Model) received(st *state, t *transition) []int {
	switch {
	case st.locations[t.machine] != t.from, t.sent != nil && len(st.queue)-truth(t.input == "queue") >= m.capacity:
		return nil
	case t.input == "put":
		return []int{0, 1, 2}
	case t.input == "queue":
		return st.queue[:min(len(st.queue), 1)]
	}
	return []int{0}
}

// enabled reports whether a transition can be taken with what it receives; the error is that of its guard. "when else" can be taken
// if no other transition of the same location and the same input can be; an error in the guard of one of them is its error too.
func (m *Model) enabled(st *state, t *transition, p int) (bool, error) {
	if t.guard != nil {
		n, err := t.guard.value(st.with(p))
		return err == nil && n == 1, err
	}
	free, errs := true, []error(nil)
	for _, other := range m.siblings(st, t, p) {
		enabled, err := m.enabled(st, other, p)
		free, errs = free && !enabled, append(errs, err)
	}
	return free, errors.Join(errs...)
}

// siblings are the transitions that "when else" excludes: those of the same location and input, unless a full queue forbids them.
func (m *Model) siblings(st *state, t *transition, p int) []*transition {
	var out []*transition
	for _, u := range m.steps {
		if t.isElse && u != t && u.machine == t.machine && u.from == t.from && u.input == t.input && slices.Contains(m.received(st, u), p) {
			out = append(out, u)
		}
	}
	return out
}

// with is the values of the state with what is received.
func (st *state) with(p int) values {
	out := values{"p": p}
	for k, v := range st.values {
		out[k] = v
	}
	return out
}

// take takes a step, unless it runs into a model error.
func (m *Model) take(st *state, t *transition, p int, s *Seen, add func(*state)) {
	next, _, err := m.step(st, t, p)
	if err != nil {
		s.fail(m, t, err)
		return
	}
	s.Taken[m.qualified(t)] = true
	s.Steps++
	add(next)
}

// step is the state after a step, and what it shows to the tester.
func (m *Model) step(st *state, t *transition, p int) (next *state, shown []int, err error) {
	next = &state{locations: slices.Clone(st.locations), values: st.with(p), queue: slices.Clone(st.queue)}
	next.locations[t.machine] = t.to
	if t.input == "queue" {
		next.queue = next.queue[1:]
	}
	if err = m.assign(next, t); err != nil {
		return nil, nil, err
	}
	switch {
	case t.sent != nil:
		var n int
		if n, err = t.sent.value(next.values); err == nil && !m.loose && (n < 0 || n > 3) {
			err = errRange
		}
		next.queue = append(next.queue, n)
	case t.shown != nil:
		var n int
		n, err = t.shown.value(next.values)
		shown = []int{n}
	}
	delete(next.values, "p")
	return next, shown, err
}

// assign changes the assigned variable.
func (m *Model) assign(next *state, t *transition) error {
	if t.assigned == "" {
		return nil
	}
	n, err := t.becomes.value(next.values)
	if err != nil {
		return err
	}
	v := m.variables[slices.IndexFunc(m.variables, func(v variable) bool { return v.name == t.assigned })]
	if n < v.low || n > v.high {
		if !m.loose || max(n, -n) > maxLoose {
			return errRange
		}
	}
	next.values[t.assigned] = n
	return nil
}

func (s *Seen) fail(m *Model, t *transition, err error) {
	if s.Errors[m.qualified(t)] == nil {
		s.Errors[m.qualified(t)] = map[string]bool{}
	}
	for kind := range strings.SplitSeq(err.Error(), "\n") { // of "when else", the errors of several guards
		s.Errors[m.qualified(t)][kind] = true
	}
}

// qualified is the name of a transition in reports.
func (m *Model) qualified(t *transition) string { return m.machines[t.machine] + "." + t.name }
