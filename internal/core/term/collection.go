package term

import "slices"

// Collections. A term of a collection is an opaque one (a variable, or an operation on one), a constant, or a list of candidates
// (OpItems): elements, each with the condition under which it is present. Symbolic execution begins with known collections, puts
// symbolic elements into them and takes them out again, so the candidates are known at each step, mostly with the condition true; and
// every operation on candidates gives a term without collections, or candidates again (candidates.go). So a solver sees scalars only.
// Variables of collection sorts are taken apart before a query (package smt).
//
// All operations are total, as division is: an element outside of a sequence, or the value of an absent key, is the default of its
// sort. That this never happens is an obligation which the compiler adds.

// Tuple is a row of terms.
func (s *Store) Tuple(parts ...*Term) *Term {
	sorts := make([]*Sort, len(parts))
	for i, p := range parts {
		sorts[i] = p.sort.Base()
	}
	sort := Tuple(sorts...)
	if values, ok := Constants(parts); ok && !s.raw {
		return s.Const(sort, ListValue(values...))
	}
	return s.node(OpTuple, sort, slices.Clone(parts)...)
}

// Part is component i of a tuple.
func (s *Store) Part(t *Term, i int) *Term {
	sort := t.sort.Parts[i]
	if !s.raw {
		switch t.op {
		case OpConst:
			return s.Const(sort, t.value.Items()[i])
		case OpTuple:
			return t.args[i]
		case OpIte:
			return s.Ite(t.args[0], s.Part(t.args[1], i), s.Part(t.args[2], i))
		}
	}
	return s.intern(OpPart, sort, []*Term{t}, IntValue(int64(i)), "")
}

// Items is the sequence of the given elements.
func (s *Store) Items(element *Sort, elements ...*Term) *Term {
	if values, ok := Constants(elements); ok {
		return s.Const(Seq(element), ListValue(values...))
	}
	candidates := make([]candidate, len(elements))
	for i, e := range elements {
		candidates[i] = candidate{when: s.true_, key: e}
	}
	return s.items(Seq(element), candidates)
}

// Empty is the empty collection of a sort.
func (s *Store) Empty(sort *Sort) *Term { return s.Const(sort, emptyList) }

// Size is the number of elements of a collection.
func (s *Store) Size(t *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		return s.size(candidates)
	}
	if t.op == OpJoin && t.sort.Kind == KindSeq && !s.raw {
		return s.Add(s.Size(t.args[0]), s.Size(t.args[1]))
	}
	return s.listNode(OpSize, Int, t)
}

// At is the element of a sequence with an index.
func (s *Store) At(t, index *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		return s.elementAt(t.sort.Parts[0], candidates, index)
	}
	return s.listNode(OpAt, t.sort.Parts[0].Base(), t, index)
}

// Get is the value of a key of a map.
func (s *Store) Get(t, key *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		return s.valueOf(t.sort.Parts[1], candidates, key)
	}
	return s.listNode(OpGet, t.sort.Parts[1].Base(), t, key)
}

// Has reports whether an element or key is in a collection.
func (s *Store) Has(t, key *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		return s.has(candidates, key)
	}
	return s.listNode(OpHas, Bool, t, key)
}

// Join is the concatenation of sequences, the union of sets, or the union of maps in which the second wins.
func (s *Store) Join(a, b *Term) *Term {
	if !s.raw {
		switch {
		case isEmpty(b):
			return a
		case isEmpty(a):
			return b
		}
	}
	x, ok1 := s.candidates(a)
	y, ok2 := s.candidates(b)
	if ok1 && ok2 && len(x)+len(y) <= maxCandidates && (a.sort.Kind == KindSeq || len(x)*len(y)+len(y)*len(y) <= maxPairs) {
		return s.items(a.sort, s.join(a.sort.Kind, x, y))
	}
	return s.listNode(OpJoin, a.sort.Base(), a, b)
}

func isEmpty(t *Term) bool { return t.IsConst() && len(t.value.list().items) == 0 }

// Slice is the part of a sequence from low up to high, which is not included.
func (s *Store) Slice(t, low, high *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		return s.items(t.sort, s.slice(candidates, low, high))
	}
	return s.listNode(OpSlice, t.sort.Base(), t, low, high)
}

// Put is a sequence with another element at an index, or a map with another value for a key.
func (s *Store) Put(t, key, value *Term) *Term {
	if candidates, ok := s.candidates(t); ok && len(candidates) < maxCandidates {
		if t.sort.Kind == KindMap {
			return s.items(t.sort, s.putKey(candidates, key, value))
		}
		return s.items(t.sort, s.putAt(candidates, key, value))
	}
	return s.listNode(OpPut, t.sort.Base(), t, key, value)
}

