package mutate

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Relations between the slots of two systems that run side by side. Each holds if both have the same values. Besides equality
// there is order, for a counter that is one ahead; for each comparison in a guard the implication between its truth on one
// side and on the other; and order where such a comparison is true, or false: a mutant may have more credit than the original,
// and less only where the original has none.

// primed are the variables of the slots of the second system.
func primed(s *sts.System) []*term.Term {
	out := make([]*term.Term, len(s.Slots))
	for i, slot := range s.Slots {
		out[i] = s.Store.Var(slot.Name+"'", slot.Sort)
	}
	return out
}

// equalities are the relations that most arguments need, by slot.
func equalities(s *sts.System, primed []*term.Term) []*term.Term {
	out := make([]*term.Term, len(primed))
	for i, t := range primed {
		out[i] = s.Store.Eq(s.Slots[i].Term, t)
	}
	return out
}

// otherRelations lists the relations other than equality that are tried.
func otherRelations(a, b *sts.System, primed []*term.Term) []*term.Term {
	s := a.Store
	by := sides(a, primed, primed, nil)
	var out []*term.Term
	for _, slot := range a.Slots {
		if there := by[slot.Term]; numeric(slot.Sort) {
			out = append(out, s.Le(slot.Term, there), s.Le(there, slot.Term))
		}
	}
	for _, atom := range slotAtoms(a, b) {
		there := s.Substitute(atom, by)
		out = append(out, s.Implies(atom, there), s.Implies(there, atom))
		for _, v := range atom.Vars() {
			if numeric(v.Sort()) {
				up, down := s.Le(v, by[v]), s.Le(by[v], v)
				out = append(out, s.Implies(atom, up), s.Implies(s.Not(atom), up), s.Implies(atom, down), s.Implies(s.Not(atom), down))
			}
		}
	}
	return out
}

// slotAtoms are the comparisons in the guards of two systems that mention slots only, each once.
func slotAtoms(a, b *sts.System) []*term.Term {
	slots := map[*term.Term]bool{}
	for _, t := range a.SlotTerms() {
		slots[t] = true
	}
	var out []*term.Term
	for _, m := range slices.Concat(a.Moves(), b.Moves()) {
		for _, atom := range m.Guard.Atoms() {
			other := slices.ContainsFunc(atom.Vars(), func(v *term.Term) bool { return !slots[v] })
			if !other && !slices.Contains(out, atom) {
				out = append(out, atom)
			}
		}
	}
	return out
}

// sides maps the variables of relations to given values of both sides; nil leaves the second side as it is.
func sides(s *sts.System, primed, first, second []*term.Term) map[*term.Term]*term.Term {
	by := make(map[*term.Term]*term.Term, 2*len(first))
	for i, t := range primed {
		by[s.Slots[i].Term] = first[i]
		if second != nil {
			by[t] = second[i]
		}
	}
	return by
}
