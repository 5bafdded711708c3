package term

import (
	"slices"
	"weak"
)

// Constants come and go: a log of a million lines has a million different numbers, each of which is needed for a moment. So a
// store does not keep a constant for its own sake. It knows it as long as somebody has it, or has a term that it is part of, so
// that equal terms are one term all the same. Small numbers are kept like other terms: there are few, and they are asked for
// again and again. The identity of a term that is made anew is new; nothing is ordered by that of a constant.

// smallest and largest of the numbers that are kept.
const (
	smallest = -1024
	largest  = 1024
)

// isRare tells whether a constant of this value is not kept for its own sake.
func (v Value) isRare() bool { return v.ref != nil || v.n < smallest || v.n > largest }

// rareConstants are constants by their hash.
type rareConstants map[uint64][]weak.Pointer[Term]

// find returns the term with a hash that is right; nil if there is none.
func (sh *shard) find(hash uint64, rare bool, right func(*Term) bool) *Term {
	if rare {
		for _, p := range sh.constants[hash] {
			if t := p.Value(); t != nil && right(t) {
				return t
			}
		}
		return nil
	}
	for _, t := range sh.terms[hash] {
		if right(t) {
			return t
		}
	}
	return nil
}

// add notes a new term.
func (sh *shard) add(t *Term, rare bool) {
	if !rare {
		sh.terms[t.hash] = append(sh.terms[t.hash], t)
		return
	}
	if len(sh.constants) >= sh.sweepAt {
		sh.constants.sweep()
		sh.sweepAt = max(2*len(sh.constants), leastSweep)
	}
	sh.constants[t.hash] = append(held(sh.constants[t.hash]), weak.Make(t))
}

// held are those of a list that somebody has. A constant that comes and goes again and again must not leave one behind each time.
func held(list []weak.Pointer[Term]) []weak.Pointer[Term] {
	return slices.DeleteFunc(list, func(p weak.Pointer[Term]) bool { return p.Value() == nil })
}

// leastSweep is how many constants of a shard are not worth looking through.
const leastSweep = 256

// sweep drops constants that nobody has.
func (c rareConstants) sweep() {
	for hash, list := range c {
		if list = held(list); len(list) == 0 {
			delete(c, hash)
		} else {
			c[hash] = list
		}
	}
}
