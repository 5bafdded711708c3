package explore_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// pathOf lists the moves that lead to a node.
func pathOf(tree result.Tree, n result.Node) []string {
	if n.Parent < 0 {
		return nil
	}
	return append(pathOf(tree, tree.Nodes[n.Parent]), n.Move)
}

// TestRowsAgreeWithPath: following the path of a node alone gives the same symbolic state, condition by condition, and refuses the
// same moves after it.
func TestRowsAgreeWithPath(t *testing.T) {
	for _, path := range []string{"light/light.sxt", "ifss/ifss.sxt", "vending/vending.sxt", "vending/change.sxt", "traingate/traingate.sxt", "cart/cart.sxt"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s := testkit.LoadExample(t, path, nil)
			whole := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 5, States: 60}).Rows()
			for i := 1; i < len(whole.Nodes); i += 7 {
				want := whole.Nodes[i]
				steps := pathOf(whole, want)
				if got := lastOf(run(t, s, explore.Options{Path: steps}).Rows(), steps, want); got != "" {
					t.Errorf("%v: %s", steps, got)
				}
			}
		})
	}
}

// lastOf compares a node with the one at the end of a path in another tree, and returns the difference.
func lastOf(tree result.Tree, steps []string, want result.Node) string {
	difference := "there is no such state"
	for _, n := range tree.Nodes {
		if n.Depth != len(steps) || n.Condition != want.Condition {
			continue
		}
		got := []any{n.Location, n.Move, n.Store}
		expected := []any{want.Location, want.Move, want.Store}
		if !n.Unexpanded && !want.Unexpanded {
			got, expected = append(got, n.Refused), append(expected, want.Refused)
		}
		if difference = cmp.Diff(expected, got); difference == "" {
			return ""
		}
	}
	return difference
}

// TestRowsOfCalls: a node says what its step called, and that the result is assumed.
func TestRowsOfCalls(t *testing.T) {
	s := testkit.LoadExample(t, "vending/vending.sxt", nil)
	tree := run(t, s, explore.Options{Path: []string{"start", "insert", "choose", "price"}}).Rows()
	found := false
	for _, n := range tree.Nodes {
		if n.Move != "price" {
			continue
		}
		found = true
		if len(n.Calls) != 1 || n.Calls[0].Extern != "Price" || n.Calls[0].By != result.CallByFresh {
			t.Errorf("the calls of price are %+v", n.Calls)
		}
		want := []result.NamedText{{Name: "m", Value: "x@2"}, {Name: "B", Value: "B@3"}, {Name: "p", Value: "Price@4"}}
		if diff := cmp.Diff(want, n.Store); diff != "" {
			t.Errorf("the store after price (-want +got):\n%s", diff)
		}
	}
	if !found {
		t.Fatal("no node was entered by price")
	}
}

// TestRowsRefuse: every move of the location that the tree does not take is listed with its answer.
func TestRowsRefuse(t *testing.T) {
	s := testkit.LoadText(t, `system S
input a(x: int)
output b(x: int)
var n: int = 0
initial q
low: q -> r in a(x) when x < 3 do n := x
high: r -> q when n > 5 out b(n)
up: r -> q when n <= 5 out b(n)
`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 2}).Rows()
	want := []result.Refusal{{Move: "high", Answer: result.StepInfeasible}}
	if diff := cmp.Diff(want, tree.Nodes[1].Refused); diff != "" {
		t.Errorf("refused in r (-want +got):\n%s", diff)
	}
	if tree.Nodes[0].Refused != nil {
		t.Errorf("refused in q: %v", tree.Nodes[0].Refused)
	}
}

// TestKeptTreesAreBounded: a tree that is kept has the first states, with texts of bounded length, and counts the others.
func TestKeptTreesAreBounded(t *testing.T) {
	s := testkit.LoadText(t, `system S
input a(x: int)
output b(x: int)
var n: int[40]
initial q
`+"more: q -> q in a(x) when n[0] + x > 0 do n[0] := n[0] * x + n[1] * n[0] + x * x; n[1] := n[0] * n[0] * x out b(n[0])\n")
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 12})
	kept := tree.Kept(5)
	if len(kept.Nodes) != 5 || kept.Cut != tree.Size()-5 {
		t.Errorf("%d states are kept, %d cut, of %d", len(kept.Nodes), kept.Cut, tree.Size())
	}
	long := 0
	for i, n := range tree.Kept(1000).Nodes {
		for k, v := range n.Store {
			if len(v.Value) > 310 {
				t.Fatalf("the value of %s in state %d has %d bytes", v.Name, i, len(v.Value))
			}
			if len(v.Value) >= 300 && len(tree.Rows().Nodes[i].Store[k].Value) > len(v.Value) {
				long++
			}
		}
	}
	if long == 0 {
		t.Error("no long value was cut")
	}
}
