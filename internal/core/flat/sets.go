package flat

import (
	"math/bits"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Sets as words. In a machine for states, a variable with sets of at most maxMembers values is a word: bit i is set if the value low + i is in the
// set. Terms of sets are compiled for the universe of the variables in them; an element outside of it is noted as an overflow is, and the interpreter
// takes the step. Bound variables of comprehensions and quantifiers over sets are registers.

// maxMembers is the number of values that can be in a set that is a word: no sign, so that ranges of words stay small.
const maxMembers = 62

// universe is the values that can be in a set.
type universe struct {
	low  int64
	size int64
}

// universeOf returns the universe of a sort of sets; nil if it is no such sort, or has too many values.
func universeOf(s *term.Sort) *universe {
	if s.Kind != term.KindSet || !fits(s.Parts[0]) {
		return nil
	}
	values := s.Parts[0].Values(maxMembers)
	if len(values) == 0 {
		return nil
	}
	low, _ := values[0].Small()
	return &universe{low, int64(len(values))}
}

// bit returns the bit of an element, 0 if the set cannot have it.
func (u *universe) bit(element int64) int64 {
	if i := uint64(element) - uint64(u.low); i < uint64(u.size) {
		return 1 << i
	}
	return 0
}

// word returns the word of a set; false if it has an element outside of the universe.
func (u *universe) word(v term.Value) (int64, bool) {
	var word int64
	for _, item := range v.Items() {
		n, ok := item.Small()
		bit := u.bit(n)
		if !ok || bit == 0 {
			return 0, false
		}
		word |= bit
	}
	return word, true
}

// value returns the set of a word.
func (u *universe) value(word int64) term.Value {
	items := make([]term.Value, 0, bits.OnesCount64(uint64(word)))
	for w := uint64(word); w != 0; w &= w - 1 {
		items = append(items, term.IntValue(u.low+int64(bits.TrailingZeros64(w))))
	}
	return term.ListValue(items...)
}

// IsSet reports whether the word of a slot is a set.
func (m *Machine) IsSet(slot int) bool { return m.sets[slot] != nil }

// Members returns how many values can be in the set of a slot, if its word IsSet.
func (m *Machine) Members(slot int) int { return int(m.sets[slot].size) }

// WordOfSlot returns the word of a value of a slot; false if it does not fit.
func (m *Machine) WordOfSlot(slot int, v term.Value) (int64, bool) {
	if u := m.sets[slot]; u != nil {
		return u.word(v)
	}
	n, ok := v.Small()
	return n, ok
}

// ValueOfSlot returns the value of a word of a slot.
func (m *Machine) ValueOfSlot(slot int, word int64) term.Value {
	if u := m.sets[slot]; u != nil {
		return u.value(word)
	}
	return term.IntValue(word)
}

// universe returns the universe of the variables in a term of sets; nil if they have none, or different ones.
func (b *builder) universe(t *term.Term) *universe {
	if t.Op() == term.OpVar {
		return b.sets[t]
	}
	var out *universe
	for _, a := range t.Args() {
		if a.Sort().Kind != term.KindSet || a.IsConst() {
			continue
		}
		switch u := b.universe(a); {
		case u == nil, out != nil && *u != *out:
			return nil
		default:
			out = u
		}
	}
	return out
}

// set compiles a term of sets for a universe.
func (b *builder) set(t *term.Term, u *universe) number {
	args := t.Args()
	switch t.Op() {
	case term.OpConst:
		if word, ok := u.word(t.Value()); ok {
			return func(*memory) int64 { return word }
		}
	case term.OpVar:
		if known := b.sets[t]; known != nil && *known == *u {
			cell := b.cell[t]
			return func(m *memory) int64 { return m.cells[cell] }
		}
	case term.OpIte:
		c, x, y := b.truth(args[0]), b.set(args[1], u), b.set(args[2], u)
		return func(m *memory) int64 {
			if c(m) {
				return x(m)
			}
			return y(m)
		}
	case term.OpJoin:
		x, y := b.set(args[0], u), b.set(args[1], u)
		return func(m *memory) int64 { return x(m) | y(m) }
	case term.OpInsert:
		x, e := b.set(args[0], u), b.number(args[1])
		return func(m *memory) int64 { return x(m) | m.member(u, e(m)) }
	case term.OpRemove:
		x, e := b.set(args[0], u), b.number(args[1])
		return func(m *memory) int64 { return x(m) &^ u.bit(e(m)) }
	case term.OpItems:
		return b.items(args, u)
	case term.OpFilter:
		return b.filter(args, u)
	}
	return b.fail()
}

// member returns the bit of an element that is put into a set.
func (m *memory) member(u *universe, element int64) int64 {
	bit := u.bit(element)
	m.lost = m.lost || bit == 0
	return bit
}

// items compiles a set of candidates: for each the condition under which it is present, and the element.
func (b *builder) items(args []*term.Term, u *universe) number {
	var present []truth
	var elements []number
	for i := 0; i+1 < len(args); i += 2 {
		present, elements = append(present, b.truth(args[i])), append(elements, b.number(args[i+1]))
	}
	return func(m *memory) int64 {
		var out int64
		for i, holds := range present {
			if holds(m) {
				out |= m.member(u, elements[i](m))
			}
		}
		return out
	}
}

// body compiles a condition about a bound variable, which is in a register while the condition is evaluated.
func (b *builder) body(bound, condition *term.Term) (cell int, holds truth) {
	cell = b.next
	b.next++
	before, had := b.cell[bound]
	b.cell[bound] = cell
	holds = b.truth(condition)
	if delete(b.cell, bound); had {
		b.cell[bound] = before
	}
	return cell, holds
}

// filter compiles the elements of a set that satisfy a condition.
func (b *builder) filter(args []*term.Term, u *universe) number {
	x := b.set(args[0], u)
	cell, holds := b.body(args[1], args[2])
	return func(m *memory) int64 {
		var out int64
		for w := uint64(x(m)); w != 0; w &= w - 1 {
			i := bits.TrailingZeros64(w)
			if m.cells[cell] = u.low + int64(i); holds(m) {
				out |= 1 << i
			}
		}
		return out
	}
}

// every compiles whether all elements of a set satisfy a condition.
func (b *builder) every(t *term.Term) truth {
	u := b.universe(t.Args()[0])
	if u == nil {
		return b.never()
	}
	x := b.set(t.Args()[0], u)
	cell, holds := b.body(t.Args()[1], t.Args()[2])
	return func(m *memory) bool {
		for w := uint64(x(m)); w != 0; w &= w - 1 {
			if m.cells[cell] = u.low + int64(bits.TrailingZeros64(w)); !holds(m) {
				return false
			}
		}
		return true
	}
}

// has compiles whether an element is in a set.
func (b *builder) has(t *term.Term) truth {
	u := b.universe(t.Args()[0])
	if u == nil {
		return b.never()
	}
	x, e := b.set(t.Args()[0], u), b.number(t.Args()[1])
	return func(m *memory) bool { return x(m)&u.bit(e(m)) != 0 }
}

// size compiles the number of elements of a set.
func (b *builder) size(t *term.Term) number {
	u := b.universe(t)
	if u == nil {
		return b.fail()
	}
	x := b.set(t, u)
	return func(m *memory) int64 { return int64(bits.OnesCount64(uint64(x(m)))) }
}

// sameSets compiles whether two sets are equal; one that has an element outside of the universe of the other is left to the interpreter.
func (b *builder) sameSets(x, y *term.Term) truth {
	u := b.universe(x)
	if x.IsConst() {
		u = b.universe(y)
	}
	if u == nil {
		return b.never()
	}
	f, g := b.set(x, u), b.set(y, u)
	return func(m *memory) bool { return f(m) == g(m) }
}

// never leaves a condition to the interpreter.
func (b *builder) never() truth {
	b.fail()
	return func(*memory) bool { return false }
}
