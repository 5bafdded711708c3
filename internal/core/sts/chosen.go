package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// States that a solver chooses. A solver gives the slots of a state any values of their sorts, also such that no run gives them: a value in an
// optional that is absent, fields of an alternative that is not chosen, clocks below zero. A proof, an abstraction or a warning must not
// depend on these. So what lets a solver choose a state restricts it to normal form, by InNormalForm or Normal.

// Normal returns what holds of the contents of the slots in every state, beyond the bounds of their sorts; the contents are terms, such as
// variables of their own for a state after a step.
func (s *System) Normal(contents []*term.Term) []*term.Term {
	st := SymbolicState{Store: contents}
	out := make([]*term.Term, len(s.normal))
	for i, c := range s.normal {
		out[i] = s.Apply(c, &st)
	}
	return out
}

// InNormalForm adds to conditions over slots, or over the arguments and results of externs, which a solver is to choose, that the variables
// that they mention are in normal form.
func (s *System) InNormalForm(conditions []*term.Term) []*term.Term {
	return Restrict(conditions, s.chosen)
}

// Restrict adds to conditions what a list, such as one of Normal, says of the variables that they mention.
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

// findNormal computes what Normal and InNormalForm say.
func (s *System) findNormal() {
	s.normal = slices.Concat(s.Typed, s.clocksRun())
	s.chosen = slices.Clone(s.normal)
	for _, x := range s.Externs {
		s.chosen = append(s.chosen, x.Typed...)
	}
}

// clocksRun says that clocks are not negative, as far as no transition and no initial value says otherwise.
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

// Fit makes values of the types of variables of the scalars of a state; see Type.Fit.
func (s *System) Fit(values []term.Value) {
	for _, v := range s.Vars {
		v.Type.fitAs(values[v.First:], func(i int) *term.Sort { return s.Slots[v.First+i].Sort })
	}
}

// Fit makes values of the types of parameters of scalars; see Type.Fit.
func (m *Move) Fit(params []term.Value) {
	for first, p := range m.Params {
		if p.Type != nil {
			p.Type.fitAs(params[first:], func(i int) *term.Sort { return m.Params[first+i].Sort })
		}
	}
}

// fitAs is Fit for scalars of which the sorts are known: those of an abstract system may be others than the type has.
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
