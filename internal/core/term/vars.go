package term

import (
	"cmp"
	"maps"
	"slices"
)

// Free variables. A term keeps its own, so that Vars costs nothing; but in a chain of if-then-else over a large array each of
// thousands of parts would keep thousands. So a term with many keeps none, and finds them at the first call of Vars. Its arguments
// then keep theirs too: each of the thousands of elements of an array that is written to has the same chain for an argument.

// fewEnough is the maximum number of variables that a term keeps from the start.
const fewEnough = 64

// Vars returns the free variables, without duplicates, ordered by ID. The slice must not be changed.
func (t *Term) Vars() []*Term { return slices.Clip(t.remembered(t.mergedVariables)) }

// remembered returns the variables of t; if there are many, the first call computes them with find.
func (t *Term) remembered(find func() []*Term) []*Term {
	if !t.many {
		return t.vars
	}
	if known := t.late.Load(); known != nil {
		return *known
	}
	vars := find()
	t.late.Store(&vars)
	return vars
}

// fewVariables merges the variables of the arguments, if they are not many; it shares the slice of an argument that has them all.
func fewVariables(t *Term) (vars []*Term, many bool) {
	switch t.op {
	case OpConst:
		return nil, false
	case OpVar:
		return []*Term{t}, false
	}
	args := t.args
	if t.Binds() {
		outer, bound, body := t.scoped()
		vars, args = without(body.vars, bound), outer
		if body.many {
			return nil, true
		}
	}
	for _, a := range args {
		vars = union(vars, a.vars)
		if a.many || len(vars) > fewEnough {
			return nil, true
		}
	}
	return vars, false
}

// mergedVariables merges the variables of the arguments, as fewVariables does.
func (t *Term) mergedVariables() []*Term {
	var all []*Term
	args := t.args
	if t.Binds() {
		outer, bound, body := t.scoped()
		all, args = without(body.Vars(), bound), outer
	}
	for _, a := range args {
		all = union(all, a.remembered(a.collectedVariables))
	}
	return all
}

// collectedVariables traverses the parts of a term, which do not keep their variables. A part that occurs often is visited once.
func (t *Term) collectedVariables() []*Term {
	found, seen := map[*Term]bool{}, map[*Term]bool{t: true}
	for parts := []*Term{t}; len(parts) > 0; {
		part := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		vars, inner := part.opened()
		for _, v := range vars {
			found[v] = true
		}
		for _, a := range inner {
			if !seen[a] {
				seen[a] = true
				parts = append(parts, a)
			}
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b *Term) int { return cmp.Compare(a.id, b.id) })
}

// opened returns the variables that t keeps, or the parts in which to find them. A term that binds variables always keeps its own.
func (t *Term) opened() (vars, parts []*Term) {
	if t.Binds() {
		return t.Vars(), nil
	}
	if known := t.late.Load(); known != nil {
		return *known, nil
	}
	if t.many {
		return nil, t.args
	}
	return t.vars, nil
}

// union merges two slices of variables that are ordered by id.
func union(a, b []*Term) []*Term {
	if subset(b, a) {
		return a
	}
	if subset(a, b) {
		return b
	}
	out := make([]*Term, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			out = append(out, a[i])
			i++
			j++
		case a[i].id < b[j].id:
			out = append(out, a[i])
			i++
		default:
			out = append(out, b[j])
			j++
		}
	}
	out = append(out, a[i:]...)
	return append(out, b[j:]...)
}

// subset reports whether every variable of a is in b; both are ordered by id.
func subset(a, b []*Term) bool {
	if len(a) > len(b) {
		return false
	}
	j := 0
	for _, v := range a {
		for j < len(b) && b[j].id < v.id {
			j++
		}
		if j == len(b) || b[j] != v {
			return false
		}
	}
	return true
}

func without(vars, bound []*Term) []*Term {
	return slices.DeleteFunc(slices.Clone(vars), func(v *Term) bool { return slices.Contains(bound, v) })
}
