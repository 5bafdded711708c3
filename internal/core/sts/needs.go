package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Conditions returns the conditions of obligations.
func Conditions(obligations []Obligation) []*term.Term {
	out := make([]*term.Term, len(obligations))
	for i, o := range obligations {
		out[i] = o.Cond
	}
	return out
}

// Needs returns all conditions for the move to be taken: the conjuncts of the guard and the conditions of the safety.
func (m *Move) Needs() []*term.Term {
	return slices.Concat(m.Conjuncts(), Conditions(m.GuardSafety), Conditions(m.StepSafety))
}
