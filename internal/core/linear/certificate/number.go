package certificate

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// number is a rational: a small integer, or else large.
type number struct {
	small int64
	large *big.Rat // nil if the number is a small integer
}

func whole(n int64) number { return number{small: n} }

func fraction(numerator, denominator int64) number {
	if denominator == 1 {
		return whole(numerator)
	}
	return reduced(big.NewRat(numerator, denominator))
}

func reduced(r *big.Rat) number {
	if r.IsInt() && r.Num().IsInt64() {
		return whole(r.Num().Int64())
	}
	return number{large: r}
}

// valueOf is the number of a value.
func valueOf(v term.Value) number {
	if n, small := v.Small(); small {
		return whole(n)
	}
	return reduced(v.Rat())
}

func (a number) rat() *big.Rat {
	if a.large != nil {
		return a.large
	}
	return new(big.Rat).SetInt64(a.small)
}

func (a number) sign() int {
	switch {
	case a.large != nil:
		return a.large.Sign()
	case a.small < 0:
		return -1
	case a.small > 0:
		return 1
	}
	return 0
}

func (a number) plus(b number) number {
	if a.large == nil && b.large == nil {
		if sum := a.small + b.small; (a.small^sum)&(b.small^sum) >= 0 {
			return whole(sum)
		}
	}
	return reduced(new(big.Rat).Add(a.rat(), b.rat()))
}

func (a number) times(b number) number {
	if a.large == nil && b.large == nil && magnitude(a.small)|magnitude(b.small) < 1<<31 {
		return whole(a.small * b.small)
	}
	return reduced(new(big.Rat).Mul(a.rat(), b.rat()))
}

// inverse is 1 / a.
func (a number) inverse() number { return reduced(new(big.Rat).Inv(a.rat())) }

func (a number) negative() number { return a.times(whole(-1)) }

// ceiling is the least integer that is not less.
func (a number) ceiling() number {
	if a.large == nil || a.large.IsInt() {
		return a
	}
	quotient := new(big.Int).Div(a.large.Num(), a.large.Denom()) // rounded down, since the denominator is positive
	return reduced(new(big.Rat).SetInt(quotient.Add(quotient, big.NewInt(1))))
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// commonDivisor is the greatest common divisor of rationals: the greatest number of which all are multiples.
func commonDivisor(numbers []number) number {
	var small uint64
	for _, n := range numbers {
		if n.large != nil {
			return largeDivisor(numbers)
		}
		small = divisor(small, magnitude(n.small))
	}
	if small > 1<<62 {
		return largeDivisor(numbers)
	}
	return whole(int64(small))
}

func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func largeDivisor(numbers []number) number {
	numerator, denominator := new(big.Int), big.NewInt(1)
	for _, n := range numbers {
		r := n.rat()
		numerator.GCD(nil, nil, numerator, new(big.Int).Abs(r.Num()))
		shared := new(big.Int).GCD(nil, nil, denominator, r.Denom())
		denominator.Mul(denominator, new(big.Int).Div(r.Denom(), shared))
	}
	return reduced(new(big.Rat).SetFrac(numerator, denominator))
}
