package term

import (
	"cmp"
	"slices"
	"strconv"
)

// Refutation without a solver. Most conjunctions that have no solution contradict themselves as written: a path requires that a sum is at
// most 119, and the step that it is at least 120; a condition is required, and so is its negation; or of several alternatives, such as the
// ways in which no move is enabled, all are excluded. So the facts in conjuncts are recorded: truth values of conditions, intervals of sums,
// whatever the order of their terms, and equal variables. A disjunction of which all alternatives but one are false adds the facts of that
// one, until nothing new is found. Intervals of sums are compared with those of their parts. Refuted conjunctions have no solution; others
// may still have none.

// Refuter finds contradictions. It belongs to one goroutine. It remembers the terms of one store by their IDs; with terms of another store it
// starts again.
type Refuter struct {
	store  *Store
	sums   map[*Term]sumBound // of comparisons
	number map[string]int     // of sums, by their terms and coefficients
	parts  []sumParts         // by number

	equal   equalities
	truth   map[*Term]bool   // of conditions
	ranges  map[int]sumRange // of sums, by number
	pending []claim
	absurd  bool
	changed bool
	budget  int // how many conditions may still be visited
}

// sumBound is a comparison as sum <= limit, or sum >= limit, or sum == limit, for a sum in a canonical form.
type sumBound struct {
	sum            int
	limit          Value
	upper, lower   bool
	strict, usable bool
}

// sumParts are the parts of a sum, in the order of their numbers.
type sumParts struct {
	terms []*Term
	coefs []Value
}

// sumRange is an interval with ends that may be excluded.
type sumRange struct{ low, high sumEnd }

type sumEnd struct {
	value      Value
	ok, strict bool
}

// claim is that a condition has a truth value.
type claim struct {
	condition *Term
	value     bool
}

// maxSums bounds the comparisons that a Refuter remembers, maxRounds how many times alternatives are visited, and maxLooks how many
// conditions: terms share parts, and following all of them could take exponential time.
const (
	maxSums   = 20000
	maxRounds = 8
	maxLooks  = 3000
)

// NewRefuter returns a refuter that has seen nothing.
func NewRefuter() *Refuter {
	return &Refuter{sums: map[*Term]sumBound{}, number: map[string]int{}, truth: map[*Term]bool{}, ranges: map[int]sumRange{},
		equal: equalities{map[*Term]*Term{}, map[[2]*Term]bool{}}}
}

// Refutes reports whether conjuncts contradict each other as written.
func (r *Refuter) Refutes(conjuncts []*Term) bool {
	if len(conjuncts) == 0 {
		return false
	}
	if store := conjuncts[0].store; len(r.sums) > maxSums || r.store != store {
		*r = *NewRefuter()
		r.store = store
	}
	clear(r.truth)
	clear(r.ranges)
	r.equal.reset(conjuncts)
	r.pending, r.absurd, r.budget = r.pending[:0], false, maxLooks
	for _, c := range conjuncts {
		r.claim(c, true)
	}
	for range maxRounds {
		if r.absurd || !r.again() {
			break
		}
	}
	return r.absurd || r.partsExclude()
}

// again visits the pending alternatives, and reports whether it found something new.
func (r *Refuter) again() bool {
	pending := r.pending
	r.pending, r.changed = nil, false
	for _, p := range pending {
		r.claim(p.condition, p.value)
	}
	return r.changed
}

// claim notes that a condition has a truth value.
func (r *Refuter) claim(c *Term, value bool) {
	if r.absurd || r.budget < 0 {
		return
	}
	if known, ok := r.value(c); ok {
		r.absurd = known != value
		return
	}
	switch {
	case c.op == OpNot:
		r.claim(c.args[0], !value)
	case c.op == OpAnd && value, c.op == OpOr && !value:
		for _, a := range c.args {
			r.claim(a, value)
		}
	case c.op == OpAnd, c.op == OpOr:
		r.alternatives(c, value)
	default:
		r.changed = true
		r.truth[c] = value
		r.equal.note(c, value)
		r.narrow(c, value)
	}
}

