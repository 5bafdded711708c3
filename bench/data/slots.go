package main

import "slices"

// slots is a collection as its length and a fixed number of elements, of which those up to the length count. What does not
// fit is lost: a step that would need more slots is not possible.
type slots struct {
	b            *builder
	count        term
	keys, values []term
}

func emptySlots(b *builder, n int) slots {
	zeros := slices.Repeat([]term{number(0)}, n)
	return slots{b, number(0), zeros, zeros}
}

func newSlots(n int) func(*builder) sequence {
	return func(b *builder) sequence { return emptySlots(b, n) }
}

func newSlotSet(n int) func(*builder) set {
	return func(b *builder) set { return slotSet{emptySlots(b, n)} }
}

func newSlotMap(n int) func(*builder) mapping {
	return func(b *builder) mapping { return slotMap{emptySlots(b, n)} }
}

func (s slots) named(name func(term) term) any { return s.renamed(name) }

func (s slots) renamed(name func(term) term) slots {
	out := s.each(func(i int) (key, value term) { return name(s.keys[i]), name(s.values[i]) })
	out.count = name(s.count)
	return out
}

func (s slots) length() term { return s.count }

func (s slots) used(i int) term { return s.b.less(number(i), s.count) }

// is reports whether slot i has the key.
func (s slots) is(i int, key term) term { return s.b.and(s.used(i), s.b.eq(s.keys[i], key)) }

func (s slots) contains(key term) term {
	var any []term
	for i := range s.keys {
		any = append(any, s.is(i, key))
	}
	return s.b.or(any...)
}

func (s slots) first() term { return s.values[0] }

func (s slots) at(i term) term {
	out := number(0)
	for j, v := range slices.Backward(s.values) {
		out = s.b.ite(s.b.eq(i, number(j)), v, out)
	}
	return out
}

// each returns the slots with other keys and values.
func (s slots) each(element func(i int) (key, value term)) slots {
	out := slots{s.b, s.count, slices.Clone(s.keys), slices.Clone(s.values)}
	for i := range s.keys {
		out.keys[i], out.values[i] = element(i)
	}
	return out
}

// add appends an element if a condition holds.
func (s slots) add(condition, key, value term) slots {
	s.b.demand(s.b.or(s.b.not(condition), s.b.less(s.count, number(len(s.keys)))))
	out := s.each(func(i int) (term, term) {
		here := s.b.and(condition, s.b.eq(s.count, number(i)))
		return s.b.ite(here, key, s.keys[i]), s.b.ite(here, value, s.values[i])
	})
	out.count = s.b.add(s.count, s.b.one(condition))
	return out
}

func (s slots) append(x term) sequence { return s.add(yes, x, x) }

func (s slots) appendIf(condition, x term) sequence { return s.add(condition, x, x) }

func (s slots) prepend(x term) sequence {
	s.b.demand(s.b.less(s.count, number(len(s.keys))))
	out := s.each(func(i int) (term, term) {
		if i == 0 {
			return x, x
		}
		return s.keys[i-1], s.values[i-1]
	})
	out.count = s.b.add(s.count, "1")
	return out
}

// next returns the element after slot i.
func (s slots) next(i int) (key, value term) {
	if i+1 == len(s.keys) {
		return number(0), number(0)
	}
	return s.keys[i+1], s.values[i+1]
}

func (s slots) rest() sequence {
	out := s.each(s.next)
	out.count = s.b.decrement(s.count)
	return out
}

func (s slots) without(key term) slots {
	found := no
	out := s.each(func(i int) (term, term) {
		found = s.b.or(found, s.is(i, key))
		k, v := s.next(i)
		return s.b.ite(found, k, s.keys[i]), s.b.ite(found, v, s.values[i])
	})
	out.count = s.b.ite(s.contains(key), s.b.decrement(s.count), s.count)
	return out
}

func (s slots) remove(x term) sequence { return s.without(x) }

func (s slots) take(n int) sequence {
	s.count = s.b.ite(s.b.less(number(n), s.count), number(n), s.count)
	return s
}

func (s slots) insertSorted(x term) sequence {
	s.b.demand(s.b.less(s.count, number(len(s.keys))))
	out := s.each(func(i int) (term, term) {
		stays := s.b.and(s.used(i), s.b.atMost(s.values[i], x))
		here := s.b.ite(stays, s.values[i], x)
		x = s.b.ite(stays, x, s.values[i])
		return here, here
	})
	out.count = s.b.add(s.count, "1")
	return out
}

type slotSet struct{ slots }

func (s slotSet) named(name func(term) term) any { return slotSet{s.renamed(name)} }

func (s slotSet) insert(x term) set { return slotSet{s.add(s.b.not(s.contains(x)), x, x)} }

func (s slotSet) remove(x term) set { return slotSet{s.without(x)} }

type slotMap struct{ slots }

func (s slotMap) named(name func(term) term) any { return slotMap{s.renamed(name)} }

func (s slotMap) get(key term) term {
	out := number(0)
	for i, v := range slices.Backward(s.values) {
		out = s.b.ite(s.is(i, key), v, out)
	}
	return out
}

func (s slotMap) insert(key, value term) mapping {
	replaced := s.each(func(i int) (term, term) { return s.keys[i], s.b.ite(s.is(i, key), value, s.values[i]) })
	return slotMap{replaced.add(s.b.not(s.contains(key)), key, value)}
}

func (s slotMap) remove(key term) mapping { return slotMap{s.without(key)} }
