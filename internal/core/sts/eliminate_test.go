package sts

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// drawCondition draws a condition on numbers: comparisons of sums, equations, and combinations of these.
func drawCondition(t *rapid.T, s *term.Store, vars []*term.Term, depth int) *term.Term {
	if depth > 0 && rapid.Bool().Draw(t, "junction") {
		a, b := drawCondition(t, s, vars, depth-1), drawCondition(t, s, vars, depth-1)
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			return s.And(a, b)
		case 1:
			return s.Or(a, b)
		}
		return s.Not(s.And(a, b))
	}
	number := func(n int) *term.Term { return s.Const(vars[0].Sort().Base(), term.IntValue(int64(n))) }
	sum := number(rapid.IntRange(-3, 3).Draw(t, "constant"))
	for _, v := range vars {
		factor := rapid.SampledFrom([]int{0, 1, 1, -1, -1, 2}).Draw(t, "factor")
		sum = s.Add(sum, s.Mul(number(factor), v))
	}
	switch rapid.IntRange(0, 3).Draw(t, "relation") {
	case 0:
		return s.Eq(sum, number(0))
	case 1:
		return s.Not(s.Eq(sum, number(0)))
	case 2:
		return s.Lt(sum, number(0))
	}
	return s.Le(sum, number(0))
}

// holds evaluates a condition.
func holds(t *rapid.T, s *term.Store, c *term.Term, values map[*term.Term]term.Value) bool {
	value, err := s.Evaluate(c, values)
	if err != nil {
		t.Fatal(err)
	}
	return value.Bool()
}

// candidates lists values of a variable among which there is one that fulfils the conditions drawn, if any does: bounds of the free variables
// keep the compared values near zero, and halves of it are the closest bounds of reals.
func candidates(v *term.Term) []term.Value {
	var out []term.Value
	for n := int64(-40); n <= 40; n++ {
		if v.Sort().Kind == term.KindReal {
			for k := range int64(8) {
				out = append(out, term.RatValue(big.NewRat(8*n+k, 8)))
			}
		} else if v.Sort().Contains(term.IntValue(n)) {
			out = append(out, term.IntValue(n))
		}
	}
	return out
}

// TestSomeIsEnumeration: the condition that some value makes conditions true is true where enumeration finds one, with and without
// bounds of the variable, of integers and of reals, and also if only the tightest bounds are kept.
func TestSomeIsEnumeration(t *testing.T) {
	eliminated := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &System{Store: term.NewStore()}
		sort := rapid.SampledFrom([]*term.Sort{term.Int, term.Nat, term.Range(-1, 2), term.Range(0, 70), term.Range(1, 1), term.Real}).Draw(t, "sort")
		free := term.Range(-2, 2)
		if sort.Kind == term.KindReal {
			free = term.Real
		}
		v, x, y := s.Store.Var("v", sort), s.Store.Var("x", free), s.Store.Var("y", free)
		var conditions []*term.Term
		for range rapid.IntRange(1, 4).Draw(t, "conditions") {
			conditions = append(conditions, drawCondition(t, s.Store, []*term.Term{v, x, y}, 1).Conjuncts()...)
		}
		some := s.Some([]*term.Term{v}, conditions)
		if some.HasQuantifier() {
			return
		}
		if whole := s.Store.And(conditions...); whole.Mentions(v) {
			eliminated++
		}
		for range 4 {
			values := map[*term.Term]term.Value{}
			for _, u := range []*term.Term{x, y} {
				values[u] = term.IntValue(int64(rapid.IntRange(-2, 2).Draw(t, "value")))
			}
			found := false
			for _, n := range candidates(v) {
				values[v] = n
				found = found || holds(t, s.Store, s.Store.And(conditions...), values)
			}
			for _, some := range []*term.Term{some, s.Store.And(s.Without([]*term.Term{v}, conditions)...)} {
				if got := holds(t, s.Store, some, values); got != found {
					t.Fatalf("some %v: %v is %v, enumeration says %v, for x = %v, y = %v", conditions, some, got, found, values[x], values[y])
				}
			}
		}
	})
	if eliminated == 0 {
		t.Error("no variable was eliminated")
	}
}
