package opaque

import "github.com/sextant-mbt/sextant/internal/core/term"

// Equations of conditions on all elements, and of equalities.

// all is whether all elements of a changed collection satisfy a condition.
func (n *normalizer) all(t *term.Term) *term.Term {
	s, c, x, cond := n.store, t.Args()[0], t.Args()[1], t.Args()[2]
	args := c.Args()
	holdsIn := func(c *term.Term) *term.Term { return s.All(c, x, cond) }
	holdsFor := func(element *term.Term) *term.Term { return n.instance(cond, x, element) }
	isSequence := c.Sort().Kind == term.KindSeq
	switch c.Op() {
	case term.OpReverse, term.OpSorted, term.OpToSet:
		return holdsIn(args[0])
	case term.OpJoin:
		return s.And(holdsIn(args[0]), holdsIn(args[1]))
	case term.OpInsertSorted:
		return s.And(holdsIn(args[0]), holdsFor(args[1]))
	case term.OpFilter:
		y, inner := n.under(args[1], args[2], cond)
		return s.All(args[0], y, s.Implies(inner, holdsFor(y)))
	case term.OpEach:
		y, element := n.under(args[1], args[2], cond)
		return s.All(args[0], y, holdsFor(element))
	case term.OpInsert:
		if isSequence {
			return s.And(holdsIn(args[0]), s.Implies(n.insertable(args[0], args[1]), holdsFor(args[2])))
		}
		return s.And(holdsIn(args[0]), holdsFor(args[1]))
	case term.OpRemove:
		if isSequence {
			return n.allPlaces(t)
		}
		y, inner := n.under(x, cond, args[1])
		return s.All(args[0], y, s.Or(s.Eq(y, args[1]), inner))
	case term.OpSlice, term.OpPut:
		return n.allPlaces(t)
	}
	return nil
}

// allPlaces is a condition on all elements of a part of a sequence, or of one that is changed at a place, by the places of the sequence.
func (n *normalizer) allPlaces(t *term.Term) *term.Term {
	s, c, x, cond := n.store, t.Args()[0], t.Args()[1], t.Args()[2]
	args := c.Args()
	i := n.fresh(s.Var("bound", term.Int), []*term.Term{c, cond}, nil)
	where, element := n.inside(args[0], i), s.At(args[0], i)
	switch c.Op() {
	case term.OpSlice:
		where = s.And(where, s.Le(args[1], i), s.Lt(i, args[2]))
	case term.OpPut:
		element = s.Ite(s.Eq(i, args[1]), args[2], element)
	case term.OpRemove:
		where = s.And(where, s.Not(s.Eq(i, args[1])))
	}
	return s.Forall([]*term.Term{i}, s.Implies(where, n.instance(cond, x, element)))
}

// exists writes a quantifier over a type, with collections in its body, as forall.
func (n *normalizer) exists(t *term.Term) *term.Term {
	return n.store.Not(n.store.Forall(t.Bound(), n.store.Not(t.Body())))
}

// equal compares tuples by their components, and expresses by its size that a collection is empty.
func (n *normalizer) equal(t *term.Term) *term.Term {
	s, a, b := n.store, t.Args()[0], t.Args()[1]
	switch {
	case a.Sort().Kind == term.KindTuple:
		parts := make([]*term.Term, len(a.Sort().Parts))
		for i := range parts {
			parts[i] = s.Eq(s.Part(a, i), s.Part(b, i))
		}
		return s.And(parts...)
	case !a.Sort().IsCollection():
		return nil
	case b.Op() == term.OpIte:
		return s.Ite(b.Args()[0], s.Eq(a, b.Args()[1]), s.Eq(a, b.Args()[2]))
	case b == s.Empty(b.Sort()):
		return s.Eq(s.Size(a), s.Int(0))
	}
	return nil
}
