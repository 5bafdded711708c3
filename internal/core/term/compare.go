package term

// Equality and if-then-else of tuples and collections.

// eqList is the equality of two tuples or collections.
func (s *Store) eqList(a, b *Term) *Term {
	if a.sort.Kind == KindTuple {
		return s.eqTuple(a, b)
	}
	if a.sort.Parts[0].IsScalar() {
		return s.eqCollections(a, b)
	}
	if a.id > b.id {
		a, b = b, a
	}
	if known, ok := s.equalities.Load([2]*Term{a, b}); ok { // comparing sets of sets in both directions would double at each level
		return known.(*Term)
	}
	eq := s.eqCollections(a, b)
	s.equalities.Store([2]*Term{a, b}, eq)
	return eq
}

func (s *Store) eqCollections(a, b *Term) *Term {
	x, ok1 := s.candidates(a)
	y, ok2 := s.candidates(b)
	if !ok1 || !ok2 || len(x)*len(y) > maxCandidates*16 {
		return s.node(OpEq, Bool, a, b)
	}
	switch a.sort.Kind {
	case KindSet:
		return s.And(s.subset(x, y), s.subset(y, x))
	case KindMap:
		return s.And(s.entriesIn(a.sort, x, y), s.subset(y, x))
	}
	return s.eqSequences(x, y)
}

// eqTuple compares component by component, if one of the tuples is written out.
func (s *Store) eqTuple(a, b *Term) *Term {
	if isOpaqueTuple(a) && isOpaqueTuple(b) {
		return s.node(OpEq, Bool, a, b)
	}
	parts := make([]*Term, len(a.sort.Parts))
	for i := range parts {
		parts[i] = s.Eq(s.Part(a, i), s.Part(b, i))
	}
	return s.And(parts...)
}

func isOpaqueTuple(t *Term) bool { return t.op != OpTuple && t.op != OpConst }

// eqSequences compares elements with the same position.
func (s *Store) eqSequences(a, b []candidate) *Term {
	parts := []*Term{s.Eq(s.size(a), s.size(b))}
	if parts[0].IsFalse() {
		return parts[0]
	}
	at, bt := s.positions(a), s.positions(b)
	for i, x := range a {
		for j, y := range b {
			if same := s.And(x.when, y.when, s.Eq(at[i], bt[j])); !same.IsFalse() {
				parts = append(parts, s.Or(s.Not(same), s.Eq(x.key, y.key)))
			}
		}
	}
	return s.And(parts...)
}

// subset reports whether all keys of a are in b.
func (s *Store) subset(a, b []candidate) *Term {
	parts := make([]*Term, len(a))
	for i, x := range a {
		parts[i] = s.Or(s.Not(x.when), s.has(b, x.key))
	}
	return s.And(parts...)
}

// entriesIn reports whether all entries of a are in b.
func (s *Store) entriesIn(sort *Sort, a, b []candidate) *Term {
	parts := make([]*Term, len(a))
	for i, x := range a {
		parts[i] = s.Or(s.Not(x.when), s.And(s.has(b, x.key), s.Eq(s.valueOf(sort.Parts[1], b, x.key), x.value)))
	}
	return s.And(parts...)
}

// iteList is if-then-else of tuples or collections.
func (s *Store) iteList(c, a, b *Term) *Term {
	if a.sort.Kind == KindTuple && !isOpaqueTuple(a) && !isOpaqueTuple(b) {
		parts := make([]*Term, len(a.sort.Parts))
		for i := range parts {
			parts[i] = s.Ite(c, s.Part(a, i), s.Part(b, i))
		}
		return s.Tuple(parts...)
	}
	if a.sort.IsCollection() {
		x, ok1 := s.candidates(a)
		y, ok2 := s.candidates(b)
		if ok1 && ok2 {
			return s.items(a.sort, s.iteCandidates(c, x, y))
		}
	}
	return s.node(OpIte, a.sort.Base(), c, a, b)
}

// iteCandidates merges candidates by their place, apart from a common prefix and suffix of both lists. So a list to which an element is
// conditionally added does not double.
func (s *Store) iteCandidates(c *Term, a, b []candidate) []candidate {
	var out, end []candidate
	for len(a) > 0 && len(b) > 0 && sameElement(a[0], b[0]) {
		out = append(out, s.iteCandidate(c, a[0], b[0]))
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && sameElement(a[len(a)-1], b[len(b)-1]) {
		end = append(end, s.iteCandidate(c, a[len(a)-1], b[len(b)-1]))
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			out = append(out, candidate{s.And(s.Not(c), b[i].when), b[i].key, b[i].value})
		case i >= len(b):
			out = append(out, candidate{s.And(c, a[i].when), a[i].key, a[i].value})
		default:
			out = append(out, s.iteCandidate(c, a[i], b[i]))
		}
	}
	for i := len(end) - 1; i >= 0; i-- {
		out = append(out, end[i])
	}
	return out
}

func sameElement(a, b candidate) bool { return a.key == b.key && a.value == b.value }

func (s *Store) iteCandidate(c *Term, a, b candidate) candidate {
	out := candidate{when: s.Ite(c, a.when, b.when), key: s.Ite(c, a.key, b.key)}
	if a.value != nil {
		out.value = s.Ite(c, a.value, b.value)
	}
	return out
}

// sizeOf is an interval that contains the size of a collection.
func sizeOf(t *Term) Interval {
	if t.op == OpVar && t.sort.HasHigh {
		return Interval{At(0), At(t.sort.High)}
	}
	return Interval{Low: At(0)}
}
