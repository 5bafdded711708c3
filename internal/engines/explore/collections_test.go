package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
)

// The results of exploration and proofs for random models with collections, optional values and unions agree with an explicit-state execution
// on plain Go data.
func TestCollectionsEqualExplicitStates(t *testing.T) {
	models, newSolver, count := (testkit.Models()+19)/20, lazySolvers(500*time.Millisecond), map[string]int{}
	for seed := uint64(0); count["models"] < models; seed++ {
		model := collections.DrawModel(rand.New(rand.NewPCG(seed, 2)))
		seen := model.Explore(1000)
		if !seen.Complete || len(seen.Taken) < 2 {
			count["dull"]++
			continue
		}
		s := certainErrorsOnly(t, model.Text())
		if s == nil {
			count["rejected"]++
			continue
		}
		tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 30, States: 300, Prune: true, NewSolver: newSolver})
		proofs := falseProofs(t, s, newSolver, func(name string) bool { return seen.Taken[name] })
		for _, d := range append(append(dataDifferences(tree, seen), stateDifferences(t, tree, model, seen)...), proofs...) {
			t.Fatalf("seed %d: %s\n%s", seed, d, model.Text())
		}
		countCollections(count, model, tree, seen)
	}
	enough(t, count, "models", map[string]int{"decided": 2, "whole": 2, "closed": 10, "deadlocks": 20, "broken invariants": 5, "else": 10, "unreachable": 10,
		"division-by-zero": 50, "index-out-of-bounds": 10, "value-out-of-range": 10, "key-absent": 30, "value-absent": 20, "case-not-covered": 50,
		"comprehensions": 3, "quantifiers": 5, "folds": 5, "cases": 5, "slices": 20, "parts assigned": 5, "collections received": 5})
}

// The terms of sets and maps over few values do not grow with every step, so a deep path of them is found in time.
func TestSmallMapsStaySmall(t *testing.T) {
	s := testkit.LoadText(t, `var v: map 0..1 -> set 0..1 = {0: {0}, 1: {}}
initial s
again: s -> s any k: 0..1 do v := insert(v, k, keys(v)) + insert(v, k, keys(v))
drop: s -> s any k: 0..1 do v := remove(v, k)`)
	tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 8, States: 300, NewSolver: lazySolvers(500 * time.Millisecond)})
	if terms := s.Store.Len(); tree.Size() != 300 || terms > 30_000 {
		t.Errorf("%d states, %d terms", tree.Size(), terms)
	}
}

// Steps of sequences and maps whose elements are compared with inputs, their deadlocks and their obligations need no solver.
func TestCollectionsWithoutSolver(t *testing.T) {
	for _, name := range []string{"cache_lists", "cache_map", "cache_records", "queue_lists", "store_lists", "store_arrays"} {
		s := testkit.Load(t, "testdata/collections/"+name+".sxt", compile.Options{})
		tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 5, States: 1 << 30})
		if tree.Solver.Calls > 0 || tree.Size() < 100 {
			t.Errorf("%s: %d calls of the solver for %d states", name, tree.Solver.Calls, tree.Size())
		}
	}
}

// certainErrorsOnly compiles a random model; nil if it has values that are certainly wrong, the only errors that it may have.
func certainErrorsOnly(t *testing.T, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("model.sxt", testkit.Text(text), &list)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list.Sorted() {
		switch d.Code {
		case diag.CodeConstDivZero, diag.CodeConstIndex, diag.CodeConstRange, diag.CodeConstAbsent:
		default:
			if d.Severity == diag.Error {
				t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
			}
		}
	}
	return m.System
}

// groups are kinds of constructs, by the names of package collections.
var groups = map[string]string{"filter": "comprehensions", "for a sequence": "comprehensions", "for a set": "comprehensions", "for a map": "comprehensions",
	"forall": "quantifiers", "exists": "quantifiers", "fold": "folds", "case": "cases", "slice": "slices", "slice from": "slices", "slice to": "slices",
	"assignment of depth 1": "parts assigned", "assignment of depth 2": "parts assigned"}

