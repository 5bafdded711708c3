package testgen

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxAtoms is the maximum number of atoms of one transition that become goals; a symbolic index into a large array has very many.
const maxAtoms = 64

// atom is a condition without and, or, not: a comparison, an equality, a Boolean, a quantified formula. An atom and its negation
// are one atom: x <= 3 and x > 3 are the same.
type atom struct {
	cond     *term.Term
	positive bool // as it stands first in the formula, it is not under an odd number of negations
}

// atoms lists the atoms of a formula in the order in which they stand there.
type atoms struct {
	store *term.Store
	list  []atom
}

// guardAtoms are those of the guard of a transition. "Else" has none of its own: it changes where its sibling guards do.
func guardAtoms(s *sts.System, t *sts.Transition) []atom {
	a := &atoms{store: s.Store}
	if t.Else {
		return nil
	}
	a.formula(t.Guard, true)
	return a.list
}

// effectAtoms are those of the if-then-else in assigned and sent values: the conditions that select how the values are computed, such as by
// min and max.
func effectAtoms(s *sts.System, t *sts.Transition) []atom {
	a := &atoms{store: s.Store}
	seen := map[*term.Term]bool{}
	for _, u := range t.Updates {
		a.branches(u.Value, seen)
	}
	for _, m := range t.Sends {
		for _, arg := range m.Args {
			a.branches(arg, seen)
		}
	}
	return a.list
}

func (a *atoms) formula(t *term.Term, positive bool) {
	switch t.Op() {
	case term.OpConst:
	case term.OpAnd, term.OpOr:
		for _, part := range t.Args() {
			a.formula(part, positive)
		}
	case term.OpNot:
		a.formula(t.Args()[0], !positive)
	default:
		a.add(t, positive)
	}
}

func (a *atoms) add(cond *term.Term, positive bool) {
	known := func(b atom) bool { return b.cond == cond || b.cond == a.store.Not(cond) }
	if len(a.list) < maxAtoms && !slices.ContainsFunc(a.list, known) {
		a.list = append(a.list, atom{cond, positive})
	}
}

// branches finds the conditions of if-then-else within a value, and the atoms of Boolean values.
func (a *atoms) branches(t *term.Term, seen map[*term.Term]bool) {
	if seen[t] || t.HasQuantifier() {
		return
	}
	seen[t] = true
	if t.Op() == term.OpIte {
		a.formula(t.Args()[0], true)
	}
	for _, part := range t.Args() {
		a.branches(part, seen)
	}
}

// with is a formula in which an atom has a given value.
func with(s *term.Store, formula *term.Term, cond *term.Term, holds bool) *term.Term {
	switch {
	case formula == cond:
		return s.Truth(holds)
	case formula == s.Not(cond):
		return s.Truth(!holds)
	}
	switch formula.Op() {
	case term.OpAnd, term.OpOr:
		parts := make([]*term.Term, len(formula.Args()))
		for i, part := range formula.Args() {
			parts[i] = with(s, part, cond, holds)
		}
		if formula.Op() == term.OpAnd {
			return s.And(parts...)
		}
		return s.Or(parts...)
	case term.OpNot:
		return s.Not(with(s, formula.Args()[0], cond, holds))
	}
	return formula
}
