// Package predicate proposes the predicates of abstractions.
//
// Section 5.1 of paper 4 takes the atoms of the guards that are to be tested; so does Propose, and for guards with parameters the condition
// over the variables under which there are such parameters, unless it is large. A conjunct with many atoms, such as one about every element
// of an array, is taken as a whole.
//
// ForPurpose makes predicates from a test purpose, as section 2 of the paper suggests: first the condition of the purpose or the guards of
// its transitions, then the guards of the moves that can change their values.
package predicate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxProposed bounds the predicates that are proposed: together they have at most 256 combinations.
const maxProposed = 8

// A conjunct of up to fewAtoms atoms is taken apart; one that the user did not write is left out if it has more than manyAtoms.
const (
	fewAtoms  = 3
	manyAtoms = 12
)

// ErrNone is the error if no predicate can be proposed.
var ErrNone = errors.New("no predicates can be proposed, since no guard and no invariant compares variables: declare some, as in predicates P = { x > 0 }")

// Propose makes a set of predicates from the guards and invariants of a system.
func Propose(s *sts.System) (sts.PredicateSet, error) {
	set := sts.PredicateSet{Name: "auto"}
	for _, m := range s.Moves() {
		addGuard(s, &set, m)
	}
	for _, inv := range s.Invariants {
		for _, c := range inv.Cond.Conjuncts() {
			if atoms := c.Atoms(); len(atoms) > 1 && len(atoms) <= fewAtoms {
				addPredicates(s, &set, c)
			}
		}
	}
	if len(set.Conds) == 0 {
		return set, ErrNone
	}
	return set, nil
}

// ForPurpose makes a set of predicates from a purpose of a system.
func ForPurpose(s *sts.System, p sts.Purpose) (sts.PredicateSet, error) {
	set := sts.PredicateSet{Name: p.Name}
	if p.Cond != nil {
		for _, c := range p.Cond.Conjuncts() {
			addPredicates(s, &set, c)
		}
	}
	for _, t := range p.Transitions {
		for _, m := range s.Moves() {
			if t != nil && slices.Contains(m.Parts, t) {
				addGuard(s, &set, m)
			}
		}
	}
	own := term.Variables(set.Conds)
	for _, m := range s.Moves() {
		if slices.ContainsFunc(m.Updates, func(u sts.Update) bool { return slices.Contains(own, s.Slots[u.Slot].Term) }) {
			addGuard(s, &set, m)
		}
	}
	if len(set.Conds) == 0 {
		return set, fmt.Errorf("the purpose %s yields no predicates, since it compares no variables: give it a condition, as in purpose %s = location s when x > 0", p.Name, p.Name)
	}
	return set, nil
}

// addGuard adds the conjuncts of the guard of a move.
func addGuard(s *sts.System, set *sts.PredicateSet, m *sts.Move) {
	for _, c := range m.Conjuncts() {
		addPredicates(s, set, c)
	}
	for _, c := range m.Enabled.Conjuncts() {
		if len(c.Atoms()) <= manyAtoms {
			addPredicates(s, set, c)
		}
	}
}

// addPredicates adds the atoms of a conjunct, or the whole if there are many.
func addPredicates(s *sts.System, set *sts.PredicateSet, c *term.Term) {
	parts := c.Atoms()
	if len(parts) == 0 || len(parts) > fewAtoms {
		parts = []*term.Term{c}
	}
	for _, p := range parts {
		if Useful(s, *set, p) && !slices.ContainsFunc(set.Conds, complementOf(p)) && len(set.Conds) < maxProposed {
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

// Useful reports whether a condition is one over the slots, without quantifiers, and new.
func Useful(s *sts.System, set sts.PredicateSet, p *term.Term) bool {
	if p.IsConst() || p.HasQuantifier() || slices.Contains(set.Conds, p) || slices.Contains(set.Conds, s.Store.Not(p)) {
		return false
	}
	slots := s.SlotTerms()
	return len(p.Vars()) > 0 && !slices.ContainsFunc(p.Vars(), func(v *term.Term) bool { return !slices.Contains(slots, v) })
}
