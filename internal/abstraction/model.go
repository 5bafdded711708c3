package abstraction

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Steps as formulas. A move is a guard over slots and parameters and one simultaneous update u, so that the weakest
// precondition of a condition is plain substitution: c[u]. All that a step needs to have a value belongs to its guard here.

// model has the conditions of a system that do not depend on the predicates.
type model struct {
	system    *sts.System
	invariant []*term.Term // I: declared invariants, where they have a value, and what is assumed of frozen constants
	slots     []*term.Term
	guards    [][]*term.Term              // by move: the guard and all obligations of the step
	updates   []map[*term.Term]*term.Term // by move: what the slots that change are replaced by
	after     [][]*term.Term              // by move: the invariant after the step
}

func newModel(s *sts.System) *model {
	m := &model{system: s, slots: s.SlotTerms(), invariant: invariantOf(s)}
	for _, move := range s.Moves() {
		m.addMove(move)
	}
	return m
}

func (m *model) addMove(move *sts.Move) {
	guard := append([]*term.Term(nil), move.Conjuncts()...)
	for _, obligations := range [][]sts.Obligation{move.GuardSafety, move.StepSafety} {
		for _, o := range obligations {
			guard = append(guard, o.Cond.Conjuncts()...)
		}
	}
	update := map[*term.Term]*term.Term{}
	for _, u := range move.Updates {
		update[m.slots[u.Slot]] = u.Value
	}
	m.guards = append(m.guards, guard)
	m.updates = append(m.updates, update)
	m.after = append(m.after, m.substituteAll(m.invariant, update))
}

// invariantOf collects what holds in all states that are looked at.
func invariantOf(s *sts.System) []*term.Term {
	var out []*term.Term
	for _, named := range s.Invariants {
		out = append(out, named.Cond.Conjuncts()...)
		for _, o := range named.Safety {
			out = append(out, o.Cond.Conjuncts()...)
		}
	}
	frozen := map[*term.Term]bool{}
	for _, v := range s.Vars {
		for i := range v.Type.Size() {
			frozen[s.Slots[v.First+i].Term] = v.Frozen
		}
	}
	for _, c := range s.Assume.Conjuncts() {
		always := true
		for _, v := range c.Vars() {
			always = always && frozen[v]
		}
		if always {
			out = append(out, c)
		}
	}
	return out
}

func (m *model) substituteAll(conds []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	return substituteAll(m.system.Store, conds, by)
}

// substituteAll replaces variables in every condition.
func substituteAll(store *term.Store, conds []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	out := make([]*term.Term, len(conds))
	for i, c := range conds {
		out[i] = store.Substitute(c, by)
	}
	return out
}

// params are the variables of the parameters of a move.
func params(m *sts.Move) []*term.Term {
	out := make([]*term.Term, len(m.Params))
	for i, p := range m.Params {
		out[i] = p.Term
	}
	return out
}

// join puts lists of conjuncts one after the other.
func join(lists ...[]*term.Term) []*term.Term {
	var out []*term.Term
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// primed are the variables that stand for the slots after a step.
func (m *model) primed() []*term.Term {
	out := make([]*term.Term, len(m.slots))
	for i, v := range m.slots {
		out[i] = m.system.Store.Var(v.Name()+"'", v.Sort())
	}
	return out
}

// backwards is the relation between the slots after a move (outer) and what was before: as conjuncts, and as the variables
// that are left to choose. Slots that the move does not assign are the same before, so only the others are left, beside the
// parameters.
func (m *model) backwards(move *sts.Move, outer, before []*term.Term) (body, inner []*term.Term) {
	store := m.system.Store
	same := map[*term.Term]*term.Term{}
	for i, v := range m.slots {
		if m.updates[move.ID][v] == nil {
			same[v] = outer[i]
		} else {
			inner = append(inner, v)
		}
	}
	body = m.substituteAll(join(before, m.guards[move.ID]), same)
	for i, v := range m.slots {
		if u := m.updates[move.ID][v]; u != nil {
			body = append(body, store.Eq(outer[i], store.Substitute(u, same)))
		}
	}
	return body, append(inner, params(move)...)
}
