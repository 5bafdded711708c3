package main

import (
	"maps"
	"slices"
)

// nativeSequence is a sequence of which everything is known. All terms are literals.
type nativeSequence []int

func newNativeSequence(*builder) sequence { return nativeSequence(nil) }

// known returns the number that a term is.
func known(t term) int {
	n, ok := literal(t)
	if !ok {
		panic("not a literal: " + string(t))
	}
	return n
}

func (s nativeSequence) length() term { return number(len(s)) }

func (s nativeSequence) contains(x term) term { return truth(slices.Contains(s, known(x))) }

func (s nativeSequence) at(i term) term {
	if n := known(i); n >= 0 && n < len(s) {
		return number(s[n])
	}
	return number(0)
}

func (s nativeSequence) first() term { return s.at("0") }

func (s nativeSequence) append(x term) sequence { return append(slices.Clone(s), known(x)) }

func (s nativeSequence) appendIf(condition, x term) sequence {
	if condition == yes {
		return s.append(x)
	}
	return s
}

func (s nativeSequence) prepend(x term) sequence { return slices.Insert(slices.Clone(s), 0, known(x)) }

func (s nativeSequence) rest() sequence { return s[min(1, len(s)):] }

func (s nativeSequence) remove(x term) sequence {
	return slices.DeleteFunc(slices.Clone(s), func(e int) bool { return e == known(x) })
}

func (s nativeSequence) take(n int) sequence { return s[:min(n, len(s))] }

func (s nativeSequence) insertSorted(x term) sequence {
	out := append(slices.Clone(s), known(x))
	slices.Sort(out)
	return out
}

// nativeMap is a map of which everything is known.
type nativeMap map[int]int

func newNativeMap(*builder) mapping { return nativeMap{} }

func (m nativeMap) length() term { return number(len(m)) }

func (m nativeMap) contains(key term) term {
	_, ok := m[known(key)]
	return truth(ok)
}

func (m nativeMap) get(key term) term { return number(m[known(key)]) }

func (m nativeMap) insert(key, value term) mapping {
	out := maps.Clone(m)
	out[known(key)] = known(value)
	return out
}

func (m nativeMap) remove(key term) mapping {
	out := maps.Clone(m)
	delete(out, known(key))
	return out
}

// nativeSet is a set of which everything is known.
type nativeSet struct{ nativeMap }

func newNativeSet(*builder) set { return nativeSet{nativeMap{}} }

func (s nativeSet) insert(x term) set { return nativeSet{s.nativeMap.insert(x, "0").(nativeMap)} }

func (s nativeSet) remove(x term) set { return nativeSet{s.nativeMap.remove(x).(nativeMap)} }
