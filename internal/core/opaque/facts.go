package opaque

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Facts about queries of collections.

// questionFacts adds facts about the value of a question.
func (k *knowledge) questionFacts(question *term.Term) {
	args := question.Args()
	switch question.Op() {
	case term.OpSize:
		k.sizeFacts(question, args[0])
	case term.OpHas:
		k.memberFacts(question, args[0], args[1])
	case term.OpFind:
		k.placeFacts(question, args[0], args[1])
	case term.OpAt:
		k.elementFacts(question, args[0], args[1])
	case term.OpGet:
		k.valueFacts(question, args[0], args[1])
	case term.OpFold:
		k.foldFacts(question)
	}
}

// sizeFacts bounds the size of a collection.
func (k *knowledge) sizeFacts(size, c *term.Term) {
	s, args := k.store, c.Args()
	if sort := declared(c); sort.HasHigh {
		k.fact(s.Le(size, s.Int(sort.High)))
	}
	switch c.Op() {
	case term.OpToSet, term.OpEach:
		all := s.Size(args[0])
		k.fact(s.Le(size, all))
		k.fact(s.Or(s.Eq(all, s.Int(0)), s.Le(s.Int(1), size)))
	case term.OpJoin:
		a, b := s.Size(args[0]), s.Size(args[1])
		k.fact(s.And(s.Le(a, size), s.Le(b, size), s.Le(size, s.Add(a, b))))
	}
}

// declared is the sort of a collection, with the bounds that its variable declares for it.
func declared(c *term.Term) *term.Sort {
	switch c.Op() {
	case term.OpVar:
		return c.Sort()
	case term.OpAt:
		return declared(c.Args()[0]).Parts[0]
	case term.OpGet:
		return declared(c.Args()[0]).Parts[1]
	case term.OpPart:
		i, _ := c.Value().Small()
		return declared(c.Args()[0]).Parts[i]
	case term.OpKeys:
		return term.Set(declared(c.Args()[0]).Parts[0])
	}
	return c.Sort().Base()
}

// within is the condition that a value has the bounds of a sort; those of what is in collections are left out.
func (k *knowledge) within(sort *term.Sort, t *term.Term) *term.Term {
	s := k.store
	cond := s.True()
	switch {
	case sort.Kind == term.KindTuple:
		for i, p := range sort.Parts {
			cond = s.And(cond, k.within(p, s.Part(t, i)))
		}
		return cond
	case sort.IsCollection():
		t = s.Size(t)
	case sort.Kind != term.KindInt:
		return cond
	}
	if sort.HasLow {
		cond = s.Le(s.Int(sort.Low), t)
	}
	if sort.HasHigh {
		cond = s.And(cond, s.Le(t, s.Int(sort.High)))
	}
	return cond
}

// memberFacts adds that an element or key of a collection is within bounds, and has a place in a sequence.
func (k *knowledge) memberFacts(has, c, key *term.Term) {
	s := k.store
	k.fact(s.Implies(has, s.And(s.Le(s.Int(1), s.Size(c)), k.within(declared(c).Parts[0], key))))
	if c.Sort().Kind == term.KindSeq {
		place := s.Find(c, key)
		k.fact(s.Eq(has, s.Le(s.Int(0), place)))
		k.fact(s.Implies(has, s.And(k.inside(c, place), s.Eq(s.At(c, place), key))))
		for _, i := range k.places(c) {
			k.fact(s.Implies(s.And(k.inside(c, i), s.Eq(s.At(c, i), key)), has))
		}
	}
}

// places lists the places of a sequence that the formulas mention.
func (k *knowledge) places(q *term.Term) []*term.Term {
	return k.asked(func(c *term.Term) bool { return c == q }, term.Int)
}

// placeFacts adds that the first equal element does not exist or is not behind another equal one.
func (k *knowledge) placeFacts(place, q, element *term.Term) {
	s := k.store
	k.fact(s.And(s.Le(s.Int(-1), place), s.Lt(place, s.Size(q))))
	k.fact(s.Eq(s.Has(q, element), s.Le(s.Int(0), place)))
	for _, i := range k.places(q) {
		k.fact(s.Implies(s.And(k.inside(q, i), s.Eq(s.At(q, i), element)), s.Le(place, i)))
	}
}

// elementFacts adds that an element of a sequence is within bounds, and that the value outside of it is the default. An element of a filtered
// or sorted collection is an element of the collection.
func (k *knowledge) elementFacts(element, q, index *term.Term) {
	s, inside, args := k.store, k.inside(q, index), q.Args()
	k.fact(s.Implies(inside, k.within(declared(q).Parts[0], element)))
	k.fact(s.Or(inside, s.Eq(element, k.absent(element))))
	switch q.Op() {
	case term.OpFilter:
		k.fact(s.Implies(inside, s.And(s.Has(args[0], element), k.instance(args[2], args[1], element))))
	case term.OpSorted:
		k.fact(s.Implies(inside, s.Has(args[0], element)))
		k.sortedFacts(element, args[0], index)
	}
}

