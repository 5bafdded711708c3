package main

// model is a system with one collection.
type model struct {
	name  string
	start func(*builder, encoding) any
	steps []step
}

// step is a transition: with its inputs, which are from 0 to 99, it says when it is possible and which state follows.
type step struct {
	name   string
	inputs int
	take   func(b *builder, state any, in []term) (guard term, next any)
}

// on makes a step of a model whose state is a C.
func on[C any](name string, inputs int, take func(b *builder, c C, in []term) (term, C)) step {
	return step{name, inputs, func(b *builder, state any, in []term) (term, any) { return take(b, state.(C), in) }}
}

func startSequence(b *builder, e encoding) any { return e.sequence(b) }
func startSet(b *builder, e encoding) any      { return e.set(b) }
func startMap(b *builder, e encoding) any      { return e.mapping(b) }

var models = []model{
	{"queue", startSequence, []step{
		on("push", 1, func(_ *builder, q sequence, in []term) (term, sequence) { return yes, q.append(in[0]) }),
		on("pushNew", 1, func(b *builder, q sequence, in []term) (term, sequence) {
			return yes, q.appendIf(b.not(q.contains(in[0])), in[0])
		}),
		on("pop", 1, func(b *builder, q sequence, in []term) (term, sequence) {
			return b.and(b.less("0", q.length()), b.eq(in[0], q.first())), q.rest()
		}),
		on("contains", 1, func(_ *builder, q sequence, in []term) (term, sequence) { return q.contains(in[0]), q }),
		on("absent", 1, func(b *builder, q sequence, in []term) (term, sequence) { return b.not(q.contains(in[0])), q }),
	}},
	{"lru", startSequence, []step{
		on("hit", 1, func(_ *builder, c sequence, in []term) (term, sequence) { return c.contains(in[0]), touch(c, in[0]) }),
		on("miss", 1, func(b *builder, c sequence, in []term) (term, sequence) {
			return b.not(c.contains(in[0])), c.prepend(in[0]).take(room)
		}),
		on("touch", 1, func(_ *builder, c sequence, in []term) (term, sequence) { return yes, touch(c, in[0]) }),
		on("evict", 2, func(b *builder, c sequence, in []term) (term, sequence) {
			full := b.eq(c.length(), number(room))
			return b.and(full, b.not(c.contains(in[0])), b.eq(in[1], c.at(number(room-1)))), c.prepend(in[0]).take(room)
		}),
	}},
	{"map", startMap, []step{
		on("set", 2, func(_ *builder, m mapping, in []term) (term, mapping) { return yes, m.insert(in[0], in[1]) }),
		on("get", 2, func(b *builder, m mapping, in []term) (term, mapping) {
			return b.and(m.contains(in[0]), b.eq(m.get(in[0]), in[1])), m
		}),
		on("absent", 1, func(b *builder, m mapping, in []term) (term, mapping) { return b.not(m.contains(in[0])), m }),
		on("delete", 1, func(_ *builder, m mapping, in []term) (term, mapping) { return m.contains(in[0]), m.remove(in[0]) }),
		on("drop", 1, func(_ *builder, m mapping, in []term) (term, mapping) { return yes, m.remove(in[0]) }),
		on("full", 0, func(b *builder, m mapping, _ []term) (term, mapping) { return b.eq(m.length(), number(room)), m }),
	}},
	{"set", startSet, []step{
		on("insert", 1, func(b *builder, s set, in []term) (term, set) { return b.not(s.contains(in[0])), s.insert(in[0]) }),
		on("put", 1, func(_ *builder, s set, in []term) (term, set) { return yes, s.insert(in[0]) }),
		on("remove", 1, func(_ *builder, s set, in []term) (term, set) { return s.contains(in[0]), s.remove(in[0]) }),
		on("small", 0, func(b *builder, s set, _ []term) (term, set) { return b.atMost(s.length(), number(room)), s }),
		on("large", 0, func(b *builder, s set, _ []term) (term, set) { return b.less(number(room), s.length()), s }),
	}},
	{"sorted", startSequence, []step{
		on("insert", 1, func(_ *builder, s sequence, in []term) (term, sequence) { return yes, s.insertSorted(in[0]) }),
		on("least", 1, func(b *builder, s sequence, in []term) (term, sequence) {
			return b.and(b.less("0", s.length()), b.eq(in[0], s.first())), s.rest()
		}),
		on("at", 2, func(b *builder, s sequence, in []term) (term, sequence) {
			return b.and(b.less(in[0], s.length()), b.eq(in[1], s.at(in[0]))), s
		}),
		on("unsorted", 1, func(b *builder, s sequence, in []term) (term, sequence) {
			next := b.add(in[0], "1")
			return b.and(b.less(next, s.length()), b.less(s.at(next), s.at(in[0]))), s
		}),
	}},
}

// room is the capacity of the cache, and the number of elements that other models ask about.
const room = 3

// touch moves a key to the front, and drops the last one if there are too many.
func touch(c sequence, key term) sequence { return c.remove(key).prepend(key).take(room) }
