package draw_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Delays are never negative, and the ones that matter are drawn: none, limits, the time from one limit to another, and in between.
func TestDelays(t *testing.T) {
	s := testkit.LoadText(t, "clock x\ninitial a\nt: a -> a when x >= 60 do x := 0\nu: a -> b when x > 2.5\n")
	pool, random, seen := draw.Harvest(s), rand.New(rand.NewPCG(1, 2)), map[string]bool{}
	for range 5000 {
		d := pool.Delay(random)
		if d.Rat().Sign() < 0 {
			t.Fatalf("a delay is %s", d.Format(term.Real))
		}
		seen[d.Format(term.Real)] = true
	}
	for _, want := range []string{"0.0", "60.0", "2.5", "57.5", "30.0"} {
		if !seen[want] {
			t.Errorf("%s was not drawn", want)
		}
	}
}
