package certificate_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/linear/certificate"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// refutations are of conditions, and one that is wrong for each rule that it breaks.
type refutation struct {
	name       string
	conditions []*term.Term
	root       *certificate.Node
	valid      bool
}

func contradiction(terms ...certificate.Term) *certificate.Node {
	return &certificate.Node{Rule: certificate.Contradiction, Sum: terms}
}

func stated(source int, c *term.Term, value, above bool, factor int64) certificate.Term {
	premise := certificate.Premise{Source: source, Literal: certificate.Literal{Condition: c, Value: value}, Above: above}
	return certificate.Term{Premise: premise, Numerator: factor, Denominator: 1}
}

func derived(number int) certificate.Term {
	return certificate.Term{Premise: certificate.Premise{Kind: certificate.Derived, Number: number}, Numerator: 1, Denominator: 1}
}

func refutations() []refutation {
	s := term.NewStore()
	x, y, r, b := s.Var("x", term.Int), s.Var("y", term.Nat), s.Var("r", term.Real), s.Var("b", term.Bool)
	low, high := s.Le(s.Int(3), x), s.Le(x, s.Int(2))
	between := s.And(s.Lt(s.ToReal(s.Int(0)), r), s.Lt(r, s.ToReal(s.Int(1))))
	even, odd := s.Eq(s.Add(x, y), s.Int(4)), s.Eq(s.Sub(x, y), s.Int(1))
	either, differ := s.Or(low, b), s.Not(s.Eq(x, s.Int(2)))
	same := differ.Args()[0]
	lowest := certificate.Term{Premise: certificate.Premise{Kind: certificate.Lowest, Variable: y}, Numerator: 1, Denominator: 1}
	apart := func(first, second *certificate.Node) *certificate.Node {
		return &certificate.Node{Rule: certificate.Split, Source: 0, Literal: certificate.Literal{Condition: same}, Below: []*certificate.Node{first, second}}
	}
	split := func(below ...*certificate.Node) *certificate.Node {
		return &certificate.Node{Rule: certificate.Split, Source: 0, Literal: certificate.Literal{Condition: either, Value: true}, Below: below}
	}
	cut := func(below *certificate.Node, terms ...certificate.Term) *certificate.Node {
		return &certificate.Node{Rule: certificate.Cut, Sum: terms, Below: []*certificate.Node{below}}
	}
	first, second := contradiction(stated(-1, low, true, false, 1), stated(1, high, true, false, 1)), contradiction(stated(-1, b, true, false, 1), stated(2, s.Not(b), true, false, 1))
	second.Sum[1].Literal = certificate.Literal{Condition: b}
	branch := func(bound int64, v *term.Term, below ...*certificate.Node) *certificate.Node {
		return &certificate.Node{Rule: certificate.Branch, Variable: v, Bound: bound, Below: below}
	}
	return []refutation{
		{"a sum", []*term.Term{low, high}, contradiction(stated(0, low, true, false, 1), stated(1, high, true, false, 1)), true},
		{"a condition that is not there", []*term.Term{low}, contradiction(stated(0, low, true, false, 1), stated(1, high, true, false, 1)), false},
		{"another condition", []*term.Term{low, s.Le(x, s.Int(9))}, contradiction(stated(0, low, true, false, 1), stated(1, high, true, false, 1)), false},
		{"the wrong truth value", []*term.Term{low, low}, contradiction(stated(0, low, true, false, 1), stated(1, low, false, false, 1)), false},
		{"a negative factor", []*term.Term{low, high}, contradiction(stated(0, low, true, false, -1), stated(1, high, true, false, -1)), false},
		{"a factor of zero", []*term.Term{low, high}, contradiction(stated(0, low, true, false, 0)), false},
		{"a variable is left", []*term.Term{low, high}, contradiction(stated(0, low, true, false, 2), stated(1, high, true, false, 1)), false},
		{"nothing", []*term.Term{low, high}, contradiction(), false},
		{"no contradiction of reals", []*term.Term{between}, contradiction(stated(0, between.Args()[0], true, false, 1), stated(0, between.Args()[1], true, false, 1)), false},
		{"a bound of a sort", []*term.Term{s.Lt(y, s.Int(0))}, contradiction(lowest, stated(0, s.Lt(y, s.Int(0)), true, false, 1)), s.Lt(y, s.Int(0)).Op() == term.OpLe},
		{"halves of equations", []*term.Term{even, odd}, cut(cut(contradiction(derived(0), derived(1)), stated(0, even, true, true, 1), stated(1, odd, true, true, 1)),
			stated(0, even, true, false, 1), stated(1, odd, true, false, 1)), true},
		{"a cut of a real", []*term.Term{between}, cut(contradiction(derived(0), stated(0, between.Args()[0], true, false, 1)), stated(0, between.Args()[1], true, false, 1)), false},
		{"numbers that differ", []*term.Term{differ, high, s.Le(s.Int(2), x)},
			apart(contradiction(derived(0), stated(2, s.Le(s.Int(2), x), true, false, 1)), contradiction(derived(0), stated(1, high, true, false, 1))), true},
		{"the wrong halves", []*term.Term{differ, high, s.Le(s.Int(2), x)},
			apart(contradiction(derived(0), stated(1, high, true, false, 1)), contradiction(derived(0), stated(2, s.Le(s.Int(2), x), true, false, 1))), false},
		{"alternatives", []*term.Term{either, high, s.Not(b)}, split(first, second), true},
		{"alternatives in another order", []*term.Term{either, high, s.Not(b)}, split(second, first), false},
		{"one alternative only", []*term.Term{either, high, s.Not(b)}, split(first), false},
		{"an alternative that is not assumed", []*term.Term{low, high}, contradiction(stated(-1, low, true, false, 1), stated(1, high, true, false, 1)), false},
		{"a branch of a real", []*term.Term{between}, branch(0, r, contradiction(derived(0), stated(0, between.Args()[0], true, false, 1)),
			contradiction(derived(0), stated(0, between.Args()[1], true, false, 1))), false},
		{"a branch of an integer", []*term.Term{low, high}, branch(2, x, contradiction(derived(0), stated(0, low, true, false, 1)),
			contradiction(derived(0), stated(1, high, true, false, 1))), true},
		{"a branch whose bound is another", []*term.Term{low, high}, branch(3, x, contradiction(derived(0), stated(0, low, true, false, 1)),
			contradiction(derived(0), stated(1, high, true, false, 1))), false},
		{"a derived inequality that is not there", []*term.Term{low, high}, contradiction(derived(0), stated(0, low, true, false, 1)), false},
		{"no such rule", []*term.Term{low, high}, &certificate.Node{Rule: 9}, false},
	}
}

// Refutations are accepted if and only if they are right.
func TestWrongRefutationsAreRejected(t *testing.T) {
	for _, r := range refutations() {
		if err := certificate.Check(r.conditions, r.root); (err == nil) != r.valid {
			t.Errorf("%s: %v", r.name, err)
		}
	}
}
