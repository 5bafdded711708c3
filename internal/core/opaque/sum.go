package opaque

import "github.com/sextant-mbt/sextant/internal/core/term"

// Equations of folds. A fold over two sequences continues over the second with the result of the first. Sums are the folds that add to the
// total a value that depends on the element alone: their order does not matter, so they have equations for every change. A sum is written as
// one that begins with zero, of a summand that is not a sum itself, so that equal sums are one term; a number of elements is a sum of ones
// and zeros.

// fold is a fold over a changed collection.
func (n *normalizer) fold(t *term.Term) *term.Term {
	if summand, ok := n.summand(t); ok {
		return n.sum(t, summand)
	}
	s, c, first, total, x, next := n.store, t.Args()[0], t.Args()[1], t.Args()[2], t.Args()[3], t.Args()[4]
	args := c.Args()
	switch {
	case c.Op() == term.OpJoin && c.Sort().Kind == term.KindSeq:
		return s.Fold(args[1], s.Fold(args[0], first, total, x, next), total, x, next)
	case c.Op() == term.OpFilter:
		y, cond := n.under(args[1], args[2], next)
		return s.Fold(args[0], first, total, y, s.Ite(cond, n.instance(next, x, y), total))
	case c.Op() == term.OpEach && c.Sort().Kind == term.KindSeq:
		y, element := n.under(args[1], args[2], next)
		return s.Fold(args[0], first, total, y, n.instance(next, x, element))
	}
	return nil
}

// summand is what each element adds, if a fold is a sum.
func (n *normalizer) summand(t *term.Term) (*term.Term, bool) {
	if t.Op() != term.OpFold || t.Sort().Kind != term.KindInt && t.Sort().Kind != term.KindReal {
		return nil, false
	}
	total, next := t.Args()[2], t.Args()[4]
	summand := n.store.Sub(next, total)
	return summand, !summand.Mentions(total)
}

// total is the sum of a term for each element x of a collection.
func (n *normalizer) total(c, x, summand *term.Term) *term.Term {
	total := n.fresh(n.store.Var("bound", summand.Sort().Base()), []*term.Term{summand, x}, nil)
	return n.store.Fold(c, n.zero(summand), total, x, n.store.Add(total, summand))
}

func (n *normalizer) zero(like *term.Term) *term.Term {
	return n.store.Const(like.Sort().Base(), term.Value{})
}

// count is the number of elements that satisfy a condition.
func (n *normalizer) count(c, x, cond *term.Term) *term.Term { return n.total(c, x, n.oneIf(cond)) }

// sum is a sum over a changed collection, or of a summand that is made of others.
func (n *normalizer) sum(t, summand *term.Term) *term.Term {
	c, first, x := t.Args()[0], t.Args()[1], t.Args()[3]
	if first != n.zero(t) {
		return n.store.Add(first, n.total(c, x, summand))
	}
	if out := n.sumParts(c, x, summand); out != nil {
		return out
	}
	if out := n.sumChanged(c, x, summand); out != nil || c.Sort().Kind != term.KindSet {
		return out
	}
	return n.sumApart(c, x, summand)
}

// sumParts takes sums and factors of a summand apart.
func (n *normalizer) sumParts(c, x, summand *term.Term) *term.Term {
	s, args := n.store, summand.Args()
	switch {
	case summand.IsConst() && summand.Sort().Kind == term.KindInt:
		return s.Mul(summand, s.Size(c))
	case summand.Op() == term.OpAdd:
		parts := make([]*term.Term, len(args))
		for i, a := range args {
			parts[i] = n.total(c, x, a)
		}
		return s.Add(parts...)
	case summand.Op() == term.OpMul && args[0].IsConst():
		return s.Mul(args[0], n.total(c, x, args[1]))
	case summand.Op() == term.OpMul && args[1].IsConst():
		return s.Mul(args[1], n.total(c, x, args[0]))
	case summand.Op() == term.OpIte && args[1].IsConst() && args[2].IsConst() && summand.Sort().Kind == term.KindInt:
		return n.counted(c, x, args[0], args[1], args[2])
	case summand.Op() == term.OpIte && !args[0].Mentions(x):
		return s.Ite(args[0], n.total(c, x, args[1]), n.total(c, x, args[2]))
	}
	return nil
}

// counted rewrites a sum of one number where a condition holds and another where it does not as a multiple of a count. Either the elements
// that satisfy the condition or the others are counted; both are correct.
func (n *normalizer) counted(c, x, cond, then, otherwise *term.Term) *term.Term {
	s := n.store
	isCount := then == s.Int(1) && otherwise == s.Int(0)
	switch not := s.Not(cond); {
	case not.Op() != term.OpNot && not.Hash() < cond.Hash():
		return s.Add(s.Mul(then, s.Size(c)), s.Mul(s.Sub(otherwise, then), n.count(c, x, not)))
	case !isCount:
		return s.Add(s.Mul(otherwise, s.Size(c)), s.Mul(s.Sub(then, otherwise), n.count(c, x, cond)))
	}
	return nil
}

