package term

import (
	"math"
	"math/bits"
)

// Intervals: every int term knows an interval that follows from the bounds of its variables. The arithmetic is exact or
// gives up: a bound that does not fit an int64 is no bound.

type bound struct {
	n  int64
	ok bool
}

func at(n int64) bound { return bound{n, true} }

// Bounds is an interval that holds the values of an int term; a missing side is reported by false.
func (t *Term) Bounds() (low int64, hasLow bool, high int64, hasHigh bool) {
	return t.low.n, t.low.ok, t.high.n, t.high.ok
}

func intervalOf(t *Term) (low, high bound) {
	if t.sort.Kind != KindInt {
		return bound{}, bound{}
	}
	switch t.op {
	case OpConst:
		if n, ok := t.value.Small(); ok {
			return at(n), at(n)
		}
	case OpVar:
		return bound{t.sort.Low, t.sort.HasLow}, bound{t.sort.High, t.sort.HasHigh}
	case OpAdd:
		return intervalOfSum(t.args)
	case OpMul:
		return intervalOfProduct(t.args)
	case OpIte:
		return lower(t.args[1].low, t.args[2].low), higher(t.args[1].high, t.args[2].high)
	case OpMod:
		if d := t.args[1]; d.low.ok && d.low.n > 0 && d.high.ok {
			return at(0), at(d.high.n - 1)
		}
	case OpDiv:
		return intervalOfQuotient(t.args[0], t.args[1])
	case OpLength:
		return at(0), bound{}
	case OpBitsToInt:
		if low, high, ok := t.args[0].sort.interval(); ok {
			return at(low), at(high)
		}
		return at(0), bound{}
	}
	return bound{}, bound{}
}

func intervalOfSum(args []*Term) (low, high bound) {
	low, high = at(0), at(0)
	for _, a := range args {
		low, high = addBound(low, a.low), addBound(high, a.high)
	}
	return low, high
}

func addBound(a, b bound) bound {
	sum := a.n + b.n
	if !a.ok || !b.ok || (a.n^sum)&(b.n^sum) < 0 {
		return bound{}
	}
	return at(sum)
}

// intervalOfProduct handles a constant factor, and factors that are not negative.
func intervalOfProduct(args []*Term) (low, high bound) {
	if len(args) != 2 {
		return bound{}, bound{}
	}
	a, b := args[0], args[1]
	if c := a; c.low.ok && c.high.ok && c.low == c.high {
		x, y := mulBound(c.low, b.low), mulBound(c.low, b.high)
		if c.low.n < 0 {
			return y, x
		}
		return x, y
	}
	if a.low.ok && b.low.ok && a.low.n >= 0 && b.low.n >= 0 {
		return mulBound(a.low, b.low), mulBound(a.high, b.high)
	}
	return bound{}, bound{}
}

func mulBound(a, b bound) bound {
	if !a.ok || !b.ok || a.n == math.MinInt64 || b.n == math.MinInt64 {
		return bound{}
	}
	hi, lo := bits.Mul64(magnitude(a.n), magnitude(b.n))
	if hi != 0 || lo > math.MaxInt64 {
		return bound{}
	}
	if (a.n < 0) != (b.n < 0) {
		return at(-int64(lo))
	}
	return at(int64(lo))
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// intervalOfQuotient handles a constant positive divisor.
func intervalOfQuotient(x, d *Term) (low, high bound) {
	if !d.low.ok || d.low != d.high || d.low.n <= 0 {
		return bound{}, bound{}
	}
	if x.low.ok {
		low = at(floorDiv(x.low.n, d.low.n))
	}
	if x.high.ok {
		high = at(floorDiv(x.high.n, d.low.n))
	}
	return low, high
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func lower(a, b bound) bound {
	if !a.ok || !b.ok {
		return bound{}
	}
	return at(min(a.n, b.n))
}

func higher(a, b bound) bound {
	if !a.ok || !b.ok {
		return bound{}
	}
	return at(max(a.n, b.n))
}
