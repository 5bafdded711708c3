// Package distance measures how far values are from making a condition true: the branch distance of search-based testing
// (Tracey and others). For a <= b it is the amount by which a is too large, for a == b the difference of both sides, for "and"
// the sum and for "or" the minimum of the parts. It is 0 exactly if the condition holds.
package distance

import (
	"math"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// atom is a part of a condition that is neither "and", "or" nor "not", negated if it stands under an odd number of "not".
type atom struct {
	cond    *term.Term
	negated bool
}

// fold combines the distances of the atoms of a condition. It visits all atoms, always in the same order.
func fold(a atom, measure func(atom) float64) float64 {
	op := a.cond.Op()
	if op == term.OpNot {
		return fold(atom{a.cond.Args()[0], !a.negated}, measure)
	}
	if op != term.OpAnd && op != term.OpOr {
		return measure(a)
	}
	sum, least := 0.0, math.Inf(1)
	for _, part := range a.cond.Args() {
		d := fold(atom{part, a.negated}, measure)
		sum, least = sum+d, min(least, d)
	}
	if (op == term.OpAnd) != a.negated { // De Morgan
		return sum
	}
	return least
}

// sides returns the two sides of a comparison, or the condition itself.
func (a atom) sides() []*term.Term {
	switch a.cond.Op() {
	case term.OpEq, term.OpLe, term.OpLt, term.OpHas:
		return a.cond.Args()
	}
	if isTextRelation(a.cond.Op()) {
		return a.cond.Args()
	}
	return []*term.Term{a.cond}
}

// between returns the distance of an atom for the values of its sides.
func (a atom) between(values []term.Value) float64 {
	switch op := a.cond.Op(); op {
	case term.OpEq:
		if a.negated {
			return penalty(!values[0].Equal(values[1]))
		}
		return math.Abs(difference(a.cond.Args()[0].Sort(), values[0], values[1]))
	case term.OpLe, term.OpLt:
		excess, strict := difference(a.cond.Args()[0].Sort(), values[0], values[1]), op == term.OpLt
		if a.negated { // not (a <= b) is b < a
			excess, strict = -excess, !strict
		}
		if excess < 0 {
			return 0
		}
		return excess + penalty(!strict)
	case term.OpHas:
		return a.betweenHas(a.cond.Args()[0].Sort(), values[0], values[1])
	}
	if isTextRelation(a.cond.Op()) {
		return a.betweenTexts(values[0].Text(), values[1].Text())
	}
	return penalty(values[0].Bool() != a.negated)
}

// penalty is 1 for a condition that does not hold, and otherwise 0.
func penalty(holds bool) float64 {
	if holds {
		return 0
	}
	return 1
}

// difference returns left - right for numbers, the number of characters in which strings differ, about the number of items in which lists
// differ, and 1 for other values that differ; it is 0 exactly if they are equal.
func difference(s *term.Sort, left, right term.Value) float64 {
	if left.Equal(right) {
		return 0
	}
	if s.Kind == term.KindString {
		return max(mismatch(runes(left.Text()), runes(right.Text())), 1)
	}
	if !s.IsScalar() {
		return listDifference(s, left.Items(), right.Items())
	}
	if s.Kind != term.KindInt && s.Kind != term.KindReal && s.Kind != term.KindBits {
		return 1
	}
	if d := number(s, left) - number(s, right); d != 0 && !math.IsNaN(d) {
		return d
	}
	a, _ := left.Small()
	b, _ := right.Small()
	if unsigned := s.Kind == term.KindBits && !s.Signed; unsigned && uint64(a) < uint64(b) || !unsigned && term.CompareInt(left, right) < 0 {
		return -1
	}
	return 1
}

// number returns a number, rounded to a float.
func number(s *term.Sort, v term.Value) float64 {
	n, small := v.Small()
	switch {
	case !small:
		f, _ := v.Rat().Float64()
		return f
	case s.Kind == term.KindBits && !s.Signed:
		return float64(uint64(n))
	}
	return float64(n)
}

// Measure computes the distance of some conditions for concrete values of variables.
type Measure struct {
	conds  []*term.Term
	frame  *term.Frame
	values []term.Value // of the sides, in order of the atoms
}

// Compile prepares a measure of the conjunction of conditions over variables.
func Compile(store *term.Store, conds, vars []*term.Term) *Measure {
	var sides []*term.Term
	for _, c := range conds {
		fold(atom{c, false}, func(a atom) float64 {
			sides = append(sides, a.sides()...)
			return 0
		})
	}
	return &Measure{conds: conds, frame: store.Compile(sides, vars).NewFrame(), values: make([]term.Value, len(sides))}
}

// At returns the distance for values of the variables; it is infinite if a condition has no value there.
func (m *Measure) At(values []term.Value) float64 {
	if m.frame.Run(values) != nil {
		return math.Inf(1)
	}
	for i := range m.values {
		m.values[i] = m.frame.Value(i)
	}
	sum, rest := 0.0, m.values
	for _, c := range m.conds {
		sum += fold(atom{c, false}, func(a atom) float64 {
			n := len(a.sides())
			d := a.between(rest[:n])
			rest = rest[n:]
			return d
		})
	}
	return sum
}

// Open returns the distance of a condition in a state with open values; apply puts the state into a condition. An atom costs less
// than 1, however far its sides are apart: about one step is needed to satisfy it, and one large number must not hide the other
// conjuncts. An atom that the open values may satisfy costs nothing.
func Open(cond *term.Term, apply func(*term.Term) *term.Term) float64 {
	return fold(atom{cond, false}, func(a atom) float64 {
		whole := apply(a.cond)
		if !whole.IsConst() || whole.IsTrue() != a.negated {
			return 0
		}
		d := 1.0
		if values, constant := applied(a.sides(), apply); constant {
			d = min(max(d, a.between(values)), math.MaxFloat64)
		}
		return d / (d + 1)
	})
}

// applied returns the values of terms in a state, if they are constants there.
func applied(terms []*term.Term, apply func(*term.Term) *term.Term) ([]term.Value, bool) {
	out := make([]*term.Term, len(terms))
	for i, t := range terms {
		out[i] = apply(t)
	}
	return term.Constants(out)
}
