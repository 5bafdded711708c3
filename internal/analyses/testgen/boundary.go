package testgen

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Boundary values. Mistakes cluster where a condition changes its truth value: < for <=, a limit that is one too high, a case that was
// forgotten. So each comparison of a guard, and each one that decides which value is computed (min, max, if), is tried where it changes:
//
//	a <= b of integers   at the limit (a = b), just inside (a = b - 1), just outside (a = b + 1)
//	a < b                the same: the limit is the last value for which it holds
//	a <= b of reals      at the limit, and within 1 of it on either side; there is no next number
//	a <= b of clocks     at the limit, just before and just after it (deadline.go)
//	a == b of numbers    equal, one above, one below
//	a == b of others     equal, different
//	a Boolean            true, false
//
// A value for which the guard holds must be tried by taking the transition; one for which it does not hold by being in its
// location, with its input if it has one, while another transition is taken: the system must not confuse the two. Conditions
// of computed values are tried by taking the transition, on whichever side.

// spot is a place near the boundary of an atom: what it is called, the condition for being there, and whether the atom holds.
type spot struct {
	name  string
	cond  *term.Term
	holds bool
}

// Boundaries returns the boundary values of a system, for callers that reach them by other means than a suite. Goals that no test can reach,
// as far as that is known without a solver, are left out.
func Boundaries(s *sts.System) []sts.Goal {
	moves := movesTaking(s)
	var out []sts.Goal
	for _, g := range deriveGoals(s, Boundary) {
		goal := sts.Goal{Name: g.name}
		for _, y := range g.ways {
			for _, m := range moves[y.take.ID] {
				goal.Steps = append(goal.Steps, sts.GoalStep{Move: m, Cond: y.inMove(s, m)})
			}
		}
		if len(goal.Steps) > 0 {
			out = append(out, goal)
		}
	}
	return out
}

// boundaryGoals are those of one transition.
func (d *deriver) boundaryGoals(t *sts.Transition) {
	for _, a := range guardAtoms(d.system, t) {
		for _, p := range d.spots(a.cond) {
			name := t.Name + ": " + d.words(t, a.cond) + ", " + p.name
			if p.holds == a.positive {
				d.taken(name, t, p.cond)
			} else {
				d.notTaken(name, t, a, d.outside(t, a, p.cond))
			}
		}
	}
	for _, a := range effectAtoms(d.system, t) {
		for _, p := range d.spots(a.cond) {
			d.taken(t.Name+" computes: "+d.words(t, a.cond)+", "+p.name, t, p.cond)
		}
	}
}

// outside is a condition under which the guard does not hold because of an atom. For a conjunct it is enough that it fails; for other atoms
// the rest of the guard must fail too.
func (d *deriver) outside(t *sts.Transition, a atom, cond *term.Term) *term.Term {
	if conjuncts := t.Guard.Conjuncts(); slices.Contains(conjuncts, a.cond) || slices.Contains(conjuncts, d.system.Store.Not(a.cond)) {
		return cond
	}
	return d.system.Store.And(cond, d.guardFails(t))
}

// spots lists the places to try for an atom.
func (d *deriver) spots(cond *term.Term) []spot {
	s := d.system.Store
	if op := cond.Op(); (op == term.OpLe || op == term.OpLt || op == term.OpEq) && mentionsClock(d.system, cond) {
		return d.clockSpots(cond)
	}
	switch cond.Op() {
	case term.OpLe:
		return d.limits(cond, 0)
	case term.OpLt:
		return d.limits(cond, 1)
	case term.OpEq:
		a, b := cond.Args()[0], cond.Args()[1]
		if k := a.Sort().Kind; k == term.KindInt || k == term.KindReal || k == term.KindBits {
			return []spot{{"equal", cond, true}, {"one above", d.apart(a, b, -1), false}, {"one below", d.apart(a, b, 1), false}}
		}
		return []spot{{"equal", cond, true}, {"different", s.Not(cond), false}}
	}
	return []spot{{"true", cond, true}, {"false", s.Not(cond), false}}
}

// limits are the places around a comparison; strict is 1 for a < b.
func (d *deriver) limits(cond *term.Term, strict int64) []spot {
	s := d.system.Store
	a, b := cond.Args()[0], cond.Args()[1]
	if a.Sort().Kind != term.KindReal {
		return []spot{{"at the limit", d.apart(a, b, strict), true}, {"just inside", d.apart(a, b, strict+1), true},
			{"just outside", d.apart(a, b, strict-1), false}}
	}
	one := s.ToReal(s.Int(1))
	below := s.And(s.Lt(a, b), s.Le(b, s.Add(a, one)))
	above := s.And(s.Lt(b, a), s.Le(a, s.Add(b, one)))
	return []spot{{"at the limit", s.Eq(a, b), strict == 0}, {"within 1 inside", below, true}, {"within 1 outside", above, false}}
}

// apart is that b - a is n. Machine integers do not wrap around on the way.
func (d *deriver) apart(a, b *term.Term, n int64) *term.Term {
	s := d.system.Store
	if n < 0 {
		a, b, n = b, a, -n
	}
	equal := s.Eq(b, s.Add(a, s.Const(a.Sort(), term.IntValue(n))))
	if a.Sort().Kind == term.KindBits && n > 0 {
		return s.And(equal, s.Lt(a, b))
	}
	return equal
}
