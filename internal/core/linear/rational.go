package linear

import (
	"cmp"
	"math/big"
	"math/bits"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// rational is a fraction in lowest terms, with a positive denominator.
type rational struct{ over, under int64 }

var (
	zero = rational{0, 1}
	one  = rational{1, 1}
)

func whole(n int64) rational { return rational{n, 1} }

// limit bounds numerators and denominators, so that the sum of two fits into 64 bits.
const limit = 1 << 62

// arithmetic computes with rationals. A result that is too large sets overflow, and everything that was computed is void.
type arithmetic struct{ overflow bool }

// product multiplies two integers.
func (a *arithmetic) product(x, y int64) int64 {
	high, low := bits.Mul64(size(x), size(y))
	if high != 0 || low >= limit {
		a.overflow = true
		return 1
	}
	return x * y
}

// total adds two integers.
func (a *arithmetic) total(x, y int64) int64 {
	sum := x + y
	if size(sum) >= limit {
		a.overflow = true
		return 1
	}
	return sum
}

func (a *arithmetic) times(x, y rational) rational {
	if x.under == 1 && y.under == 1 {
		return rational{a.product(x.over, y.over), 1}
	}
	first, second := divisor(x.over, y.under), divisor(y.over, x.under)
	return rational{a.product(x.over/first, y.over/second), a.product(x.under/second, y.under/first)}
}

func (a *arithmetic) plus(x, y rational) rational {
	if x.under == 1 && y.under == 1 {
		return rational{a.total(x.over, y.over), 1}
	}
	shared := divisor(x.under, y.under)
	over := a.total(a.product(x.over, y.under/shared), a.product(y.over, x.under/shared))
	return lowest(over, a.product(x.under, y.under/shared))
}

func lowest(over, under int64) rational {
	if over == 0 {
		return zero
	}
	shared := divisor(over, under)
	return rational{over / shared, under / shared}
}

func (a *arithmetic) minus(x, y rational) rational { return a.plus(x, y.negative()) }

func (x rational) negative() rational { return rational{-x.over, x.under} }

// inverse is 1 / x.
func (x rational) inverse() rational {
	if x.over < 0 {
		return rational{-x.under, -x.over}
	}
	return rational{x.under, x.over}
}

func (x rational) sign() int { return cmp.Compare(x.over, 0) }

func (x rational) isWhole() bool { return x.under == 1 }

// floor is the greatest integer that is not greater.
func (x rational) floor() int64 {
	quotient := x.over / x.under
	if x.over%x.under < 0 {
		quotient--
	}
	return quotient
}

// compare orders rationals; it cannot overflow.
func compare(x, y rational) int {
	if x.under == y.under {
		return cmp.Compare(x.over, y.over)
	}
	if sx, sy := x.sign(), y.sign(); sx != sy || sx == 0 {
		return cmp.Compare(sx, sy)
	}
	highX, lowX := bits.Mul64(size(x.over), size(y.under))
	highY, lowY := bits.Mul64(size(y.over), size(x.under))
	order := cmp.Compare(highX, highY)
	if order == 0 {
		order = cmp.Compare(lowX, lowY)
	}
	return order * x.sign()
}

// divisor is the greatest common divisor; of a number and 0, the absolute value of the number.
func divisor(x, y int64) int64 {
	a, b := size(x), size(y)
	for b != 0 {
		a, b = b, a%b
	}
	return int64(max(a, 1))
}

func size(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// fraction is the number of a value, if it is small.
func fraction(v term.Value) (rational, bool) {
	if n, small := v.Small(); small {
		return whole(n), size(n) < limit
	}
	r := v.Rat()
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return zero, false
	}
	over, under := r.Num().Int64(), r.Denom().Int64()
	return rational{over, under}, size(over) < limit && under < limit
}

// valueOf is the value of a number.
func valueOf(x rational) term.Value {
	if x.isWhole() {
		return term.IntValue(x.over)
	}
	return term.RatValue(big.NewRat(x.over, x.under))
}

// amount is a number and a multiple of an infinitesimal, the step by which a strict bound is missed.
type amount struct{ number, steps rational }

var nothing = amount{zero, zero}

func exactly(x rational) amount { return amount{x, zero} }

func (a *arithmetic) sum(x, y amount) amount {
	return amount{a.plus(x.number, y.number), a.plus(x.steps, y.steps)}
}

func (a *arithmetic) difference(x, y amount) amount {
	return amount{a.minus(x.number, y.number), a.minus(x.steps, y.steps)}
}

func (a *arithmetic) multiple(x amount, factor rational) amount {
	if x.steps == zero {
		return amount{a.times(x.number, factor), zero}
	}
	return amount{a.times(x.number, factor), a.times(x.steps, factor)}
}

func compareAmounts(x, y amount) int {
	if order := compare(x.number, y.number); order != 0 {
		return order
	}
	return compare(x.steps, y.steps)
}
