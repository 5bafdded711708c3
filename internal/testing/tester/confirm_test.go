package tester_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
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

// ending is a system whose resets fail from some number on, since the time is up.
type ending struct {
	sut.Adapter
	left int
}

func (e *ending) Reset(ctx context.Context) error {
	if e.left--; e.left < 0 {
		return context.DeadlineExceeded
	}
	return e.Adapter.Reset(ctx)
}

// moody is a system that is wrong in its first test only.
type moody struct {
	sut.Adapter
	right sut.Adapter
	tests int
}

func (m *moody) Reset(ctx context.Context) error {
	if m.tests++; m.tests == 2 {
		m.Adapter = m.right
	}
	return m.Adapter.Reset(ctx)
}

// TestEndedRepeats: a test that passed when it was repeated is flaky, also where the time was up before all repeats; without a repeat it stays a failure.
func TestEndedRepeats(t *testing.T) {
	const lamp = `system Lamp
input press()
output on()
output off()
initial s
press: s -> s in press() out on()
`
	model, faulty := load(t, lamp), load(t, strings.Replace(lamp, "out on()", "out off()", 1))
	for repeats, want := range []result.Verdict{result.Fail, result.Flaky, result.Flaky} {
		system := &moody{Adapter: simulated.New(faulty, model, 1), right: simulated.New(model, model, 1)}
		s := newSession(t, model, &ending{system, 1 + 2*repeats}, tester.Options{Seed: 1, Steps: 5})
		r, err := s.Run(t.Context())
		if err != nil || r.Verdict != result.Fail {
			t.Fatal(r, err)
		}
		if err := s.Confirm(t.Context(), r); err != nil || r.Verdict != want {
			t.Errorf("%d repeats: %s, %v, %+v", repeats, r.Verdict, err, r.Repeats)
		}
	}
}
