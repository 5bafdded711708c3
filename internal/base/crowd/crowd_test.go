package crowd

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestFactor(t *testing.T) {
	for _, c := range []struct {
		text       string
		processors int
		want       float64
	}{
		{"0.10 0.20 0.30 1/200 4711\n", 2, 1},
		{"0.10 0.20 0.30 12/200 4711\n", 2, 6},
		{"9.00 0.20 0.30 1/200 4711\n", 2, 4.5},
		{"3.00 8.00 8.00 3/200 4711\n", 4, 1},
		{"4000 0 0 1/200 4711\n", 2, 32},
		{"", 2, 1},
		{"a b c d e\n", 2, 1},
		{"-5 0 0 -7/3 1\n", 2, 1},
	} {
		now, minute := parse(c.text)
		if got := factor(max(now, minute), c.processors); got != c.want {
			t.Errorf("%q with %d processors: %g, not %g", c.text, c.processors, got, c.want)
		}
	}
	if Factor() < 1 || Now() < 1 || More(time.Second) < 0 {
		t.Errorf("the factors are %g and %g", Factor(), Now())
	}
}

// TestRealTime: an hour of simulated time is no real time.
func TestRealTime(t *testing.T) {
	begun := time.Now()
	synctest.Test(t, func(t *testing.T) {
		start := RealTime()
		time.Sleep(time.Hour)
		if took := RealTime().Sub(start); took < 0 || took > time.Minute || start.Before(begun.Add(-time.Minute)) {
			t.Errorf("it took %v, from %v on", took, start)
		}
	})
}