// alternatives claims the last of several conditions of which one must have a value, or keeps them for later.
func (r *Refuter) alternatives(c *Term, value bool) {
	var last *Term
	for _, a := range c.args {
		known, ok := r.value(a)
		if ok && known == value {
			return
		}
		if !ok && last != nil {
			r.pending = append(r.pending, claim{c, value})
			return
		}
		if !ok {
			last = a
		}
	}
	if last != nil {
		r.claim(last, value)
	}
}

// value is the truth value of a condition, if it is known.
func (r *Refuter) value(c *Term) (value, known bool) {
	if value, known = r.truth[c]; known {
		return value, true
	}
	if r.budget--; r.budget < 0 {
		return false, false
	}
	if value, known = r.equal.value(c); known {
		return value, true
	}
	switch c.op {
	case OpConst:
		return c.value.Bool(), true
	case OpNot:
		value, known = r.value(c.args[0])
		return !value, known
	case OpAnd, OpOr:
		return r.junction(c)
	case OpLe, OpLt, OpEq:
		return r.compared(c)
	}
	return false, false
}

func (r *Refuter) junction(c *Term) (value, known bool) {
	whole := true
	for _, a := range c.args {
		value, known := r.value(a)
		if known && value == (c.op == OpOr) {
			return value, true
		}
		whole = whole && known
	}
	return c.op == OpAnd, whole
}

// compared decides a comparison by the interval of its sum.
func (r *Refuter) compared(c *Term) (value, known bool) {
	b := r.bound(c)
	if !b.usable {
		return false, false
	}
	at := r.rangeOf(b.sum)
	above := at.low.ok && (compareNumbers(at.low.value, b.limit) > 0 || at.low.strict && compareNumbers(at.low.value, b.limit) == 0)
	below := at.high.ok && (compareNumbers(at.high.value, b.limit) < 0 || at.high.strict && compareNumbers(at.high.value, b.limit) == 0)
	atMost := at.high.ok && compareNumbers(at.high.value, b.limit) <= 0
	atLeast := at.low.ok && compareNumbers(at.low.value, b.limit) >= 0
	switch {
	case b.upper && b.lower:
		return atMost && atLeast && !above && !below, above || below || atMost && atLeast
	case b.upper && b.strict:
		return below, below || atLeast
	case b.upper:
		return atMost, atMost || above
	case b.strict:
		return above, above || atMost
	}
	return atLeast, atLeast || below
}

// narrow narrows the interval of a sum by a comparison, or by its negation.
func (r *Refuter) narrow(c *Term, value bool) {
	if c.op != OpLe && c.op != OpLt && c.op != OpEq {
		return
	}
	b := r.bound(c)
	if !b.usable {
		return
	}
	if !value && b.upper && b.lower {
		return // the sum differs from the limit, which does not narrow the interval
	}
	if !value {
		b.upper, b.lower, b.strict = b.lower, b.upper, !b.strict
	}
	at := r.rangeOf(b.sum)
	end := sumEnd{b.limit, true, b.strict}
	if b.upper && !at.high.within(end, -1) {
		at.high = end
	}
	if b.lower && !at.low.within(end, 1) {
		at.low = end
	}
	r.ranges[b.sum] = at
	r.absurd = r.absurd || at.isEmpty()
}

// within reports whether an end is at least as narrow as another; the sign is that of the direction in which ends become narrower.
func (e sumEnd) within(other sumEnd, sign int) bool {
	order := sign * compareNumbers(e.value, other.value)
	return e.ok && (order > 0 || order == 0 && (e.strict || !other.strict))
}

func (a sumRange) isEmpty() bool {
	if !a.low.ok || !a.high.ok {
		return false
	}
	order := compareNumbers(a.low.value, a.high.value)
	return order > 0 || order == 0 && (a.low.strict || a.high.strict)
}

func compareNumbers(a, b Value) int {
	if a.ref == nil && b.ref == nil {
		return cmp.Compare(a.n, b.n)
	}
	return signOf(plus(a, negativeOf(b)))
}

