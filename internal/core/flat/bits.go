package flat

import "github.com/sextant-mbt/sextant/internal/core/term"

// Machine integers: wrap-around, division as in Go, shifts by unsigned amounts.

// cutter keeps the low bits of a word and extends them by sign or zero.
func cutter(s *term.Sort) func(int64) int64 {
	shift := 64 - s.Width
	if s.Signed {
		return func(n int64) int64 { return n << shift >> shift }
	}
	return func(n int64) int64 { return int64(uint64(n) << shift >> shift) }
}

// bitsToInt returns the number that a pattern stands for; an unsigned one that needs 64 bits is marked as lost.
func (b *builder) bitsToInt(t *term.Term) number {
	x := b.number(t)
	if t.Sort().Signed {
		return x
	}
	return func(m *memory) int64 {
		n := x(m)
		m.lost = m.lost || n < 0
		return n
	}
}

func bitsProduct(t *term.Term, f, g number) number {
	cut, signed := cutter(t.Sort()), t.Sort().Signed
	switch t.Op() {
	case term.OpMul:
		return func(m *memory) int64 { return cut(f(m) * g(m)) }
	case term.OpDiv:
		return func(m *memory) int64 { return cut(quotient(signed, f(m), g(m))) }
	}
	return func(m *memory) int64 { return cut(remainder(signed, f(m), g(m))) }
}

// quotient divides patterns towards zero; by zero it is zero.
func quotient(signed bool, a, b int64) int64 {
	switch {
	case b == 0:
		return 0
	case !signed:
		return int64(uint64(a) / uint64(b))
	case b == -1:
		return -a
	}
	return a / b
}

// remainder returns the remainder that belongs to quotient; by zero it is zero.
func remainder(signed bool, a, b int64) int64 {
	switch {
	case b == 0 || signed && b == -1:
		return 0
	case !signed:
		return int64(uint64(a) % uint64(b))
	}
	return a % b
}

func (b *builder) bitwise(t *term.Term) number {
	args := t.Args()
	if t.Sort().Kind != term.KindBits {
		return b.fail()
	}
	x := b.number(args[0])
	if t.Op() == term.OpBitNot {
		cut := cutter(t.Sort())
		return func(m *memory) int64 { return cut(^x(m)) }
	}
	if len(args) != 2 {
		return b.fail()
	}
	y := b.number(args[1])
	switch t.Op() {
	case term.OpBitAnd:
		return func(m *memory) int64 { return x(m) & y(m) }
	case term.OpBitOr:
		return func(m *memory) int64 { return x(m) | y(m) }
	case term.OpBitXor:
		return func(m *memory) int64 { return x(m) ^ y(m) }
	case term.OpShiftLeft, term.OpShiftRight:
		return shift(t, x, y)
	}
	return b.fail()
}

// shift moves bits; an amount of the width or more leaves zero, or the sign.
func shift(t *term.Term, x, y number) number {
	s := t.Sort()
	cut, width, signed, left := cutter(s), uint64(s.Width), s.Signed, t.Op() == term.OpShiftLeft
	return func(m *memory) int64 {
		a, amount := x(m), uint64(y(m))<<(64-width)>>(64-width)
		if amount >= width {
			amount = 64
		}
		switch {
		case left:
			return cut(int64(uint64(a) << amount))
		case signed:
			return a >> amount
		}
		return int64(uint64(a) >> amount)
	}
}
