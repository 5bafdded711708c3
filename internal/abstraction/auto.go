package abstraction

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Predicates proposed by the tool. Section 5.1 of paper 4 takes the atoms of the guards that are to be tested; so does Propose,
// and for guards with parameters the condition over the variables under which there are such parameters, unless it is large. A
// conjunct with many atoms, such as one that speaks about every element of an array, is taken as a whole.

// maxProposed bounds the predicates that are proposed: together they have at most 256 combinations.
const maxProposed = 8

// A conjunct of up to fewAtoms atoms is taken apart; one that the user did not write is left out if it has more than manyAtoms.
const (
	fewAtoms  = 3
	manyAtoms = 12
)

// ErrNoPredicates is the error if no predicate can be proposed.
var ErrNoPredicates = errors.New("no predicates can be proposed, since no guard and no invariant compares variables: declare some, as in predicates P = { x > 0 }")

// Propose makes a set of predicates from the guards and invariants of a system.
func Propose(s *sts.System) (sts.PredicateSet, error) {
	set := sts.PredicateSet{Name: "auto"}
	for _, m := range s.Moves() {
		for _, c := range m.Conjuncts() {
			addPredicates(s, &set, c)
		}
		for _, c := range m.Enabled.Conjuncts() {
			if len(c.Atoms()) <= manyAtoms {
				addPredicates(s, &set, c)
			}
		}
	}
	for _, inv := range s.Invariants {
		for _, c := range inv.Cond.Conjuncts() {
			if atoms := c.Atoms(); len(atoms) > 1 && len(atoms) <= fewAtoms {
				addPredicates(s, &set, c)
			}
		}
	}
	if len(set.Conds) == 0 {
		return set, ErrNoPredicates
	}
	return set, nil
}

// addPredicates adds the atoms of a conjunct, or the whole if there are many.
func addPredicates(s *sts.System, set *sts.PredicateSet, c *term.Term) {
	parts := c.Atoms()
	if len(parts) == 0 || len(parts) > fewAtoms {
		parts = []*term.Term{c}
	}
	for _, p := range parts {
		if usefulPredicate(s, *set, p) && !slices.ContainsFunc(set.Conds, complementOf(p)) && len(set.Conds) < maxProposed {
			set.Conds = append(set.Conds, p)
			set.Texts = append(set.Texts, p.String())
		}
	}
}

// complementOf recognizes v == a for a predicate v == b, where v has no other values than these two.
func complementOf(p *term.Term) func(*term.Term) bool {
	return func(q *term.Term) bool {
		if p.Op() != term.OpEq || q.Op() != term.OpEq || !p.Args()[1].IsConst() || !q.Args()[1].IsConst() {
			return false
		}
		v := p.Args()[0]
		return v == q.Args()[0] && v.Op() == term.OpVar && v.Sort().Bounded(2)
	}
}

// usefulPredicate reports whether a condition is one over the slots, without quantifiers, and new.
func usefulPredicate(s *sts.System, set sts.PredicateSet, p *term.Term) bool {
	if p.IsConst() || p.HasQuantifier() || slices.Contains(set.Conds, p) || slices.Contains(set.Conds, s.Store.Not(p)) {
		return false
	}
	slots := s.SlotTerms()
	return len(p.Vars()) > 0 && !slices.ContainsFunc(p.Vars(), func(v *term.Term) bool { return !slices.Contains(slots, v) })
}
