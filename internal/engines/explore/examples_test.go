package explore_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// shortest reads testdata/shortest.txt: model -> transition -> length of the shortest path that ends with it.
func shortest(t *testing.T) map[string]map[string]int {
	t.Helper()
	f, err := os.Open("testdata/shortest.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string]map[string]int{}
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		line := scanner.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		var model, name string
		var n int
		if _, err := fmt.Sscan(line, &model, &name, &n); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if out[model] == nil {
			out[model] = map[string]int{}
		}
		out[model][name] = n
	}
	return out
}

// TestBenchmarkModelsShortestPaths: breadth-first search covers every transition of the published models, each by a path of
// exactly the length that a concrete breadth-first search found.
func TestBenchmarkModelsShortestPaths(t *testing.T) {
	for model, want := range shortest(t) {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			deepest := 0
			for _, n := range want {
				deepest = max(deepest, n)
			}
			s := testkit.LoadExample(t, model+"/"+model+".sxt", nil)
			tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: deepest, States: 200000, Workers: 2})
			got := map[string]int{}
			for _, h := range tree.Result().Coverage.Transitions.Reached {
				got[h.Name] = h.Depth
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("shortest paths (-table +found):\n%s", diff)
			}
		})
	}
}

// TestCoverCoversExamples: the default strategy covers every transition of every example.
func TestCoverCoversExamples(t *testing.T) {
	for _, path := range []string{"light/light.sxt", "microgrid/microgrid.sxt", "vending/vending.sxt", "vending/change.sxt", "ifss/ifss.sxt",
		"small/small.sxt", "atm/atm.sxt", "class2/class2.sxt", "inres/inres.sxt", "cruise/cruise.sxt", "book/book.sxt",
		"korelvending/korelvending.sxt", "electrical/electrical.sxt", "alternating/alternating.sxt"} {
		t.Run(path, func(t *testing.T) {
			tree := run(t, testkit.LoadExample(t, path, nil), explore.Options{})
			if missing := tree.Result().Coverage.Transitions.Missing; len(missing) > 0 || tree.Stop != result.StopCovered {
				t.Errorf("stop %s, missing %v", tree.Stop, missing)
			}
			replayAll(t, tree)
		})
	}
}

// replayAll runs the witness of every state from the start with a new interpreter: each step must be taken, end in the
// configuration that the state claims, and satisfy nothing but its own guard.
func replayAll(t *testing.T, tree *explore.Tree) {
	t.Helper()
	in := sts.NewInterpreter(tree.System)
	for _, st := range tree.States() {
		steps := st.Witness().Steps()
		c, err := in.Start(steps[0].Params)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range steps[1:] {
			step, err := in.Try(c, w.Move, w.Params)
			if err != nil || step.Outcome != sts.Done {
				t.Fatalf("state %d, step %d (%s): outcome %v, %v", st.ID, i+1, w.Move.Name, step.Outcome, err)
			}
			c = step.Next
		}
		if !c.Equal(st.Witness().Config) {
			t.Fatalf("state %d: the witness ends elsewhere", st.ID)
		}
		if got, want := tree.System.LocationName(c.Locations), tree.System.LocationName(st.Symbolic().Locations); got != want {
			t.Fatalf("state %d: the witness ends in %s, the state is in %s", st.ID, got, want)
		}
	}
}

// TestElectricalStates: the symbolic tree of the electrical system with pruning reaches exactly the 24 concrete states that
// enumeration finds for 3 batteries.
func TestElectricalStates(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	in := sts.NewInterpreter(s)
	reached := startConfigs(t, s, in)
	transitions := 0
	for i := 0; i < len(reached); i++ {
		for _, m := range s.Possible(nil, reached[i].Locations, reached[i].Count) {
			var next []*sts.Config
			for _, c := range successors(t, in, reached[i], m) {
				next = addConfig(next, c)
			}
			transitions += len(next)
			for _, c := range next {
				reached = addConfig(reached, c)
			}
		}
	}
	if len(reached) != 24 || transitions != 96 {
		t.Errorf("%d states and %d transitions, want 24 and 96", len(reached), transitions)
	}
}

// TestWorkersDoNotMatter: the tree is the same for any number of workers.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, path := range []string{"class2/class2.sxt", "korelvending/korelvending.sxt", "alternating/alternating.sxt", "electrical/electrical.sxt"} {
		for _, strategy := range []explore.Strategy{explore.BreadthFirst, explore.DepthFirst, explore.Cover, explore.Random} {
			t.Run(path+"/"+string(strategy), func(t *testing.T) {
				s := testkit.LoadExample(t, path, nil)
				var first []string
				for _, workers := range []int{1, 2, 4} {
					tree := run(t, s, explore.Options{Strategy: strategy, Depth: 4, States: 300, Workers: workers, Seed: 7})
					shape := shapeOf(tree)
					if first == nil {
						first = shape
					}
					if diff := cmp.Diff(first, shape); diff != "" {
						t.Errorf("%d workers:\n%s", workers, diff)
					}
				}
			})
		}
	}
}

// shapeOf describes a tree without the values of its witnesses.
func shapeOf(tree *explore.Tree) []string {
	out := []string{string(tree.Stop), fmt.Sprint("infeasible ", tree.Infeasible)}
	for _, st := range tree.States() {
		parent, move := -1, ""
		if st.Parent != nil {
			parent, move = st.Parent.ID, st.Move.Name
		}
		out = append(out, fmt.Sprintf("%d<-%d %s %v", st.ID, parent, move, st.Added))
	}
	for _, f := range tree.Result().Findings {
		out = append(out, fmt.Sprint(f.Kind, f.Line, f.Depth))
	}
	return out
}

// TestMicrogridSymbolicStates: definitions 2 to 4 of paper 1 on its own example. The path request, measure, request,
// measure, integrate, surge has two fresh measurements, and the calls INTGR([m1, m2]) and RISE(I).
func TestMicrogridSymbolicStates(t *testing.T) {
	s := testkit.LoadExample(t, "microgrid/microgrid.sxt", nil)
	path := []string{"request", "measure", "request", "measure", "integrate", "surge"}
	tree := run(t, s, explore.Options{Path: path})
	var end *explore.State
	for _, st := range tree.States() {
		if st.Depth == len(path) {
			end = st
		}
	}
	if end == nil {
		t.Fatal("the path is not in the tree")
	}
	if got, want := fmt.Sprint(end.Condition()), "[INTGR@5 >= 201]"; got != want {
		t.Errorf("path condition %s, want %s", got, want)
	}
	store := map[string]string{}
	for i, slot := range s.Slots {
		store[slot.Name] = end.Symbolic().Store[i].String()
	}
	want := map[string]string{"cpt": "2", "value[0]": "measure@2", "value[1]": "measure@4", "total": "INTGR@5", "rate": "RISE@6"}
	if diff := cmp.Diff(want, store); diff != "" {
		t.Errorf("symbolic store (-want +got):\n%s", diff)
	}
	var calls []string
	for _, st := range end.Path() {
		for _, c := range st.Calls() {
			calls = append(calls, fmt.Sprintf("%s%v%v", c.Extern.Name, c.Args, c.Results))
		}
	}
	if diff := cmp.Diff([]string{"INTGR[measure@2 measure@4][INTGR@5]", "RISE[INTGR@5][RISE@6]"}, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}
