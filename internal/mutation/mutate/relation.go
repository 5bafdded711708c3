package mutate

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Relations between the slots of two systems that run side by side. Each holds if both have the same values. Besides equality
// there is order, for a counter that is one ahead; for each comparison in a guard the implication between its truth on one
// side and on the other; and order where such a comparison is true, or false: a mutant may have more credit than the original,
// and less only where the original has none.

// relation is a condition over the slots of one system and the primed slots of the other.
type relation struct {
	cond *term.Term
	slot int // the slot that is equal, or -1 for another relation
}

// primed are the variables of the slots of the second system.
func primed(s *sts.System) []*term.Term {
	out := make([]*term.Term, len(s.Slots))
	for i, slot := range s.Slots {
		out[i] = s.Store.Var(slot.Name+"'", slot.Sort)
	}
	return out
}

// equalities are the relations that most arguments need.
func equalities(s *sts.System) []relation {
	var out []relation
	for i, t := range primed(s) {
		out = append(out, relation{s.Store.Eq(s.Slots[i].Term, t), i})
	}
	return out
}

// otherRelations lists the relations besides equality that are tried.
func otherRelations(a, b *sts.System) []relation {
	s := a.Store
	by := sides(a, primed(a), nil)
	var out []relation
	for _, slot := range a.Slots {
		if there := by[slot.Term]; numeric(slot.Sort) {
			out = append(out, relation{s.Le(slot.Term, there), -1}, relation{s.Le(there, slot.Term), -1})
		}
	}
	for _, atom := range slotAtoms(a, b) {
		there := s.Substitute(atom, by)
		out = append(out, relation{s.Implies(atom, there), -1}, relation{s.Implies(there, atom), -1})
		for _, v := range atom.Vars() {
			if numeric(v.Sort()) {
				up, down := s.Le(v, by[v]), s.Le(by[v], v)
				out = append(out, relation{s.Implies(atom, up), -1}, relation{s.Implies(s.Not(atom), up), -1},
					relation{s.Implies(atom, down), -1}, relation{s.Implies(s.Not(atom), down), -1})
			}
		}
	}
	return out
}

// slotAtoms are the comparisons in the guards of two systems that speak of slots only, each once.
func slotAtoms(systems ...*sts.System) []*term.Term {
	slots := map[*term.Term]bool{}
	for _, t := range systems[0].SlotTerms() {
		slots[t] = true
	}
	var out []*term.Term
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		switch t.Op() {
		case term.OpNot, term.OpAnd, term.OpOr:
			for _, a := range t.Args() {
				visit(a)
			}
		case term.OpLe, term.OpLt, term.OpEq:
			if !seen[t] && onlyOver(t, slots) {
				seen[t] = true
				out = append(out, t)
			}
		}
	}
	for _, s := range systems {
		for _, m := range s.Moves() {
			visit(m.Guard)
		}
	}
	return out
}

func onlyOver(t *term.Term, vars map[*term.Term]bool) bool {
	for _, v := range t.Vars() {
		if !vars[v] {
			return false
		}
	}
	return true
}

// sides maps the variables of relations to given values of both sides; nil leaves the second side as it is.
func sides(s *sts.System, first, second []*term.Term) map[*term.Term]*term.Term {
	by := make(map[*term.Term]*term.Term, 2*len(first))
	for i, t := range primed(s) {
		by[s.Slots[i].Term] = first[i]
		if second != nil {
			by[t] = second[i]
		}
	}
	return by
}

// locationMap translates rows of locations of one system to those of another, by name; false where a name is missing.
func locationMap(from, to *sts.System) func(row []int) ([]int, bool) {
	index := make([]map[string]int, len(to.Machines))
	for i, m := range to.Machines {
		index[i] = map[string]int{}
		for k, l := range m.Locations {
			index[i][l.Name] = k
		}
	}
	return func(row []int) ([]int, bool) {
		out := make([]int, len(row))
		for i, l := range row {
			k, ok := index[i][from.Machines[i].Locations[l].Name]
			if !ok {
				return nil, false
			}
			out[i] = k
		}
		return out, true
	}
}
