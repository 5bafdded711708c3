package zone

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Points of the tests are on a grid of fine steps, and compared with bounds by arithmetic. A zone of n clocks with whole bounds has a point
// with denominator n+1, so quarters are enough for three clocks; a point that exists for a given point in quarters is found in eighths.
const fine = 8

type constraint struct {
	x, y int
	b    Bound
}

func (c constraint) holds(p []int) bool {
	if c.b == Infinity {
		return true
	}
	d, limit := p[c.x]-p[c.y], int(c.b.Value())*fine
	return d < limit || d == limit && !c.b.Strict()
}

func (z *Zone) contains(p []int) bool {
	if z.IsEmpty() {
		return false
	}
	for x := range z.size {
		for y := range z.size {
			if !(constraint{x, y, z.Bound(x, y)}).holds(p) {
				return false
			}
		}
	}
	return true
}

// world is a number of clocks, with a range of constants and a range of values in which its zones have points.
type world struct{ clocks, constant, value int }

var worlds = []world{{1, 3, 8}, {2, 2, 8}, {3, 1, 5}}

func (w world) drawBound(t *rapid.T) Bound {
	c := int64(rapid.IntRange(-w.constant, w.constant).Draw(t, "bound"))
	if rapid.Bool().Draw(t, "strict") {
		return Less(c)
	}
	return AtMost(c)
}

func (w world) drawConstraint(t *rapid.T) constraint {
	x := rapid.IntRange(0, w.clocks).Draw(t, "x")
	y := (x + rapid.IntRange(1, w.clocks).Draw(t, "y")) % (w.clocks + 1)
	return constraint{x, y, w.drawBound(t)}
}

func (w world) drawZone(t *rapid.T) (*Zone, []constraint) {
	z := Universe(w.clocks)
	var all []constraint
	for range rapid.IntRange(0, 2*w.clocks+1).Draw(t, "constraints") {
		c := w.drawConstraint(t)
		all = append(all, c)
		z.Constrain(c.x, c.y, c.b)
	}
	return z, all
}

// each calls f with all points of the grid, in quarters, until it returns false.
func (w world) each(f func(p []int) bool) bool {
	p := make([]int, w.clocks+1)
	var at func(x int) bool
	at = func(x int) bool {
		if x > w.clocks {
			return f(p)
		}
		for v := -w.value * fine; v <= w.value*fine; v += 2 {
			p[x] = v
			if !at(x + 1) {
				return false
			}
		}
		return true
	}
	return at(1)
}

// sameSet checks that z has exactly the points of the grid for which in is true, and is canonical.
func (w world) sameSet(t *rapid.T, z *Zone, in func(p []int) bool) {
	w.each(func(p []int) bool {
		if got, want := z.contains(p), in(p); got != want {
			t.Fatalf("%v in eighths is in %v: %v, want %v", p, z, got, want)
		}
		return true
	})
	w.canonical(t, z)
}

// canonical checks that z is empty only if it has no point, and that no bound of it could be tighter.
func (w world) canonical(t *rapid.T, z *Zone) {
	empty := w.each(func(p []int) bool { return !z.contains(p) })
	if empty != z.IsEmpty() {
		t.Fatalf("%v is empty: %v, want %v", z, z.IsEmpty(), empty)
	}
	for x := range z.size {
		for y := range z.size {
			if b := z.Bound(x, y); !empty && x != y && b != Infinity && int(b.Value()) <= w.value {
				w.tight(t, z, x, y, b)
			}
		}
	}
}

func (w world) tight(t *rapid.T, z *Zone, x, y int, b Bound) {
	smaller := Less(b.Value())
	if b.Strict() {
		smaller = AtMost(b.Value() - 1)
	}
	if w.each(func(p []int) bool { return !z.contains(p) || (constraint{x, y, smaller}).holds(p) }) {
		t.Fatalf("in %v, x%d - x%d is always %v", z, x, y, smaller)
	}
}

// check runs a property with one, two and three clocks.
func check(t *testing.T, property func(t *rapid.T, w world)) {
	rapid.Check(t, func(t *rapid.T) { property(t, rapid.SampledFrom(worlds).Draw(t, "world")) })
}

