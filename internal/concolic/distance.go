package concolic

import (
	"math"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Distances, as search-based testing has them (Tracey and others): how far a configuration is from making a condition true. Of
// a <= b it is how much a is too large, of a == b how far they are apart, of "and" the sum, of "or" the least; 0 is true.

// distance measures how far the slots are from a condition.
type distance struct {
	frame *term.Frame
	root  measure
	vars  map[int]bool // the slots that it reads
}

// measure is a node of a condition; the sides of atoms are roots of the program.
type measure struct {
	op          term.Op
	parts       []measure
	left, right int  // indices of roots
	negated     bool // of an equality
}

// newDistance compiles those conjuncts of a guard that are about the slots alone; nil if there are none.
func (w *walker) newDistance(m *sts.Move) *distance {
	d := &distance{vars: map[int]bool{}}
	var sides []*term.Term
	root := measure{op: term.OpAnd}
	for _, c := range m.Conjuncts() {
		if !w.overSlots(c) || c.HasQuantifier() {
			continue
		}
		root.parts = append(root.parts, measureOf(c, false, &sides))
		for _, v := range c.Vars() {
			d.vars[w.depends.slot[v]] = true
		}
	}
	if len(root.parts) == 0 {
		return nil
	}
	d.root = root
	d.frame = w.system.Store.Compile(sides, w.system.SlotTerms()).NewFrame()
	return d
}

// overSlots tells whether a condition reads nothing but slots.
func (w *walker) overSlots(t *term.Term) bool {
	for _, v := range t.Vars() {
		if _, ok := w.depends.slot[v]; !ok {
			return false
		}
	}
	return true
}

// measureOf takes a condition apart; its atoms become roots.
func measureOf(t *term.Term, negated bool, sides *[]*term.Term) measure {
	switch t.Op() {
	case term.OpNot:
		return measureOf(t.Args()[0], !negated, sides)
	case term.OpAnd, term.OpOr:
		op := t.Op()
		if negated { // De Morgan
			op = term.OpAnd + term.OpOr - op
		}
		m := measure{op: op}
		for _, a := range t.Args() {
			m.parts = append(m.parts, measureOf(a, negated, sides))
		}
		return m
	case term.OpEq, term.OpLe, term.OpLt:
		m := measure{op: t.Op(), left: len(*sides), right: len(*sides) + 1, negated: negated}
		*sides = append(*sides, t.Args()...)
		return m
	}
	m := measure{op: term.OpVar, left: len(*sides), negated: negated}
	*sides = append(*sides, t)
	return m
}

// at is the distance of a configuration's slots; infinite if it cannot be computed.
func (d *distance) at(slots []term.Value) float64 {
	if d.frame.Run(slots) != nil {
		return math.Inf(1)
	}
	return d.root.compute(d.frame)
}

func (m *measure) compute(f *term.Frame) float64 {
	switch m.op {
	case term.OpAnd:
		sum := 0.0
		for i := range m.parts {
			sum += m.parts[i].compute(f)
		}
		return sum
	case term.OpOr:
		least := math.Inf(1)
		for i := range m.parts {
			least = min(least, m.parts[i].compute(f))
		}
		return least
	case term.OpVar:
		return whether(f.Bool(m.left) != m.negated)
	case term.OpEq:
		if m.negated {
			return whether(!f.Value(m.left).Equal(f.Value(m.right)))
		}
		return math.Abs(difference(f, m.left, m.right))
	}
	excess := difference(f, m.left, m.right)
	if m.negated {
		excess = -excess + 1
	}
	return max(excess, 0)
}

func whether(holds bool) float64 {
	if holds {
		return 0
	}
	return 1
}

// difference of two numbers; of values that are no small numbers it is 0 or 1.
func difference(f *term.Frame, left, right int) float64 {
	x, y := f.Value(left), f.Value(right)
	a, ok := x.Small()
	b, also := y.Small()
	if ok && also {
		return float64(a) - float64(b)
	}
	return whether(x.Equal(y))
}
