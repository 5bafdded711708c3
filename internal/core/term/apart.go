package term

import (
	"slices"
	"strconv"
)

// Taking apart. A variable of a tuple or a collection becomes a term over scalar variables: a collection has one for its size, up to a limit,
// and one for each element. The sorts of these variables enforce the bounds of the sort. Only the distinctness of the elements of a set and
// of the keys of a map needs a condition of its own.

// Apart is a variable that was taken apart.
type Apart struct {
	Term  *Term   // stands for the variable
	Vars  []*Term // the scalar variables of the term
	Cond  *Term   // what must hold for them
	Exact bool    // every value of the variable is one of the term: no collection in it can have more elements
}

// TakeApart takes a variable apart, with at most limit elements in each collection. Collections in collections have fewer, unless their
// sorts bound all sizes so that few scalars are enough for every value. The sort is that of the variable, or one with a smaller
// greatest size, if that is known.
func (s *Store) TakeApart(v *Term, sort *Sort, limit int) Apart {
	out := Apart{Exact: true, Cond: s.true_}
	limits := []int{limit}
	if n, ok := sort.scalarCount(); sort.nested() && ok && n <= scalarsPerElement*int64(limit) {
		limits = []int{maxScalars}
	} else if sort.nested() {
		limits = []int{min(limit, 8), min(limit, 4), 2, 1, 0}
	}
	out.Term = s.apart(&out, v.name, sort, limits)
	return out
}

// scalarsPerElement is the number of scalars, for each element of the limit, up to which collections in collections are taken apart
// as a whole.
const scalarsPerElement = 16

// scalarCount is the number of scalar variables of a variable that is taken apart as a whole, if its sort bounds all sizes.
func (s *Sort) scalarCount() (int64, bool) {
	if s.IsScalar() {
		return 1, true
	}
	total := int64(0)
	for _, p := range s.Parts {
		n, ok := p.scalarCount()
		if total += n; !ok || total > maxScalars {
			return 0, false
		}
	}
	if s.Kind == KindTuple {
		return total, true
	}
	most, ok := s.greatestSize()
	return 1 + most*total, ok && most <= maxScalars
}

// nested reports whether a collection of the sort contains collections.
func (s *Sort) nested() bool {
	return s.IsCollection() && slices.ContainsFunc(s.Parts, (*Sort).hasCollection) || slices.ContainsFunc(s.Parts, (*Sort).nested)
}

func (s *Sort) hasCollection() bool {
	return s.IsCollection() || slices.ContainsFunc(s.Parts, (*Sort).hasCollection)
}

// maxScalars is the number of scalar variables of one variable above which further collections in it are empty.
const maxScalars = 1 << 12

// apart takes a part of a variable apart. There is a limit for each level of collections in collections, the last for all further ones,
// so that their product stays small.
func (s *Store) apart(out *Apart, name string, sort *Sort, limits []int) *Term {
	switch {
	case sort.IsScalar():
		v := s.Var(name, sort)
		out.Vars = append(out.Vars, v)
		return v
	case sort.Kind == KindTuple:
		parts := make([]*Term, len(sort.Parts))
		for i, p := range sort.Parts {
			parts[i] = s.apart(out, name+"."+strconv.Itoa(i), p, limits)
		}
		return s.Tuple(parts...)
	}
	return s.apartCollection(out, name, sort, limits)
}

func (s *Store) apartCollection(out *Apart, name string, sort *Sort, limits []int) *Term {
	limit, inner := limits[0], limits[min(1, len(limits)-1):]
	if len(out.Vars) > maxScalars {
		limit = 0
	}
	if most, ok := sort.greatestSize(); ok && most <= int64(limit) {
		limit = int(most)
	} else {
		out.Exact = false
	}
	size := s.Var(name+".size", Range(0, int64(limit)))
	out.Vars = append(out.Vars, size)
	candidates := make([]candidate, limit)
	for i := range candidates {
		c := candidate{when: s.Lt(s.Int(int64(i)), size), key: s.apart(out, name+"["+strconv.Itoa(i)+"]", sort.Parts[0], inner)}
		if sort.Kind == KindMap {
			c.value = s.apart(out, name+"{"+strconv.Itoa(i)+"}", sort.Parts[1], inner)
		}
		if sort.Kind != KindSeq {
			out.Cond = s.And(out.Cond, s.Or(s.Not(c.when), s.Not(s.has(candidates[:i], c.key))))
		}
		candidates[i] = c
	}
	return s.items(sort, candidates)
}

