package sts

import "github.com/sextant-mbt/sextant/internal/core/term"

// Product lines: a system with features stands for all of its products. A feature is a frozen Boolean, so that each run belongs to one
// product.

// Feature is a feature that a product has or lacks.
type Feature struct {
	Name string
	Slot *term.Term // the variable of its slot
	Var  *term.Term // its value in symbolic execution; see StartSymbolic
}

// Features returns the features of a product line; none if the system is a single product.
func (s *System) Features() []Feature {
	var out []Feature
	for _, slot := range s.Slots {
		if slot.Feature {
			out = append(out, Feature{Name: slot.Name, Slot: slot.Term, Var: s.Store.Var(slot.Name+"@0", slot.Sort)})
		}
	}
	return out
}

// ProductCondition returns the part of a condition over slots that concerns only features, over their values in symbolic execution: the
// conjunction of its conjuncts that mention only features.
func (s *System) ProductCondition(cond *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for _, f := range s.Features() {
		by[f.Slot] = f.Var
	}
	var out []*term.Term
	for _, c := range cond.Conjuncts() {
		if mentionsOnly(c, by) {
			out = append(out, s.Store.Substitute(c, by))
		}
	}
	return s.Store.And(out...)
}

// mentionsOnly reports whether all free variables of a term are keys of a map.
func mentionsOnly(t *term.Term, vars map[*term.Term]*term.Term) bool {
	for _, v := range t.Vars() {
		if vars[v] == nil {
			return false
		}
	}
	return true
}

// Restricted returns the system with only the products for which a condition over the values of features in symbolic execution holds.
func (s *System) Restricted(cond *term.Term) *System {
	by := map[*term.Term]*term.Term{}
	for _, f := range s.Features() {
		by[f.Var] = f.Slot
	}
	over := s.Store.Substitute(cond, by)
	out := s.Copy()
	out.Assume = s.Store.And(s.Assume, over)
	if s.Valid != nil {
		out.Valid = s.Store.And(s.Valid, over)
	}
	out.Link()
	return out
}
