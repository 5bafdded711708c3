package sts

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Elimination of numbers from conjunctions of linear comparisons, after Fourier and Motzkin: some v lies between bounds if every lower bound
// is at most every upper one. So the condition that some delay or some input enables a move needs no quantifier.
//
// For integers this requires that v has the factor one; otherwise there need not be a multiple of the factor between the bounds, and v is
// kept. The bounds of the sort of v are bounds like others. A condition that v differs from a value matters only if the bounds leave no other
// value: if a bound on each side equals that value. Of integers only one such value is allowed, since several could exclude more than one
// value between bounds.
//
// A bound may depend on other conditions: c or v <= e bounds v where c is false. Then bounds are compared under the condition that both
// apply. So a condition on the delay that depends on the locations of machines is eliminated too.

// maxEliminated bounds how many comparisons the elimination of one variable may make.
const maxEliminated = 256

// eliminate removes the numbers of bound from the conditions, as far as they occur linearly in comparisons.
func (s *System) eliminate(bound, conditions []*term.Term) []*term.Term {
	for _, v := range bound {
		if kind := v.Sort().Kind; kind == term.KindReal || kind == term.KindInt {
			if without, ok := s.eliminateOne(v, conditions); ok {
				conditions = without
			}
		}
	}
	return conditions
}

// Without eliminates variables from conditions, and returns the resulting conditions on the others, each bound of a sum only once, with its
// tightest constant. If a quantifier would remain, it returns the conditions as they are.
func (s *System) Without(bound, conditions []*term.Term) []*term.Term {
	some := s.Some(bound, conditions)
	if some.HasQuantifier() {
		return conditions
	}
	return s.tightest(some.Conjuncts())
}

// tightest leaves out comparisons with constants that follow from others of the same sum.
func (s *System) tightest(conditions []*term.Term) []*term.Term {
	type end struct {
		at       int // index into out
		constant *big.Rat
		strict   bool
	}
	var out []*term.Term
	known := map[*term.Term]end{}
	for _, c := range conditions {
		sum, constant := s.compared(c)
		old, again := known[sum]
		order := 0
		if sum != nil && again {
			order = constant.Cmp(old.constant)
		}
		switch strict := c.Op() == term.OpLt; {
		case sum == nil:
			out = append(out, c)
		case !again:
			known[sum] = end{len(out), constant, strict}
			out = append(out, c)
		case order > 0 || order == 0 && strict:
			known[sum] = end{old.at, constant, strict}
			out[old.at] = c
		}
	}
	return out
}

// compared splits the comparison of two real numbers into a sum and a constant that together are at most 0, or below it; the sum is nil if
// it is none.
func (s *System) compared(c *term.Term) (sum *term.Term, constant *big.Rat) {
	if c.Op() != term.OpLe && c.Op() != term.OpLt || c.Args()[0].Sort().Kind != term.KindReal {
		return nil, nil
	}
	whole := s.Store.Sub(c.Args()[0], c.Args()[1])
	parts := []*term.Term{whole}
	if whole.Op() == term.OpAdd {
		parts = whole.Args()
	}
	constant = new(big.Rat)
	var rest []*term.Term
	for _, p := range parts {
		if p.IsConst() {
			constant.Add(constant, p.Value().Rat())
		} else {
			rest = append(rest, p)
		}
	}
	if len(rest) == 0 {
		return nil, nil
	}
	return s.Store.Add(rest...), constant
}

// limit is a bound of a variable.
type limit struct {
	value  *term.Term
	strict bool       // v is not the value itself
	unless *term.Term // where this holds, v is not bounded; nil is false
}

// limits are the bounds of one variable.
type limits struct {
	lows, highs []limit
	except      []*term.Term // values that v does not have
	rough       bool         // a bound is inexact, since v has a factor
}

func (s *System) eliminateOne(v *term.Term, conditions []*term.Term) ([]*term.Term, bool) {
	var out []*term.Term
	found := s.sortLimits(v)
	mentioned := false
	for _, c := range conditions {
		if !c.Mentions(v) {
			out = append(out, c)
			continue
		}
		mentioned = true
		value, factor := s.solve(c, v)
		switch {
		case factor == 0:
			if !s.addDependent(&found, c, v) {
				return nil, false
			}
		case c.Op() == term.OpEq && value != nil:
			at, sort := []limit{{value: value}}, s.sortLimits(v)
			within := append(s.between(sort.lows, at, nil), s.between(at, sort.highs, nil)...)
			return append(within, s.substituteConjuncts(conditions, map[*term.Term]*term.Term{v: value})...), true
		case c.Op() == term.OpEq:
			return nil, false
		case c.Op() == term.OpNot:
			found.except = append(found.except, value)
			found.rough = found.rough || value == nil
		default:
			found.add(limit{value: value, strict: c.Op() == term.OpLt}, factor)
		}
	}
	switch {
	case !mentioned:
		return conditions, true
	case len(found.lows) == 0 || len(found.highs) == 0:
		return out, true
	case found.rough || len(found.except) > 1 && v.Sort().Kind == term.KindInt || len(found.lows)*len(found.highs)*(1+len(found.except)) > maxEliminated:
		return nil, false
	}
	return append(out, s.between(found.lows, found.highs, found.except)...), true
}

