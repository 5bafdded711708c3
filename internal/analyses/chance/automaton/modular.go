package automaton

import (
	"math/big"
	"math/bits"
)

// field is the integers modulo a prime below 2^62. Products have a factor 2^-64 (Montgomery's form): one of the operands is kept
// multiplied by 2^64, which raise does.
type field struct {
	prime, inverse uint64 // inverse is that of the prime modulo 2^64
	square         uint64 // 2^128 modulo the prime
	big            *big.Int
}

// newField returns the field of the largest prime below a number, which must be at most 2^62.
func newField(below uint64) *field {
	p := below - 1 | 1
	if p >= below {
		p -= 2
	}
	f := &field{big: new(big.Int)}
	for ; !f.big.SetUint64(p).ProbablyPrime(0); p -= 2 { // certain for numbers of 64 bits
	}
	f.prime, f.inverse = p, p
	for range 5 {
		f.inverse *= 2 - p*f.inverse
	}
	f.square = new(big.Int).Mod(new(big.Int).Lsh(big.NewInt(1), 128), f.big).Uint64()
	return f
}

func (f *field) mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	back, _ := bits.Mul64(low*f.inverse, f.prime)
	if high < back {
		return high - back + f.prime
	}
	return high - back
}

func (f *field) add(a, b uint64) uint64 {
	if s := a + b; s < f.prime {
		return s
	}
	return a + b - f.prime
}

func (f *field) negative(a uint64) uint64 {
	if a == 0 {
		return 0
	}
	return f.prime - a
}

// residue is a number modulo the prime.
func (f *field) residue(v int64) uint64 {
	if v < 0 {
		return f.negative(uint64(-v) % f.prime)
	}
	return uint64(v) % f.prime
}

// raise multiplies by 2^64.
func (f *field) raise(a uint64) uint64 { return f.mul(a, f.square) }

// invert is the inverse of a number that is multiplied by 2^64, which the result is too.
func (f *field) invert(a uint64) uint64 {
	out := f.raise(1)
	for e := f.prime - 2; e > 0; e >>= 1 {
		if e&1 == 1 {
			out = f.mul(out, a)
		}
		a = f.mul(a, a)
	}
	return out
}

// fraction finds the fraction n/d with a residue x modulo m, whose numbers together have at least slack bits fewer than m; if there is one
// it is the only one. It stops the Euclidean algorithm for m and x half-way.
func fraction(x, m *big.Int, slack int) (n, d *big.Int, ok bool) {
	before, now := new(big.Int).Set(m), new(big.Int).Set(x)
	factorBefore, factor := new(big.Int), big.NewInt(1)
	quotient, rest := new(big.Int), new(big.Int)
	limit := m.BitLen() - slack
	for now.BitLen()+factor.BitLen() > limit {
		if now.Sign() == 0 || factor.BitLen() > limit {
			return nil, nil, false
		}
		quotient.QuoRem(before, now, rest)
		before, now, rest = now, rest, before
		rest.Mul(quotient, factor)
		factorBefore.Sub(factorBefore, rest)
		factorBefore, factor = factor, factorBefore
	}
	if factor.Sign() < 0 {
		now.Neg(now)
		factor.Neg(factor)
	}
	return now, factor, true
}
