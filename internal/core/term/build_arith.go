package term

import "slices"

// Constructors of arithmetic and order on int, real and machine bits: rules 1, 4, 5 and 6 of the package comment.

// Add is the sum of terms of one sort.
func (s *Store) Add(ts ...*Term) *Term {
	if s.raw {
		return s.node(OpAdd, ts[0].sort.Base(), slices.Clone(ts)...)
	}
	l := newLinear(ts[0].sort.Base())
	defer l.free()
	l.gathering = true
	for _, t := range ts {
		l.add(t, oneValue)
	}
	l.settle()
	l.joinCases()
	s.joinHalves(l)
	return s.sum(l)
}

// Sub is a - b.
func (s *Store) Sub(a, b *Term) *Term { return s.Add(a, s.Neg(b)) }

// Neg is -t.
func (s *Store) Neg(t *Term) *Term { return s.Mul(s.number(t.sort, minusOneValue), t) }

// Mul is the product of two terms of one sort. A constant factor is distributed over a sum.
func (s *Store) Mul(a, b *Term) *Term {
	if s.raw {
		return s.node(OpMul, a.sort.Base(), a, b)
	}
	if b.IsConst() {
		a, b = b, a
	}
	if a.IsConst() {
		l := newLinear(b.sort.Base())
		defer l.free()
		l.add(b, numberOf(a))
		return s.sum(l)
	}
	if b.hash < a.hash {
		a, b = b, a
	}
	return s.node(OpMul, a.sort.Base(), a, b)
}

// number is a constant of a number sort; bits wrap around.
func (s *Store) number(sort *Sort, v Value) *Term {
	switch {
	case sort.Kind == KindBits:
		return s.Const(sort, wrap(sort, v.Big()))
	case sort.Kind == KindInt && v.ref != nil:
		return s.Const(Int, BigValue(v.Big()))
	}
	return s.Const(sort, v)
}

// sum builds the canonical term of a linear combination.
func (s *Store) sum(l *linear) *Term {
	var args []*Term
	for i, t := range l.terms {
		if c := s.number(l.sort, l.coefs[i]); !isZero(c) {
			args = append(args, s.scaled(c, t))
		}
	}
	c := s.number(l.sort, l.constant)
	if len(args) == 0 {
		return c
	}
	if !isZero(c) {
		args = append(args, c)
	}
	if len(args) == 1 {
		return args[0]
	}
	return s.node(OpAdd, l.sort, args...)
}

func (s *Store) scaled(c, t *Term) *Term {
	if isOne(c) {
		return t
	}
	return s.node(OpMul, t.sort.Base(), c, t)
}

func isZero(c *Term) bool { return c.value.ref == nil && c.value.n == 0 }
func isOne(c *Term) bool  { return c.value.ref == nil && c.value.n == 1 }

// Le is a <= b on numbers and strings.
func (s *Store) Le(a, b *Term) *Term { return s.compare(OpLe, a, b) }

// Lt is a < b on numbers and strings.
func (s *Store) Lt(a, b *Term) *Term { return s.compare(OpLt, a, b) }

func (s *Store) compare(op Op, a, b *Term) *Term {
	if a.sort.Kind == KindString {
		return s.compareText(op == OpLt, a, b)
	}
	if s.raw {
		return s.node(op, Bool, a, b)
	}
	if a.IsConst() && b.IsConst() {
		return s.Truth(compareValues(op, a.sort, a.value, b.value))
	}
	if a == b {
		return s.Truth(op == OpLe)
	}
	if a.sort.Kind == KindBits {
		return s.node(op, Bool, a, b)
	}
	l := newDifference(a, b)
	defer l.free()
	l.joinCases()
	s.joinHalves(l)
	if op == OpLt && l.sort.Kind == KindInt {
		l.constant = plus(l.constant, oneValue)
		op = OpLe
	}
	return s.compareZero(op, l)
}

