// Package equality decides conditions that compare keys.
//
//	key         a value that is only compared for equality, with other keys and with constants: the key of a map, an identifier
//	equality    the logic of such conditions, with counts of them: at most three of the keys are equal to k
//	class       the keys that are equal in a solution
//	number      a count, or a variable with few values, such as the length of a list that holds at most four
//
// Models with collections are full of such conditions: a cache compares the key of a request with those that it has, and counts the entries
// that it keeps. The values of keys make no difference, only which keys are equal, and to which constants. Their sorts have infinitely many
// values. So conditions have a solution if and only if they have one among those in which each variable is equal to a constant of the
// conditions, or to a variable before it, or to neither; there are as many of these as partitions of the variables into classes.
//
// The search assigns a class to one variable after the other. After each, all conditions are evaluated: truth values and numbers are
// intervals as long as there are variables without a class. Where a condition is false, the other variables make no difference.
package equality

import "github.com/sextant-mbt/sextant/internal/core/term"

// Bounds of the search: on the variables, on the terms of all conditions, and on how many terms are evaluated. A search that reaches the
// last one takes about as long as a solver does for a query of this kind.
const (
	maxVariables = 10
	maxNodes     = 2_000
	maxWork      = 100_000
)

// maxOutside is how many conditions of other logics are remembered.
const maxOutside = 10_000

// Outcome is what a Decider knows of conditions.
type Outcome uint8

// The outcomes.
const (
	Open      Outcome = iota // of another logic, or too large
	Refuted                  // no values satisfy all conditions
	Satisfied                // some values do
)

// Decider decides whether conditions have a solution. It belongs to one goroutine.
type Decider struct {
	problem
	outside map[*term.Term]bool // conditions that are not of this logic, or are too large
}

// NewDecider returns a Decider that remembers nothing yet.
func NewDecider() *Decider {
	return &Decider{problem: newProblem(), outside: map[*term.Term]bool{}}
}

// Decide reports whether values satisfy all conditions, as far as that is known.
func (r *Decider) Decide(conditions []*term.Term) Outcome {
	for _, c := range conditions {
		if r.outside[c] {
			return Open
		}
	}
	r.reset()
	for _, c := range conditions {
		if !r.require(c) {
			r.remember(c)
			return Open
		}
	}
	if len(r.variables) > maxVariables {
		return Open
	}
	return r.search(0)
}

// remember notes a condition that is not of this logic.
func (r *Decider) remember(c *term.Term) {
	if len(r.outside) >= maxOutside {
		clear(r.outside)
	}
	r.outside[c] = true
}

// search looks for a solution in which the variables before the given one keep their classes.
func (r *Decider) search(variable int) Outcome {
	if r.work += len(r.nodes); r.work > maxWork {
		return Open
	}
	switch some, all := r.evaluate(); {
	case !some:
		return Refuted
	case all:
		return Satisfied
	case variable == len(r.variables):
		return Open
	}
	n := &r.nodes[r.variables[variable]]
	if n.role != key {
		return r.searchNumber(n, variable)
	}
	known, kind := len(r.classes), n.term.Sort().Kind
	for class := range known {
		if r.classes[class] != kind {
			continue
		}
		if found := r.try(n, span{class: class + 1}, variable); found != Refuted {
			return found
		}
	}
	r.classes = append(r.classes, kind)
	found := r.try(n, span{class: known + 1}, variable)
	r.classes = r.classes[:known]
	return found
}

// searchNumber is search where the variable is a number or a truth value.
func (r *Decider) searchNumber(n *node, variable int) Outcome {
	for v := n.value.low; v <= n.value.high; v++ {
		if found := r.try(n, span{v, v, 0}, variable); found != Refuted {
			return found
		}
	}
	return Refuted
}

// try searches with a value of a variable.
func (r *Decider) try(n *node, value span, variable int) Outcome {
	before := n.value
	n.value = value
	found := r.search(variable + 1)
	n.value = before
	return found
}
