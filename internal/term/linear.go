package term

import "math/big"

// linear is a linear combination of terms plus a constant, in the order of first appearance.
type linear struct {
	sort     *Sort
	terms    []*Term
	coefs    []*big.Rat
	constant *big.Rat
}

func newLinear(sort *Sort) *linear { return &linear{sort: sort, constant: new(big.Rat)} }

// add adds c*t, taking sums and constant factors apart.
func (l *linear) add(t *Term, c *big.Rat) {
	switch {
	case t.IsConst():
		l.constant.Add(l.constant, new(big.Rat).Mul(c, rationalOf(t)))
	case t.op == OpAdd:
		for _, a := range t.args {
			l.add(a, c)
		}
	case t.op == OpMul && t.args[0].IsConst():
		l.add(t.args[1], new(big.Rat).Mul(c, rationalOf(t.args[0])))
	default:
		l.addTerm(t, c)
	}
}

func (l *linear) addTerm(t *Term, c *big.Rat) {
	for i, u := range l.terms {
		if u == t {
			l.coefs[i] = new(big.Rat).Add(l.coefs[i], c)
			if l.coefs[i].Sign() == 0 {
				l.terms = append(l.terms[:i:i], l.terms[i+1:]...)
				l.coefs = append(l.coefs[:i:i], l.coefs[i+1:]...)
			}
			return
		}
	}
	l.terms = append(l.terms, t)
	l.coefs = append(l.coefs, new(big.Rat).Set(c))
}

func (l *linear) isConstant() bool { return len(l.terms) == 0 }

func (l *linear) negate() {
	for _, c := range l.coefs {
		c.Neg(c)
	}
	l.constant.Neg(l.constant)
}

// normalise divides by the greatest common divisor of the coefficients, so that they are integers without common factor.
func (l *linear) normalise() {
	numerator, denominator := new(big.Int), big.NewInt(1)
	for _, c := range l.coefs {
		numerator.GCD(nil, nil, numerator, new(big.Int).Abs(c.Num()))
		g := new(big.Int).GCD(nil, nil, denominator, c.Denom())
		denominator.Mul(denominator, new(big.Int).Div(c.Denom(), g))
	}
	if numerator.Sign() == 0 {
		return
	}
	factor := new(big.Rat).SetFrac(denominator, numerator)
	if factor.IsInt() && factor.Num().IsInt64() && factor.Num().Int64() == 1 {
		return
	}
	for _, c := range l.coefs {
		c.Mul(c, factor)
	}
	l.constant.Mul(l.constant, factor)
}

// roundUp tightens the constant of an integer constraint sum + constant <= 0.
func (l *linear) roundUp() {
	if l.constant.IsInt() {
		return
	}
	up := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(l.constant.Num()), l.constant.Denom()))
	l.constant.SetInt(up)
}
