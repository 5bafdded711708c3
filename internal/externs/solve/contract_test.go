package solve_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestRowsAreHeldToTheContract: a real row that breaks the contract is reported, wherever it comes from.
func TestRowsAreHeldToTheContract(t *testing.T) {
	s := testkit.LoadText(t, `system M
extern F(x: int) -> int contract { behavior positive: requires x > 0 ensures result > x }
input put(int)
var y: int = 0
initial s
call: s -> t in put(p) when p > 2 do y := F(p)
big: t -> u when y > 50
final u`)
	x := s.Externs[0]
	contracts := map[*sts.Extern]*sts.Contract{x: &x.Contracts[0]}
	functions := map[string]*numbers{"F": integers(func(a []int64) int64 {
		if a[0] == 3 {
			return 2
		}
		return 2 * a[0]
	})}
	w := newWorld(t, s, functions, map[string][]table.Row{"F": {row([]int64{9}, "8")}})
	tree, f := w.explore(t, solve.Options{Contracts: contracts}, explore.Options{})
	if c := tree.Result().Coverage.Transitions; c.Covered != 2 {
		t.Errorf("covered %d of 2", c.Covered)
	}
	broke := map[string]bool{}
	for _, v := range f.Violations() {
		broke[table.FormatRow(v.Extern, v.Row)] = true
	}
	if !broke["F(9) = 8"] {
		t.Errorf("violations %v, want F(9) = 8 among them", broke)
	}
	for r := range broke {
		if r != "F(9) = 8" && r != "F(3) = 2" {
			t.Errorf("%s does not violate the contract", r)
		}
	}
}
