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

// bounded is the value of the integer v where cond, a comparison, holds.
func (ev *evaluator) bounded(cond, v *term.Term, r row) value {
	known := r[ev.index[v]]
	if cond.Op() == term.OpNot {
		return ev.unequal(cond.Args()[0], v, known, r)
	}
	if cond.Op() != term.OpLe && cond.Op() != term.OpEq || cond.Args()[0].Sort().Kind != term.KindInt {
		return known
	}
	left, right := cond.Args()[0], cond.Args()[1]
	known = known.within(ev.solve(left, right, v, r))
	if cond.Op() == term.OpEq && !known.isEmpty() {
		known = known.within(ev.solve(right, left, v, r))
	}
	return known
}

// unequal cuts an end off that v may not have.
func (ev *evaluator) unequal(atom, v *term.Term, known value, r row) value {
	if atom.Op() != term.OpEq {
		return known
	}
	other := atom.Args()[0]
	if other == v {
		other = atom.Args()[1]
	} else if atom.Args()[1] != v {
		return known
	}
	switch not := ev.interval(other, r); {
	case !not.Low.OK || not.Low != not.High:
	case known.bounds.Low == not.Low:
		return known.within(term.Interval{Low: not.Low.Plus(term.At(1))})
	case known.bounds.High == not.High:
		return known.within(term.Interval{High: not.High.Plus(term.At(-1))})
	}
	return known
}

// summand is a factor and a term of a sum.
type summand struct {
	factor int64
	term   *term.Term
}

// summands takes a sum apart, with a sign; false if a factor is too large.
func summands(t *term.Term, sign int64, out []summand) ([]summand, bool) {
	parts := []*term.Term{t}
	if t.Op() == term.OpAdd {
		parts = t.Args()
	}
	for _, p := range parts {
		s := summand{sign, p}
		if p.Op() == term.OpMul && len(p.Args()) == 2 && p.Args()[0].IsConst() {
			factor := term.At(sign).Times(p.Args()[0].Bounds().Low)
			if !factor.OK {
				return nil, false
			}
			s = summand{factor.N, p.Args()[1]}
		}
		out = append(out, s)
	}
	return out, true
}

// solve returns the interval that a <= b leaves for v: c*v <= -rest, where rest is the sum of the other summands of a - b.
func (ev *evaluator) solve(a, b, v *term.Term, r row) term.Interval {
	sum, ok := summands(a, 1, nil)
	if ok {
		sum, ok = summands(b, -1, sum)
	}
	if !ok {
		return term.Interval{}
	}
	factor, rest := int64(0), term.At(0) // rest is the least value of the others
	for _, s := range sum {
		if s.term == v {
			factor += s.factor
			continue
		}
		others := ev.interval(s.term, r)
		least := others.Low
		if s.factor < 0 {
			least = others.High
		}
		rest = rest.Plus(term.At(s.factor).Times(least))
	}
	minus := term.At(-1)
	switch limit := minus.Times(rest); {
	case factor > 0:
		return term.Interval{High: limit.FloorDiv(factor)}
	case factor < 0:
		return term.Interval{Low: minus.Times(limit.FloorDiv(-factor))}
	}
	return term.Interval{}
}
