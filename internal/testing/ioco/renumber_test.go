package ioco

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// What stays open for ever does not make a run more expensive the longer it is: no new terms are made, and the numbers of steps stay low.
func TestOpenChoicesDoNotGrow(t *testing.T) {
	for _, c := range []struct{ name, model string }{
		{"an initial value", "ask: s -> s in put(x) when x < v out show(1)\nno: s -> s in put(x) when x >= v out show(0)\nvar v: 1..9\n"},
		{"a choice", "pick: s -> s any k: 0..9 in put(x) when x < 0 do v := k out show(1)\nask: s -> s in put(x) when x >= 0 out show(0)\nvar v: int = 0\n"},
		{"a window of choices", "pick: s -> s any k: 0..9 in put(x) do w := v; v := k out show(x)\nvar v: int = 0, w: int = 0\n"},
		{"a choice in every step", "pick: s -> s any k: 0..9 in put(x) when k != x do v := k out show(x)\nvar v: int = 0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tracker := newTestTracker(t, testkit.LoadText(t, "input put(x: int)\noutput show(y: int)\ninitial s\n"+c.model))
			made := 0
			for n := range 2000 {
				if n == 1000 {
					made = tracker.System.Store.Len()
				}
				if !followEvent(t, tracker, explicit.Event{Kind: explicit.Put, Value: n%10 - 2}) {
					t.Fatal("the input is refused")
				}
				if a := allows(t, tracker); !followEvent(t, tracker, explicit.Event{Kind: explicit.Show, Value: a.shows[n%len(a.shows)]}) {
					t.Fatal("an allowed output is refused")
				}
			}
			if more := tracker.System.Store.Len() - made; more > 0 {
				t.Errorf("%d terms were made in the second half", more)
			}
			if steps := tracker.now[0].Steps; steps > 2*spareNumbers {
				t.Errorf("steps are numbered up to %d", steps)
			}
		})
	}
}
