package collections

import (
	"fmt"
	"slices"
)

// Seen is what a model does.
type Seen struct {
	Taken      map[string]bool    // transitions that some run takes
	Possible   map[string]Failure // model errors that steps can run into, by transition
	Certain    map[string]Failure // those that are the only one of some step
	Deadlocks  map[string]bool    // locations in which nothing can be done, and no guard has an error
	Broken     map[string]bool    // invariants that do not hold, or have no value, in some state
	States     map[string]bool    // by location and the texts of the variables
	GuardError bool               // some guard has a model error
	Failing    bool               // somewhere nothing can be done but to receive what makes a guard fail
	Complete   bool               // all states were seen, and no value was too large
}

// state is a concrete state.
type state struct {
	location int
	values   []Value
}

// Key identifies a state: the name of its location, and the texts of the values of the variables in the order of their declaration.
func Key(location string, values []Value) string { return location + ": " + texts(values) }

func (st *state) key() string { return Key(fmt.Sprint("l", st.location), st.values) }

// exploration executes a model.
type exploration struct {
	*Model
	*Seen
	waiting []*state
}

// Explore executes the model from every initial state, at most limit states.
func (m *Model) Explore(limit int) *Seen {
	x := &exploration{Model: m, Seen: &Seen{Taken: map[string]bool{}, Possible: map[string]Failure{}, Certain: map[string]Failure{},
		Deadlocks: map[string]bool{}, Broken: map[string]bool{}, States: map[string]bool{}, Complete: true}}
	x.starts()
	for len(x.waiting) > 0 && x.Complete {
		st := x.waiting[0]
		x.waiting = x.waiting[1:]
		x.judge(st)
		x.expand(st)
		x.Complete = x.Complete && len(x.States) <= limit
	}
	return x.Seen
}

// starts adds the initial states.
func (x *exploration) starts() {
	for _, st := range x.initial() {
		x.add(st)
	}
}

// initial lists the initial states.
func (m *Model) initial() []*state {
	var columns [][]Value
	for _, v := range m.variables {
		if v.initial == nil {
			columns = append(columns, All(v.typ))
		} else {
			columns = append(columns, []Value{v.initial})
		}
	}
	var out []*state
	for _, row := range product(columns) {
		out = append(out, &state{0, row})
	}
	return out
}

func (x *exploration) add(st *state) {
	if key := st.key(); !x.States[key] {
		x.States[key] = true
		x.waiting = append(x.waiting, st)
	}
}

// env binds the variables to their values in a state.
func (m *Model) env(st *state) *Env {
	var env *Env
	for i, v := range m.variables {
		env = env.With(v.name, v.typ, st.values[i])
	}
	return env
}

// judge looks at the invariants in a state.
func (x *exploration) judge(st *state) {
	for i, e := range x.invariants {
		v, f := e.Eval(x.env(st))
		if f&^TooLarge != 0 || f == 0 && v == false {
			x.Broken[fmt.Sprint("i", i)] = true
		}
		x.giveUp(f)
	}
}

// giveUp ends the execution if a value was too large.
func (x *exploration) giveUp(f Failure) { x.Complete = x.Complete && f&TooLarge == 0 }

// expand takes every step that is possible in a state.
func (x *exploration) expand(st *state) {
	stuck, failing, final := true, false, true
	for _, t := range x.steps {
		if t.from != st.location {
			continue
		}
		final = false
		for _, env := range x.offers(x.env(st), t) {
			enabled, failure := x.enabled(env, t)
			stuck = stuck && !enabled && (failure == 0 || t.input >= 0)
			failing = failing || failure != 0
			if failure != 0 {
				x.GuardError = true
				x.fail(t, failure)
			} else if enabled {
				x.take(st, env, t)
			}
		}
	}
	if stuck && failing {
		x.Failing = true
	} else if stuck && !final {
		x.Deadlocks[fmt.Sprint("l", st.location)] = true
	}
}

// offers are the environments with what a transition can choose and receive.
func (m *Model) offers(env *Env, t *transition) []*Env {
	out := []*Env{env}
	if t.chosen != nil {
		out = extend(out, "k", t.chosen)
	}
	if t.input >= 0 {
		out = extend(out, "p", m.inputs[t.input])
	}
	return out
}

func extend(envs []*Env, name string, t *Type) []*Env {
	var out []*Env
	for _, env := range envs {
		for _, v := range All(t) {
			out = append(out, env.With(name, t, v))
		}
	}
	return out
}

// enabled reports whether a transition can be taken with what it chooses and receives; the failure is that of its guard. "when else" can
// be taken if no other transition of the same location and the same input can be, whatever that one chooses; a failure of the guard of
// one of them is its failure too.
func (m *Model) enabled(env *Env, t *transition) (bool, Failure) {
	if !t.isElse {
		return guarded(env, t)
	}
	free, failure := true, Failure(0)
	for _, other := range m.steps {
		if other == t || other.from != t.from || other.input != t.input {
			continue
		}
		choices := []*Env{env}
		if other.chosen != nil {
			choices = extend(choices, "k", other.chosen)
		}
		for _, inner := range choices {
			enabled, f := guarded(inner, other)
			free, failure = free && !enabled, failure|f
		}
	}
	return free && failure == 0, failure
}

// guarded evaluates the conditions of a transition in their order.
func guarded(env *Env, t *transition) (bool, Failure) {
	for _, condition := range []Expression{t.where, t.guard} {
		if condition == nil {
			continue
		}
		if v, f := condition.Eval(env); f != 0 || v == false {
			return false, f
		}
	}
	return true, 0
}

// take takes a step, unless it runs into a model error.
func (x *exploration) take(st *state, env *Env, t *transition) {
	next, f := x.after(st, env, t)
	if f != 0 {
		x.fail(t, f)
		return
	}
	x.Taken[t.name] = true
	x.add(next)
}

// after is the state after a step, or the model error that it runs into.
func (m *Model) after(st *state, env *Env, t *transition) (*state, Failure) {
	next := &state{t.to, slices.Clone(st.values)}
	for _, a := range t.assignments {
		v, f := a.run(env)
		if f != 0 {
			return nil, f
		}
		env = env.With(a.variable.name, a.variable.typ, v)
		next.values[m.index(a.variable.name)] = v
	}
	if t.shown != nil {
		if _, f := t.shown.Eval(env); f != 0 {
			return nil, f
		}
	}
	return next, 0
}

func (m *Model) index(name string) int {
	return slices.IndexFunc(m.variables, func(v stateVariable) bool { return v.name == name })
}

// fail notes the failure of a step.
func (x *exploration) fail(t *transition, f Failure) {
	x.giveUp(f)
	x.Possible[t.name] |= f
	if f.Certain() {
		x.Certain[t.name] |= f
	}
}
