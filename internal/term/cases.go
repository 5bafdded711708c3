package term

// Sums of choices between constants, such as the number of elements that are present. A comparison that holds only if all choices are
// made in one way, or not all in the other, says nothing about numbers.

// extreme is the least or greatest value of a sum, and the conditions under which the choices in it make it so.
type extreme struct {
	sum  Value
	when []*Term
}

// allCases returns the least and the greatest value of a combination of choices between constants, and the smallest difference that one
// choice makes. It returns false if there are other terms.
func (s *Store) allCases(l *linear) (least, greatest extreme, step Value, ok bool) {
	least.sum, greatest.sum = l.constant, l.constant
	for i, t := range l.terms {
		if !isCase(t) {
			return least, greatest, step, false
		}
		then, otherwise := times(l.coefs[i], t.args[1].value), times(l.coefs[i], t.args[2].value)
		low, high, isLow := then, otherwise, t.args[0]
		if CompareInt(then, otherwise) > 0 {
			low, high, isLow = otherwise, then, s.Not(isLow)
		}
		least.sum, least.when = plus(least.sum, low), append(least.when, isLow)
		greatest.sum, greatest.when = plus(greatest.sum, high), append(greatest.when, s.Not(isLow))
		if d := plus(high, negativeOf(low)); i == 0 || CompareInt(d, step) < 0 {
			step = d
		}
	}
	return least, greatest, step, len(l.terms) > 0
}

// compareCases is l <= 0 if that can be said by conditions alone, and otherwise nil.
func (s *Store) compareCases(l *linear) *Term {
	least, greatest, step, ok := s.allCases(l)
	switch {
	case !ok:
	case signOf(least.sum) <= 0 && signOf(plus(least.sum, step)) > 0:
		return s.And(least.when...)
	case signOf(greatest.sum) > 0 && signOf(plus(greatest.sum, negativeOf(step))) <= 0:
		return s.Not(s.And(greatest.when...))
	}
	return nil
}

// equalCases is l == 0 if that can be said by conditions alone, and otherwise nil.
func (s *Store) equalCases(l *linear) *Term {
	least, greatest, _, ok := s.allCases(l)
	switch {
	case !ok:
	case signOf(least.sum) == 0:
		return s.And(least.when...)
	case signOf(greatest.sum) == 0:
		return s.And(greatest.when...)
	}
	return nil
}
