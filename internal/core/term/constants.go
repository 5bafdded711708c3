package term

import (
	"slices"
	"weak"
)

// Many constants are short-lived: a log of a million lines has a million different numbers, each of which is needed only briefly. So a store
// does not keep large constants alive: it has weak pointers to them, which suffice to intern equal terms as long as the constant, or a term
// that contains it, is referenced. Small numbers are kept like other terms: there are few, and they are needed often. A constant that is
// created again has a new identity; no order depends on the identity of a constant.

// smallest and largest of the numbers that are kept.
const (
	smallest = -1024
	largest  = 1024
)

// isRare reports whether a constant of this value is not kept alive.
func (v Value) isRare() bool { return v.ref != nil || v.n < smallest || v.n > largest }

// rareConstants are constants by their hash.
type rareConstants map[uint64][]weak.Pointer[Term]

// find returns the constant with a hash that satisfies a condition; nil if there is none.
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

// held returns the constants of a list that are still referenced, so that short-lived constants leave no entries behind.
func held(list []weak.Pointer[Term]) []weak.Pointer[Term] {
	return slices.DeleteFunc(list, func(p weak.Pointer[Term]) bool { return p.Value() == nil })
}

// leastSweep is the number of constants of a shard below which sweeping does not pay.
const leastSweep = 256

// sweep drops constants that are no longer referenced.
func (c rareConstants) sweep() {
	for hash, list := range c {
		if list = held(list); len(list) == 0 {
			delete(c, hash)
		} else {
			c[hash] = list
		}
	}
}
