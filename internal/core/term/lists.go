package term

import "slices"

// Lists of terms: helpers to combine conditions and to find the variables that they share.

// Variables returns the free variables of all terms in lists, without duplicates, in order of appearance.
func Variables(lists ...[]*Term) []*Term {
	seen := map[*Term]bool{}
	out := []*Term{}
	for _, list := range lists {
		for _, t := range list {
			for _, v := range t.Vars() {
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// Mentions reports whether one of vars is a free variable of the term.
func (t *Term) Mentions(vars ...*Term) bool {
	if len(vars) == 0 {
		return false // avoids collecting the variables of a very large term
	}
	return slices.ContainsFunc(t.Vars(), func(v *Term) bool { return slices.Contains(vars, v) })
}

// MentionsIn reports whether a free variable of the term is in a set.
func (t *Term) MentionsIn(set map[*Term]bool) bool {
	return slices.ContainsFunc(t.Vars(), func(v *Term) bool { return set[v] })
}

// Conjoin returns the conjuncts of all conditions in lists, without duplicates and without those that are true, in order of
// appearance. It reports false if one of the conditions is false as written.
func Conjoin(lists ...[]*Term) ([]*Term, bool) {
	seen := map[*Term]bool{}
	var out []*Term
	for _, list := range lists {
		for _, t := range list {
			if t.IsFalse() {
				return nil, false
			}
			for _, c := range t.Conjuncts() {
				if !seen[c] {
					seen[c] = true
					out = append(out, c)
				}
			}
		}
	}
	return out, true
}

// Constants returns the values of terms, if all of them are constants.
func Constants(terms []*Term) ([]Value, bool) {
	out := make([]Value, len(terms))
	for i, t := range terms {
		if !t.IsConst() {
			return nil, false
		}
		out[i] = t.Value()
	}
	return out, true
}

// Pick returns the elements of a list at the given indices.
func Pick[T any](list []T, indices []int) []T {
	out := make([]T, len(indices))
	for i, k := range indices {
		out[i] = list[k]
	}
	return out
}
