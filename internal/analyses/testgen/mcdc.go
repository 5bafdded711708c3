package testgen

import "github.com/sextant-mbt/sextant/internal/core/sts"

// Modified condition/decision coverage of guards, in the form called masking MC/DC: each atom of a guard is shown to decide it. An atom
// decides a guard under some values if changing the atom alone would change the guard:
//
//	decides(a) = G[a := true] differs from G[a := false]
//
// Each atom has two goals: it decides and the guard holds, so the transition is taken; it decides and the guard fails, so another
// transition is taken in the same location, with the same input if there is one. The two runs together are the independence pair
// of the atom; the other atoms may differ between them as long as they do not matter, which is what masking means. An atom that
// occurs both plainly and negated has to hold where the guard does.

// mcdcGoals are those of one transition.
func (d *deriver) mcdcGoals(t *sts.Transition) {
	s := d.system.Store
	for _, a := range guardAtoms(d.system, t) {
		decides := s.Not(s.Eq(with(s, t.Guard, a.cond, true), with(s, t.Guard, a.cond, false)))
		name := t.Name + ": " + d.words(t, a.cond)
		helps, blocks, helping, blocking := a.cond, s.Not(a.cond), " holds and decides", " fails and decides"
		if !a.positive {
			helps, blocks, helping, blocking = blocks, helps, blocking, helping
		}
		d.taken(name+helping, t, s.And(helps, decides))
		d.notTaken(name+blocking, t, a, d.outside(t, a, s.And(blocks, decides)))
	}
}
