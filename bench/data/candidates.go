package main

import "slices"

// candidate is an element that may be in a collection, and the condition under which it is.
type candidate struct{ present, key, value term }

// candidates is a collection as a list of candidates, in the order of a sequence.
type candidates struct {
	b       *builder
	list    []candidate
	packing bool // whether a sequence is made as short as its length allows
}

func newCandidates(packing bool) func(b *builder) sequence {
	return func(b *builder) sequence { return candidates{b: b, packing: packing} }
}

func newCandidateSet(b *builder) set     { return candidateSet{candidates{b: b}} }
func newCandidateMap(b *builder) mapping { return candidateMap{candidates{b: b}} }

// with returns a list of those candidates that can be present.
func (c candidates) with(list []candidate) candidates {
	out := candidates{b: c.b, packing: c.packing}
	for _, e := range list {
		if e.present = c.b.now(e.present); e.present != no {
			out.list = append(out.list, e)
		}
	}
	return out
}

// each returns the list with other conditions.
func (c candidates) each(condition func(i int, e candidate) term) candidates {
	list := slices.Clone(c.list)
	for i, e := range list {
		list[i].present = c.b.and(e.present, condition(i, e))
	}
	return c.with(list)
}

func (c candidates) named(name func(term) term) any { return c.renamed(name) }

func (c candidates) renamed(name func(term) term) candidates {
	list := slices.Clone(c.list)
	for i, e := range list {
		list[i] = candidate{name(e.present), name(e.key), name(e.value)}
	}
	return c.with(list)
}

func (c candidates) length() term { return c.before(len(c.list)) }

// before returns the number of elements before candidate i.
func (c candidates) before(i int) term {
	count := number(0)
	for _, e := range c.list[:i] {
		count = c.b.add(count, c.b.one(c.b.now(e.present)))
	}
	return count
}

func (c candidates) contains(x term) term {
	var any []term
	for _, e := range c.list {
		any = append(any, c.b.and(e.present, c.b.eq(e.key, x)))
	}
	return c.b.or(any...)
}

// choose returns the value of the first candidate that meets a condition, or zero.
func (c candidates) choose(condition func(i int, e candidate) term) term {
	out := number(0)
	for i, e := range slices.Backward(c.list) {
		out = c.b.ite(c.b.and(e.present, condition(i, e)), e.value, out)
	}
	return out
}

func (c candidates) first() term {
	return c.choose(func(int, candidate) term { return yes })
}

func (c candidates) at(i term) term {
	return c.choose(func(j int, _ candidate) term { return c.b.eq(c.before(j), i) })
}

func (c candidates) append(x term) sequence { return c.appendIf(yes, x) }

func (c candidates) appendIf(condition, x term) sequence {
	return c.with(append(slices.Clone(c.list), candidate{condition, x, x}))
}

func (c candidates) prepend(x term) sequence {
	return c.with(append([]candidate{{yes, x, x}}, c.list...))
}

func (c candidates) rest() sequence {
	found := no
	return c.each(func(_ int, e candidate) term {
		before := found
		found = c.b.or(found, e.present)
		return before
	})
}

func (c candidates) without(x term) candidates {
	return c.each(func(_ int, e candidate) term { return c.b.not(c.b.eq(e.key, x)) })
}

func (c candidates) remove(x term) sequence { return c.without(x) }

func (c candidates) take(n int) sequence {
	if c.packing && len(c.list) > n {
		return c.pack(n)
	}
	return c.each(func(i int, _ candidate) term {
		if i < n {
			return yes
		}
		return c.b.less(c.before(i), number(n))
	})
}

// pack returns the first n elements with one candidate for each place.
func (c candidates) pack(n int) candidates {
	list := make([]candidate, n)
	for i := range list {
		x := c.at(number(i))
		list[i] = candidate{c.b.less(number(i), c.length()), x, x}
	}
	return c.with(list)
}

// insertSorted carries the new element along the list: the smaller one stays, the greater one goes on.
func (c candidates) insertSorted(x term) sequence {
	list := slices.Clone(c.list)
	for i, e := range list {
		smaller := c.b.and(e.present, c.b.less(x, e.value))
		stays := c.b.ite(smaller, x, e.value)
		list[i].key, list[i].value = stays, stays
		x = c.b.ite(smaller, e.value, x)
	}
	return c.with(append(list, candidate{yes, x, x}))
}

type candidateSet struct{ candidates }

func (c candidateSet) named(name func(term) term) any { return candidateSet{c.renamed(name)} }

func (c candidateSet) insert(x term) set {
	return candidateSet{c.with(append(slices.Clone(c.list), candidate{c.b.not(c.contains(x)), x, x}))}
}

func (c candidateSet) remove(x term) set { return candidateSet{c.without(x)} }

type candidateMap struct{ candidates }

func (c candidateMap) named(name func(term) term) any { return candidateMap{c.renamed(name)} }

func (c candidateMap) get(key term) term {
	return c.choose(func(_ int, e candidate) term { return c.b.eq(e.key, key) })
}

func (c candidateMap) insert(key, value term) mapping {
	rest := c.without(key)
	return candidateMap{c.with(append(rest.list, candidate{yes, key, value}))}
}

func (c candidateMap) remove(key term) mapping { return candidateMap{c.without(key)} }
