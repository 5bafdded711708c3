// Package equality refutes conditions that compare keys.
//
//	key         a value that is only compared for equality, with other keys and with constants: the key of a map, an identifier
//	equality    the logic of such conditions, with counts of them: at most three of the keys are equal to k
//	class       the keys that are equal in a solution
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

// Refuter proves that conditions have no solution. It belongs to one goroutine.
type Refuter struct {
	problem
	outside map[*term.Term]bool // conditions that are not of this logic, or are too large
}

// NewRefuter returns a Refuter that remembers nothing yet.
func NewRefuter() *Refuter {
	return &Refuter{problem: newProblem(), outside: map[*term.Term]bool{}}
}

// Refutes reports whether it is certain that no values satisfy all conditions. If it returns false, a solution may or may not exist.
func (r *Refuter) Refutes(conditions []*term.Term) bool {
	for _, c := range conditions {
		if r.outside[c] {
			return false
		}
	}
	r.reset()
	for _, c := range conditions {
		if !r.require(c) {
			r.remember(c)
			return false
		}
	}
	return len(r.variables) <= maxVariables && !r.search(0)
}

// remember notes a condition that is not of this logic.
func (r *Refuter) remember(c *term.Term) {
	if len(r.outside) >= maxOutside {
		clear(r.outside)
	}
	r.outside[c] = true
}

// search reports whether a solution may exist in which the variables before the given one keep their classes.
func (r *Refuter) search(variable int) bool {
	if r.work += len(r.nodes); r.work > maxWork {
		return true
	}
	if !r.evaluate() {
		return false
	}
	if variable == len(r.variables) {
		return true
	}
	n := &r.nodes[r.variables[variable]]
	if n.role == truth {
		return r.try(n, span{0, 0, 0}, variable) || r.try(n, span{1, 1, 0}, variable)
	}
	known, kind := len(r.classes), n.term.Sort().Kind
	for class := range known {
		if r.classes[class] == kind && r.try(n, span{class: class + 1}, variable) {
			return true
		}
	}
	r.classes = append(r.classes, kind)
	found := r.try(n, span{class: known + 1}, variable)
	r.classes = r.classes[:known]
	return found
}

// try searches with a value of a variable.
func (r *Refuter) try(n *node, value span, variable int) bool {
	before := n.value
	n.value = value
	found := r.search(variable + 1)
	n.value = before
	return found
}
