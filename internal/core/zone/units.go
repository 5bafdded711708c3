package zone

import "math/big"

// Units is the number of units of bounds in 1 unit of time: a common denominator of constants.
type Units struct{ perOne *big.Int }

// NewUnits returns units in which all constants are whole numbers.
func NewUnits(constants ...*big.Rat) Units {
	lcm := big.NewInt(1)
	for _, c := range constants {
		gcd := new(big.Int).GCD(nil, nil, lcm, c.Denom())
		lcm = new(big.Int).Mul(lcm, gcd.Quo(c.Denom(), gcd))
	}
	return Units{lcm}
}

// Int returns a constant in units, or not ok if it is not a whole number of them or beyond [Limit].
func (u Units) Int(c *big.Rat) (n int64, ok bool) {
	scaled := new(big.Rat).Mul(c, new(big.Rat).SetInt(u.perOne))
	if !scaled.IsInt() || !scaled.Num().IsInt64() {
		return 0, false
	}
	n = scaled.Num().Int64()
	return n, n <= Limit && n >= -Limit
}

// Rat returns n units as a number of time.
func (u Units) Rat(n *big.Rat) *big.Rat {
	if u.isOne() {
		return n
	}
	return new(big.Rat).Quo(n, new(big.Rat).SetInt(u.perOne))
}

// Of returns a time in units.
func (u Units) Of(t *big.Rat) *big.Rat {
	if u.isOne() {
		return t
	}
	return new(big.Rat).Mul(t, new(big.Rat).SetInt(u.perOne))
}

// isOne reports whether a unit is a unit of time.
func (u Units) isOne() bool { return u.perOne.IsInt64() && u.perOne.Int64() == 1 }

// Ceil returns the least number of units that is not below c, or [Always] if that is beyond [Limit].
func (u Units) Ceil(c *big.Rat) int64 {
	scaled := new(big.Rat).Mul(c, new(big.Rat).SetInt(u.perOne))
	up := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(scaled.Num()), scaled.Denom()))
	switch {
	case up.Cmp(big.NewInt(Limit)) > 0:
		return Always
	case up.Cmp(big.NewInt(-Limit)) < 0:
		return -Limit
	}
	return up.Int64()
}
