package sts

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/term"
)

// Elimination of real variables from conjunctions of linear comparisons, after Fourier and Motzkin: some v lies between bounds if
// every lower bound is below every upper one. This is how the condition that some delay enables a move comes out without a quantifier.

// maxEliminated bounds how many comparisons the elimination of one variable may make.
const maxEliminated = 256

// eliminate removes the real variables of bound from the conditions, as far as they occur linearly in comparisons.
func (s *System) eliminate(bound, conditions []*term.Term) []*term.Term {
	for _, v := range bound {
		if v.Sort().Kind == term.KindReal {
			if without, ok := s.eliminateOne(v, conditions); ok {
				conditions = without
			}
		}
	}
	return conditions
}

func (s *System) eliminateOne(v *term.Term, conditions []*term.Term) ([]*term.Term, bool) {
	var out, lows, highs []*term.Term // bounds are conditions on v, with its value in solved
	solved := map[*term.Term]*term.Term{}
	for _, c := range conditions {
		if !c.Mentions(v) {
			out = append(out, c)
			continue
		}
		value, factor := s.solve(c, v)
		if value == nil {
			return nil, false
		}
		if c.Op() == term.OpEq {
			return s.substituteConjuncts(conditions, map[*term.Term]*term.Term{v: value}), true
		}
		solved[c] = value
		if factor < 0 {
			lows = append(lows, c)
		} else {
			highs = append(highs, c)
		}
	}
	if len(lows)*len(highs) > maxEliminated {
		return nil, false
	}
	for _, low := range lows {
		for _, high := range highs {
			compare := s.Store.Le
			if low.Op() == term.OpLt || high.Op() == term.OpLt {
				compare = s.Store.Lt
			}
			out = append(out, compare(solved[low], solved[high]).Conjuncts()...)
		}
	}
	return out, true
}

func (s *System) substituteConjuncts(conditions []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range conditions {
		out = append(out, s.Store.Substitute(c, by).Conjuncts()...)
	}
	return out
}

// solve isolates v in a comparison of reals: v is below the value if the factor is positive, above it if that is negative, or equal to
// it in an equation. The value is nil if v does not occur linearly.
func (s *System) solve(c, v *term.Term) (value *term.Term, factor int) {
	switch c.Op() {
	case term.OpLe, term.OpLt, term.OpEq:
	default:
		return nil, 0
	}
	left, rest, ok := s.isolate(c.Args()[0], v)
	right, rest2, ok2 := s.isolate(c.Args()[1], v)
	left.Sub(left, right)
	if !ok || !ok2 || left.Sign() == 0 || c.Args()[0].Sort().Kind != term.KindReal {
		return nil, 0
	}
	inverse := s.Store.Const(term.Real, term.RatValue(new(big.Rat).Inv(left)))
	return s.Store.Mul(inverse, s.Store.Sub(rest2, rest)), left.Sign()
}

// isolate splits a sum into the factor of v and the rest; false if v occurs in another way.
func (s *System) isolate(sum, v *term.Term) (factor *big.Rat, rest *term.Term, ok bool) {
	factor = new(big.Rat)
	summands := []*term.Term{sum}
	if sum.Op() == term.OpAdd {
		summands = sum.Args()
	}
	var others []*term.Term
	for _, t := range summands {
		switch {
		case t == v:
			factor.Add(factor, big.NewRat(1, 1))
		case t.Op() == term.OpMul && t.Args()[0].IsConst() && t.Args()[1] == v:
			factor.Add(factor, t.Args()[0].Value().Rat())
		case t.Mentions(v):
			return factor, nil, false
		default:
			others = append(others, t)
		}
	}
	if len(others) == 0 {
		return factor, s.Store.Const(sum.Sort().Base(), term.Value{}), true
	}
	return factor, s.Store.Add(slices.Clip(others)...), true
}
