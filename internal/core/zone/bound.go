package zone

import (
	"fmt"
	"math"
)

// A Bound is an upper bound on a difference of two clocks: twice its value, plus one if the difference may be equal to it. So
// tighter bounds are smaller numbers.
type Bound int64

// Infinity is the bound that excludes nothing.
const Infinity Bound = math.MaxInt64

// Limit is the largest magnitude of a bound. A zone with a larger bound is refused.
const Limit = 1 << 60

const (
	refused  Bound = math.MinInt64 // a bound beyond the limit
	zero     Bound = 1             // at most 0
	largest  Bound = Limit<<1 | 1
	smallest Bound = -Limit << 1
)

// AtMost returns the bound of differences that are at most c.
func AtMost(c int64) Bound { return bound(c, 1) }

// Less returns the bound of differences that are less than c.
func Less(c int64) Bound { return bound(c, 0) }

func bound(c int64, weak Bound) Bound {
	if c > Limit || c < -Limit {
		return refused
	}
	return Bound(c)<<1 | weak
}

// Value returns the number that a finite bound compares with.
func (b Bound) Value() int64 { return int64(b >> 1) }

// Strict reports whether a difference must be less than the bound, not equal to it.
func (b Bound) Strict() bool { return b&1 == 0 }

func (b Bound) String() string {
	switch {
	case b == Infinity:
		return "< infinity"
	case b == refused:
		return "refused"
	case b.Strict():
		return fmt.Sprintf("< %d", b.Value())
	}
	return fmt.Sprintf("<= %d", b.Value())
}

// plus returns the bound on x - z that follows from bounds on x - y and y - z.
func (b Bound) plus(c Bound) Bound {
	if b == Infinity || c == Infinity {
		return Infinity
	}
	if b == refused || c == refused {
		return refused
	}
	sum := b + c - (b|c)&1 // values are at most 2 * Limit, so nothing overflows
	if sum > largest || sum < smallest {
		return refused
	}
	return sum
}

// Minus returns the bound on x - y - c that follows from a bound on x - y.
func (b Bound) Minus(c int64) Bound { return b.plus(AtMost(-c)) }
