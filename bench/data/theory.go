package main

const sequences = "(Seq Int)"

// theorySequence is a sequence of the solver.
type theorySequence struct {
	b *builder
	s term
}

func newTheorySequence(b *builder) sequence {
	return theorySequence{b, b.apply(sequences, "as seq.empty "+sequences)}
}

func (t theorySequence) named(name func(term) term) any { return t.with(name(t.s)) }

func (t theorySequence) with(s term) sequence { return theorySequence{t.b, s} }

func (t theorySequence) unit(x term) term { return t.b.apply(sequences, "seq.unit", x) }

func (t theorySequence) concat(x, y term) term { return t.b.apply(sequences, "seq.++", x, y) }

func (t theorySequence) extract(from, n term) term {
	return t.b.apply(sequences, "seq.extract", t.s, from, n)
}

func (t theorySequence) length() term { return t.b.apply("Int", "seq.len", t.s) }

func (t theorySequence) contains(x term) term {
	return t.b.apply("Bool", "seq.contains", t.s, t.unit(x))
}

func (t theorySequence) at(i term) term { return t.b.apply("Int", "seq.nth", t.s, i) }

func (t theorySequence) first() term { return t.at("0") }

func (t theorySequence) append(x term) sequence { return t.with(t.concat(t.s, t.unit(x))) }

func (t theorySequence) appendIf(condition, x term) sequence {
	return t.with(t.b.ite(condition, t.concat(t.s, t.unit(x)), t.s))
}

func (t theorySequence) prepend(x term) sequence { return t.with(t.concat(t.unit(x), t.s)) }

func (t theorySequence) rest() sequence { return t.with(t.extract("1", t.length())) }

func (t theorySequence) remove(x term) sequence {
	i := t.b.apply("Int", "seq.indexof", t.s, t.unit(x), "0")
	without := t.concat(t.extract("0", i), t.extract(t.b.add(i, "1"), t.length()))
	return t.with(t.b.ite(t.contains(x), without, t.s))
}

func (t theorySequence) take(n int) sequence { return t.with(t.extract("0", number(n))) }

// insertSorted divides the sequence into what is not greater than x and what is.
func (t theorySequence) insertSorted(x term) sequence {
	b := t.b
	low, high := theorySequence{b, b.fresh(sequences)}, theorySequence{b, b.fresh(sequences)}
	last := low.at(b.decrement(low.length()))
	b.demand(b.eq(t.s, t.concat(low.s, high.s)))
	b.demand(b.or(b.eq(low.length(), "0"), b.atMost(last, x)))
	b.demand(b.or(b.eq(high.length(), "0"), b.less(x, high.first())))
	return t.with(t.concat(t.concat(low.s, t.unit(x)), high.s))
}

// arraySet is a set as an array to Booleans, with the number of its elements beside it.
type arraySet struct {
	b           *builder
	members     term
	cardinality term
}

const members = "(Array Int Bool)"

func newArraySet(b *builder) set {
	return arraySet{b, b.apply(members, "(as const "+members+")", no), number(0)}
}

func (a arraySet) named(name func(term) term) any {
	return arraySet{a.b, name(a.members), name(a.cardinality)}
}

func (a arraySet) length() term { return a.cardinality }

func (a arraySet) contains(x term) term { return a.b.apply("Bool", "select", a.members, x) }

func (a arraySet) insert(x term) set {
	count := a.b.ite(a.contains(x), a.cardinality, a.b.add(a.cardinality, "1"))
	return arraySet{a.b, a.b.apply(members, "store", a.members, x, yes), count}
}

func (a arraySet) remove(x term) set {
	count := a.b.ite(a.contains(x), a.b.decrement(a.cardinality), a.cardinality)
	return arraySet{a.b, a.b.apply(members, "store", a.members, x, no), count}
}

// theorySet is a set of cvc5.
type theorySet struct {
	b *builder
	s term
}

const sets = "(Set Int)"

func newTheorySet(b *builder) set { return theorySet{b, b.apply(sets, "as set.empty "+sets)} }

func (t theorySet) named(name func(term) term) any { return theorySet{t.b, name(t.s)} }

func (t theorySet) length() term { return t.b.apply("Int", "set.card", t.s) }

func (t theorySet) contains(x term) term { return t.b.apply("Bool", "set.member", x, t.s) }

func (t theorySet) insert(x term) set { return theorySet{t.b, t.b.apply(sets, "set.insert", x, t.s)} }

func (t theorySet) remove(x term) set {
	return theorySet{t.b, t.b.apply(sets, "set.minus", t.s, t.b.apply(sets, "set.singleton", x))}
}

// optionMap is a map as an array to values that may be absent.
type optionMap struct {
	b           *builder
	entries     term
	cardinality term
}

const options = "(declare-datatypes ((Option 0)) (((none) (some (content Int)))))\n"

const entries = "(Array Int Option)"

func newOptionMap(b *builder) mapping {
	return optionMap{b, b.apply(entries, "(as const "+entries+")", "none"), number(0)}
}

func (o optionMap) named(name func(term) term) any {
	return optionMap{o.b, name(o.entries), name(o.cardinality)}
}

func (o optionMap) length() term { return o.cardinality }

func (o optionMap) entry(key term) term { return o.b.apply("Option", "select", o.entries, key) }

func (o optionMap) contains(key term) term { return o.b.not(o.b.eq(o.entry(key), "none")) }

func (o optionMap) get(key term) term { return o.b.apply("Int", "content", o.entry(key)) }

func (o optionMap) insert(key, value term) mapping {
	count := o.b.ite(o.contains(key), o.cardinality, o.b.add(o.cardinality, "1"))
	return optionMap{o.b, o.b.apply(entries, "store", o.entries, key, o.b.apply("Option", "some", value)), count}
}

func (o optionMap) remove(key term) mapping {
	count := o.b.ite(o.contains(key), o.b.decrement(o.cardinality), o.cardinality)
	return optionMap{o.b, o.b.apply(entries, "store", o.entries, key, "none"), count}
}

// pairMap is a map as the set of its keys and an array of values.
type pairMap struct {
	keys   arraySet
	values term
}

const values = "(Array Int Int)"

func newPairMap(b *builder) mapping {
	return pairMap{newArraySet(b).(arraySet), b.apply(values, "(as const "+values+")", "0")}
}

func (p pairMap) named(name func(term) term) any {
	return pairMap{p.keys.named(name).(arraySet), name(p.values)}
}

func (p pairMap) length() term { return p.keys.length() }

func (p pairMap) contains(key term) term { return p.keys.contains(key) }

func (p pairMap) get(key term) term { return p.keys.b.apply("Int", "select", p.values, key) }

func (p pairMap) insert(key, value term) mapping {
	return pairMap{p.keys.insert(key).(arraySet), p.keys.b.apply(values, "store", p.values, key, value)}
}

func (p pairMap) remove(key term) mapping { return pairMap{p.keys.remove(key).(arraySet), p.values} }
