package term

// Turn is the value of v at which the atom (a comparison or equality) turns from true to false or back, as a term over the
// other variables; nil if the atom does not mention v, or not linearly. For integers the quotient is rounded down, so the
// atom turns at the value, or next to it.
func (s *Store) Turn(atom, v *Term) *Term {
	if !contains(atom.Vars(), v) {
		return nil
	}
	a, b := atom.args[0], atom.args[1]
	switch a.sort.Kind {
	case KindInt, KindReal:
		return s.turnNumber(a, b, v)
	}
	switch {
	case a == v && !contains(b.Vars(), v):
		return b
	case b == v && !contains(a.Vars(), v):
		return a
	}
	return nil
}

func (s *Store) turnNumber(a, b, v *Term) *Term {
	l := newLinear(a.sort.Base())
	defer l.free()
	l.add(a, oneValue)
	l.add(b, minusOneValue)
	var factor Value
	rest := newLinear(l.sort)
	defer rest.free()
	rest.constant = l.constant
	for i, t := range l.terms {
		switch {
		case t == v:
			factor = l.coefs[i]
		case contains(t.Vars(), v):
			return nil
		default:
			rest.add(t, l.coefs[i])
		}
	}
	if isZeroValue(factor) {
		return nil
	}
	if signOf(factor) > 0 {
		rest.negate()
	}
	return s.Div(s.sum(rest), s.number(l.sort, magnitudeOf(factor)))
}

// AddInts adds a small integer to an int or real value.
func AddInts(v Value, n int64) Value {
	return plus(v, Value{n: n})
}
