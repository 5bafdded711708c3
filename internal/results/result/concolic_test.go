package result_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// TestCurves: curves come in the order in which the engines ran, under the names that texts have.
func TestCurves(t *testing.T) {
	r := &result.Concolic{Order: []string{"rand", "ec", "symb"}, Engines: map[string]*result.Engine{"ec": {}, "rand": {Curve: []result.CurvePoint{{Covered: 3}}}}}
	got := r.Curves()
	if len(got) != 2 || got[0].Name != "RAND" || got[1].Name != "EC" || got[0].Points[0].Covered != 3 {
		t.Errorf("%+v", got)
	}
}

// TestTally: unreachable transitions are counted among the misses.
func TestTally(t *testing.T) {
	c := result.NewTally(2, []result.Miss{{Name: "a", Why: result.Proved(result.ByGraph, "no path")}, {Name: "b", Why: result.Why{Status: result.NotReached}}})
	c.Hit(result.Hit{Name: "c"})
	if c.Covered != 3 || c.Total != 5 || c.Unreachable != 1 || len(c.Missing) != 2 || len(c.Reached) != 1 {
		t.Errorf("%+v", c)
	}
	if got := (result.Coverage{Transitions: c}).Coloring(); got["a"] != result.Unreachable || got["b"] != result.NotReached || got["c"] != result.Covered {
		t.Errorf("%v", got)
	}
}
