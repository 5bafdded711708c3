package concolic

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/concolic/trail"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestRackKeepsVariety: what is rare in the values that guards read is kept among many that are frequent, however late it comes;
// the same configuration is kept once.
func TestRackKeepsVariety(t *testing.T) {
	k := newRack()
	meet := func(whole, read uint64) {
		l := label{trail.Mix(1, whole), read}
		if k.meet(l.whole) && k.hasPlace(l) {
			k.put(&Run{Length: int(whole)}, l)
		}
	}
	for i := range uint64(10_000) {
		meet(i, 7)
	}
	for i := range uint64(10) {
		meet(1<<20+i, 100+i)
		meet(1<<20+i, 100+i)
	}
	for i := range uint64(10_000) {
		meet(1<<30+i, 7)
	}
	if len(k.runs) != perRack || k.like[7] != perRack-10 {
		t.Errorf("%d runs, %d of them with the frequent values", len(k.runs), k.like[7])
	}
	late := slices.ContainsFunc(k.runs, func(r *Run) bool { return r.Length >= 1<<30 })
	if k.runs[0].Length != 0 || !late {
		t.Errorf("the first run has length %d; one that came late is kept: %v", k.runs[0].Length, late)
	}
}

// TestLiveSlots: a slot is live where a guard can still read it, or what flows from it, before it is assigned.
func TestLiveSlots(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\noutput show(n: int)\nvar x: int = 0, y: int = 0, z: int = 0\ninitial a\n"+
		"set: a -> b in go(n) do x := n\ncopy: b -> c in go(_) do y := x\ntest: c -> a in go(_) when y > 3 out show(z)\n")
	l := findLives(s, trail.Analyse(s))
	for location, want := range [][]int{{}, {0}, {1}} {
		if got := l.at([]int64{int64(location), 0, 0, 0}); !slices.Equal(got, want) {
			t.Errorf("location %d: live are %v, want %v", location, got, want)
		}
	}
	if l.key([]int64{0, 1, 2, 3}) != l.key([]int64{0, 4, 5, 6}) || l.key([]int64{1, 1, 2, 3}) == l.key([]int64{1, 4, 2, 3}) {
		t.Error("the key of a configuration depends on a slot that is not live, or ignores one that is")
	}
}
