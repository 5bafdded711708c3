package explicit

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Draw draws a random model.
func Draw(seed uint64) *Model {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, 0)), Model: &Model{machines: []string{"a"}}}
	if d.IntN(2) == 0 {
		d.machines = append(d.machines, "b")
	}
	d.capacity = d.IntN(3)
	d.declare()
	for i := range 3 + d.IntN(5) {
		d.steps = append(d.steps, d.transition(i))
	}
	for _, t := range d.steps {
		t.isElse = t.isElse && d.hasSibling(t)
	}
	return d.Model
}

// hasSibling reports whether there is another transition for the same location and input: "when else" needs one.
func (d *drawer) hasSibling(t *transition) bool {
	return slices.ContainsFunc(d.steps, func(u *transition) bool {
		return u != t && u.machine == t.machine && u.from == t.from && u.input == t.input
	})
}

type drawer struct {
	*rand.Rand
	*Model
}

// declare draws the variables: x always, and sometimes a frozen constant, another variable and an array.
func (d *drawer) declare() {
	if d.IntN(3) == 0 {
		d.variables = append(d.variables, variable{name: "k", high: 3, frozen: true})
	}
	x := variable{name: "x", high: 3, initial: number(d.IntN(3))}
	if len(d.variables) > 0 && d.IntN(2) == 0 {
		x.initial = operation{[]string{"+", "/", "-"}[d.IntN(3)], number(d.IntN(4)), name("k")}
	} else if d.IntN(4) == 0 {
		x.initial = nil
	}
	d.variables = append(d.variables, x, variable{name: "y", low: -2, high: 4, initial: number(d.IntN(3))})
	if d.IntN(3) == 0 {
		d.variables = append(d.variables, variable{name: "list", size: 3})
	}
}

func (d *drawer) transition(i int) *transition {
	t := &transition{name: fmt.Sprint("t", i), machine: d.IntN(len(d.machines)), from: d.IntN(3), to: d.IntN(3)}
	if i < len(d.machines) {
		t.machine, t.from = i, 0
	}
	switch d.IntN(4) {
	case 0:
		t.input = "put"
	case 1:
		if d.capacity > 0 {
			t.input = "queue"
		}
	}
	switch d.IntN(5) {
	case 0:
	case 1:
		t.isElse = d.elseAllowed(t)
	default:
		t.guard = d.condition(t, 2)
	}
	if d.IntN(2) == 0 {
		t.assigned, t.becomes = []string{"x", "y"}[d.IntN(2)], d.integer(t, 2)
	}
	switch d.IntN(4) {
	case 0:
		if d.capacity > 0 {
			t.sent = d.integer(t, 1)
		}
	case 1:
		t.shown = d.integer(t, 2)
	}
	return t
}

// elseAllowed reports whether there is no "when else" for the same location and input yet: two of them would exclude each other.
func (d *drawer) elseAllowed(t *transition) bool {
	for _, other := range d.steps {
		if other.isElse && other.machine == t.machine && other.from == t.from && other.input == t.input {
			return false
		}
	}
	return true
}

// condition draws a condition; operators of both kinds are nested up to depth.
func (d *drawer) condition(t *transition, depth int) expression {
	if depth > 0 {
		switch d.IntN(4) {
		case 0:
			return operation{[]string{"and", "or"}[d.IntN(2)], d.condition(t, depth-1), d.condition(t, depth-1)}
		case 1:
			return negation{d.condition(t, depth-1)}
		}
	}
	return operation{[]string{"==", "!=", "<", ">="}[d.IntN(4)], d.integer(t, depth), d.integer(t, 0)}
}

func (d *drawer) integer(t *transition, depth int) expression {
	if depth > 0 {
		switch d.IntN(6) {
		case 0, 1:
			return operation{[]string{"+", "-", "*"}[d.IntN(3)], d.integer(t, depth-1), d.integer(t, 0)}
		case 2:
			return operation{[]string{"/", "%"}[d.IntN(2)], d.integer(t, depth-1), d.integer(t, 0)}
		case 3:
			if last := d.variables[len(d.variables)-1]; last.size > 0 {
				return element{last.name, last.size, d.integer(t, depth-1)}
			}
		}
	}
	choices := []expression{number(d.IntN(4)), name("x"), name("y")}
	if d.variables[0].frozen {
		choices = append(choices, name("k"))
	}
	if t.input != "" {
		choices = append(choices, name("p"))
	}
	return choices[d.IntN(len(choices))]
}
