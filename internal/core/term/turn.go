package term

// Turn is the value of v at which the atom (a comparison or equality) turns from true to false or back, as a term over the other variables;
// nil if the atom does not mention v, or not linearly. For integers the quotient is rounded down, so the atom turns at the value, or next to
// it. In comparisons of numbers, v may be any summand, such as the size of a collection; the value may then mention the variables of v.
func (s *Store) Turn(atom, v *Term) *Term {
	if v.op == OpVar && !atom.Mentions(v) {
		return nil
	}
	a, b := atom.args[0], atom.args[1]
	switch {
	case a.sort.Kind == KindInt || a.sort.Kind == KindReal:
		return s.turnNumber(a, b, v)
	case a == v && !b.Mentions(v):
		return b
	case b == v && !a.Mentions(v):
		return a
	}
	return nil
}

func (s *Store) turnNumber(a, b, v *Term) *Term {
	l := newDifference(a, b)
	defer l.free()
	factor, rest := l.isolate(v, nil)
	defer rest.free()
	if isZeroValue(factor) {
		return nil
	}
	if signOf(factor) > 0 {
		rest.negate()
	}
	return s.Div(s.sum(rest), s.number(l.sort, magnitudeOf(factor)))
}

// AddInts adds a small integer to an int or real value.
func AddInts(v Value, n int64) Value { return plus(v, Value{n: n}) }
