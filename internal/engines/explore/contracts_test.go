package explore_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// contractsNamed chooses contracts by name.
func contractsNamed(s *sts.System, name string) map[*sts.Extern]*sts.Contract {
	out := map[*sts.Extern]*sts.Contract{}
	for _, x := range s.Externs {
		for i := range x.Contracts {
			if x.Contracts[i].Name == name || x.Contracts[i].Name == "" {
				out[x] = &x.Contracts[i]
			}
		}
	}
	return out
}

// TestDefinition6SplitsByBehavior: the call of Price makes one state per behaviour; under Cr both ways out of q3 are open
// for both, under Cw for neither (example 5 of paper 2).
func TestDefinition6SplitsByBehavior(t *testing.T) {
	for name, want := range map[string][]int{"Cr": {1, 1, 1, 1, 2, 4}, "Cw": {1, 1, 1, 1, 2}} {
		s := testkit.LoadExample(t, "vending/vending.sxt", nil)
		tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 5, Contracts: contractsNamed(s, name)})
		if diff := cmp.Diff(want, perDepth(tree)); diff != "" {
			t.Errorf("%s: states per depth (-want +got):\n%s", name, diff)
		}
		replayAll(t, tree)
		for _, st := range tree.States() {
			if st.Move != nil && st.Move.Name == "price" && (len(st.Behaviors()) != 1 || st.Behaviors()[0] == nil) {
				t.Errorf("state %d has no behaviour", st.ID)
			}
		}
	}
}

// TestContractWitnessesMeetTheContract: every assumed result is one that its behaviour allows, also with arrays and
// frozen constants.
func TestContractWitnessesMeetTheContract(t *testing.T) {
	s := testkit.LoadText(t, `system M
const limit: int
assume limit > 5 and limit < 8
extern Pick(xs: int[2]) -> int contract {
  behavior low: requires xs[0] < xs[1] ensures result == xs[0] + limit
  behavior high: requires xs[0] >= xs[1] ensures result > 100
}
input put(int)
var a: int[2] = [0, 0], y: int = 0
initial s
first: s -> t in put(a[0])
second: t -> u in put(a[1]) do y := Pick(a)
small: u -> v when y == 10 and a[0] == 4
large: u -> v when y > 200
never: u -> w when a[0] < a[1] and y == a[0]
final v, w`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Contracts: contractsNamed(s, "")})
	covered := map[string]bool{}
	for _, h := range tree.Result().Coverage.Transitions.Reached {
		covered[h.Name] = true
	}
	if !covered["small"] || !covered["large"] || covered["never"] {
		t.Errorf("covered %v", covered)
	}
	for _, st := range tree.States() {
		for i, w := range st.Witness().Steps() {
			if i == 0 || len(w.Move.Calls) == 0 {
				continue
			}
			x, _ := w.Calls[0][0].Small()
			y, _ := w.Calls[0][1].Small()
			got, _ := w.Params[w.Move.Calls[0].Results[0]].Small()
			if x < y && got != x+6 && got != x+7 || x >= y && got <= 100 {
				t.Errorf("state %d assumes Pick(%d, %d) = %d", st.ID, x, y, got)
			}
		}
	}
}

// TestOverlappingBehaviorsBindTogether: a call must satisfy every behaviour that applies to it, not only the chosen one.
func TestOverlappingBehaviorsBindTogether(t *testing.T) {
	s := testkit.LoadText(t, `system M
extern G(x: int) -> int contract {
  behavior more: requires x > 0 ensures result > x
  behavior less: requires x > 5 ensures result < 4 * x
}
input i(x: int)
initial s
both: s -> e in i(x) when x == 6 and G(x) == 23
much: s -> e in i(x) when x == 6 and G(x) == 24
one: s -> e in i(x) when x == 5 and G(x) == 24`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Contracts: contractsNamed(s, "")})
	var covered []string
	for _, h := range tree.Result().Coverage.Transitions.Reached {
		covered = append(covered, h.Name)
	}
	if diff := cmp.Diff([]string{"both", "one"}, covered); diff != "" {
		t.Errorf("covered (-want +got):\n%s", diff)
	}
}

// TestCallsOutsideContracts: a call to which no behaviour applies has no step, and is reported once, with arguments; a contract that is
// complete, and a guard that keeps the arguments inside, lead to no report.
func TestCallsOutsideContracts(t *testing.T) {
	s := testkit.LoadText(t, `system M
const limit: int
assume limit == 10
extern Fee(n: int) -> int contract { behavior small: requires n >= 0 and n < limit ensures result == n }
extern Sign(n: int) -> int contract {
  behavior negative: requires n < 0 ensures result == 0 - 1
  behavior other: requires n >= 0 ensures result == 1
}
input put(int)
var x: int = 0
initial s
every:   s -> t in put(n) do x := Fee(n)
inside:  s -> u in put(n) when n > 2 and n < 7 do x := Fee(n)
sign:    s -> v in put(n) do x := Sign(n)
twice:   s -> w in put(n) when n == 9 do x := Fee(Fee(n) + 1)
decided: s -> z in put(n) when n == 20 and Fee(n) > 3
`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 1, Contracts: contractsNamed(s, "")})
	told := map[string]string{}
	for _, o := range tree.Result().Outside {
		told[o.Transition] += o.Reason
	}
	const rest = " is not followed: no behavior of the contract applies"
	if told["every"] == "" || told["twice"] != "Fee(10)"+rest || told["decided"] != "Fee(20)"+rest || len(told) != 3 {
		t.Errorf("told: %v", told)
	}
	if diff := cmp.Diff([]int{1, 4}, perDepth(tree)); diff != "" {
		t.Errorf("states per depth (-want +got):\n%s", diff)
	}
}

// TestCallsAfterOneOutside: no run reaches a call whose argument is the result of a call outside the contract.
func TestCallsAfterOneOutside(t *testing.T) {
	s := testkit.LoadText(t, `system M
extern Fee(n: int) -> int contract { behavior small: requires n >= 0 and n < 10 ensures result == n }
var x: int = 0
initial s
nested: s -> t do x := Fee(Fee(20))
`)
	tree := run(t, s, explore.Options{Contracts: contractsNamed(s, "")})
	var told []string
	for _, o := range tree.Result().Outside {
		told = append(told, o.Reason)
	}
	if diff := cmp.Diff([]string{"Fee(20) is not followed: no behavior of the contract applies"}, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
