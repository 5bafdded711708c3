package main

// encoding is a way to represent collections of integers for a solver.
type encoding struct {
	name     string
	assuming bool
	sequence func(*builder) sequence
	set      func(*builder) set
	mapping  func(*builder) mapping
}

// state is a collection whose terms can be replaced by variables that are equal to them.
type state interface {
	named(name func(term) term) any
}

// sequence is an immutable sequence of integers, some of which may be known to the solver only.
type sequence interface {
	length() term
	contains(x term) term
	at(i term) term
	first() term
	append(x term) sequence
	appendIf(condition, x term) sequence
	prepend(x term) sequence
	rest() sequence
	remove(x term) sequence // removes x, which occurs at most once
	take(n int) sequence
	insertSorted(x term) sequence
}

type set interface {
	length() term
	contains(x term) term
	insert(x term) set
	remove(x term) set
}

type mapping interface {
	length() term
	contains(key term) term
	get(key term) term
	insert(key, value term) mapping
	remove(key term) mapping
}

var encodings = []encoding{
	{name: "candidates", sequence: newCandidates(false), set: newCandidateSet, mapping: newCandidateMap},
	{name: "candidates+path", assuming: true, sequence: newCandidates(false), set: newCandidateSet, mapping: newCandidateMap},
	{name: "candidates+pack", sequence: newCandidates(true), set: newCandidateSet, mapping: newCandidateMap},
	{name: "slots4", sequence: newSlots(4), set: newSlotSet(4), mapping: newSlotMap(4)},
	{name: "slots8", sequence: newSlots(8), set: newSlotSet(8), mapping: newSlotMap(8)},
	{name: "slots16", sequence: newSlots(16), set: newSlotSet(16), mapping: newSlotMap(16)},
	{name: "theory", sequence: newTheorySequence, set: newArraySet, mapping: newOptionMap},
	{name: "theory2", sequence: newTheorySequence, set: newTheorySet, mapping: newPairMap},
}

// native is the meaning of collections whose elements are all known.
var native = encoding{name: "native", sequence: newNativeSequence, set: newNativeSet, mapping: newNativeMap}