// sumChanged is a sum over a changed collection.
func (n *normalizer) sumChanged(c, x, summand *term.Term) *term.Term {
	s, args := n.store, c.Args()
	over := func(c *term.Term) *term.Term { return n.total(c, x, summand) }
	of := func(element *term.Term) *term.Term { return n.instance(summand, x, element) }
	ifTrue := func(cond, amount *term.Term) *term.Term { return s.Ite(cond, amount, n.zero(summand)) }
	isSequence := c.Sort().Kind == term.KindSeq
	switch c.Op() {
	case term.OpReverse, term.OpSorted:
		return over(args[0])
	case term.OpInsertSorted:
		return s.Add(over(args[0]), of(args[1]))
	case term.OpJoin:
		if isSequence {
			return s.Add(over(args[0]), over(args[1]))
		}
		y, inner := n.under(x, summand, args[0])
		return s.Add(over(args[0]), n.total(args[1], y, ifTrue(s.Not(s.Has(args[0], y)), inner)))
	case term.OpInsert:
		if isSequence {
			return s.Add(over(args[0]), ifTrue(n.insertable(args[0], args[1]), of(args[2])))
		}
		return s.Add(over(args[0]), ifTrue(s.Not(s.Has(args[0], args[1])), of(args[1])))
	case term.OpRemove:
		if isSequence {
			return s.Sub(over(args[0]), ifTrue(n.inside(args[0], args[1]), of(s.At(args[0], args[1]))))
		}
		return s.Sub(over(args[0]), ifTrue(s.Has(args[0], args[1]), of(args[1])))
	case term.OpPut:
		return s.Add(over(args[0]), ifTrue(n.inside(args[0], args[1]), s.Sub(of(args[2]), of(s.At(args[0], args[1])))))
	case term.OpFilter:
		y, cond := n.under(args[1], args[2], summand)
		return n.total(args[0], y, ifTrue(cond, n.instance(summand, x, y)))
	case term.OpEach:
		if isSequence {
			y, element := n.under(args[1], args[2], summand)
			return n.total(args[0], y, n.instance(summand, x, element))
		}
	case term.OpSlice:
		return n.sumSlice(c, x, summand)
	}
	return nil
}

// maxUnrolled is the maximum number of elements at an end of a sequence that are added or subtracted one by one.
const maxUnrolled = 4

// sumSlice is the sum over a part of a sequence q: a part that begins later than at 0 is a difference of two parts that begin there, and a
// part that has, or lacks, only a constant number of elements is written out.
func (n *normalizer) sumSlice(c, x, summand *term.Term) *term.Term {
	s, q, low, high := n.store, c.Args()[0], c.Args()[1], c.Args()[2]
	zero := s.Int(0)
	if low != zero {
		until := func(end *term.Term) *term.Term { return n.total(s.Slice(q, zero, end), x, summand) }
		return s.Ite(s.Le(low, high), s.Sub(until(high), until(low)), n.zero(summand))
	}
	if length, ok := small(high); ok {
		parts := []*term.Term{n.zero(summand)}
		for i := range length {
			parts = append(parts, n.summandAt(q, x, summand, s.Int(i)))
		}
		return s.Add(parts...)
	}
	size := s.Size(q)
	if missing, ok := small(s.Sub(size, high)); ok {
		rest := n.total(q, x, summand)
		for i := range missing {
			rest = s.Sub(rest, n.summandAt(q, x, summand, s.Sub(size, s.Int(i+1))))
		}
		return rest
	}
	return nil
}

// summandAt is what the element at an index adds, if there is one.
func (n *normalizer) summandAt(q, x, summand, index *term.Term) *term.Term {
	return n.store.Ite(n.inside(q, index), n.instance(summand, x, n.store.At(q, index)), n.zero(summand))
}

// small reports the value of a constant of at most maxUnrolled; a negative one counts as none.
func small(t *term.Term) (int64, bool) {
	if !t.IsConst() {
		return 0, false
	}
	number, ok := t.Value().Small()
	return number, ok && number <= maxUnrolled
}

// sumApart takes the element out of a sum over a set that the summand compares others with: for the others the comparison is false.
func (n *normalizer) sumApart(c, x, summand *term.Term) *term.Term {
	s := n.store
	atom, element := n.comparison(summand, x)
	if atom == nil {
		return nil
	}
	others := s.Rewrite(summand, func(t *term.Term) *term.Term {
		if t == atom {
			return s.False()
		}
		return nil
	})
	difference := s.Sub(n.instance(summand, x, element), n.instance(others, x, element))
	return s.Add(n.total(c, x, others), s.Ite(s.Has(c, element), difference, n.zero(summand)))
}

// comparison finds an equality of the element with a term that does not depend on it.
func (n *normalizer) comparison(summand, x *term.Term) (atom, element *term.Term) {
	n.store.Rewrite(summand, func(t *term.Term) *term.Term {
		if t.Op() == term.OpEq && atom == nil {
			for i, a := range t.Args() {
				if other := t.Args()[1-i]; a == x && !other.Mentions(x) {
					atom, element = t, other
				}
			}
		}
		return nil
	})
	return atom, element
}
