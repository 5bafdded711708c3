package smt

import "github.com/sextant-mbt/sextant/internal/core/term"

// sizes are bounds of the sizes of collections that follow from the conjuncts of a query.
type sizes map[*term.Term]int64

// boundedSizes extracts bounds from conjuncts such as len(s) <= 3, and propagates them through equations: a map whose keys are the elements
// of a small sequence is small.
func boundedSizes(conjuncts []*term.Term) sizes {
	s := sizes{}
	for changed := true; changed; {
		changed = false
		for _, c := range conjuncts {
			changed = c.HasLists() && s.read(c) || changed
		}
	}
	return s
}

// read notes the bounds in a conjunct, and reports whether they are new.
func (s sizes) read(c *term.Term) bool {
	if c.Op() != term.OpLe && c.Op() != term.OpEq {
		return false
	}
	a, b := c.Args()[0], c.Args()[1]
	if a.Sort().IsCollection() {
		first := s.equate(a, b)
		return s.equate(b, a) || first
	}
	if n, ok := s.number(b); ok && a.Op() == term.OpSize && s.note(a.Args()[0], n) {
		return true
	}
	n, ok := s.number(a)
	return ok && c.Op() == term.OpEq && b.Op() == term.OpSize && s.note(b.Args()[0], n)
}

// equate bounds a by b, to which it is equal.
func (s sizes) equate(a, b *term.Term) bool {
	n, ok := s.of(b)
	return ok && s.note(a, n)
}

// note bounds the variable that determines the size of a collection.
func (s sizes) note(t *term.Term, n int64) bool {
	for t.Op() == term.OpKeys || t.Op() == term.OpReverse || t.Op() == term.OpSorted {
		t = t.Args()[0]
	}
	if known, ok := s[t]; t.Op() != term.OpVar || ok && known <= n {
		return false
	}
	s[t] = n
	return true
}

// number bounds an integer term.
func (s sizes) number(t *term.Term) (int64, bool) {
	switch t.Op() {
	case term.OpConst:
		return t.Value().Small()
	case term.OpSize:
		return s.of(t.Args()[0])
	}
	return 0, false
}

// of bounds the size of a collection.
func (s sizes) of(t *term.Term) (int64, bool) {
	switch t.Op() {
	case term.OpVar:
		n, ok := s[t]
		if sort := t.Sort(); sort.HasHigh && (!ok || sort.High < n) {
			return sort.High, true
		}
		return n, ok
	case term.OpConst:
		n := int64(len(t.Value().Items()))
		if t.Sort().Kind == term.KindMap {
			n /= 2
		}
		return n, true
	case term.OpKeys, term.OpReverse, term.OpSorted, term.OpToSet, term.OpToMap, term.OpFilter, term.OpEach, term.OpSlice, term.OpRemove:
		return s.of(t.Args()[0])
	case term.OpJoin:
		a, ok1 := s.of(t.Args()[0])
		b, ok2 := s.of(t.Args()[1])
		return a + b, ok1 && ok2
	}
	return 0, false
}