// compareZero builds l <= 0 or l < 0.
func (s *Store) compareZero(op Op, l *linear) *Term {
	if l.isConstant() {
		sign := signOf(l.constant)
		return s.Truth(sign < 0 || sign == 0 && op == OpLe)
	}
	l.normalise()
	if l.sort.Kind == KindInt {
		l.roundUp()
		if t := s.compareCases(l); t != nil {
			return t
		}
		if t := s.compareChain(l); t != nil {
			return t
		}
		if t := s.compareChoice(l); t != nil {
			return t
		}
	}
	left, right := s.sides(l)
	if left.bounds.AtMost(right.bounds) {
		return s.true_
	}
	if right.bounds.Below(left.bounds) {
		return s.false_
	}
	return s.node(op, Bool, left, right)
}

// sides splits l <= 0 into two sums with positive coefficients; the constant goes to the right, unless that side would be
// a lone constant anyway.
func (s *Store) sides(l *linear) (left, right *Term) {
	a, b := newLinear(l.sort), newLinear(l.sort)
	defer a.free()
	defer b.free()
	for i, t := range l.terms {
		if c := l.coefs[i]; signOf(c) > 0 {
			a.terms, a.coefs = append(a.terms, t), append(a.coefs, c)
		} else {
			b.terms, b.coefs = append(b.terms, t), append(b.coefs, negativeOf(c))
		}
	}
	if len(a.terms) == 0 {
		a.constant = l.constant
	} else {
		b.constant = negativeOf(l.constant)
	}
	return s.sum(a), s.sum(b)
}

// eqNumber builds a == b with like terms cancelled.
func (s *Store) eqNumber(a, b *Term) *Term {
	l := newDifference(a, b)
	defer l.free()
	if l.isConstant() {
		return s.Truth(signOf(l.constant) == 0)
	}
	l.normalise()
	if signOf(l.coefs[0]) < 0 {
		l.negate()
	}
	if l.sort.Kind == KindInt && !isWhole(l.constant) {
		return s.false_
	}
	if t := s.equalCases(l); t != nil {
		return t
	}
	left, right := s.sides(l)
	if left.bounds.Below(right.bounds) || right.bounds.Below(left.bounds) {
		return s.false_
	}
	if left.op == OpIte && right.IsConst() {
		if t := s.eqIte(left, right); t != nil {
			return t
		}
	}
	return s.node(OpEq, Bool, left, right)
}

// Div is the quotient: Euclidean for int, truncated for bits, exact for real; x / 0 is 0.
func (s *Store) Div(a, b *Term) *Term {
	if !s.raw {
		if a.IsConst() && b.IsConst() && !(a.sort.Kind == KindReal && productIsTooLarge(a.value, b.value)) {
			return s.Const(a.sort, divide(a.sort, a.value, b.value))
		}
		if a.sort.Kind == KindReal && b.IsConst() && !isZero(b) && !a.IsConst() {
			return s.Mul(s.number(Real, inverseOf(b.value)), a)
		}
		if b.IsConst() && isOne(b) {
			return a
		}
	}
	return s.node(OpDiv, a.sort.Base(), a, b)
}

// Mod is the remainder that belongs to Div; x % 0 is 0.
func (s *Store) Mod(a, b *Term) *Term {
	if !s.raw {
		if a.IsConst() && b.IsConst() {
			return s.Const(a.sort, remainder(a.sort, a.value, b.value))
		}
		if a.bounds.Low.OK && a.bounds.Low.N >= 0 && a.bounds.Below(b.bounds) {
			return a
		}
	}
	return s.node(OpMod, a.sort.Base(), a, b)
}

// ToReal is an int as a real.
func (s *Store) ToReal(t *Term) *Term {
	if !s.raw && t.IsConst() {
		return s.Const(Real, t.value)
	}
	return s.node(OpToReal, Real, t)
}

// Floor is the greatest integer that is not greater than a real.
func (s *Store) Floor(t *Term) *Term {
	if !s.raw {
		if t.IsConst() {
			return s.Const(Int, floor(t.value))
		}
		if t.op == OpToReal {
			return t.args[0]
		}
	}
	return s.node(OpFloor, Int, t)
}
