package term

// candidate is an element that a collection may have: a sequence or set has the key, a map key and value. The present candidates of
// a set or map are distinct.
type candidate struct{ when, key, value *Term }

// maxCandidates bounds how many candidates a term has; operations that would give more are not evaluated.
const maxCandidates = 1 << 10

// maxPairs bounds how many pairs of candidates one operation compares; one that would compare more is not evaluated.
const maxPairs = 1 << 17

// candidates returns those of a term whose candidates are known.
func (s *Store) candidates(t *Term) ([]candidate, bool) {
	switch {
	case s.raw:
	case t.op == OpItems:
		return split(t.args, t.sort.Kind == KindMap), true
	case t.op == OpConst && len(t.value.list().items) <= maxCandidates:
		return s.constantCandidates(t), true
	}
	return nil, false
}

// comparable is candidates for operations that compare each with all others.
func (s *Store) comparable(t *Term) ([]candidate, bool) {
	candidates, ok := s.candidates(t)
	return candidates, ok && len(candidates)*len(candidates) <= maxPairs
}

func split(args []*Term, isMap bool) []candidate {
	stride := 2
	if isMap {
		stride = 3
	}
	out := make([]candidate, 0, len(args)/stride)
	for i := 0; i < len(args); i += stride {
		c := candidate{when: args[i], key: args[i+1]}
		if isMap {
			c.value = args[i+2]
		}
		out = append(out, c)
	}
	return out
}

func (s *Store) constantCandidates(t *Term) []candidate {
	items := t.value.list().items
	var out []candidate
	if t.sort.Kind == KindMap {
		for i := 0; i < len(items); i += 2 {
			out = append(out, candidate{s.true_, s.Const(t.sort.Parts[0], items[i]), s.Const(t.sort.Parts[1], items[i+1])})
		}
		return out
	}
	for _, v := range items {
		out = append(out, candidate{when: s.true_, key: s.Const(t.sort.Parts[0], v)})
	}
	return out
}

// items is the term of candidates: a constant if all of them are, and present.
func (s *Store) items(sort *Sort, candidates []candidate) *Term {
	candidates = s.packed(sort, s.merged(sort, possible(candidates)))
	args := make([]*Term, 0, 3*len(candidates))
	constant := true
	for _, c := range candidates {
		constant = constant && c.when.IsTrue() && c.key.IsConst() && (c.value == nil || c.value.IsConst())
		args = append(args, c.when, c.key)
		if c.value != nil {
			args = append(args, c.value)
		}
	}
	if constant && !(s.raw && len(args) > 0) {
		return s.Const(sort, constantItems(sort.Kind, args))
	}
	return s.node(OpItems, sort.Base(), args...)
}

func constantItems(kind Kind, args []*Term) Value {
	var values []Value
	for _, c := range split(args, kind == KindMap) {
		values = append(values, c.key.value)
		if c.value != nil {
			values = append(values, c.value.value)
		}
	}
	switch kind {
	case KindSet:
		return SetValue(values...)
	case KindMap:
		return MapValue(values...)
	}
	return ListValue(values...)
}

// positions are the indices that the candidates of a sequence have if they are present.
func (s *Store) positions(candidates []candidate) []*Term {
	out := make([]*Term, len(candidates))
	at := s.Int(0)
	for i, c := range candidates {
		out[i] = at
		at = s.Add(at, s.Ite(c.when, s.Int(1), s.Int(0)))
	}
	return out
}

// choose is the first of values whose condition holds, or other.
func (s *Store) choose(n int, other *Term, when func(i int) *Term, value func(i int) *Term) *Term {
	for i := n - 1; i >= 0; i-- {
		if c := when(i); !c.IsFalse() {
			other = s.Ite(c, value(i), other)
		}
	}
	return other
}

func (s *Store) elementAt(element *Sort, candidates []candidate, index *Term) *Term {
	at := s.positions(candidates)
	return s.choose(len(candidates), s.Const(element, element.Base().Default()),
		func(i int) *Term { return s.And(candidates[i].when, s.Eq(at[i], index)) },
		func(i int) *Term { return candidates[i].key })
}

func (s *Store) valueOf(value *Sort, candidates []candidate, key *Term) *Term {
	return s.choose(len(candidates), s.Const(value, value.Base().Default()),
		func(i int) *Term { return s.And(candidates[i].when, s.Eq(candidates[i].key, key)) },
		func(i int) *Term { return candidates[i].value })
}

