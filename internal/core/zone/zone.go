package zone

import (
	"fmt"
	"slices"
	"strings"
)

// A Zone is a set of values of clocks.
type Zone struct {
	size   int     // clocks, with the constant zero
	bounds []Bound // on x - y at x*size + y; the first is negative if the zone is empty
}

// Zero returns the zone of n clocks in which all are 0.
func Zero(n int) *Zone {
	z := &Zone{n + 1, make([]Bound, (n+1)*(n+1))}
	for i := range z.bounds {
		z.bounds[i] = zero
	}
	return z
}

// Universe returns the zone of all values of n clocks.
func Universe(n int) *Zone {
	z := &Zone{n + 1, make([]Bound, (n+1)*(n+1))}
	for i := range z.bounds {
		z.bounds[i] = Infinity
	}
	for x := range z.size {
		z.set(x, x, zero)
	}
	return z
}

// Clone returns a copy of z.
func (z *Zone) Clone() *Zone { return &Zone{z.size, slices.Clone(z.bounds)} }

// Clocks returns the number of clocks.
func (z *Zone) Clocks() int { return z.size - 1 }

// Bound returns the smallest bound on x - y.
func (z *Zone) Bound(x, y int) Bound { return z.bounds[x*z.size+y] }

func (z *Zone) set(x, y int, b Bound) { z.bounds[x*z.size+y] = b }

// IsEmpty reports whether no values are in z.
func (z *Zone) IsEmpty() bool { return z.bounds[0] < zero && !z.Refused() }

// Refused reports whether a bound of z became too large, so that z is unknown.
func (z *Zone) Refused() bool { return z.bounds[0] == refused }

// settled reports whether no operation changes z.
func (z *Zone) settled() bool { return z.bounds[0] < zero }

// Up adds the values that those of z reach when time passes.
func (z *Zone) Up() {
	if z.settled() {
		return
	}
	for x := 1; x < z.size; x++ {
		z.set(x, 0, Infinity)
	}
}

// Down adds the values that reach one of z when time passes.
func (z *Zone) Down() {
	if z.settled() {
		return
	}
	for x := 1; x < z.size; x++ {
		z.set(0, x, Infinity)
	}
}

// Constrain keeps the values with x - y within b.
func (z *Zone) Constrain(x, y int, b Bound) {
	switch {
	case z.settled():
	case b == refused:
		z.refuse()
	case b >= z.Bound(x, y):
	case z.Bound(y, x).plus(b) < zero:
		z.bounds[0] = zero - 1
	default:
		z.tighten(x, y, b)
	}
}

// tighten gives x - y a smaller bound, which leaves z with values, and restores the canonical form: a shorter path from i to j goes through
// the new bound once.
func (z *Zone) tighten(x, y int, b Bound) {
	after, lost := z.bounds[y*z.size:(y+1)*z.size], false
	for i := range z.size {
		left := z.Bound(i, x).plus(b)
		if left == Infinity {
			continue
		}
		row := z.bounds[i*z.size : (i+1)*z.size]
		for j, old := range row {
			if next := left.plus(after[j]); next < old {
				row[j], lost = next, lost || next == refused
			}
		}
	}
	if lost {
		z.refuse()
	}
}

// Reset gives x the value c.
func (z *Zone) Reset(x int, c int64) { z.Assign(x, 0, c) }

// Assign gives x the value of y, which may be x, plus c.
func (z *Zone) Assign(x, y int, c int64) {
	if z.settled() {
		return
	}
	for i := range z.size {
		if i == x {
			continue
		}
		z.set(x, i, z.Bound(y, i).Minus(-c))
		z.set(i, x, z.Bound(i, y).Minus(c))
	}
	z.check()
}

// Free lets x have any value.
func (z *Zone) Free(x int) {
	if z.settled() {
		return
	}
	for i := range z.size {
		if i != x {
			z.set(x, i, Infinity)
			z.set(i, x, Infinity)
		}
	}
}

// check refuses z if one of its bounds is refused.
func (z *Zone) check() {
	if slices.Contains(z.bounds, refused) {
		z.refuse()
	}
}

func (z *Zone) refuse() { z.bounds[0] = refused }

// Includes reports whether all values of o are in z.
func (z *Zone) Includes(o *Zone) bool {
	if z.size != o.size || z.Refused() || o.Refused() {
		return false
	}
	if z.IsEmpty() || o.IsEmpty() {
		return o.IsEmpty()
	}
	for i, b := range o.bounds {
		if b > z.bounds[i] {
			return false
		}
	}
	return true
}

// Equal reports whether z and o have the same values.
func (z *Zone) Equal(o *Zone) bool {
	return z.Includes(o) && o.Includes(z)
}

// String lists the finite bounds, as "x1 - x2 <= 3".
func (z *Zone) String() string {
	switch {
	case z.Refused():
		return "refused"
	case z.IsEmpty():
		return "empty"
	}
	var out []string
	for x := range z.size {
		for y := range z.size {
			if b := z.Bound(x, y); x != y && b != Infinity {
				out = append(out, fmt.Sprintf("x%d - x%d %v", x, y, b))
			}
		}
	}
	return strings.Join(out, ", ")
}