// InsertAt is a sequence with an element inserted at an index.
func (s *Store) InsertAt(t, index, element *Term) *Term {
	if candidates, ok := s.candidates(t); ok && len(candidates) < maxCandidates {
		return s.items(t.sort, s.insertAt(t.sort.Parts[0], candidates, index, element))
	}
	return s.listNode(OpInsert, t.sort.Base(), t, index, element)
}

// Insert is a set with an element.
func (s *Store) Insert(t, element *Term) *Term {
	if candidates, ok := s.candidates(t); ok && len(candidates) < maxCandidates {
		return s.items(t.sort, s.insert(candidates, candidate{when: s.true_, key: element}))
	}
	return s.listNode(OpInsert, t.sort.Base(), t, element)
}

// Remove is a sequence without the element at an index, or a set or map without an element or key.
func (s *Store) Remove(t, key *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		if t.sort.Kind == KindSeq {
			return s.items(t.sort, s.removeAt(candidates, key))
		}
		return s.items(t.sort, s.remove(candidates, key))
	}
	return s.listNode(OpRemove, t.sort.Base(), t, key)
}

// Find is the index of the first element of a sequence that is equal to another, or -1.
func (s *Store) Find(t, element *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		return s.find(candidates, element)
	}
	return s.listNode(OpFind, Int, t, element)
}

// Reverse is a sequence backwards.
func (s *Store) Reverse(t *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		backwards := slices.Clone(candidates)
		slices.Reverse(backwards)
		return s.items(t.sort, backwards)
	}
	return s.listNode(OpReverse, t.sort.Base(), t)
}

// Sorted is the sequence of the elements of a sequence or set in ascending order.
func (s *Store) Sorted(t *Term) *Term {
	sort := Seq(t.sort.Parts[0].Base())
	if candidates, ok := s.comparable(t); ok {
		var out []candidate
		for _, c := range candidates {
			out = s.insertSorted(t.sort.Parts[0], out, c)
		}
		return s.items(sort, out)
	}
	return s.listNode(OpSorted, sort, t)
}

// InsertSorted is a sequence with an element before the first that is greater.
func (s *Store) InsertSorted(t, element *Term) *Term {
	if candidates, ok := s.candidates(t); ok && len(candidates) < maxCandidates {
		return s.items(t.sort, s.insertSorted(t.sort.Parts[0], candidates, candidate{when: s.true_, key: element}))
	}
	return s.listNode(OpInsertSorted, t.sort.Base(), t, element)
}

// ToSet is the set of the elements of a sequence; of a set, the set itself.
func (s *Store) ToSet(t *Term) *Term {
	if t.sort.Kind == KindSet {
		return t
	}
	sort := Set(t.sort.Parts[0].Base())
	if candidates, ok := s.comparable(t); ok {
		return s.items(sort, s.distinct(candidates))
	}
	return s.listNode(OpToSet, sort, t)
}

// ToMap is the map of the pairs of a sequence or set; the later of two with one key wins.
func (s *Store) ToMap(t *Term) *Term {
	pair := t.sort.Parts[0].Base()
	sort := Map(pair.Parts[0], pair.Parts[1])
	if candidates, ok := s.comparable(t); ok {
		var out []candidate
		for _, c := range candidates {
			out = s.putKeyIf(out, c.when, s.Part(c.key, 0), s.Part(c.key, 1))
		}
		return s.items(sort, out)
	}
	return s.listNode(OpToMap, sort, t)
}

// Keys is the set of the keys of a map.
func (s *Store) Keys(t *Term) *Term {
	sort := Set(t.sort.Parts[0].Base())
	if candidates, ok := s.candidates(t); ok {
		out := make([]candidate, len(candidates))
		for i, c := range candidates {
			out[i] = candidate{when: c.when, key: c.key}
		}
		return s.items(sort, out)
	}
	return s.listNode(OpKeys, sort, t)
}

// listNode is the term of an operation; of constants it is a constant, unless that would be too large.
func (s *Store) listNode(op Op, sort *Sort, args ...*Term) *Term {
	t := s.node(op, sort, args...)
	values, ok := Constants(args)
	if !ok || s.raw {
		return t
	}
	v := listComputation(t)(values)
	if v.Weight() > maxWeight {
		return t
	}
	return s.Const(sort, v)
}