// add adds a bound: an upper one if v has a positive factor in the comparison.
func (l *limits) add(bound limit, factor int) {
	l.rough = l.rough || bound.value == nil
	if factor < 0 {
		l.lows = append(l.lows, bound)
	} else {
		l.highs = append(l.highs, bound)
	}
}

// addDependent adds the bound of a condition that is a comparison of v, or something else that does not mention it; false if it is not of
// this form.
func (s *System) addDependent(found *limits, c, v *term.Term) bool {
	var others []*term.Term
	var own *term.Term
	for _, part := range s.alternatives(c) {
		switch {
		case !part.Mentions(v):
			others = append(others, part)
		case own != nil:
			return false
		default:
			own = part
		}
	}
	if own == nil || own.Op() == term.OpNot {
		return false
	}
	value, factor := s.solve(own, v)
	if factor == 0 || value == nil {
		return false
	}
	bound := limit{value, own.Op() == term.OpLt, s.Store.Or(others...)}
	found.add(bound, factor)
	if own.Op() == term.OpEq {
		found.add(bound, -factor)
	}
	return true
}

// sortLimits are the bounds of the sort of a variable.
func (s *System) sortLimits(v *term.Term) limits {
	var out limits
	if sort := v.Sort(); sort.Kind == term.KindInt {
		if sort.HasLow {
			out.lows = append(out.lows, limit{value: s.Store.Int(sort.Low)})
		}
		if sort.HasHigh {
			out.highs = append(out.highs, limit{value: s.Store.Int(sort.High)})
		}
	}
	return out
}

// between returns the condition that between each lower and each upper bound there is a value that is not excluded.
func (s *System) between(lows, highs []limit, except []*term.Term) []*term.Term {
	var out []*term.Term
	for _, low := range lows {
		for _, high := range highs {
			for _, c := range s.leave(low, high, except) {
				out = append(out, s.Store.Or(low.dependent(s), high.dependent(s), c).Conjuncts()...)
			}
		}
	}
	return out
}

// leave returns the condition that between a lower and an upper bound there is a value that is not excluded, where both bounds apply.
func (s *System) leave(low, high limit, except []*term.Term) []*term.Term {
	if low.strict || high.strict {
		return []*term.Term{s.Store.Lt(low.value, high.value)}
	}
	out := []*term.Term{s.Store.Le(low.value, high.value)}
	for _, e := range except {
		out = append(out, s.Store.Not(s.Store.And(s.Store.Eq(low.value, e), s.Store.Eq(high.value, e))))
	}
	return out
}

// dependent is the condition under which a bound does not apply.
func (l limit) dependent(s *System) *term.Term {
	if l.unless == nil {
		return s.Store.False()
	}
	return l.unless
}

func (s *System) substituteConjuncts(conditions []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range conditions {
		out = append(out, s.Store.Substitute(c, by).Conjuncts()...)
	}
	return out
}

// solve isolates v in a comparison of numbers, or in one that is excluded: v is below the value if the factor is positive, above it if that
// is negative, or equal to it in an equation. The factor is 0 if v does not occur linearly. The value is nil if v is an integer
// with another factor than one.
func (s *System) solve(c, v *term.Term) (value *term.Term, factor int) {
	if c.Op() == term.OpNot && c.Args()[0].Op() == term.OpEq {
		c = c.Args()[0]
	}
	switch c.Op() {
	case term.OpLe, term.OpLt, term.OpEq:
	default:
		return nil, 0
	}
	kind := c.Args()[0].Sort().Kind
	if kind != v.Sort().Kind || kind == term.KindInt && c.Op() == term.OpLt {
		return nil, 0
	}
	left, rest, ok := s.isolate(c.Args()[0], v)
	right, rest2, ok2 := s.isolate(c.Args()[1], v)
	left.Sub(left, right)
	if !ok || !ok2 || left.Sign() == 0 {
		return nil, 0
	}
	inverse := new(big.Rat).Inv(left)
	if kind == term.KindInt && !inverse.IsInt() {
		return nil, left.Sign()
	}
	by := s.Store.Const(v.Sort().Base(), term.RatValue(inverse))
	return s.Store.Mul(by, s.Store.Sub(rest2, rest)), left.Sign()
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
