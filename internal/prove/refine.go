package prove

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/term"
)

// Refinement: what a row becomes where a condition holds. It may keep too much, never too little.

// refine restricts a row, in place, to where cond holds; false if it holds nowhere, and then the row is of no use.
func (ev *evaluator) refine(cond *term.Term, r row) bool {
	switch v := ev.value(cond, r); {
	case v.is(true):
		return true
	case v.is(false) || v.isEmpty():
		return false
	}
	switch cond.Op() {
	case term.OpAnd:
		return ev.refineAll(cond.Args(), r)
	case term.OpOr:
		return ev.refineSome(cond.Args(), r)
	}
	return ev.refineAtom(cond, r)
}

// refineAll goes over the conditions twice, since later ones may help earlier ones.
func (ev *evaluator) refineAll(conditions []*term.Term, r row) bool {
	for range 2 {
		for _, c := range conditions {
			if !ev.refine(c, r) {
				return false
			}
		}
	}
	return true
}

// refineSome joins what the row becomes under each condition.
func (ev *evaluator) refineSome(conditions []*term.Term, r row) bool {
	var joined row
	for _, c := range conditions {
		branch := slices.Clone(r)
		if ev.refine(c, branch) {
			joined = ev.joinRows(joined, branch)
		}
	}
	copy(r, joined)
	return joined != nil
}

// joinRows adds row b to row a, which is changed; nil is the row of what cannot be.
func (ev *evaluator) joinRows(a, b row) row {
	if a == nil {
		return slices.Clone(b)
	}
	for i := range a {
		if !a[i].contains(b[i]) {
			a[i] = a[i].join(b[i], ev.kinds[i])
		}
	}
	return a
}

// refineAtom restricts the variables of an atom: small sets value by value, integers by the interval that the others leave.
func (ev *evaluator) refineAtom(cond *term.Term, r row) bool {
	for _, v := range cond.Vars() {
		i, ok := ev.index[v]
		if !ok {
			continue
		}
		if r[i].isSet {
			r[i] = ev.filter(cond, r, i)
		} else if v.Sort().Kind == term.KindInt {
			r[i] = ev.bounded(cond, v, r)
		}
		if r[i].isEmpty() {
			return false
		}
	}
	return true
}

// filter keeps the values of variable i for which cond can hold.
func (ev *evaluator) filter(cond *term.Term, r row, i int) value {
	kept, all := value{isSet: true}, r[i]
	for _, x := range all.set {
		r[i] = only(x)
		if !ev.value(cond, r).is(false) {
			kept.set = append(kept.set, x)
		}
	}
	r[i] = all
	return kept
}

// bounded is the value of the integer v where cond, a comparison, holds: as far as the value at which the comparison turns limits it.
func (ev *evaluator) bounded(cond, v *term.Term, r row) value {
	known, atom := r[ev.index[v]], cond
	if cond.Op() == term.OpNot {
		atom = cond.Args()[0]
	}
	turn := ev.turn(atom, v)
	if turn == nil {
		return known
	}
	at := ev.interval(turn, r)
	switch {
	case cond.Op() == term.OpEq:
		return known.within(at)
	case cond.Op() == term.OpNot && atom.Op() == term.OpEq:
		return known.without(at)
	case cond.Op() != term.OpLe:
		return known
	case cond.Args()[0].Mentions(v):
		return known.within(term.Interval{High: at.High})
	}
	return ev.atLeast(cond, v, r, at.Low)
}

// turn is the value of v at which an atom over integers turns, or nil.
func (ev *evaluator) turn(atom, v *term.Term) *term.Term {
	key := [2]*term.Term{atom, v}
	turn, known := ev.turns[key]
	if !known && (atom.Op() == term.OpLe || atom.Op() == term.OpEq) && atom.Args()[0].Sort().Kind == term.KindInt {
		turn = ev.store.Turn(atom, v)
		ev.turns[key] = turn
	}
	return turn
}

// atLeast is the value of v not below low, nor at low if the condition cannot hold there: the value at which it turns is rounded down.
func (ev *evaluator) atLeast(cond, v *term.Term, r row, low term.Bound) value {
	i := ev.index[v]
	known := r[i]
	if low.OK {
		r[i] = only(term.IntValue(low.N))
		if ev.value(cond, r).is(false) {
			low = low.Plus(term.At(1))
		}
		r[i] = known
	}
	return known.within(term.Interval{Low: low})
}