func (s *Store) find(candidates []candidate, element *Term) *Term {
	at := s.positions(candidates)
	return s.choose(len(candidates), s.Int(-1),
		func(i int) *Term { return s.And(candidates[i].when, s.Eq(candidates[i].key, element)) },
		func(i int) *Term { return at[i] })
}

func (s *Store) has(candidates []candidate, key *Term) *Term {
	parts := make([]*Term, len(candidates))
	for i, c := range candidates {
		parts[i] = s.And(c.when, s.Eq(c.key, key))
	}
	return s.Or(parts...)
}

func (s *Store) join(kind Kind, a, b []candidate) []candidate {
	out := append(make([]candidate, 0, len(a)+len(b)), a...)
	for _, c := range b {
		switch kind {
		case KindSet:
			out = s.insert(out, c)
		case KindMap:
			out = s.putKeyIf(out, c.when, c.key, c.value)
		default:
			out = append(out, c)
		}
	}
	return out
}

// insert adds an element to a set.
func (s *Store) insert(candidates []candidate, c candidate) []candidate {
	c.when = s.And(c.when, s.Not(s.has(candidates, c.key)))
	return with(candidates, c)
}

// with appends to a copy.
func with[T any](list []T, element T) []T { return append(list[:len(list):len(list)], element) }

func (s *Store) distinct(candidates []candidate) []candidate {
	var out []candidate
	for _, c := range candidates {
		out = s.insert(out, c)
	}
	return out
}

// changed is a copy of candidates, each changed by a function.
func changed(candidates []candidate, change func(i int, c candidate) candidate) []candidate {
	out := make([]candidate, len(candidates))
	for i, c := range candidates {
		out[i] = change(i, c)
	}
	return out
}

func (s *Store) slice(candidates []candidate, low, high *Term) []candidate {
	at := s.positions(candidates)
	return changed(candidates, func(i int, c candidate) candidate {
		c.when = s.And(c.when, s.Le(low, at[i]), s.Lt(at[i], high))
		return c
	})
}

func (s *Store) putAt(candidates []candidate, index, element *Term) []candidate {
	at := s.positions(candidates)
	return changed(candidates, func(i int, c candidate) candidate {
		c.key = s.Ite(s.Eq(at[i], index), element, c.key)
		return c
	})
}

// putKey leaves the conditions of the candidates unchanged, since these tend to be known, and lets the values depend on the key.
func (s *Store) putKey(candidates []candidate, key, value *Term) []candidate {
	return s.putKeyIf(candidates, s.true_, key, value)
}

// putKeyIf is putKey under a condition.
func (s *Store) putKeyIf(candidates []candidate, when, key, value *Term) []candidate {
	out := changed(candidates, func(_ int, c candidate) candidate {
		c.value = s.Ite(s.And(when, s.Eq(c.key, key)), value, c.value)
		return c
	})
	return append(out, candidate{s.And(when, s.Not(s.has(candidates, key))), key, value})
}

// insertAt shifts the elements from the index on by one place: each place gets the element of the last present place before it.
func (s *Store) insertAt(sort *Sort, candidates []candidate, index, element *Term) []candidate {
	at, size := s.positions(candidates), s.size(candidates)
	inside := s.And(s.Le(s.Int(0), index), s.Le(index, size))
	previous := s.Const(sort, sort.Base().Default())
	out := make([]candidate, 0, len(candidates)+1)
	for i, c := range candidates {
		shifted := s.Ite(s.Eq(at[i], index), element, previous)
		stays := s.Or(s.Lt(at[i], index), s.Not(inside))
		out = append(out, candidate{when: c.when, key: s.Ite(stays, c.key, shifted)})
		previous = s.Ite(c.when, c.key, previous)
	}
	return append(out, candidate{when: inside, key: s.Ite(s.Eq(size, index), element, previous)})
}

// insertSorted does the same before the first element that is greater. Nothing changes if the new candidate is not present.
func (s *Store) insertSorted(sort *Sort, candidates []candidate, added candidate) []candidate {
	previous := s.Const(sort, sort.Base().Default())
	before := s.true_ // no element so far is greater
	out := make([]candidate, 0, len(candidates)+1)
	for _, c := range candidates {
		next := s.And(before, s.Or(s.Not(c.when), s.Le(c.key, added.key)))
		shifted := s.Ite(before, added.key, previous)
		out = append(out, candidate{when: c.when, key: s.Ite(s.Or(next, s.Not(added.when)), c.key, shifted)})
		previous, before = s.Ite(c.when, c.key, previous), next
	}
	return append(out, candidate{when: added.when, key: s.Ite(before, added.key, previous)})
}
