package term

import (
	"math"
	"math/bits"
)

// Intervals. Every int term has an interval that follows from the bounds of its variables; package prove computes tighter ones from facts
// about the variables. The arithmetic is exact or gives up: an end that does not fit an int64 counts as no bound.

// Interval is the integers from Low to High; an end that is not OK does not bound it.
type Interval struct{ Low, High Bound }

// Bound is one end of an interval, if OK.
type Bound struct {
	N  int64
	OK bool
}

// At returns the bound n.
func At(n int64) Bound { return Bound{n, true} }

// Bounds returns an interval that contains all values of an int term.
func (t *Term) Bounds() Interval { return t.bounds }

// Bounds returns the interval of an int sort.
func (s *Sort) Bounds() Interval { return Interval{Bound{s.Low, s.HasLow}, Bound{s.High, s.HasHigh}} }

// IntervalOf computes the interval of an int term from the intervals of its arguments.
func IntervalOf(t *Term, argument func(*Term) Interval) Interval {
	if t.sort.Kind != KindInt {
		return Interval{}
	}
	switch t.op {
	case OpConst:
		if n, ok := t.value.Small(); ok {
			return Interval{At(n), At(n)}
		}
	case OpVar:
		return t.sort.Bounds()
	case OpAdd:
		sum := Interval{At(0), At(0)}
		for _, a := range t.args {
			sum = sum.Plus(argument(a))
		}
		return sum
	case OpMul:
		if len(t.args) == 2 {
			return argument(t.args[0]).times(argument(t.args[1]))
		}
	case OpIte:
		return argument(t.args[1]).Join(argument(t.args[2]))
	case OpMod:
		return argument(t.args[0]).mod(argument(t.args[1]))
	case OpDiv:
		return argument(t.args[0]).div(argument(t.args[1]))
	case OpLength:
		return lengthInterval(t.args[0], argument)
	case OpSize:
		return sizeOf(t.args[0])
	case OpIndexOf, OpToInt, OpFind:
		return Interval{Low: At(-1)}
	case OpBitsToInt:
		if low, high, ok := t.args[0].sort.interval(); ok {
			return Interval{At(low), At(high)}
		}
		return Interval{Low: At(0)}
	}
	return Interval{}
}

// Below reports whether all of a is less than all of b.
func (a Interval) Below(b Interval) bool { return a.High.OK && b.Low.OK && a.High.N < b.Low.N }

// AtMost reports whether no number in a is greater than any number in b.
func (a Interval) AtMost(b Interval) bool { return a.High.OK && b.Low.OK && a.High.N <= b.Low.N }

// Contains reports whether all of b is in a.
func (a Interval) Contains(b Interval) bool {
	return (!a.Low.OK || b.Low.OK && a.Low.N <= b.Low.N) && (!a.High.OK || b.High.OK && a.High.N >= b.High.N)
}

// Join returns the smallest interval that contains both.
func (a Interval) Join(b Interval) Interval {
	var out Interval
	if a.Low.OK && b.Low.OK {
		out.Low = At(min(a.Low.N, b.Low.N))
	}
	if a.High.OK && b.High.OK {
		out.High = At(max(a.High.N, b.High.N))
	}
	return out
}

// Meet returns the intersection of a and b, false if it is empty.
func (a Interval) Meet(b Interval) (Interval, bool) {
	if b.Low.OK && (!a.Low.OK || a.Low.N < b.Low.N) {
		a.Low = b.Low
	}
	if b.High.OK && (!a.High.OK || a.High.N > b.High.N) {
		a.High = b.High
	}
	return a, !a.Low.OK || !a.High.OK || a.Low.N <= a.High.N
}

// Plus returns the interval of sums.
func (a Interval) Plus(b Interval) Interval { return Interval{a.Low.Plus(b.Low), a.High.Plus(b.High)} }

// times handles a constant factor a, and factors that are not negative.
func (a Interval) times(b Interval) Interval {
	switch {
	case a.Low.OK && a.Low == a.High && a.Low.N < 0:
		return Interval{a.Low.Times(b.High), a.Low.Times(b.Low)}
	case a.Low.OK && a.Low == a.High, a.Low.OK && b.Low.OK && a.Low.N >= 0 && b.Low.N >= 0:
		return Interval{a.Low.Times(b.Low), a.High.Times(b.High)}
	}
	return Interval{}
}

// div handles a constant positive divisor.
func (a Interval) div(by Interval) Interval {
	if !by.Low.OK || by.Low != by.High || by.Low.N <= 0 {
		return Interval{}
	}
	return Interval{a.Low.FloorDiv(by.Low.N), a.High.FloorDiv(by.Low.N)}
}

// mod handles a positive divisor; numbers less than the divisor are unchanged.
func (a Interval) mod(by Interval) Interval {
	switch {
	case !by.Low.OK || by.Low.N <= 0:
		return Interval{}
	case a.Low.OK && a.Low.N >= 0 && a.Below(by):
		return a
	}
	return Interval{At(0), by.High.Plus(At(-1))}
}

// Plus returns the sum.
func (a Bound) Plus(b Bound) Bound {
	sum := a.N + b.N
	if !a.OK || !b.OK || (a.N^sum)&(b.N^sum) < 0 {
		return Bound{}
	}
	return At(sum)
}

// Times returns the product.
func (a Bound) Times(b Bound) Bound {
	if !a.OK || !b.OK || a.N == math.MinInt64 || b.N == math.MinInt64 {
		return Bound{}
	}
	hi, lo := bits.Mul64(magnitude(a.N), magnitude(b.N))
	if hi != 0 || lo > math.MaxInt64 {
		return Bound{}
	}
	if (a.N < 0) != (b.N < 0) {
		return At(-int64(lo))
	}
	return At(int64(lo))
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// FloorDiv divides by a positive number and rounds down.
func (a Bound) FloorDiv(by int64) Bound {
	if !a.OK {
		return Bound{}
	}
	q := a.N / by
	if a.N%by < 0 {
		q--
	}
	return At(q)
}
