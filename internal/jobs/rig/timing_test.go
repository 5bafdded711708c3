package rig

import (
	"math"
	"math/big"
	"testing"
	"time"
)

func TestTiming(t *testing.T) {
	for _, c := range []struct {
		unit, real time.Duration
		units      string
	}{
		{0, 1500 * time.Millisecond, "3/2"},
		{time.Second, 60 * time.Second, "60"},
		{200 * time.Millisecond, time.Second, "5"},
		{3, 1, "1/3"},
		{time.Hour, -time.Minute, "-1/60"},
	} {
		timing := Timing{TimeUnit: c.unit}
		got := timing.Units(c.real)
		if got.RatString() != c.units {
			t.Errorf("%v in units of %v: %s, want %s", c.real, c.unit, got.RatString(), c.units)
		}
		if back := timing.Real(got); back != c.real {
			t.Errorf("%s units of %v: %v, want %v", c.units, c.unit, back, c.real)
		}
	}
	if got := (Timing{}).Real(big.NewRat(1, 3)); got != 333_333_334 {
		t.Errorf("a third of a second is %v, want it rounded up", got)
	}
	if got := (Timing{}).Real(new(big.Rat).SetFloat64(1e30)); got != math.MaxInt64 {
		t.Errorf("a time that is too long is %v", got)
	}
}
