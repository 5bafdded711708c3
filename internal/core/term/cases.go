package term

import "slices"

// Sums of choices between constants, such as the number of elements that are present. A comparison that holds only if all choices take one
// branch, or not all take the other, can be written without numbers.

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

// compareCases is l <= 0 if conditions alone can express it, and otherwise nil.
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

// equalCases is l == 0 if conditions alone can express it, and otherwise nil.
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

// compareChoice is l <= 0 for a combination with the lesser or the greater of a constant and another number, if the choice is not needed
// because one of the two decides the comparison or does not matter; otherwise nil.
func (s *Store) compareChoice(l *linear) *Term {
	for i, t := range l.terms {
		if !isPlainChoice(t) || l.coefs[i].ref != nil || l.coefs[i].n*l.coefs[i].n != 1 {
			continue
		}
		isLesser, isGreater := s.isChoiceOf(t, t.args[1], t.args[2]), s.isChoiceOf(t, t.args[2], t.args[1])
		if !isLesser && !isGreater {
			continue
		}
		first, second := s.compareBranch(l, i, t.args[1]), s.compareBranch(l, i, t.args[2])
		switch {
		case !first.IsConst() && !second.IsConst():
		case isLesser == (signOf(l.coefs[i]) < 0): // both must be large enough, or small enough
			return s.And(first, second)
		default:
			return s.Or(first, second)
		}
	}
	return nil
}

// isChoiceOf reports whether a choice is the lesser of its branches a and b, that is, it is a if a is less.
func (s *Store) isChoiceOf(t, a, b *Term) bool {
	return t.args[0] == s.Le(a, b) || t.args[0] == s.Lt(a, b)
}

// isPlainChoice reports whether a term is a choice between a constant and a number in which there are no other choices than between
// constants.
func isPlainChoice(t *Term) bool {
	if t.op != OpIte || t.sort.Kind != KindInt || t.args[1].IsConst() == t.args[2].IsConst() {
		return false
	}
	other := t.args[1]
	if other.IsConst() {
		other = t.args[2]
	}
	if other.op == OpAdd {
		return !slices.ContainsFunc(other.args, func(a *Term) bool { return a.op == OpIte && !isCase(a) })
	}
	return other.op != OpIte || isCase(other)
}

// compareBranch is l <= 0 with another term in place of term i.
func (s *Store) compareBranch(l *linear, i int, by *Term) *Term {
	other := newLinear(l.sort)
	defer other.free()
	other.constant = l.constant
	for j, t := range l.terms {
		if j == i {
			t = by
		}
		other.add(t, l.coefs[j])
	}
	other.joinCases()
	return s.compareZero(OpLe, other)
}

// compareChain is l <= 0 for a chain of choices between constants, such as the index of an element that is found or -1, by its conditions
// alone; for another combination it is nil.
func (s *Store) compareChain(l *linear) *Term {
	if len(l.terms) != 1 {
		return nil
	}
	links, last := s.chain(l.terms[0])
	if len(links) == 0 {
		return nil
	}
	holds := func(v Value) bool { return signOf(plus(l.constant, times(l.coefs[0], v))) <= 0 }
	out := s.Truth(holds(last))
	for _, link := range slices.Backward(links) {
		if holds(link.value) {
			out = s.Or(link.when, out)
		} else {
			out = s.And(s.Not(link.when), out)
		}
	}
	return out
}

// link is a choice of a chain: a constant, and the condition under which it is chosen unless an earlier link is.
type link struct {
	when  *Term
	value Value
}

// chain takes apart choices each of which is between a small constant and the next choice, or finally another constant. Without such
// there are no links.
func (s *Store) chain(t *Term) (links []link, last Value) {
	for !t.IsConst() {
		switch {
		case t.op != OpIte || len(links) == maxCounted:
			return nil, last
		case isSmall(t.args[1]):
			links, t = append(links, link{t.args[0], t.args[1].value}), t.args[2]
		case isSmall(t.args[2]):
			links, t = append(links, link{s.Not(t.args[0]), t.args[2].value}), t.args[1]
		default:
			return nil, last
		}
	}
	if !isSmall(t) {
		return nil, last
	}
	return links, t.value
}

// isSmall reports whether a term is a constant of one word.
func isSmall(t *Term) bool { return t.IsConst() && t.value.ref == nil }

// joinHalves replaces two choices that count the same number in the two cases of a condition, as in the sum of the lengths of
// [e in s : e == k] and of [e in s : e != k], by one that counts it in both.
func (s *Store) joinHalves(l *linear) {
	if l.sort.Kind != KindInt || len(l.terms) > maxCounted {
		return
	}
	for j := 1; j < len(l.terms); j++ {
		second, number, ok := s.counted(l, j)
		for i := 0; ok && i < j; i++ {
			first, same, isCounted := s.counted(l, i)
			if !isCounted || !number.Equal(same) {
				continue
			}
			if both := s.withoutCase(first, second); both != nil {
				l.drop(j)
				l.drop(i)
				l.add(s.Ite(both, s.number(l.sort, number), s.number(l.sort, Value{})), oneValue)
				j = 0 // the added choice may be half of a pair itself
				break
			}
		}
	}
}

// counted returns the condition under which term i of a combination counts, and the number that it counts then; otherwise it is zero.
func (s *Store) counted(l *linear, i int) (when *Term, number Value, ok bool) {
	t := l.terms[i]
	switch {
	case !isCase(t):
		return nil, number, false
	case isZero(t.args[2]):
		return t.args[0], times(l.coefs[i], t.args[1].value), true
	case isZero(t.args[1]):
		return s.Not(t.args[0]), times(l.coefs[i], t.args[2].value), true
	}
	return nil, number, false
}
