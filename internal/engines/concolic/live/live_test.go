package live

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestLiveSlots: a slot is live where a guard can still read it, or a slot that it flows into, before it is assigned.
func TestLiveSlots(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\noutput show(n: int)\nvar x: int = 0, y: int = 0, z: int = 0\ninitial a\n"+
		"set: a -> b in go(n) do x := n\ncopy: b -> c in go(_) do y := x\ntest: c -> a in go(_) when y > 3 out show(z)\n")
	l := Find(s, trail.Analyse(s))
	for location, want := range [][]int{{}, {0}, {1}} {
		if got := l.at([]int64{int64(location), 0, 0, 0}); !slices.Equal(got, want) {
			t.Errorf("location %d: live are %v, want %v", location, got, want)
		}
	}
	if l.key([]int64{0, 1, 2, 3}) != l.key([]int64{0, 4, 5, 6}) || l.key([]int64{1, 1, 2, 3}) == l.key([]int64{1, 4, 2, 3}) {
		t.Error("the key of a configuration depends on a slot that is not live, or ignores one that is")
	}
}
