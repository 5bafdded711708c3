package term

import "math/big"

// Turn is the value of v at which the atom (a comparison or equality) turns from true to false or back, as a term over the
// other variables; nil if the atom does not mention v, or not linearly. For integers the quotient is rounded down, so the
// atom turns at the value, or next to it.
func (s *Store) Turn(atom, v *Term) *Term {
	if !contains(atom.vars, v) {
		return nil
	}
	a, b := atom.args[0], atom.args[1]
	switch a.sort.Kind {
	case KindInt, KindReal:
		return s.turnNumber(a, b, v)
	}
	switch {
	case a == v && !contains(b.vars, v):
		return b
	case b == v && !contains(a.vars, v):
		return a
	}
	return nil
}

func (s *Store) turnNumber(a, b, v *Term) *Term {
	l := newLinear(a.sort.Base())
	l.add(a, big.NewRat(1, 1))
	l.add(b, big.NewRat(-1, 1))
	var factor *big.Rat
	rest := newLinear(l.sort)
	rest.constant.Set(l.constant)
	for i, t := range l.terms {
		switch {
		case t == v:
			factor = l.coefs[i]
		case contains(t.vars, v):
			return nil
		default:
			rest.add(t, l.coefs[i])
		}
	}
	if factor == nil {
		return nil
	}
	if factor.Sign() > 0 {
		rest.negate()
	}
	return s.Div(s.sum(rest), s.number(l.sort, new(big.Rat).Abs(factor)))
}

// AddInts adds a small integer to an int or real value.
func AddInts(v Value, n int64) Value {
	if v.ref == nil {
		if sum := v.n + n; (v.n^sum)&(n^sum) >= 0 {
			return Value{n: sum}
		}
		return BigValue(new(big.Int).Add(v.Big(), big.NewInt(n)))
	}
	if b, ok := v.ref.(*big.Int); ok {
		return BigValue(new(big.Int).Add(b, big.NewInt(n)))
	}
	return RatValue(new(big.Rat).Add(v.Rat(), big.NewRat(n, 1)))
}
