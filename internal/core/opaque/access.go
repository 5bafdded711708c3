package opaque

import "github.com/sextant-mbt/sextant/internal/core/term"

// Equations of operations that query a collection: its size, whether and where it has an element, and the element or value at a place.

// inside is the condition that a sequence has an element with an index.
func (n *normalizer) inside(q, index *term.Term) *term.Term {
	return n.store.And(n.store.Le(n.store.Int(0), index), n.store.Lt(index, n.store.Size(q)))
}

// insertable is the condition that an element can be inserted into a sequence at an index.
func (n *normalizer) insertable(q, index *term.Term) *term.Term {
	return n.store.And(n.store.Le(n.store.Int(0), index), n.store.Le(index, n.store.Size(q)))
}

// oneIf is 1 if a condition holds, and otherwise 0.
func (n *normalizer) oneIf(cond *term.Term) *term.Term {
	return n.store.Ite(cond, n.store.Int(1), n.store.Int(0))
}

// size is the number of elements of a changed collection.
func (n *normalizer) size(t *term.Term) *term.Term {
	s, c := n.store, t.Args()[0]
	isSequence := c.Sort().Kind == term.KindSeq
	args := c.Args()
	switch c.Op() {
	case term.OpReverse, term.OpSorted, term.OpKeys:
		return s.Size(args[0])
	case term.OpInsertSorted:
		return s.Add(s.Size(args[0]), s.Int(1))
	case term.OpSlice:
		return SliceSize(s.Size(args[0]), args[1], args[2])
	case term.OpFilter:
		return n.count(args[0], args[1], args[2])
	case term.OpEach:
		if isSequence {
			return s.Size(args[0])
		}
	case term.OpPut:
		if isSequence {
			return s.Size(args[0])
		}
		return s.Add(s.Size(args[0]), n.oneIf(s.Not(s.Has(args[0], args[1]))))
	case term.OpInsert:
		if isSequence {
			return s.Add(s.Size(args[0]), n.oneIf(n.insertable(args[0], args[1])))
		}
		return s.Add(s.Size(args[0]), n.oneIf(s.Not(s.Has(args[0], args[1]))))
	case term.OpRemove:
		if isSequence {
			return s.Sub(s.Size(args[0]), n.oneIf(n.inside(args[0], args[1])))
		}
		return s.Sub(s.Size(args[0]), n.oneIf(s.Has(args[0], args[1])))
	case term.OpToMap:
		return s.Size(s.Keys(c))
	}
	return nil
}

// SliceSize returns the size of q[low:high] by that of q: what is outside is left out.
func SliceSize(size, low, high *term.Term) *term.Term {
	s := size.Store()
	zero := s.Int(0)
	atLeastZero := func(x *term.Term) *term.Term { return s.Ite(s.Le(zero, x), x, zero) }
	end := s.Ite(s.Le(high, size), high, size)
	return atLeastZero(s.Sub(end, atLeastZero(low)))
}

// has is whether a changed collection has an element or key.
func (n *normalizer) has(t *term.Term) *term.Term {
	s, c, key := n.store, t.Args()[0], t.Args()[1]
	args := c.Args()
	switch c.Op() {
	case term.OpReverse, term.OpSorted, term.OpToSet, term.OpKeys:
		return s.Has(args[0], key)
	case term.OpJoin:
		return s.Or(s.Has(args[0], key), s.Has(args[1], key))
	case term.OpInsertSorted:
		return s.Or(s.Has(args[0], key), s.Eq(args[1], key))
	case term.OpFilter:
		return s.And(s.Has(args[0], key), n.instance(args[2], args[1], key))
	case term.OpInsert:
		if c.Sort().Kind == term.KindSeq {
			return s.Or(s.Has(args[0], key), s.And(n.insertable(args[0], args[1]), s.Eq(args[2], key)))
		}
		return s.Or(s.Has(args[0], key), s.Eq(args[1], key))
	case term.OpPut:
		if c.Sort().Kind == term.KindMap {
			return s.Or(s.Has(args[0], key), s.Eq(args[1], key))
		}
	case term.OpRemove:
		if c.Sort().Kind != term.KindSeq {
			return s.And(s.Has(args[0], key), s.Not(s.Eq(args[1], key)))
		}
	case term.OpToMap:
		return s.Has(s.Keys(c), key)
	case term.OpEach, term.OpSlice:
	default:
		return nil
	}
	x := n.fresh(s.Var("bound", c.Sort().Parts[0].Base()), []*term.Term{key}, nil)
	return s.Some(c, x, s.Eq(x, key))
}

