package contract_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

const purposes = `system M
input i(x: int)
extern F(n: int) -> int contract { behavior big: ensures result > 10 }
var y: int = 0
var k: 0..9 = 0
initial s
call: s -> a in i(x) do y := F(x); k := k + 1
again: a -> s when k < 3
small: a -> e when y < 5
large: a -> e when y > 20
purpose second = location a when k == 2
purpose low = transitions small
purpose high = transitions large
`

// TestPurposeIsSetOfPaths: the paths that reach a purpose are decided together, with the contracts in force.
func TestPurposeIsSetOfPaths(t *testing.T) {
	c := contracts.LoadText(t, purposes)
	choice, err := contract.Choose(c.System, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		paths  string
		status result.Feasibility
		cut    bool
	}{
		{"call,again,call", result.Feasible, false},
		{"call,small call,again,call,small", result.Infeasible, true},
		{"call,large call,again,call,large", result.Feasible, true},
	} {
		p := &c.System.Purposes[i]
		selected, err := c.Reaching(t.Context(), p, 4)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, moves := range selected.Moves {
			var path []string
			for _, m := range moves {
				path = append(path, m.Name)
			}
			names = append(names, strings.Join(path, ","))
		}
		paths, err := selected.Execute(t.Context(), c.System, choice)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.Feasible(t.Context(), paths)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(names, " "); got != want.paths || f.Status != want.status || selected.Cut != want.cut {
			t.Errorf("%s: %s, %s, cut %t", p.Name, got, f.Status, selected.Cut)
		}
	}
	if selected, err := c.Reaching(t.Context(), &c.System.Purposes[2], 9); err != nil || selected.Cut || len(selected.Moves) != 3 {
		t.Errorf("%d paths, cut %t, %v", len(selected.Moves), selected.Cut, err)
	}
}

// suffix is the number of a distinguished path.
var suffix = regexp.MustCompile(`#[0-9]+`)

// TestInferenceForOneMachine: what one machine of a system demands, with what the others do bound by there are values.
func TestInferenceForOneMachine(t *testing.T) {
	c := contracts.LoadText(t, `system M
input ask(x: int)
input limit(l: int)
channel line(v: int)
extern F(n: int) -> int
extern G(n: int) -> int
machine Left(out1: channel) {
  var got: int = 0
  initial s
  take: s -> t in ask(x) do got := F(x)
  send: t -> e when got > 10 out out1(got)
}
machine Right(in1: channel) {
  var most: int = 0
  initial s
  bound: s -> t in limit(l) when l < 100 do most := G(l)
  get: t -> e in in1(v) when v < most
}
instance left = Left(line)
instance right = Right(line)
`)
	paths := loops(t, c, nil)
	longest := slices.MaxFunc(paths, func(a, b *path.Path) int { return a.Depth - b.Depth })
	if longest.Depth != 3 {
		t.Fatal(longest.Name())
	}
	var demands []string
	for _, r := range c.Infer([]*path.Path{longest}) {
		for machine := range c.System.Machines {
			if own, ok := c.Component(r, machine); ok {
				demands = append(demands, fmt.Sprint(c.System.Machines[machine].Name, " ", own.Name, ": ", c.System.Store.And(own.Axioms...)))
			}
		}
	}
	want := []string{
		"left left.take,left.send|right.get: left.F@1#1 >= 11",
		"right right.bound,left.send|right.get: right.l@2#1 <= 99 and right.G@2#1 >= 12",
	}
	for i := range want {
		demands[i] = suffix.ReplaceAllString(demands[i], "")
		want[i] = suffix.ReplaceAllString(want[i], "")
	}
	if diff := cmp.Diff(want, demands); diff != "" {
		t.Error(diff)
	}
}