// sortedFacts adds that the first and the last of the elements of a set in order are the least and the greatest.
func (k *knowledge) sortedFacts(element, set, index *term.Term) {
	s := k.store
	isFirst, isLast := s.Eq(index, s.Int(0)), s.Eq(index, s.Sub(s.Size(set), s.Int(1)))
	if set.Sort().Kind != term.KindSet || !isFirst.IsTrue() && !isLast.IsTrue() {
		return
	}
	for _, key := range k.asked(func(c *term.Term) bool { return c == set }, set.Sort().Parts[0]) {
		bound := s.Le(element, key)
		if !isFirst.IsTrue() {
			bound = s.Le(key, element)
		}
		k.fact(s.Implies(s.Has(set, key), bound))
	}
}

// valueFacts adds that a value of a map is within bounds, and the value of an absent key is the default.
func (k *knowledge) valueFacts(value, m, key *term.Term) {
	s, has := k.store, k.store.Has(m, key)
	k.fact(s.Implies(has, k.within(declared(m).Parts[1], value)))
	k.fact(s.Or(has, s.Eq(value, k.absent(value))))
}

// foldFacts adds the value of a fold over an empty collection, and facts about sums, counts and extremes.
func (k *knowledge) foldFacts(fold *term.Term) {
	s, args := k.store, fold.Args()
	k.fact(s.Implies(s.Eq(s.Size(args[0]), s.Int(0)), s.Eq(fold, args[1])))
	summand, isSum := k.summand(fold)
	isSum = isSum && args[1] == k.zero(fold)
	switch {
	case isSum && k.isCount(summand):
		k.countFacts(fold, args[0], args[3], summand.Args()[0])
	case isSum:
		k.sumFacts(fold, args[0], args[3], summand)
	case args[0].Sort().Kind == term.KindSeq:
		k.extremeFacts(fold)
	}
}

// isCount reports whether a summand counts elements that satisfy a condition.
func (k *knowledge) isCount(summand *term.Term) bool {
	return summand.Op() == term.OpIte && summand == k.oneIf(summand.Args()[0])
}

// countFacts adds that the number of elements that satisfy a condition is 0 if none does, and the size if all do.
func (k *knowledge) countFacts(count, c, x, cond *term.Term) {
	s, zero, size := k.store, k.store.Int(0), k.store.Size(c)
	k.fact(s.And(s.Le(zero, count), s.Le(count, size)))
	k.fact(s.Eq(s.Eq(count, zero), s.All(c, x, s.Not(cond))))
	k.fact(s.Eq(s.Eq(count, size), s.All(c, x, cond)))
}

// sumFacts adds that a sum is no less than any summand if none is negative.
func (k *knowledge) sumFacts(sum, c, x, summand *term.Term) {
	s, zero := k.store, k.zero(sum)
	positive := s.All(c, x, s.Le(zero, summand))
	k.fact(s.Implies(positive, s.Le(zero, sum)))
	b, isSequence := base(c), c.Sort().Kind == term.KindSeq
	sort := c.Sort().Parts[0]
	if isSequence {
		sort = term.Int
	}
	for _, key := range k.asked(func(other *term.Term) bool { return other == b }, sort) {
		member, element := s.Has(c, key), key
		if isSequence {
			member, element = k.inside(c, key), s.At(c, key)
		}
		k.fact(s.Implies(s.And(positive, member), s.Le(k.instance(summand, x, element), sum)))
	}
}

// extremeFacts adds that the least or greatest of a first value and the elements of a sequence is one of them, and bounds them.
func (k *knowledge) extremeFacts(fold *term.Term) {
	s, q, first := k.store, fold.Args()[0], fold.Args()[1]
	greatest, ok := extreme(fold)
	if !ok {
		return
	}
	bounded := func(t *term.Term) *term.Term {
		if greatest {
			return s.Le(t, fold)
		}
		return s.Le(fold, t)
	}
	k.fact(bounded(first))
	for _, i := range k.places(q) {
		k.fact(s.Implies(k.inside(q, i), bounded(s.At(q, i))))
	}
	if !k.inhabited[fold] {
		k.inhabited[fold] = true
		k.witness(fmt.Sprintf("place of %d", fold.ID()), term.Int, func(i *term.Term) *term.Term {
			return s.Or(s.Eq(fold, first), s.And(k.inside(q, i), s.Eq(fold, s.At(q, i))))
		})
	}
}

// extreme reports whether a fold chooses the greatest or the least of numbers.
func extreme(fold *term.Term) (greatest, ok bool) {
	best, x, next := fold.Args()[2], fold.Args()[3], fold.Args()[4]
	if next.Op() != term.OpIte || next.Args()[0].Op() != term.OpLe {
		return false, false
	}
	cond, then, otherwise := next.Args()[0].Args(), next.Args()[1], next.Args()[2]
	isChoice := then == x && otherwise == best || then == best && otherwise == x
	isComparison := cond[0] == x && cond[1] == best || cond[0] == best && cond[1] == x
	return then != cond[0], isChoice && isComparison
}
