package zone

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestWait: after the time, values that reach a zone are in it.
func TestWait(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		p := make([]int, w.clocks+1)
		values := []*big.Rat{new(big.Rat)}
		for x := 1; x <= w.clocks; x++ {
			p[x] = rapid.IntRange(-w.value*fine, w.value*fine).Draw(t, "value")
			values = append(values, big.NewRat(int64(p[x]), fine))
		}
		reaches := reachable(z, p, func(q []int, x, d int) { q[x] = p[x] + d })
		wait := z.Wait(values)
		if wait == nil {
			if reaches {
				t.Fatalf("%v in eighths never is in %v, but it is", p, z)
			}
			return
		}
		if !reaches {
			t.Skip("nothing is promised")
		}
		scaled := new(big.Rat).Mul(wait, big.NewRat(2*fine, 1)) // the middle between two eighths
		if !scaled.IsInt() || wait.Sign() < 0 {
			t.Fatalf("the time is %v", wait)
		}
		d := int(scaled.Num().Int64())
		q := slices.Clone(p)
		for x := 1; x <= w.clocks; x++ {
			q[x] = 2*p[x] + d
		}
		if !doubled(z).contains(q) {
			t.Fatalf("after %v, %v is not in %v", wait, p, z)
		}
	})
}

// doubled returns z in units of half its size, so that halves of eighths are whole numbers of eighths.
func doubled(z *Zone) *Zone {
	out := Universe(z.Clocks())
	for x := range z.size {
		for y := range z.size {
			if b := z.Bound(x, y); b != Infinity {
				out.Constrain(x, y, bound(2*b.Value(), b&1))
			}
		}
	}
	return out
}
