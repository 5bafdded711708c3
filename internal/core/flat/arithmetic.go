package flat

import (
	"math"
	"math/bits"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Arithmetic of words. Leaving 64 bits is noticed for integers; machine integers wrap around and are kept in their canonical
// form, the low bits extended by sign or zero.

func (b *builder) buildNumber(t *term.Term) number {
	if !fits(t.Sort()) {
		return b.fail()
	}
	args := t.Args()
	switch t.Op() {
	case term.OpIte:
		c, x, y := b.truth(args[0]), b.number(args[1]), b.number(args[2])
		return func(m *memory) int64 {
			if c(m) {
				return x(m)
			}
			return y(m)
		}
	case term.OpSize:
		return b.size(args[0])
	case term.OpAdd:
		return b.sum(t)
	case term.OpMul, term.OpDiv, term.OpMod:
		return b.product(t)
	case term.OpBitsToInt:
		return b.bitsToInt(args[0])
	case term.OpIntToBits, term.OpConvert:
		x, cut := b.number(args[0]), cutter(t.Sort())
		return func(m *memory) int64 { return cut(x(m)) }
	}
	return b.bitwise(t)
}

// bounded reports whether the bounds of the variables keep an int term within 64 bits.
func bounded(t *term.Term) bool {
	own := t.Bounds()
	return own.Low.OK && own.High.OK
}

// sum adds. If the sum stays within 64 bits, its parts need no check: words wrap around and come back.
func (b *builder) sum(t *term.Term) number {
	if t.Sort().Kind == term.KindBits {
		parts, cut := compileAll(t.Args(), b.number), cutter(t.Sort())
		return func(m *memory) int64 { return cut(plainSum(m, parts)) }
	}
	if len(t.Args()) == 2 {
		if n, ok := small(t.Args()[1]); ok {
			return b.addConstant(t.Args()[0], n)
		}
	}
	parts := compileAll(t.Args(), b.number)
	if bounded(t) {
		return func(m *memory) int64 { return plainSum(m, parts) }
	}
	return func(m *memory) int64 {
		sum := parts[0](m)
		for _, p := range parts[1:] {
			sum = addWatched(m, sum, p(m))
		}
		return sum
	}
}

func (b *builder) addConstant(t *term.Term, n int64) number {
	if t.Op() == term.OpVar {
		cell := b.place(t)
		return func(m *memory) int64 { return addWatched(m, m.cells[cell], n) }
	}
	x := b.number(t)
	return func(m *memory) int64 { return addWatched(m, x(m), n) }
}

func plainSum(m *memory, parts []number) int64 {
	var sum int64
	for _, p := range parts {
		sum += p(m)
	}
	return sum
}

// addWatched adds and notes when the sum leaves 64 bits.
func addWatched(m *memory, a, b int64) int64 {
	sum := a + b
	if (a^sum)&(b^sum) < 0 {
		m.lost = true
	}
	return sum
}

// product compiles the operations of two factors.
func (b *builder) product(t *term.Term) number {
	f, g := b.number(t.Args()[0]), b.number(t.Args()[1])
	if t.Sort().Kind == term.KindBits {
		return bitsProduct(t, f, g)
	}
	switch t.Op() {
	case term.OpMul:
		return func(m *memory) int64 { return mulWatched(m, f(m), g(m)) }
	case term.OpDiv:
		return func(m *memory) int64 { return divideWatched(m, f(m), g(m)) }
	}
	return func(m *memory) int64 {
		x, y := f(m), g(m)
		return x - y*divideWatched(m, x, y)
	}
}

func mulWatched(m *memory, a, b int64) int64 {
	if a == math.MinInt64 || b == math.MinInt64 {
		m.lost = true
		return 0
	}
	if hi, lo := bits.Mul64(magnitude(a), magnitude(b)); hi != 0 || lo > math.MaxInt64 {
		m.lost = true
	}
	return a * b
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// divideWatched returns the Euclidean quotient. Division by zero is left to the interpreter.
func divideWatched(m *memory, a, b int64) int64 {
	if b == 0 || a == math.MinInt64 || b == math.MinInt64 {
		m.lost = true
		return 0
	}
	return term.EuclideanQuotient(a, b)
}
