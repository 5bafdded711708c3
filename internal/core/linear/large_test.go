package linear_test

import (
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/linear"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Numbers that are too large leave a query open, and the next one is decided.
func TestLargeNumbers(t *testing.T) {
	s, d := term.NewStore(), linear.NewDecider()
	x, y, z := s.Var("x", term.Real), s.Var("y", term.Real), s.Var("z", term.Real)
	factor := func(n int64) *term.Term { return s.Const(term.Real, term.RatValue(big.NewRat(n, n-2))) }
	chain := []*term.Term{s.Eq(x, s.Mul(factor(1_000_000_007), y)), s.Eq(y, s.Mul(factor(998_244_353), z)), s.Eq(s.Mul(factor(1_000_000_009), x), s.Add(z, s.ToReal(s.Int(1))))}
	if got := d.Decide(chain); got == linear.Refuted {
		t.Error("a chain with a solution is refuted")
	}
	huge := s.Const(term.Int, term.BigValue(new(big.Int).Lsh(big.NewInt(1), 90)))
	n := s.Var("n", term.Int)
	if got := d.Decide([]*term.Term{s.Le(huge, n)}); got != linear.Open {
		t.Errorf("%v", got)
	}
	if got := d.Decide([]*term.Term{s.Le(s.Int(7), n), s.Le(n, s.Int(6))}); got != linear.Refuted {
		t.Errorf("%v", got)
	}
	if got := d.Decide([]*term.Term{s.Lt(x, y), s.Lt(y, z), s.Lt(z, s.ToReal(s.Int(1)))}); got != linear.Satisfied || d.Mistakes > 0 {
		t.Errorf("%v, %d mistakes", got, d.Mistakes)
	}
}