func TestZero(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		w.sameSet(t, Zero(w.clocks), func(p []int) bool { return slices.Max(p) == 0 && slices.Min(p) == 0 })
	})
}

func TestUniverse(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		w.sameSet(t, Universe(w.clocks), func([]int) bool { return true })
	})
}

func TestConstrain(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, all := w.drawZone(t)
		w.sameSet(t, z, func(p []int) bool {
			return !slices.ContainsFunc(all, func(c constraint) bool { return !c.holds(p) })
		})
	})
}

func TestUp(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		later := z.Clone()
		later.Up()
		w.sameSet(t, later, func(p []int) bool { return reachable(z, p, func(q []int, x, d int) { q[x] = p[x] - d }) })
	})
}

func TestDown(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		before := z.Clone()
		before.Down()
		w.sameSet(t, before, func(p []int) bool { return reachable(z, p, func(q []int, x, d int) { q[x] = p[x] + d }) })
	})
}

// reachable reports whether z has a point that is p changed by some amount, in each clock.
func reachable(z *Zone, p []int, change func(q []int, x, d int)) bool {
	q := slices.Clone(p)
	for d := range 24 * fine {
		for x := 1; x < z.size; x++ {
			change(q, x, d)
		}
		if z.contains(q) {
			return true
		}
	}
	return false
}

func TestReset(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		x, c := rapid.IntRange(1, w.clocks).Draw(t, "reset"), rapid.IntRange(-1, 1).Draw(t, "value")
		after := z.Clone()
		after.Reset(x, int64(c))
		w.sameSet(t, after, func(p []int) bool { return p[x] == c*fine && withSome(z, p, x) })
	})
}

// withSome reports whether z has a point that is p with another value of x.
func withSome(z *Zone, p []int, x int) bool {
	q := slices.Clone(p)
	for v := -12 * fine; v <= 12*fine; v++ {
		if q[x] = v; z.contains(q) {
			return true
		}
	}
	return false
}

func TestFree(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		x := rapid.IntRange(1, w.clocks).Draw(t, "freed")
		after := z.Clone()
		after.Free(x)
		w.sameSet(t, after, func(p []int) bool { return withSome(z, p, x) })
	})
}

func TestAssign(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		x, y := rapid.IntRange(1, w.clocks).Draw(t, "assigned"), rapid.IntRange(1, w.clocks).Draw(t, "source")
		c := rapid.IntRange(-1, 1).Draw(t, "difference")
		after := z.Clone()
		after.Assign(x, y, int64(c))
		w.sameSet(t, after, func(p []int) bool {
			if x == y {
				q := slices.Clone(p)
				q[x] -= c * fine
				return z.contains(q)
			}
			return p[x] == p[y]+c*fine && withSome(z, p, x)
		})
	})
}

func TestIncludes(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		o, _ := w.drawZone(t)
		if rapid.Bool().Draw(t, "smaller") { // random zones are rarely included in each other
			c := w.drawConstraint(t)
			o = z.Clone()
			o.Constrain(c.x, c.y, c.b)
		}
		covers := func(z, o *Zone) bool { return w.each(func(p []int) bool { return !o.contains(p) || z.contains(p) }) }
		if got, want := z.Includes(o), covers(z, o); got != want {
			t.Fatalf("%v includes %v: %v, want %v", z, o, got, want)
		}
		if got, want := z.Equal(o), covers(z, o) && covers(o, z); got != want {
			t.Fatalf("%v equals %v: %v, want %v", z, o, got, want)
		}
	})
}

func TestPoint(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, all := w.drawZone(t)
		p := z.Point()
		if (p == nil) != z.IsEmpty() {
			t.Fatalf("%v has the point %v", z, p)
		}
		for _, c := range all {
			if p != nil && !within(p, c) {
				t.Fatalf("the point %v of %v violates x%d - x%d %v", p, z, c.x, c.y, c.b)
			}
		}
	})
}

func within(p []*big.Rat, c constraint) bool {
	order := new(big.Rat).Sub(p[c.x], p[c.y]).Cmp(rat(c.b))
	return order < 0 || order == 0 && !c.b.Strict()
}
