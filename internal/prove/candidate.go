package prove

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Candidates: for every place the ends of the intervals and the sets of its row, and at every place conditions from guards.

// candidate is a condition over the slots that may hold at a place. An end of an interval says so, since one end implies
// another.
type candidate struct {
	cond *term.Term
	end  end // zero if it is none
	n    int64
}

// end is one side of the interval of a slot.
type end struct {
	slot *term.Term
	side side
}

type side uint8

const (
	below side = iota + 1 // slot <= n
	above                 // slot >= n
)

// invariant is the candidates of a place that are left.
type invariant struct {
	candidates []candidate
	conditions map[*term.Term]bool
	ends       map[end]int64
	never      bool // one of them is false: no run comes to the place
}

func newInvariant(candidates []candidate) *invariant {
	inv := &invariant{candidates: candidates, conditions: map[*term.Term]bool{}, ends: map[end]int64{}}
	for _, c := range candidates {
		inv.conditions[c.cond] = true
		inv.never = inv.never || c.cond.IsFalse()
		if c.end != (end{}) {
			inv.ends[c.end] = c.n
		}
	}
	return inv
}

// has tells whether one candidate implies c, as written.
func (inv *invariant) has(c candidate) bool {
	if inv.conditions[c.cond] {
		return true
	}
	n, ok := inv.ends[c.end]
	return ok && (c.end.side == below && n <= c.n || c.end.side == above && n >= c.n)
}

// drop removes candidates, and tells whether there were any.
func (inv *invariant) drop(dropped []candidate) bool {
	for _, c := range dropped {
		delete(inv.conditions, c.cond)
		inv.never = inv.never && !c.cond.IsFalse()
		if c.end != (end{}) {
			delete(inv.ends, c.end)
		}
	}
	inv.candidates = slices.DeleteFunc(inv.candidates, func(c candidate) bool { return !inv.conditions[c.cond] })
	return len(dropped) > 0
}

// candidates proposes conditions for a place from its row. A place that is not reached has the candidate false.
func (f *flow) candidates(p int) []candidate {
	store := f.system.Store
	if f.rows[p] == nil {
		return []candidate{{cond: store.False()}}
	}
	var out []candidate
	for i, slot := range f.system.Slots {
		out = append(out, slotCandidates(store, slot, f.rows[p][i])...)
	}
	return out
}

// slotCandidates says what is known of a slot.
func slotCandidates(s *term.Store, slot sts.Slot, v value) []candidate {
	if slot.Sort.Kind != term.KindInt {
		return setCandidates(s, slot, v)
	}
	var out []candidate
	low, high := v.interval().Low, v.interval().High
	add := func(side side, n int64, cond *term.Term) {
		if !cond.IsConst() { // implied by the sort
			out = append(out, candidate{cond, end{slot.Term, side}, n})
		}
	}
	if low.OK {
		add(above, low.N, s.Le(s.Int(low.N), slot.Term))
	}
	if high.OK {
		add(below, high.N, s.Le(slot.Term, s.Int(high.N)))
	}
	if low.OK && high.OK && v.isSet && high.N-low.N >= int64(len(v.set)) {
		out = append(out, setCandidates(s, slot, v)...)
	}
	return out
}

// setCandidates says that a slot has one of the values of a set.
func setCandidates(s *term.Store, slot sts.Slot, v value) []candidate {
	if !v.isSet || v.equal(anyOf(slot.Sort)) {
		return nil
	}
	var choices []*term.Term
	for _, x := range v.set {
		choices = append(choices, s.Eq(slot.Term, s.Const(slot.Sort.Base(), x)))
	}
	return []candidate{{cond: s.Or(choices...)}}
}

// maxShared bounds the conditions that are tried at every place.
const maxShared = 500

// contradictions are, for every target, that what it demands of the slots does not hold.
func contradictions(s *term.Store, targets []*attempt) []candidate {
	var out []*term.Term
	for _, t := range targets {
		out = append(out, s.Not(s.And(t.static...)))
	}
	return distinct(out)
}

// comparisons are the atoms of the targets and their negations, and how the variables that they compare are ordered.
func comparisons(s *term.Store, targets []*attempt) []candidate {
	var out []*term.Term
	for _, t := range targets {
		for _, c := range t.static {
			for _, a := range atomsOf(c, nil) {
				out = append(append(out, s.Not(a), a), orders(s, a)...)
			}
		}
	}
	return distinct(out)
}

// rowsAndHints proposes what the row of a place says, and the hints that it does not contradict.
func (p *prover) rowsAndHints(place int) []candidate {
	return append(p.flow.candidates(place), p.flow.everywhere(p.hints)(place)...)
}

// everywhere proposes candidates at every place whose row does not contradict them.
func (f *flow) everywhere(candidates []candidate) func(place int) []candidate {
	return func(place int) []candidate {
		var out []candidate
		for _, c := range candidates {
			if f.rows[place] != nil && !f.slots.value(c.cond, f.rows[place]).is(false) {
				out = append(out, c)
			}
		}
		return out
	}
}

// distinct makes candidates of conditions, the first maxShared of them.
func distinct(conditions []*term.Term) []candidate {
	var out []candidate
	known := map[*term.Term]bool{}
	for _, c := range conditions {
		if !c.IsConst() && !known[c] && len(out) < maxShared {
			known[c] = true
			out = append(out, candidate{cond: c})
		}
	}
	return out
}

// overSlots tells whether a term speaks of slots only.
func (f *flow) overSlots(t *term.Term) bool {
	return !slices.ContainsFunc(t.Vars(), func(v *term.Term) bool {
		_, ok := f.slots.index[v]
		return !ok
	})
}

// orders compares the variables of an atom with each other.
func orders(s *term.Store, atom *term.Term) []*term.Term {
	var out []*term.Term
	vars := atom.Vars()
	for i, v := range vars {
		for _, w := range vars[i+1:] {
			if !v.Sort().Same(w.Sort()) || len(vars) > 4 {
				continue
			}
			out = append(out, s.Eq(v, w))
			if v.Sort().Kind == term.KindInt || v.Sort().Kind == term.KindReal {
				out = append(out, s.Le(v, w), s.Le(w, v))
			}
		}
	}
	return out
}
