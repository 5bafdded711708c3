package prove

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove/domain"
)

// Candidates: for every place the ends of the intervals and the sets of its row, and at every place conditions from guards.

// candidates proposes conditions for a place from its row. A place that is not reached has the candidate false.
func (f *flow) candidates(p int) []*term.Term {
	store := f.system.Store
	if f.rows[p] == nil {
		return []*term.Term{store.False()}
	}
	var out []*term.Term
	for i, slot := range f.system.Slots {
		out = append(out, slotCandidates(store, slot, f.rows[p][i])...)
	}
	return out
}

// slotCandidates returns the known conditions on a slot.
func slotCandidates(s *term.Store, slot sts.Slot, v domain.Value) []*term.Term {
	if slot.Sort.Kind != term.KindInt {
		return setCandidates(s, slot, v)
	}
	var out []*term.Term
	add := func(cond *term.Term) {
		if !cond.IsConst() { // implied by the sort
			out = append(out, cond)
		}
	}
	low, high := v.Interval().Low, v.Interval().High
	if low.OK {
		add(s.Le(s.Int(low.N), slot.Term))
	}
	if high.OK {
		add(s.Le(slot.Term, s.Int(high.N)))
	}
	if set, listed := v.Set(); low.OK && high.OK && listed && high.N-low.N >= int64(len(set)) {
		out = append(out, setCandidates(s, slot, v)...)
	}
	return out
}

// setCandidates returns the condition that a slot has one of the values of a set.
func setCandidates(s *term.Store, slot sts.Slot, v domain.Value) []*term.Term {
	set, listed := v.Set()
	if !listed || v.Equal(domain.AnyOf(slot.Sort)) {
		return nil
	}
	var choices []*term.Term
	for _, x := range set {
		choices = append(choices, s.Eq(slot.Term, s.Const(slot.Sort.Base(), x)))
	}
	return []*term.Term{s.Or(choices...)}
}

// maxShared is the maximum number of conditions that are tried at every place.
const maxShared = 500

// contradictions returns, for every target, the negation of its conditions on the slots.
func contradictions(s *term.Store, targets []*attempt) []*term.Term {
	var out []*term.Term
	for _, t := range targets {
		out = append(out, s.Not(s.And(t.static...)))
	}
	return distinct(out)
}

// comparisons returns the atoms of the targets and their negations, and the orders of the variables that they compare.
func comparisons(s *term.Store, targets []*attempt) []*term.Term {
	var out []*term.Term
	for _, t := range targets {
		for _, c := range t.static {
			for _, a := range leaves(c) {
				out = append(append(out, s.Not(a), a), orders(s, a)...)
			}
		}
	}
	return distinct(out)
}

// everywhere proposes conditions at every place whose row and whose samples do not contradict them.
func (p *prover) everywhere(conditions []*term.Term) func(place int) []*term.Term {
	return func(place int) []*term.Term {
		var out []*term.Term
		for _, c := range conditions {
			if row := p.flow.rows[place]; row != nil && !p.flow.slots.Value(c, row).Is(false) && !p.sampler.Refutes(place, c) {
				out = append(out, c)
			}
		}
		return out
	}
}

// distinct drops constants, duplicates, and conditions beyond maxShared.
func distinct(conditions []*term.Term) []*term.Term {
	out, _ := term.Conjoin(slices.DeleteFunc(slices.Clone(conditions), (*term.Term).IsConst))
	return out[:min(len(out), maxShared)]
}

// overSlots reports whether a term mentions slots only.
func (f *flow) overSlots(t *term.Term) bool {
	return !slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return !f.slots.Has(v) })
}

// leaves lists the comparisons and other leaves of a condition, without constants.
func leaves(cond *term.Term) []*term.Term {
	switch cond.Op() {
	case term.OpAnd, term.OpOr, term.OpNot:
		var out []*term.Term
		for _, a := range cond.Args() {
			out = append(out, leaves(a)...)
		}
		return out
	case term.OpConst:
		return nil
	}
	return []*term.Term{cond}
}

// orders compares the variables of an atom with each other.
func orders(s *term.Store, atom *term.Term) []*term.Term {
	var out []*term.Term
	vars := atom.Vars()
	for i, v := range vars {
		for _, w := range vars[i+1:] {
			if len(vars) <= 4 {
				out = append(out, Comparisons(s, v, w)...)
			}
		}
	}
	return out
}

// Comparisons returns the ways to compare two terms: equality and, of numbers, order. There are none between different sorts.
func Comparisons(s *term.Store, a, b *term.Term) []*term.Term {
	switch {
	case !a.Sort().Same(b.Sort()):
		return nil
	case a.Sort().Kind == term.KindInt || a.Sort().Kind == term.KindReal:
		return []*term.Term{s.Eq(a, b), s.Le(a, b), s.Le(b, a)}
	}
	return []*term.Term{s.Eq(a, b)}
}
