package operations

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// keeping is a system whose steps keep the invariants of another one. Its moves and transitions have the numbers of the original ones.
type keeping struct {
	*sts.System
	marks map[int]*term.Term // by number of the transition: it has fired
}

// brokenInvariant is the kind of the obligation to keep an invariant.
const brokenInvariant = sts.ObligationKind(result.InvariantViolation)

// keep returns the keeping system, with marks for some transitions.
func keep(original *sts.System, marked []*sts.Transition) *keeping {
	k := &keeping{System: original.Copy(), marks: map[int]*term.Term{}}
	k.Invariants = nil
	var copies []*sts.Transition // by number
	for _, m := range k.Machines {
		copies = append(copies, m.Transitions...)
	}
	for _, t := range marked {
		k.addMark(copies[t.ID])
	}
	for _, inv := range original.Invariants {
		k.Assume = k.Store.And(k.Assume, k.Holds(&inv))
	}
	k.Link()
	for _, m := range k.Moves() {
		k.oblige(m, original.Invariants)
	}
	return k
}

// addMark adds the variable that becomes true when a transition fires.
func (k *keeping) addMark(t *sts.Transition) {
	slot, mark := k.Hide("fired " + t.Name)
	k.marks[t.ID] = mark
	t.Updates = append(slices.Clip(t.Updates), sts.Update{Slot: slot, Value: k.Store.True()})
}

// oblige adds to a move the obligations that the invariants hold while time passes before it, and that it leads to a state where they hold.
// Those that mention nothing that it assigns hold after it as before.
func (k *keeping) oblige(m *sts.Move, invariants []sts.Named) {
	after := k.Assigned(m.Updates)
	m.StepSafety = slices.Clip(m.StepSafety)
	for i := range invariants {
		inv := &invariants[i]
		before := k.Holds(inv)
		if !slices.ContainsFunc(before.Vars(), func(v *term.Term) bool { return after[v] != nil }) {
			continue
		}
		cond := k.Store.Substitute(before, after)
		if delay := m.DelayParam(); delay >= 0 {
			cond = k.Store.And(k.HoldsDuring(inv, m.Params[delay].Term), cond)
		}
		m.StepSafety = append(m.StepSafety, sts.Obligation{Kind: brokenInvariant, Cond: cond, Span: inv.Span, Move: m.Name,
			Text: run.ViolationMessage(inv)})
	}
}

// of returns the transitions of the keeping system that stand for some of the original.
func (k *keeping) of(transitions []*sts.Transition) []*sts.Transition {
	out := make([]*sts.Transition, len(transitions))
	for i, t := range transitions {
		out[i] = k.Transitions()[t.ID]
	}
	return out
}

// fired is the condition that all of some transitions have fired.
func (k *keeping) fired(transitions ...*sts.Transition) *term.Term {
	all := make([]*term.Term, len(transitions))
	for i, t := range transitions {
		all[i] = k.marks[t.ID]
	}
	return k.Store.And(all...)
}
