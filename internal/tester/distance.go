package tester

import (
	"math"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Branch distance: how far a state is from making a condition true, as search-based testing measures it. A comparison that is
// false costs more the larger the difference of its sides, so that a counter which must reach 43 gets nearer with each step, but
// less than 1: about one step is needed to mend it, and a number that is far off must not hide the other conjuncts. What depends
// on values that are still open costs nothing: the solver will choose them.

// distance of a condition over the slots of a state, 0 if it holds or may be made to.
func distance(system *sts.System, cond *term.Term, st *sts.SymbolicState) float64 {
	switch cond.Op() {
	case term.OpAnd:
		sum := 0.0
		for _, c := range cond.Args() {
			sum += distance(system, c, st)
		}
		return sum
	case term.OpOr:
		least := math.Inf(1)
		for _, c := range cond.Args() {
			least = min(least, distance(system, c, st))
		}
		return least
	case term.OpLe, term.OpLt, term.OpEq:
		return comparison(system, cond, st)
	}
	return truthDistance(system.Apply(cond, st))
}

// truthDistance is that of a difference of 1 for what is false, and 0 for what is true or open.
func truthDistance(c *term.Term) float64 {
	if c.IsFalse() {
		return nearness(1)
	}
	return 0
}

// comparison is the distance of a comparison of numbers: how much one side must move.
func comparison(system *sts.System, cond *term.Term, st *sts.SymbolicState) float64 {
	whole := truthDistance(system.Apply(cond, st))
	left, ok := number(system.Apply(cond.Args()[0], st))
	right, both := number(system.Apply(cond.Args()[1], st))
	if whole == 0 || !ok || !both {
		return whole
	}
	return nearness(max(math.Abs(left-right), 1))
}

// number is the value of a constant that is a number.
func number(t *term.Term) (float64, bool) {
	if !t.IsConst() {
		return 0, false
	}
	switch t.Sort().Kind {
	case term.KindInt, term.KindBits:
		f, _ := t.Value().Big().Float64()
		return f, true
	case term.KindReal:
		f, _ := t.Value().Rat().Float64()
		return f, true
	}
	return 0, false
}

// nearness maps a difference to the range from 0 to below 1.
func nearness(d float64) float64 { return d / (d + 1) }
