package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// answer is what the solver said about a step.
type answer struct {
	status string
	time   time.Duration
	wrong  bool // the values of a model do not make the step possible
}

// walk is one path of a model: at every state all steps are asked about, and a possible one is taken.
type walk struct {
	model   model
	b       *builder
	solver  *solver
	naming  bool // whether the terms of a state get names
	state   any
	taken   []int  // the steps so far
	inputs  []term // their inputs
	answers []answer
}

// follow walks along a path: choose returns the step to take, given the answers about all steps, or a negative number at the
// end. It ends early, with an error, if too many answers are unknown or none comes.
func (c *config) follow(m model, e encoding, depth int, choose func(level int, here []answer) int) ([]answer, error) {
	s, err := start(c.solver, c.limit)
	if err != nil {
		return nil, err
	}
	defer s.close()
	w := &walk{model: m, b: newBuilder(), solver: s, naming: c.naming}
	w.b.assuming = e.assuming
	w.state = m.start(w.b, e)
	for level := range depth {
		here, err := w.ask(level)
		if err != nil {
			return w.answers, err
		}
		next := choose(level, here)
		if next < 0 {
			break
		}
		w.take(level, next)
	}
	return w.answers, nil
}

// ask asks about all steps from the state.
func (w *walk) ask(level int) ([]answer, error) {
	first := len(w.answers)
	for i := range w.model.steps {
		guard, _, in := w.build(level, i)
		a, err := w.query(guard, append(w.inputs[:len(w.inputs):len(w.inputs)], in...), i)
		if err != nil {
			return nil, fmt.Errorf("step %d, %s: %w", level, w.model.steps[i].name, err)
		}
		if w.answers = append(w.answers, a); w.unknown() > patience {
			return nil, errors.New("too many unknown answers")
		}
	}
	return w.answers[first:], nil
}

// patience is the number of unknown answers after which a path is given up.
const patience = 3

func (w *walk) unknown() int {
	n := 0
	for _, a := range w.answers {
		if a.status == "unknown" {
			n++
		}
	}
	return n
}

// build returns the guard of step i, with what the encoding demands, the state after it, and its inputs.
func (w *walk) build(level, i int) (guard term, next any, in []term) {
	bounds := yes
	for j := range w.model.steps[i].inputs {
		x := w.b.variable(fmt.Sprintf("x%d_%d", level, j), "Int")
		in = append(in, x)
		bounds = w.b.and(bounds, w.b.atMost("0", x), w.b.less(x, "100"))
	}
	guard, next = w.model.steps[i].take(w.b, w.state, in)
	return w.b.and(bounds, guard, w.b.demanded()), next, in
}

func (w *walk) query(guard term, inputs []term, i int) (answer, error) {
	if guard == yes || guard == no {
		return answer{status: map[term]string{yes: "sat", no: "unsat"}[guard]}, nil
	}
	w.solver.write("(push 1)")
	w.solver.assert(w.b, guard)
	status, took, err := w.solver.check()
	if err != nil {
		return answer{}, err
	}
	a := answer{status: status, time: took}
	if status == "sat" {
		values := make([]term, len(inputs))
		for j, x := range inputs {
			w.solver.define(w.b, x)
			if values[j], err = w.solver.value(w.b, x); err != nil {
				return a, err
			}
		}
		a.wrong = !possible(w.model, append(w.taken[:len(w.taken):len(w.taken)], i), values)
	}
	w.solver.write("(pop 1)")
	return a, nil
}

// take goes on to the state after step i.
func (w *walk) take(level, i int) {
	guard, next, in := w.build(level, i)
	if w.naming {
		next = next.(state).named(w.b.name)
		guard = w.b.and(guard, w.b.demanded())
	}
	w.solver.write("(push 1)")
	w.solver.assert(w.b, guard)
	w.b.assume(guard, yes)
	w.state, w.taken, w.inputs = next, append(w.taken, i), append(w.inputs, in...)
}

// possible reports whether a path can be taken with the given values of its inputs, by a real execution.
func possible(m model, path []int, values []term) bool {
	b := newBuilder()
	state := m.start(b, native)
	for _, i := range path {
		n := m.steps[i].inputs
		guard, next := m.steps[i].take(b, state, values[:n])
		if guard != yes {
			return false
		}
		state, values = next, values[n:]
	}
	return true
}

// atRandom chooses a step that is possible.
func atRandom(r *rand.Rand, path *[]int) func(int, []answer) int {
	return func(_ int, here []answer) int {
		var open []int
		for i, a := range here {
			if a.status == "sat" {
				open = append(open, i)
			}
		}
		if len(open) == 0 {
			return -1
		}
		next := open[r.IntN(len(open))]
		*path = append(*path, next)
		return next
	}
}

// along chooses the steps of a path.
func along(path []int) func(int, []answer) int {
	return func(level int, _ []answer) int {
		if level == len(path) {
			return -1
		}
		return path[level]
	}
}
