package zone

import "math"

// Bounds are the largest constants that clocks are compared with later, before they are reset: Lower[x] in conditions x > c and x >= c,
// Upper[x] in x < c and x <= c. They are [Never] if there is no such condition, and [Always] if there may be one with any constant, or one on
// a difference with x. Entry 0 is not used.
type Bounds struct{ Lower, Upper []int64 }

// Never and Always are below and above all constants.
const (
	Never  = math.MinInt64
	Always = math.MaxInt64
)

// NewBounds returns the bounds of n clocks without comparisons.
func NewBounds(n int) Bounds {
	b := Bounds{make([]int64, n+1), make([]int64, n+1)}
	for x := range b.Lower {
		b.Lower[x], b.Upper[x] = Never, Never
	}
	return b
}

// Join raises b to at least o, and reports whether it has changed.
func (b Bounds) Join(o Bounds) bool {
	changed := false
	for x := range b.Lower {
		changed = changed || o.Lower[x] > b.Lower[x] || o.Upper[x] > b.Upper[x]
		b.Lower[x], b.Upper[x] = max(b.Lower[x], o.Lower[x]), max(b.Upper[x], o.Upper[x])
	}
	return changed
}

// SimulatedBy reports whether for each value v of z there is a value v' of o that can do whatever v can, if clocks are compared with the
// constants b: for each clock x, v'(x) is v(x), or smaller but above Lower[x], or larger where v(x) is above Upper[x].
//
// The values of o that simulate a given v are a zone, given by bounds on single clocks. It is empty if and only if for some x and y, of which
// one may be the constant zero, v(x) is at most Upper[x], and the bound of o on y - x is violated both by v and by v(x) with a value just
// above Lower[y]. The bounds of z show whether it has such a v.
func (z *Zone) SimulatedBy(o *Zone, b Bounds) bool {
	if z.size != o.size || z.Refused() || o.Refused() {
		return false
	}
	if z.IsEmpty() || o.IsEmpty() {
		return z.IsEmpty()
	}
	for x := range z.size {
		if !z.reaches(x, b.upper(x)) {
			continue
		}
		for y := range z.size {
			if x != y && z.escapes(o.Bound(y, x), x, y, b.lower(y)) {
				return false
			}
		}
	}
	return true
}

// escapes reports whether a value of z violates a bound of another zone on y - x, even if y is lowered to just above a limit.
func (z *Zone) escapes(other Bound, x, y int, lower int64) bool {
	if other >= z.Bound(y, x) || lower == Never {
		return false
	}
	return lower == Always || z.reaches(x, lower-other.Value())
}

// reaches reports whether a value of x in z is at most c.
func (z *Zone) reaches(x int, c int64) bool {
	if c == Never || c == Always {
		return c == Always
	}
	least := z.Bound(0, x)
	if least == Infinity {
		return true
	}
	return -least.Value() < c || -least.Value() == c && !least.Strict()
}

func (b Bounds) lower(x int) int64 {
	if x == 0 {
		return 0
	}
	return b.Lower[x]
}

func (b Bounds) upper(x int) int64 {
	if x == 0 {
		return 0
	}
	return b.Upper[x]
}
