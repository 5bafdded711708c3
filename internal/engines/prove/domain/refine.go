package domain

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Refinement: restricting a row to a condition. It may keep too many values, never too few.

// Refine restricts a row, in place, to values for which cond holds; false if there are none, and the row is then invalid.
func (ev *Evaluator) Refine(cond *term.Term, r Row) bool {
	switch v := ev.Value(cond, r); {
	case v.Is(true):
		return true
	case v.Is(false) || v.IsEmpty():
		return false
	}
	switch cond.Op() {
	case term.OpAnd:
		return ev.RefineAll(cond.Args(), r)
	case term.OpOr:
		return ev.refineSome(cond.Args(), r)
	}
	return ev.refineAtom(cond, r)
}

// RefineAll goes over the conditions twice, since later ones may help earlier ones.
func (ev *Evaluator) RefineAll(conditions []*term.Term, r Row) bool {
	for range 2 {
		for _, c := range conditions {
			if !ev.Refine(c, r) {
				return false
			}
		}
	}
	return true
}

// refineSome joins what the row becomes under each condition.
func (ev *Evaluator) refineSome(conditions []*term.Term, r Row) bool {
	var joined Row
	for _, c := range conditions {
		branch := slices.Clone(r)
		if ev.Refine(c, branch) {
			joined = ev.JoinRows(joined, branch)
		}
	}
	copy(r, joined)
	return joined != nil
}

// JoinRows adds row b to row a, which is changed; nil is the empty row.
func (ev *Evaluator) JoinRows(a, b Row) Row {
	if a == nil {
		return slices.Clone(b)
	}
	for i := range a {
		if !a[i].Contains(b[i]) {
			a[i] = a[i].Join(b[i], ev.kinds[i])
		}
	}
	return a
}

// refineAtom restricts the variables of an atom: small sets value by value, integers by the interval that the others leave.
func (ev *Evaluator) refineAtom(cond *term.Term, r Row) bool {
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
		if r[i].IsEmpty() {
			return false
		}
	}
	return true
}

// filter keeps the values of variable i for which cond can hold.
func (ev *Evaluator) filter(cond *term.Term, r Row, i int) Value {
	kept, all := Value{isSet: true}, r[i]
	for _, x := range all.set {
		r[i] = only(x)
		if !ev.Value(cond, r).Is(false) {
			kept.set = append(kept.set, x)
		}
	}
	r[i] = all
	return kept
}

// bounded is the value of the integer v where cond, a comparison, holds: as far as the value at which the comparison turns limits it.
func (ev *Evaluator) bounded(cond, v *term.Term, r Row) Value {
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
		return known.Within(at)
	case cond.Op() == term.OpNot && atom.Op() == term.OpEq:
		return known.without(at)
	case cond.Op() != term.OpLe:
		return known
	case cond.Args()[0].Mentions(v):
		return known.Within(term.Interval{High: at.High})
	}
	return ev.atLeast(cond, v, r, at.Low)
}

// turn is the value of v at which an atom over integers turns, or nil.
func (ev *Evaluator) turn(atom, v *term.Term) *term.Term {
	key := [2]*term.Term{atom, v}
	turn, known := ev.turns[key]
	if !known && (atom.Op() == term.OpLe || atom.Op() == term.OpEq) && atom.Args()[0].Sort().Kind == term.KindInt {
		turn = ev.store.Turn(atom, v)
		ev.turns[key] = turn
	}
	return turn
}

// atLeast is the value of v not below low, nor at low if the condition cannot hold there: the value at which it turns is rounded down.
func (ev *Evaluator) atLeast(cond, v *term.Term, r Row, low term.Bound) Value {
	i := ev.index[v]
	known := r[i]
	if low.OK {
		r[i] = only(term.IntValue(low.N))
		if ev.Value(cond, r).Is(false) {
			low = low.Plus(term.At(1))
		}
		r[i] = known
	}
	return known.Within(term.Interval{Low: low})
}
