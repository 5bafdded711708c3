package explore_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// runsOfPage are the runs to the states of a tree as the page puts them together, nil for those that the tree does not have.
func runsOfPage(t *testing.T, tree result.Tree) []*result.Trace {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, filepath.Join("..", "..", "..", "web", "test", "trees.js"))
	command.Stdin = bytes.NewReader(text)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var runs []*result.Trace
	for line := range bytes.Lines(out) {
		var trace *result.Trace
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&trace); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, trace)
	}
	return runs
}

// TestRunsToStates: the page puts the runs to all states of a tree together from what each state has of its own, and they are those of the witnesses,
// also where these were dropped. Only a few states have a run that differs from that to their parent in more than the last step.
func TestRunsToStates(t *testing.T) {
	own, states := 0, 0
	for _, path := range []string{"light/light.sxt", "vending/change.sxt", "traingate/traingate.sxt", "cart/cart.sxt", "queue/queue.sxt"} {
		s := testkit.LoadExample(t, path, nil)
		for _, strategy := range []explore.Strategy{explore.BreadthFirst, explore.DepthFirst} {
			tree := run(t, s, explore.Options{Strategy: strategy, Depth: 5, States: 60, Memory: scarce()})
			kept := tree.Kept(1000)
			runs := runsOfPage(t, kept)
			for _, st := range tree.States() {
				want, _ := explore.Trace(s, nil, st.Witness())
				if diff := cmp.Diff(plain(t, want), plain(t, *runs[st.ID])); diff != "" {
					t.Fatalf("%s, %s: the run to state %d (-witness +page):\n%s", path, strategy, st.ID, diff)
				}
				own, states = own+len(kept.Nodes[st.ID].Run.Steps), states+1
			}
		}
	}
	if states < 200 || own > 2*states {
		t.Errorf("%d states have %d steps of their own", states, own)
	}
}

// plain is a run as data, as it is in a document.
func plain(t *testing.T, trace result.Trace) (out map[string]any) {
	t.Helper()
	text, err := json.Marshal(trace)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRunsHaveRoom: where the runs to the states of a tree are large, later states have none.
func TestRunsHaveRoom(t *testing.T) {
	s := testkit.LoadText(t, `system S
input a(x: int)
output b(x: int)
var n: int[4000]
initial q
more: q -> q in a(x) do n[0] := n[0] + 1 out b(x)
`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 300}).Kept(1000)
	var have []bool
	for _, n := range tree.Nodes {
		have = append(have, n.Run != nil)
	}
	if n := len(have); n < 100 || !have[0] || have[n-1] {
		t.Errorf("which states have runs: %v", have)
	}
	for i, r := range runsOfPage(t, tree) {
		if (r != nil) != have[i] {
			t.Errorf("state %d: the page has the run %v", i, r)
		}
	}
}