func countCollections(count map[string]int, model *collections.Model, tree *explore.Tree, seen *collections.Seen) {
	count["models"]++
	has := map[string]bool{"decided": len(tree.Doubts) == 0, "whole": isWhole(tree), "closed": model.IsClosed(), "deadlocks": len(seen.Deadlocks) > 0,
		"broken invariants": len(seen.Broken) > 0, "else": model.HasElse(), "unreachable": tree.Coverage().Unreachable > 0}
	for _, failure := range seen.Certain {
		for _, kind := range failure.Kinds() {
			has[kind] = true
		}
	}
	model.Constructs(func(construct string) {
		if group, ok := groups[construct]; ok {
			has[group] = true
		}
		if strings.HasPrefix(construct, "input of type ") && strings.ContainsAny(construct, "[?>") {
			has["collections received"] = true
		}
	})
	for kind, yes := range has {
		if yes {
			count[kind]++
		}
	}
}

// isWhole reports whether a tree is complete.
func isWhole(tree *explore.Tree) bool {
	return tree.Stop == result.StopExhausted && len(tree.Doubts) == 0
}

// dataDifferences lists where the tree and the explicit states disagree about transitions and findings.
func dataDifferences(tree *explore.Tree, seen *collections.Seen) []string {
	r, whole := tree.Result(), isWhole(tree)
	out := coverageDifferences(r, seen.Taken, whole)
	found := map[string]bool{}
	for _, f := range r.Findings {
		found[f.Kind], found[f.Message] = true, true
		if f.Kind != explore.Livelock && !expects(seen, f) {
			out = append(out, fmt.Sprintf("%s is found with %q, but no run has it: %s", f.Kind, f.Transition, f.Message))
		}
	}
	if whole {
		out = append(out, missing(seen, found)...)
	}
	return out
}

// expects reports whether a run has a finding.
func expects(seen *collections.Seen, f result.Finding) bool {
	switch f.Kind {
	case explore.Deadlock:
		return len(seen.Deadlocks) > 0 || seen.Failing
	case explore.InvariantViolation:
		return seen.Broken[strings.Fields(f.Message)[1]]
	}
	return seen.Possible[f.Transition].Has(f.Kind)
}

// missing lists findings of runs that exploration did not find.
func missing(seen *collections.Seen, found map[string]bool) []string {
	var out []string
	for name, failure := range seen.Certain {
		for _, kind := range failure.Kinds() {
			if !found[kind] {
				out = append(out, fmt.Sprintf("a run has %s with %s, but it is not found", kind, name))
			}
		}
	}
	for name := range seen.Broken {
		if !found["invariant "+name+" does not hold"] {
			out = append(out, fmt.Sprintf("invariant %s is broken, but this is not found", name))
		}
	}
	if len(seen.Deadlocks) > 0 && !found[explore.Deadlock] {
		out = append(out, fmt.Sprintf("there are deadlocks in %v, but none is found", seen.Deadlocks))
	}
	return out
}

// stateDifferences lists states of the witnesses that no run enters, and, for a closed model with a whole tree, states that the tree lacks.
func stateDifferences(t *testing.T, tree *explore.Tree, model *collections.Model, seen *collections.Seen) []string {
	var out []string
	entered := map[string]bool{}
	for _, st := range tree.States() {
		key := stateKey(t, tree.System, model, st.Witness().Config)
		if entered[key] = true; !seen.States[key] {
			out = append(out, key+" is entered, but no run enters it")
		}
	}
	if model.IsClosed() && isWhole(tree) {
		for key := range seen.States {
			if !entered[key] {
				out = append(out, key+" is not entered, but a run enters it")
			}
		}
	}
	return out
}

// stateKey identifies a state as the oracle does, through its JSON form.
func stateKey(t *testing.T, s *sts.System, model *collections.Model, c *sts.Config) string {
	var values []collections.Value
	for i, v := range s.Variables() {
		document, err := value.AppendJSON(nil, v.Type, c.Values[v.First:v.First+v.Type.Size()])
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := collections.FromJSON(document, model.TypeOf(i))
		if err != nil {
			t.Fatalf("%s: %v", document, err)
		}
		values = append(values, parsed)
	}
	return collections.Key(s.LocationName(c.Locations), values)
}
