package term_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// chained applies an operation to its own result repeatedly.
func chained(t *term.Term, op func(a, b *term.Term) *term.Term) *term.Term {
	for range 60 {
		t = op(t, t)
	}
	return t
}

// TestValuesAreBounded builds values that exceed any memory: neither terms nor runs compute them.
func TestValuesAreBounded(t *testing.T) {
	s := term.NewStore()
	fraction := term.RatValue(big.NewRat(3, 7))
	half := func(a, b *term.Term) *term.Term {
		return s.Add(a, s.Div(s.Const(term.Real, term.RatValue(big.NewRat(1, 3))), b))
	}
	concat := func(a, b *term.Term) *term.Term { return s.Concat(a, b) }
	for name, test := range map[string]struct {
		sort  *term.Sort
		value term.Value
		op    func(a, b *term.Term) *term.Term
	}{
		"product":   {term.Int, term.IntValue(3), s.Mul},
		"fraction":  {term.Real, fraction, s.Mul},
		"quotients": {term.Real, fraction, half},
		"text":      {term.String, term.StringValue("ab"), concat},
	} {
		t.Run(name, func(t *testing.T) {
			v := s.Var("v "+name, test.sort)
			open := chained(v, test.op)
			if _, err := s.Evaluate(open, map[*term.Term]term.Value{v: test.value}); !errors.Is(err, term.ErrUndecided) {
				t.Errorf("a run ends with %v", err)
			}
			folded := chained(s.Const(test.sort, test.value), test.op)
			if folded.IsConst() {
				t.Error("the constant was computed")
			}
			if _, err := s.Evaluate(folded, nil); !errors.As(err, new(term.ErrTooLarge)) {
				t.Errorf("the folded term evaluates with %v", err)
			}
			replaced := s.Substitute(open, map[*term.Term]*term.Term{v: s.Const(test.sort, test.value)})
			if _, err := s.Evaluate(replaced, nil); !errors.As(err, new(term.ErrTooLarge)) {
				t.Errorf("the term with the value put in evaluates with %v", err)
			}
		})
	}
}

// TestLargeValuesAreComputed stays below the limits.
func TestLargeValuesAreComputed(t *testing.T) {
	s := term.NewStore()
	x := s.Int(3)
	for range 13 {
		x = s.Mul(x, x)
	}
	want := new(big.Int).Exp(big.NewInt(3), big.NewInt(1<<13), nil)
	if !x.IsConst() || x.Value().Big().Cmp(want) != 0 {
		t.Error("3 to the 8192 was not computed")
	}
	if again := s.Add(s.Mul(x, s.Int(-1)), x); again != s.Int(0) {
		t.Errorf("x - x is %v", again)
	}
}
