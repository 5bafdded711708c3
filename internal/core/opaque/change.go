package opaque

import "github.com/sextant-mbt/sextant/internal/core/term"

// Equations of operations that make a collection of a changed one: the change is moved to the outside, so that operations that query the
// result meet it first.

// keys is the set of keys of a changed map.
func (n *normalizer) keys(t *term.Term) *term.Term {
	s, m := n.store, t.Args()[0]
	args := m.Args()
	switch m.Op() {
	case term.OpPut:
		return s.Insert(s.Keys(args[0]), args[1])
	case term.OpRemove:
		return s.Remove(s.Keys(args[0]), args[1])
	case term.OpJoin:
		return s.Join(s.Keys(args[0]), s.Keys(args[1]))
	case term.OpToMap:
		x := s.Var("bound", args[0].Sort().Parts[0].Base())
		firsts := s.Each(args[0], x, s.Part(x, 0))
		if firsts.Sort().Kind == term.KindSeq {
			return s.ToSet(firsts)
		}
		return firsts
	}
	return nil
}

// toSet is the set of the elements of a changed sequence.
func (n *normalizer) toSet(t *term.Term) *term.Term {
	s, q := n.store, t.Args()[0]
	args := q.Args()
	switch q.Op() {
	case term.OpReverse, term.OpSorted:
		if args[0].Sort().Kind == term.KindSet {
			return args[0]
		}
		return s.ToSet(args[0])
	case term.OpJoin:
		return s.Join(s.ToSet(args[0]), s.ToSet(args[1]))
	case term.OpInsertSorted:
		return s.Insert(s.ToSet(args[0]), args[1])
	case term.OpInsert:
		before := s.ToSet(args[0])
		return s.Ite(n.insertable(args[0], args[1]), s.Insert(before, args[2]), before)
	}
	return nil
}

// join adds the elements of a set, or the entries of a map, that are written out one by one.
func (n *normalizer) join(t *term.Term) *term.Term {
	s, a, b := n.store, t.Args()[0], t.Args()[1]
	if b.Op() == term.OpIte {
		return s.Ite(b.Args()[0], s.Join(a, b.Args()[1]), s.Join(a, b.Args()[2]))
	}
	kind := t.Sort().Kind
	list, ok := n.written(b)
	if kind == term.KindSet && !ok {
		a, b = b, a
		list, ok = n.written(b)
	}
	if kind == term.KindSeq || !ok {
		return nil
	}
	for _, e := range list {
		with := a
		if kind == term.KindMap {
			with = s.Put(a, e.key, e.value)
		} else {
			with = s.Insert(a, e.key)
		}
		a = s.Ite(e.when, with, a)
	}
	return a
}

// entry is an element, or a key with its value, that is in a collection under a condition.
type entry struct{ when, key, value *term.Term }

// maxWritten is the maximum number of elements that are added one by one.
const maxWritten = 16

// written lists the entries of a set or map that is written out, if they are few.
func (n *normalizer) written(c *term.Term) ([]entry, bool) {
	parts := c.Sort().Parts
	var out []entry
	switch c.Op() {
	case term.OpItems:
		for args := c.Args(); len(args) > 0; args = args[len(parts)+1:] {
			out = append(out, entry{args[0], args[1], args[len(parts)]})
		}
	case term.OpConst:
		for items := c.Value().Items(); len(items) > 0; items = items[len(parts):] {
			last := len(parts) - 1
			out = append(out, entry{n.store.True(), n.store.Const(parts[0], items[0]), n.store.Const(parts[last], items[last])})
		}
	default:
		return nil, false
	}
	return out, len(out) <= maxWritten
}

// filter is a changed collection restricted by a condition.
func (n *normalizer) filter(t *term.Term) *term.Term {
	s, c, x, cond := n.store, t.Args()[0], t.Args()[1], t.Args()[2]
	args, isSet := c.Args(), c.Sort().Kind == term.KindSet
	filtered := func(c *term.Term) *term.Term { return s.Filter(c, x, cond) }
	switch {
	case c.Op() == term.OpJoin:
		return s.Join(filtered(args[0]), filtered(args[1]))
	case c.Op() == term.OpFilter:
		both, inner := n.under(args[1], args[2], cond)
		return s.Filter(args[0], both, s.And(inner, n.instance(cond, x, both)))
	case c.Op() == term.OpInsert && isSet:
		return s.Ite(n.instance(cond, x, args[1]), s.Insert(filtered(args[0]), args[1]), filtered(args[0]))
	case c.Op() == term.OpRemove && isSet:
		return s.Remove(filtered(args[0]), args[1])
	}
	return nil
}

// each is the collection computed from the elements of a changed collection.
func (n *normalizer) each(t *term.Term) *term.Term {
	s, c, x, element := n.store, t.Args()[0], t.Args()[1], t.Args()[2]
	args := c.Args()
	mapped := func(c *term.Term) *term.Term { return s.Each(c, x, element) }
	switch {
	case c.Op() == term.OpJoin:
		return s.Join(mapped(args[0]), mapped(args[1]))
	case c.Op() == term.OpEach:
		inner, first := n.under(args[1], args[2], element)
		return s.Each(args[0], inner, n.instance(element, x, first))
	case c.Op() == term.OpInsert && c.Sort().Kind == term.KindSet:
		return s.Insert(mapped(args[0]), n.instance(element, x, args[1]))
	}
	return nil
}