// greatestSize is the size that no collection of the sort exceeds, if it has bounds: its own, or the number of different elements.
func (s *Sort) greatestSize() (int64, bool) {
	most, ok := s.High, s.HasHigh
	if s.Kind == KindSeq {
		return most, ok
	}
	if n, finite := s.Parts[0].valueCount(); finite && (!ok || n < most) {
		return n, true
	}
	return most, ok
}

// BoundsSizes reports whether the sort bounds the sizes of all its collections, including nested ones.
func (s *Sort) BoundsSizes() bool {
	if s.IsCollection() {
		if _, ok := s.greatestSize(); !ok {
			return false
		}
	}
	return !slices.ContainsFunc(s.Parts, func(p *Sort) bool { return !p.BoundsSizes() })
}

// manyValues is the number of values above which a sort counts as infinite.
const manyValues = 1 << 20

// valueCount is the number of values of a finite sort.
func (s *Sort) valueCount() (int64, bool) {
	if s.IsScalar() {
		low, high, ok := s.interval()
		return high - low + 1, ok && high-low >= 0 && high-low < manyValues
	}
	product := int64(1)
	for _, p := range s.Parts {
		n, ok := p.valueCount()
		if product *= n; !ok || product > manyValues {
			return 0, false
		}
	}
	if s.Kind == KindTuple {
		return product, true
	}
	most, ok := s.greatestSize()
	return countLists(product, most, ok)
}

// countLists bounds the number of collections with up to a number of elements, or entries, of which there are n.
func countLists(n, most int64, bounded bool) (int64, bool) {
	total, power := int64(1), int64(1)
	for range most {
		power *= n
		if total += power; total > manyValues {
			return 0, false
		}
	}
	return total, bounded
}

// Certainty records which answers about a formula carry over to the formula that it was made from.
type Certainty struct {
	Sat   bool
	Unsat bool
}

// BoundApart takes the variables apart that quantifiers in t bind. A quantifier over a collection then ranges over small ones only, which
// changes its meaning: certainty records which answers still hold. Positive is set for a formula that is asserted.
func (s *Store) BoundApart(t *Term, limit int, positive bool, certainty *Certainty) *Term {
	if !t.lists || !t.quant {
		return t
	}
	switch t.op {
	case OpNot:
		return s.Not(s.BoundApart(t.args[0], limit, !positive, certainty))
	case OpAnd, OpOr:
		parts := make([]*Term, len(t.args))
		for i, a := range t.args {
			parts[i] = s.BoundApart(a, limit, positive, certainty)
		}
		return s.junction(t.op, parts)
	case OpExists, OpForall:
		return s.quantifierApart(t, limit, positive, certainty)
	}
	*certainty = Certainty{} // it is within a comparison or a choice, so its sign is unknown
	if t.isBinder() {
		return t
	}
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = s.BoundApart(a, limit, positive, certainty)
	}
	return s.rebuild(&step{term: t}, args)
}

func (s *Store) quantifierApart(t *Term, limit int, positive bool, certainty *Certainty) *Term {
	var bound []*Term
	by, cond := map[*Term]*Term{}, s.true_
	for _, v := range t.Bound() {
		if v.sort.IsScalar() {
			bound = append(bound, v)
			continue
		}
		apart := s.TakeApart(v, v.sort, limit)
		bound, by[v], cond = append(bound, apart.Vars...), apart.Term, s.And(cond, apart.Cond)
		switch {
		case apart.Exact:
		case positive == (t.op == OpExists):
			certainty.Unsat = false
		default:
			certainty.Sat = false
		}
	}
	body := s.BoundApart(s.Substitute(t.Body(), by), limit, positive, certainty)
	if t.op == OpExists {
		return s.Exists(bound, s.And(cond, body))
	}
	return s.Forall(bound, s.Or(s.Not(cond), body))
}

// Narrowed is the sort of a collection with at most a given number of elements.
func (s *Sort) Narrowed(most int64) *Sort {
	if s.HasHigh && s.High <= most {
		return s
	}
	out := *s
	out.HasHigh, out.High = true, most
	return &out
}
