package zone

import (
	"testing"

	"pgregory.net/rapid"
)

func (w world) drawBounds(t *rapid.T) Bounds {
	b := NewBounds(w.clocks)
	values := []int64{Never, -1, 0, 1, 2, Always}
	for x := 1; x <= w.clocks; x++ {
		b.Lower[x] = rapid.SampledFrom(values).Draw(t, "lower")
		b.Upper[x] = rapid.SampledFrom(values).Draw(t, "upper")
	}
	return b
}

// TestSimulatedBy compares with the definition, point by point: for each point of z, the zone of the points that simulate it is intersected
// with o, both in eighths.
func TestSimulatedBy(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		o, _ := w.drawZone(t)
		if rapid.Bool().Draw(t, "similar") {
			c := w.drawConstraint(t)
			o = z.Clone()
			o.Constrain(c.x, c.y, c.b)
		}
		b := w.drawBounds(t)
		large := enlarged(o)
		want := w.each(func(p []int) bool { return !z.contains(p) || simulates(large.Clone(), p, b) })
		if got := z.SimulatedBy(o, b); got != want {
			t.Fatalf("%v is simulated by %v with bounds %v: %v, want %v", z, o, b, got, want)
		}
	})
}

// enlarged returns z in units of the grid.
func enlarged(z *Zone) *Zone {
	out := Universe(z.Clocks())
	for x := range z.size {
		for y := range z.size {
			b := z.Bound(x, y)
			switch {
			case b == Infinity:
			case b.Strict():
				out.Constrain(x, y, Less(b.Value()*fine))
			default:
				out.Constrain(x, y, AtMost(b.Value()*fine))
			}
		}
	}
	if z.IsEmpty() {
		out.Constrain(0, 0, Less(0))
	}
	return out
}

// simulates reports whether o, which it changes, has a point that can do what p can.
func simulates(o *Zone, p []int, b Bounds) bool {
	for x := 1; x < o.size; x++ {
		v := int64(p[x])
		if b.Upper[x] == Always || b.Upper[x] != Never && v <= b.Upper[x]*fine {
			o.Constrain(x, 0, AtMost(v))
		}
		switch lower := b.Lower[x]; {
		case lower == Never:
		case lower == Always || v <= lower*fine:
			o.Constrain(0, x, AtMost(-v))
		default:
			o.Constrain(0, x, Less(-lower*fine))
		}
	}
	return !o.IsEmpty()
}

// TestSimulatedByExact: if clocks are compared with all constants, only included zones are simulated.
func TestSimulatedByExact(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		o, _ := w.drawZone(t)
		b := NewBounds(w.clocks)
		for x := range b.Lower {
			b.Lower[x], b.Upper[x] = Always, Always
		}
		if got, want := z.SimulatedBy(o, b), o.Includes(z); got != want {
			t.Fatalf("%v is simulated by %v: %v, want %v", z, o, got, want)
		}
	})
}

func TestJoin(t *testing.T) {
	b, o := NewBounds(2), NewBounds(2)
	o.Lower[1], o.Upper[2] = 3, 4
	if !b.Join(o) || b.Lower[1] != 3 || b.Upper[2] != 4 || b.Lower[2] != Never || b.Upper[1] != Never {
		t.Errorf("joined with nothing: %v, want %v", b, o)
	}
	if b.Join(o) || b.Join(NewBounds(2)) {
		t.Error("bounds change when they are joined with smaller ones")
	}
}
