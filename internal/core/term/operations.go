package term

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// The concrete meaning of the operations. Constant folding and Program share these functions.

func addValues(sort *Sort, a, b Value) Value {
	if sort.Kind == KindBits {
		return wrapSmall(sort, a.n+b.n)
	}
	if a.ref == nil && b.ref == nil {
		sum := a.n + b.n
		if (a.n^sum)&(b.n^sum) >= 0 {
			return Value{n: sum}
		}
	}
	if sort.Kind == KindInt {
		return BigValue(new(big.Int).Add(a.Big(), b.Big()))
	}
	return RatValue(new(big.Rat).Add(a.Rat(), b.Rat()))
}

func mulValues(sort *Sort, a, b Value) Value {
	if sort.Kind == KindBits {
		return wrapSmall(sort, a.n*b.n)
	}
	if a.ref == nil && b.ref == nil && a.n != math.MinInt64 && b.n != math.MinInt64 {
		hi, lo := bits.Mul64(magnitude(a.n), magnitude(b.n))
		if hi == 0 && lo <= math.MaxInt64 {
			if (a.n < 0) != (b.n < 0) {
				return Value{n: -int64(lo)}
			}
			return Value{n: int64(lo)}
		}
	}
	if sort.Kind == KindInt {
		return BigValue(new(big.Int).Mul(a.Big(), b.Big()))
	}
	return RatValue(new(big.Rat).Mul(a.Rat(), b.Rat()))
}

func isZeroValue(v Value) bool { return v.ref == nil && v.n == 0 }

// divide is the quotient; by zero it is zero.
func divide(sort *Sort, a, b Value) Value {
	if isZeroValue(b) {
		return Value{}
	}
	switch sort.Kind {
	case KindReal:
		return RatValue(new(big.Rat).Quo(a.Rat(), b.Rat()))
	case KindBits:
		if sort.Signed {
			return wrapSmall(sort, a.n/b.n) // in Go, the smallest number divided by -1 is itself
		}
		return wrapSmall(sort, int64(uint64(a.n)/uint64(b.n)))
	}
	if a.ref == nil && b.ref == nil && a.n != math.MinInt64 {
		return Value{n: EuclideanQuotient(a.n, b.n)}
	}
	q, _ := new(big.Int).DivMod(a.Big(), b.Big(), new(big.Int))
	return BigValue(q)
}

// EuclideanQuotient returns the quotient that leaves a remainder of at least 0. The divisor is not 0, and the quotient fits 64 bits.
func EuclideanQuotient(a, b int64) int64 {
	q, r := a/b, a%b
	switch {
	case r >= 0:
		return q
	case b > 0:
		return q - 1
	}
	return q + 1
}

// remainder belongs to divide; modulo zero it is zero.
func remainder(sort *Sort, a, b Value) Value {
	if isZeroValue(b) {
		return Value{}
	}
	if sort.Kind == KindBits {
		if sort.Signed { // in Go, the smallest number modulo -1 is 0
			return wrapSmall(sort, a.n%b.n)
		}
		return wrapSmall(sort, int64(uint64(a.n)%uint64(b.n)))
	}
	if a.ref == nil && b.ref == nil && a.n != math.MinInt64 {
		return Value{n: a.n - b.n*EuclideanQuotient(a.n, b.n)}
	}
	_, m := new(big.Int).DivMod(a.Big(), b.Big(), new(big.Int))
	return BigValue(m)
}

func floor(v Value) Value {
	if v.ref == nil {
		return v
	}
	r := v.Rat()
	return BigValue(new(big.Int).Div(r.Num(), r.Denom()))
}

func compareValues(op Op, sort *Sort, a, b Value) bool {
	c := 0
	if sort.Kind == KindBits && !sort.Signed {
		c = cmp.Compare(uint64(a.n), uint64(b.n))
	} else {
		c = CompareInt(a, b)
	}
	return c < 0 || c == 0 && op == OpLe
}

func bitOperation(op Op, sort *Sort, a, b Value) Value {
	switch op {
	case OpBitAnd:
		return Value{n: a.n & b.n}
	case OpBitOr:
		return Value{n: a.n | b.n}
	case OpBitXor:
		return Value{n: a.n ^ b.n}
	}
	amount := shiftAmount(sort, b)
	if op == OpShiftLeft {
		return wrapSmall(sort, int64(uint64(a.n)<<amount))
	}
	if sort.Signed {
		return Value{n: a.n >> amount}
	}
	return Value{n: int64(uint64(a.n) >> amount)}
}

// shiftAmount reads the shift as the unsigned value of its bits, as SMT-LIB does, cut to 64.
func shiftAmount(sort *Sort, b Value) uint {
	pattern := uint64(b.n) << (64 - sort.Width) >> (64 - sort.Width)
	if pattern >= uint64(sort.Width) {
		return 64
	}
	return uint(pattern)
}