// find is the index of the first equal element of two sequences one after the other.
func (n *normalizer) find(t *term.Term) *term.Term {
	s, c, element := n.store, t.Args()[0], t.Args()[1]
	if c.Op() != term.OpJoin {
		return nil
	}
	a, b := c.Args()[0], c.Args()[1]
	later := s.Ite(s.Has(b, element), s.Add(s.Size(a), s.Find(b, element)), s.Int(-1))
	return s.Ite(s.Has(a, element), s.Find(a, element), later)
}

// at is the element of a changed sequence.
func (n *normalizer) at(t *term.Term) *term.Term {
	s, c, i := n.store, t.Args()[0], t.Args()[1]
	args, one := c.Args(), s.Int(1)
	switch c.Op() {
	case term.OpJoin:
		first := s.Size(args[0])
		return s.Ite(s.Lt(i, first), s.At(args[0], i), s.At(args[1], s.Sub(i, first)))
	case term.OpSlice:
		from := s.Add(i, s.Ite(s.Le(s.Int(0), args[1]), args[1], s.Int(0)))
		return s.Ite(s.And(s.Le(s.Int(0), i), s.Lt(from, args[2])), s.At(args[0], from), n.absent(t))
	case term.OpPut:
		return s.Ite(s.And(s.Eq(i, args[1]), n.inside(args[0], i)), args[2], s.At(args[0], i))
	case term.OpInsert:
		shifted := s.Ite(s.Eq(i, args[1]), args[2], s.At(args[0], s.Sub(i, one)))
		stays := s.Or(s.Lt(i, args[1]), s.Not(n.insertable(args[0], args[1])))
		return s.Ite(stays, s.At(args[0], i), shifted)
	case term.OpRemove:
		moved := s.And(n.inside(args[0], args[1]), s.Le(args[1], i))
		return s.Ite(moved, s.At(args[0], s.Add(i, one)), s.At(args[0], i))
	case term.OpReverse:
		return s.At(args[0], s.Sub(s.Sub(s.Size(args[0]), one), i))
	case term.OpEach:
		return s.Ite(n.inside(args[0], i), n.instance(args[2], args[1], s.At(args[0], i)), n.absent(t))
	}
	return nil
}

// absent is what an element outside of a sequence, or the value of an absent key, counts as.
func (n *normalizer) absent(t *term.Term) *term.Term {
	return n.store.Const(t.Sort(), t.Sort().Base().Default())
}

// get is the value of a key of a changed map.
func (n *normalizer) get(t *term.Term) *term.Term {
	s, m, key := n.store, t.Args()[0], t.Args()[1]
	args := m.Args()
	switch m.Op() {
	case term.OpPut:
		return s.Ite(s.Eq(key, args[1]), args[2], s.Get(args[0], key))
	case term.OpRemove:
		return s.Ite(s.Eq(key, args[1]), n.absent(t), s.Get(args[0], key))
	case term.OpJoin:
		return s.Ite(s.Has(args[1], key), s.Get(args[1], key), s.Get(args[0], key))
	case term.OpToMap:
		if set, x, value, ok := n.tabulated(args[0]); ok {
			return s.Ite(s.Has(set, key), n.instance(value, x, key), n.absent(t))
		}
	}
	return nil
}

// tabulated takes the pairs of {x: value for x in set} apart.
func (n *normalizer) tabulated(pairs *term.Term) (set, x, value *term.Term, ok bool) {
	if pairs.Op() != term.OpEach || pairs.Sort().Kind != term.KindSet {
		return nil, nil, nil, false
	}
	args := pairs.Args()
	return args[0], args[1], n.store.Part(args[2], 1), n.store.Part(args[2], 0) == args[1]
}
