package abstraction

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Predicates proposed by the tool. Section 5.1 of paper 4 takes the atoms of the guards that are to be tested; so does Propose,
// with the condition over the variables under which an event is enabled in the place of a guard with parameters. A conjunct
// with many atoms, such as one that speaks about every element of an array, is taken as a whole.

// mostProposed bounds the predicates that are proposed: together they have at most 256 combinations.
const mostProposed = 8

// fewAtoms is up to how many atoms a conjunct is taken apart.
const fewAtoms = 3

// ErrNoPredicates is the error if no predicate can be proposed.
var ErrNoPredicates = errors.New("no predicates can be proposed, since no guard and no invariant compares variables: declare some, as in predicates P = { x > 0 }")

// Propose makes a set of predicates from the guards and invariants of a system.
func Propose(s *sts.System) (sts.PredicateSet, error) {
	set := sts.PredicateSet{Name: "auto"}
	for _, m := range s.Moves() {
		for _, c := range m.Enabled.Conjuncts() {
			addPredicates(s, &set, c)
		}
	}
	for _, inv := range s.Invariants {
		for _, c := range inv.Cond.Conjuncts() {
			if atoms := collectAtoms(c, nil); len(atoms) > 1 && len(atoms) <= fewAtoms {
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
	parts := collectAtoms(c, nil)
	if len(parts) == 0 || len(parts) > fewAtoms {
		parts = []*term.Term{c}
	}
	for _, p := range parts {
		if usefulPredicate(s, *set, p) && len(set.Conds) < mostProposed {
			set.Conds = append(set.Conds, p)
			set.Texts = append(set.Texts, p.String())
		}
	}
}

// usefulPredicate tells whether a condition is one over the slots, without quantifiers, and new.
func usefulPredicate(s *sts.System, set sts.PredicateSet, p *term.Term) bool {
	if p.IsConst() || p.HasQuantifier() || slices.Contains(set.Conds, p) || slices.Contains(set.Conds, s.Store.Not(p)) {
		return false
	}
	slots := s.SlotTerms()
	for _, v := range p.Vars() {
		if !slices.Contains(slots, v) {
			return false
		}
	}
	return len(p.Vars()) > 0
}
