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
	left, right int // indices of roots
	negated     bool
	numeric     bool // the sides are numbers
	unsigned    bool // they are machine integers without a sign
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
		side := t.Args()[0].Sort()
		m := measure{op: t.Op(), left: len(*sides), right: len(*sides) + 1, negated: negated,
			numeric: side.Kind == term.KindInt || side.Kind == term.KindReal || side.Kind == term.KindBits, unsigned: side.Kind == term.KindBits && !side.Signed}
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
		return math.Abs(m.difference(f))
	}
	excess, strict := m.difference(f), m.op == term.OpLt
	if m.negated { // not (a <= b) is b < a
		excess, strict = -excess, !strict
	}
	switch {
	case excess > 0:
		return excess + whether(!strict)
	case excess == 0:
		return whether(!strict)
	}
	return 0
}

func whether(holds bool) float64 {
	if holds {
		return 0
	}
	return 1
}

// farAway stands for differences of numbers that do not fit 64 bits.
const farAway = 1e18

// difference of the two sides: 0 exactly if they are equal, and for numbers with the sign of left - right.
func (m *measure) difference(f *term.Frame) float64 {
	x, y := f.Value(m.left), f.Value(m.right)
	if x.Equal(y) {
		return 0
	}
	if !m.numeric {
		return 1
	}
	a, ok := x.Small()
	b, also := y.Small()
	if m.unsigned && float64(uint64(a)) != float64(uint64(b)) {
		return float64(uint64(a)) - float64(uint64(b))
	}
	if ok && also && float64(a) != float64(b) {
		return float64(a) - float64(b)
	}
	if term.CompareInt(x, y) < 0 {
		return -farAway
	}
	return farAway
}
