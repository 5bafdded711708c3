package explore

import (
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// relevant keeps the conjuncts and calls of a path that are connected by shared variables to the added conjuncts and the calls of the step. A
// call connects its arguments with its result.
func relevant(path, added []*term.Term, before, now []smt.Call) ([]*term.Term, []smt.Call) {
	c := connection{}
	c.reach(added)
	for _, call := range now {
		c.reachCall(call)
	}
	keepPath, keepCalls := c.spread(path, before)
	var conjuncts []*term.Term
	for i, p := range path {
		if keepPath[i] || len(p.Vars()) == 0 {
			conjuncts = append(conjuncts, p)
		}
	}
	var calls []smt.Call
	for i, call := range before {
		if keepCalls[i] {
			calls = append(calls, call)
		}
	}
	return conjuncts, calls
}

// spread computes the set of everything that is connected.
func (c connection) spread(path []*term.Term, before []smt.Call) (onPath, calls []bool) {
	onPath, calls = make([]bool, len(path)), make([]bool, len(before))
	for changed := true; changed; {
		changed = false
		for i, p := range path {
			if !onPath[i] && c.touches(p) {
				onPath[i], changed = true, true
				c.reach(path[i : i+1])
			}
		}
		for i, call := range before {
			if !calls[i] && c.touchesCall(call) {
				calls[i], changed = true, true
				c.reachCall(call)
			}
		}
	}
	return onPath, calls
}

// connection is a set of variables.
type connection map[*term.Term]bool

func (c connection) reach(terms []*term.Term) {
	for _, t := range terms {
		for _, v := range t.Vars() {
			c[v] = true
		}
	}
}

func (c connection) reachCall(call smt.Call) {
	c.reach(call.Args)
	c.reach(call.Results)
}

func (c connection) touches(t *term.Term) bool {
	for _, v := range t.Vars() {
		if c[v] {
			return true
		}
	}
	return false
}

func (c connection) touchesCall(call smt.Call) bool {
	for _, terms := range [][]*term.Term{call.Args, call.Results} {
		for _, t := range terms {
			if c.touches(t) {
				return true
			}
		}
	}
	return false
}
