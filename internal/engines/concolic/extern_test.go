package concolic

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestUnknownExtern: the result of an unknown extern is assumed only by steps that were taken, so a draw with the wrong result
// does not exclude the right one for the rest of the walk. Equal arguments have equal results along a run.
func TestUnknownExtern(t *testing.T) {
	s := testkit.LoadText(t, "extern price(n: int) -> int\ninput go(n: 0..0)\nvar x: int = 0\ninitial s\n"+
		"buy: s -> u in go(n) when price(n) == 4711 do x := price(n)\nnever: u -> s in go(n) when price(n) != x\nagain: u -> s in go(n) when price(n) == x\n")
	for _, e := range []Engine{Cons, EC, Auto} {
		o := searchFor(t, s, Options{Engine: e, Seed: 1, Steps: 2000, Queries: 200, Inactivity: 500})
		if o.Hits[0] == nil || o.Hits[1] != nil || o.Hits[2] == nil {
			t.Errorf("%s: missed %v", e, missed(o))
		}
		mustReplay(t, o)
	}
}
