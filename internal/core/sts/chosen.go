package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// States chosen by a solver. A solver gives the slots of a state any values of their sorts, including values that no run produces: a value in
// an optional that is absent, fields of an alternative that is not chosen, clocks below zero. A proof, an abstraction or a warning must not
// depend on these. So code that lets a solver choose a state restricts it to normal form, by InNormalForm or Normal.

// Normal returns the conditions that hold for the contents of the slots in every state, beyond the bounds of their sorts; the contents are
// terms, such as variables of their own for a state after a step.
func (s *System) Normal(contents []*term.Term) []*term.Term {
	st := SymbolicState{Store: contents}
	out := make([]*term.Term, len(s.normal))
	for i, c := range s.normal {
		out[i] = s.Apply(c, &st)
	}
	return out
}

// InNormalForm adds to conditions that the variables that they mention are in normal form. These are slots, or arguments and results of
// externs, whose values a solver chooses.
func (s *System) InNormalForm(conditions []*term.Term) []*term.Term {
	return Restrict(conditions, s.chosen)
}

// Restrict adds to conditions those conditions of a list, such as that of Normal, that are about the variables that they mention.
func Restrict(conditions, normal []*term.Term) []*term.Term {
	if len(normal) == 0 {
		return conditions
	}
	mentioned := map[*term.Term]bool{}
	for _, v := range term.Variables(conditions) {
		mentioned[v] = true
	}
	out := slices.Clip(conditions)
	for _, c := range normal {
		if c.MentionsIn(mentioned) {
			out = append(out, c.Conjuncts()...)
		}
	}
	return out
}

// findNormal computes the conditions for Normal and InNormalForm.
func (s *System) findNormal() {
	s.normal = slices.Concat(s.Typed, s.clocksRun())
	s.chosen = slices.Clone(s.normal)
	for _, x := range s.Externs {
		s.chosen = append(s.chosen, x.Typed...)
	}
}

// clocksRun returns the conditions that clocks are not negative, for clocks that no transition and no initial value can make negative.
func (s *System) clocksRun() []*term.Term {
	var out []*term.Term
	zero := s.Store.Const(term.Real, term.Value{})
	notNegative := func(t *term.Term) bool { return t != nil && s.Store.Le(zero, t).IsTrue() }
	for _, i := range s.Clocks() {
		set := func(t *Transition) bool {
			return slices.ContainsFunc(t.Updates, func(u Update) bool { return u.Slot == i && !notNegative(u.Value) })
		}
		if notNegative(s.Slots[i].Init) && !slices.ContainsFunc(s.transitions, set) {
			out = append(out, s.Store.Le(zero, s.Slots[i].Term))
		}
	}
	return out
}

// Fit turns the scalars of a state into values of the types of variables; see Type.Fit.
func (s *System) Fit(values []term.Value) {
	for _, v := range s.Vars {
		v.Type.fitAs(values[v.First:], func(i int) *term.Sort { return s.Slots[v.First+i].Sort })
	}
}

// Fit turns scalars into values of the types of parameters; see Type.Fit.
func (m *Move) Fit(params []term.Value) {
	for first, p := range m.Params {
		if p.Type != nil {
			p.Type.fitAs(params[first:], func(i int) *term.Sort { return m.Params[first+i].Sort })
		}
	}
}

// fitAs is Fit for scalars of given sorts: an abstract system may have other sorts than the type.
func (t *Type) fitAs(values []term.Value, sort func(i int) *term.Sort) {
	if !t.hasChoice() {
		return
	}
	leaves := t.Leaves()
	for i, leaf := range leaves {
		if !leaf.Sort.Same(sort(i)) {
			return
		}
	}
	t.Fit(values[:len(leaves)])
}
