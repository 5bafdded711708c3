package tester_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// dice is a model of a die of 40 faces that chooses by itself, and is reset perfectly.
const dice = `system Dice
input roll()
input check()
output number(n: 1..40)
output last(n: 1..40)
var n: 1..40 = 1
initial s
roll:  s -> s any k: 1..40 in roll() do n := k out number(n)
check: s -> s in check() out last(n)
`

// TestResetsAreNotBlamed: that a system chose otherwise when a failing test was repeated does not mean that its resets are to blame.
func TestResetsAreNotBlamed(t *testing.T) {
	model := load(t, dice)
	faulty := load(t, strings.Replace(dice, "out last(n)", "out last(if n == 40 then 5 else n)", 1))
	for seed := range int64(20) {
		s := newSession(t, model, simulated.New(faulty, model, uint64(seed)), tester.Options{Seed: seed, Steps: 3000, Strategy: tester.Guided})
		r, err := s.Run(t.Context())
		if err != nil || r.Verdict != result.Fail {
			t.Fatal(r, err)
		}
		if err := s.Confirm(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		for _, e := range r.Trace {
			if e.Kind == result.EventReset {
				t.Errorf("seed %d: a reset is blamed: %d events, %+v", seed, len(r.Trace), r.Repeats)
				break
			}
		}
	}
}