// rangeOf is the known interval of a sum; at first, that of the sort of its only part.
func (r *Refuter) rangeOf(sum int) sumRange {
	if at, ok := r.ranges[sum]; ok {
		return at
	}
	var at sumRange
	if p := r.parts[sum]; len(p.terms) == 1 {
		at = fromInterval(p.terms[0].bounds)
	}
	return at
}

func fromInterval(b Interval) sumRange {
	return sumRange{low: sumEnd{IntValue(b.Low.N), b.Low.OK, false}, high: sumEnd{IntValue(b.High.N), b.High.OK, false}}
}

// partsExclude reports whether the interval of a sum contradicts those of its parts.
func (r *Refuter) partsExclude() bool {
	for sum, at := range r.ranges {
		p := r.parts[sum]
		if len(p.terms) < 2 {
			continue
		}
		whole := sumRange{low: sumEnd{ok: true}, high: sumEnd{ok: true}}
		for i, t := range p.terms {
			whole = whole.plus(r.rangeOf(r.numberOf([]*Term{t}, []Value{oneValue})), p.coefs[i])
		}
		if !at.low.within(whole.low, 1) {
			at.low = whole.low
		}
		if !at.high.within(whole.high, -1) {
			at.high = whole.high
		}
		if at.isEmpty() {
			return true
		}
	}
	return false
}

// plus adds a range, times a factor.
func (a sumRange) plus(b sumRange, factor Value) sumRange {
	if signOf(factor) < 0 {
		b.low, b.high = b.high, b.low
	}
	add := func(x, y sumEnd) sumEnd {
		if !x.ok || !y.ok {
			return sumEnd{}
		}
		return sumEnd{plus(x.value, times(factor, y.value)), true, x.strict || y.strict}
	}
	return sumRange{add(a.low, b.low), add(a.high, b.high)}
}

// bound reads a comparison of numbers.
func (r *Refuter) bound(c *Term) sumBound {
	b, ok := r.sums[c]
	if !ok {
		b = r.read(c)
		r.sums[c] = b
	}
	return b
}

// maxNumber bounds the size of numbers in bits, so that sums of intervals stay small.
const maxNumber = 256

func (r *Refuter) read(c *Term) sumBound {
	if kind := c.args[0].sort.Kind; kind != KindInt && kind != KindReal {
		return sumBound{}
	}
	l := newDifference(c.args[0], c.args[1])
	defer l.free()
	if l.isConstant() || slices.ContainsFunc(append(slices.Clone(l.coefs), l.constant), isLarge) {
		return sumBound{}
	}
	order := make([]int, len(l.terms))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(l.terms[a].id, l.terms[b].id) })
	lead := l.coefs[order[0]]
	scale := inverseOf(lead)
	terms, coefs := make([]*Term, len(order)), make([]Value, len(order))
	for i, k := range order {
		terms[i], coefs[i] = l.terms[k], times(l.coefs[k], scale)
	}
	b := sumBound{sum: r.numberOf(terms, coefs), limit: negativeOf(times(l.constant, scale)), usable: true}
	upper := signOf(lead) > 0
	b.upper, b.lower, b.strict = upper || c.op == OpEq, !upper || c.op == OpEq, c.op == OpLt
	return b
}

func isLarge(v Value) bool {
	return v.ref != nil && v.Rat().Num().BitLen()+v.Rat().Denom().BitLen() > maxNumber
}

// numberOf is the number of a sum.
func (r *Refuter) numberOf(terms []*Term, coefs []Value) int {
	key := make([]byte, 0, 64)
	for i, t := range terms {
		key = append(strconv.AppendUint(key, uint64(t.id), 36), '*')
		if v := coefs[i]; v.ref == nil {
			key = strconv.AppendInt(key, v.n, 10)
		} else {
			key = append(key, v.Rat().RatString()...)
		}
		key = append(key, '+')
	}
	n, ok := r.number[string(key)]
	if !ok {
		n = len(r.parts)
		r.number[string(key)] = n
		r.parts = append(r.parts, sumParts{terms, coefs})
	}
	return n
}
