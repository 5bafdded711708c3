package term

import "slices"

// The shape of a collection is known if all candidates are certain to be present. Then sizes and places are numbers, and conditions on them
// need no solver. So operations keep the shape where they can: they put uncertainty into the elements, and at most the last candidate is
// uncertain, usually under a condition that the model must guarantee and that is known on the path (Assume).

// maxCounted bounds how many conditions are compared with each other.
const maxCounted = 64

// possible returns the candidates that may be present.
func possible(candidates []candidate) []candidate {
	return slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return c.when.IsFalse() })
}

// packed returns one candidate for each place of a sequence, if its size is known.
func (s *Store) packed(sort *Sort, candidates []candidate) []candidate {
	if sort.Kind != KindSeq || s.raw || len(candidates) > maxCounted || allPresent(candidates) {
		return candidates
	}
	size := s.size(candidates)
	if !size.IsConst() {
		return candidates
	}
	return s.places(sort.Parts[0], candidates, int(size.value.n))
}

// places returns one candidate for each place of a sequence of at most n elements.
func (s *Store) places(element *Sort, candidates []candidate, n int) []candidate {
	size, out := s.size(candidates), make([]candidate, n)
	for i := range out {
		place := s.Int(int64(i))
		out[i] = candidate{when: s.Lt(place, size), key: s.elementAt(element, candidates, place)}
	}
	return out
}

// size is the number of candidates that are present.
func (s *Store) size(candidates []candidate) *Term {
	var conditions []*Term
	for _, c := range candidates {
		conditions = s.addCondition(conditions, c.when)
	}
	parts := make([]*Term, 0, len(conditions)+1)
	certain := int64(0)
	for _, c := range conditions {
		if c.IsTrue() {
			certain++
		} else {
			parts = append(parts, s.Ite(c, s.Int(1), s.Int(0)))
		}
	}
	return s.Add(append(parts, s.Int(certain))...)
}

// addCondition adds a condition to those that are counted. Of two that differ in one conjunct, which one has and the other has
// negated, exactly one holds if the rest does: so the rest counts for both.
func (s *Store) addCondition(counted []*Term, c *Term) []*Term {
	if c.IsTrue() || len(counted) >= maxCounted {
		return append(counted, c)
	}
	for i, other := range counted {
		if rest := s.withoutCase(other, c); rest != nil {
			return s.addCondition(slices.Delete(counted, i, i+1), rest)
		}
	}
	return append(counted, c)
}

// withoutCase is the common part of two conditions if they are its two cases, and otherwise nil.
func (s *Store) withoutCase(a, b *Term) *Term {
	x, y := a.Conjuncts(), b.Conjuncts()
	if len(x) != len(y) {
		return nil
	}
	var rest []*Term
	var split *Term
	for _, c := range x {
		switch {
		case slices.Contains(y, c):
			rest = append(rest, c)
		case split == nil && slices.Contains(y, s.Not(c)):
			split = c
		default:
			return nil
		}
	}
	if split == nil {
		return nil
	}
	return s.And(rest...)
}

// remove takes a key out of a set or map. If all elements are certain, the last one takes the place of the one removed, so that they stay
// certain; only the presence of the last place depends on whether the key was present.
func (s *Store) remove(candidates []candidate, key *Term) []candidate {
	if !allPresent(candidates) || len(candidates) == 0 {
		return changed(candidates, func(_ int, c candidate) candidate {
			c.when = s.And(c.when, s.Not(s.Eq(c.key, key)))
			return c
		})
	}
	n := len(candidates) - 1
	last := candidates[n]
	out := changed(candidates, func(_ int, c candidate) candidate {
		return s.iteCandidate(s.Eq(c.key, key), last, c)
	})
	out[n] = candidate{s.Not(s.has(candidates, key)), last.key, last.value}
	return out
}

func allPresent(candidates []candidate) bool {
	for _, c := range candidates {
		if !c.when.IsTrue() {
			return false
		}
	}
	return true
}

// removeAt moves the elements behind the index up, if all are certain; the last place is then present only if the index is outside.
func (s *Store) removeAt(candidates []candidate, index *Term) []candidate {
	if allPresent(candidates) && len(candidates) > 0 {
		return s.moveUp(candidates, index)
	}
	at := s.positions(candidates)
	return changed(candidates, func(i int, c candidate) candidate {
		c.when = s.And(c.when, s.Not(s.Eq(at[i], index)))
		return c
	})
}

func (s *Store) moveUp(candidates []candidate, index *Term) []candidate {
	n := len(candidates) - 1
	inside := s.And(s.Le(s.Int(0), index), s.Lt(index, s.Int(int64(n+1))))
	out := changed(candidates, func(i int, c candidate) candidate {
		if i < n {
			c.key = s.Ite(s.And(s.Le(s.Int(0), index), s.Le(index, s.Int(int64(i)))), candidates[i+1].key, c.key)
		}
		return c
	})
	out[n].when = s.Not(inside)
	return out
}
