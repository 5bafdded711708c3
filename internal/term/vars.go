package term

import (
	"cmp"
	"slices"
)

// Free variables. A term keeps its own, so that asking for them costs nothing; but in a chain of if-then-else over a large array
// each of thousands of parts would keep thousands. So a term with many keeps none, and finds them when it is asked.

// fewEnough is how many variables a term keeps from the start.
const fewEnough = 64

// Vars are the free variables, without duplicates, ordered by ID, not to be changed.
func (t *Term) Vars() []*Term {
	if !t.many {
		return slices.Clip(t.vars)
	}
	if known := t.late.Load(); known != nil {
		return slices.Clip(*known)
	}
	vars := t.manyVariables()
	t.late.Store(&vars)
	return slices.Clip(vars)
}

// fewVariables merges the variables of the arguments, if they are not many; it shares the slice of an argument that has them all.
func fewVariables(t *Term) (vars []*Term, many bool) {
	switch t.op {
	case OpConst:
		return nil, false
	case OpVar:
		return []*Term{t}, false
	case OpExists, OpForall:
		return without(t.Body().vars, t.Bound()), t.Body().many
	}
	for _, a := range t.args {
		vars = union(vars, a.vars)
		if a.many || len(vars) > fewEnough {
			return nil, true
		}
	}
	return vars, false
}

// manyVariables collects the variables of a term part by part. A part that occurs often is visited once.
func (t *Term) manyVariables() []*Term {
	found, seen := map[*Term]bool{}, map[*Term]bool{t: true}
	for parts := []*Term{t}; len(parts) > 0; {
		part := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		own := part.vars
		if part.many && (part.op == OpExists || part.op == OpForall) {
			own = without(part.Body().Vars(), part.Bound())
		} else if part.many {
			for _, a := range part.args {
				if !seen[a] {
					seen[a] = true
					parts = append(parts, a)
				}
			}
		}
		for _, v := range own {
			found[v] = true
		}
	}
	return inOrder(found)
}

func inOrder(vars map[*Term]bool) []*Term {
	out := make([]*Term, 0, len(vars))
	for v := range vars {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b *Term) int { return cmp.Compare(a.id, b.id) })
	return out
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

// subset tells whether every variable of a is in b; both are ordered by id.
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
	out := make([]*Term, 0, len(vars))
	for _, v := range vars {
		keep := true
		for _, b := range bound {
			keep = keep && v != b
		}
		if keep {
			out = append(out, v)
		}
	}
	return out
}
