package collections

import (
	"fmt"
	"slices"
)

// Whole is a model written out: all its states, also those that no run reaches, and all steps from those that meet the invariants.
type Whole struct {
	model  *Model
	states []*state
	meets  [][]bool // by state and invariant
	class  []string // by state: the location and the truth of the predicates; empty of a state that does not meet the invariants
	index  map[string]int
	steps  map[string][][]int // by transition and state: the states after it
	errs   map[string][]bool  // by transition and state: it can run into a model error
}

// Whole writes a model out; nil if there are more states than the limit, or a value is too large.
func (m *Model) Whole(limit int) *Whole {
	w := &Whole{model: m, index: map[string]int{}, steps: map[string][][]int{}, errs: map[string][]bool{}}
	var columns [][]Value
	rows := 1
	for _, v := range m.variables {
		columns = append(columns, All(v.typ))
		rows *= len(columns[len(columns)-1])
	}
	if rows > limit {
		return nil
	}
	for location := range m.reachable() {
		for _, row := range product(columns) {
			if !w.add(&state{location, row}) {
				return nil
			}
		}
	}
	for _, t := range m.steps {
		if !w.write(t) {
			return nil
		}
	}
	return w
}

// reachable returns the locations that the graph leads to.
func (m *Model) reachable() map[int]bool {
	out := map[int]bool{0: true}
	for range m.steps {
		for _, t := range m.steps {
			if out[t.from] {
				out[t.to] = true
			}
		}
	}
	return out
}

// truth evaluates conditions in a state; one without a value is false. It reports false if a value is too large.
func (m *Model) truth(st *state, conditions []Expression) (out []bool, ok bool) {
	for _, e := range conditions {
		v, f := e.Eval(m.env(st))
		if f&TooLarge != 0 {
			return nil, false
		}
		out = append(out, f == 0 && v == true)
	}
	return out, true
}

// Class names an abstract state: the name of its location, and the truth of the predicates.
func Class(location string, truth []bool) string { return fmt.Sprint(location, " ", truth) }

func (w *Whole) add(st *state) bool {
	meets, ok := w.model.truth(st, w.model.invariants)
	truth, also := w.model.truth(st, w.model.predicates)
	class := ""
	if !slices.Contains(meets, false) {
		class = Class(fmt.Sprint("l", st.location), truth)
	}
	w.index[st.key()] = len(w.states)
	w.states, w.meets, w.class = append(w.states, st), append(w.meets, meets), append(w.class, class)
	return ok && also
}

// write notes the steps of a transition.
func (w *Whole) write(t *transition) bool {
	after, errs := make([][]int, len(w.states)), make([]bool, len(w.states))
	for i, st := range w.states {
		if st.location != t.from || w.class[i] == "" {
			continue
		}
		for _, env := range w.model.offers(w.model.env(st), t) {
			enabled, f := w.model.enabled(env, t)
			var next *state
			if f == 0 && enabled {
				next, f = w.model.after(st, env, t)
			}
			if f&TooLarge != 0 {
				return false
			}
			errs[i] = errs[i] || f != 0
			if next != nil {
				after[i] = append(after[i], w.index[next.key()])
			}
		}
	}
	w.steps[t.name], w.errs[t.name] = after, errs
	return true
}

// Abstraction returns the modes of every abstract transition, by the names of its states and of the transition: may, must+ and must-.
func (w *Whole) Abstraction() map[string]Modes {
	size, from, into := map[string]int{}, map[string]map[int]bool{}, map[string]map[int]bool{}
	for _, class := range w.class {
		size[class]++
	}
	out := map[string]Modes{}
	for name, after := range w.steps {
		for i, targets := range after {
			for _, k := range targets {
				if w.class[k] == "" {
					continue
				}
				key := Step(w.class[i], name, w.class[k])
				if from[key] == nil {
					from[key], into[key] = map[int]bool{}, map[int]bool{}
				}
				from[key][i], into[key][k] = true, true
				out[key] = Modes{MustPlus: len(from[key]) == size[w.class[i]], MustMinus: len(into[key]) == size[w.class[k]]}
			}
		}
	}
	return out
}

// Modes is what holds of an abstract transition besides that it may be taken.
type Modes struct{ MustPlus, MustMinus bool }

// Step names an abstract transition.
func Step(from, transition, to string) string { return from + " -" + transition + "-> " + to }

// Classes returns the abstract states, and whether an initial state is one of each.
func (w *Whole) Classes() map[string]bool {
	out := map[string]bool{}
	for _, class := range w.class {
		if class != "" {
			out[class] = false
		}
	}
	for _, st := range w.model.initial() {
		if class := w.class[w.index[st.key()]]; class != "" {
			out[class] = true
		}
	}
	return out
}

// Breaks reports whether a step of a transition from a state that meets all invariants leads to one that does not meet an invariant.
func (w *Whole) Breaks(transition string, invariant int) bool {
	for _, targets := range w.steps[transition] {
		for _, k := range targets {
			if !w.meets[k][invariant] {
				return true
			}
		}
	}
	return false
}

// Errs reports whether a step of a transition from a state that meets all invariants can run into a model error.
func (w *Whole) Errs(transition string) bool { return slices.Contains(w.errs[transition], true) }

// BrokenAtStart reports whether an initial state does not meet an invariant.
func (w *Whole) BrokenAtStart(invariant int) bool {
	return slices.ContainsFunc(w.model.initial(), func(st *state) bool { return !w.meets[w.index[st.key()]][invariant] })
}
