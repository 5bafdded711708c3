package explore_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// machineDepth is how many steps of machines are compared.
const machineDepth = 3

// The results of exploration and proofs for imported random machines of B agree with an execution of the machines by the semantics of B.
func TestMachinesEqualExplicitStates(t *testing.T) {
	machines, newSolver, count := testkit.Models()/4, lazySolvers(200*time.Millisecond), map[string]int{}
	for seed := uint64(0); count["machines"] < machines; seed++ {
		machine := explicit.DrawMachine(seed)
		did := machine.Run(machineDepth, 3000)
		if did == nil {
			continue // it has too many states
		}
		text := imported(t, machine)
		s := testkit.TryText(t, text)
		if s == nil {
			count["rejected"]++
			continue // a constant expression has a model error
		}
		options := explore.Options{Strategy: explore.BreadthFirst, Depth: machineDepth, States: 20_000, Prune: seed%4 == 0, NewSolver: newSolver}
		tree := run(t, s, options)
		found := append(machineDifferences(tree, did), falseProofs(t, s, newSolver, func(name string) bool { return did.Taken[name] > 0 })...)
		for _, d := range append(found, falseClaims(t, s, newSolver, did)...) {
			t.Fatalf("seed %d: %s\n%s\n%s", seed, d, machine.Text(), text)
		}
		countMachine(count, tree, did)
	}
	enough(t, count, "machines", map[string]int{"errors": 5, "deadlocks": 50, "violated": 3, "outside": 3, "complete": 10, "decided": 2})
}

// enough checks that each kind has a minimum share, so that the comparison is meaningful.
func enough(t *testing.T, count map[string]int, all string, kinds map[string]int) {
	t.Helper()
	t.Log(count)
	for kind, share := range kinds {
		if count[kind] < count[all]/share {
			t.Errorf("%d %s of the kind %q are too few: %v", count[kind], all, kind, count)
		}
	}
}

// lazySolvers are solvers with a limit that are started only when they are needed.
func lazySolvers(limit time.Duration) func() (smt.Solver, error) {
	cache := smt.NewCache(10000)
	start := func() (smt.Solver, error) { return testkit.SteadySolver(limit, smt.Config{Cache: cache}) }
	return func() (smt.Solver, error) { return smt.Lazy(start), nil }
}

// imported is the model of a machine, which must have no errors.
func imported(t *testing.T, machine *explicit.Machine) string {
	t.Helper()
	var list diag.List
	text := classicalb.Convert(diag.NewFile("r.mch", machine.Text()), &list).Text
	if list.HasErrors() {
		t.Fatalf("%v\n%s", diag.ToJSON(list.Sorted()), machine.Text())
	}
	return text
}

func countMachine(count map[string]int, tree *explore.Tree, did *explicit.Behavior) {
	count["machines"]++
	for kind, has := range map[string]bool{"errors": len(did.Errors) > 0, "deadlocks": len(did.Deadlocks) > 0, "violated": len(did.Violated) > 0,
		"outside": did.Outside, "complete": did.Complete, "decided": len(tree.Doubts) == 0} {
		if has {
			count[kind]++
		}
	}
}

// machineDifferences lists where a tree, built breadth first to the depth of the behaviour, and the behaviour disagree. Where the
// solver left a query open, something may be missing in the tree.
func machineDifferences(tree *explore.Tree, did *explicit.Behavior) []string {
	r, found := tree.Result(), map[string]bool{}
	out := wrongFindings(r.Findings, did, found)
	for _, hit := range r.Coverage.Transitions.Reached {
		if depth := did.Taken[hit.Name]; depth == 0 || depth < hit.Depth && len(tree.Doubts) == 0 {
			out = append(out, fmt.Sprintf("%s is covered at depth %d, but first taken at %d", hit.Name, hit.Depth, depth))
		}
	}
	for _, miss := range r.Coverage.Transitions.Missing {
		if did.Taken[miss.Name] > 0 && (len(tree.Doubts) == 0 || miss.Status == result.Unreachable) {
			out = append(out, fmt.Sprintf("%s is %s (%s), but taken at depth %d", miss.Name, miss.Status, miss.Reason, did.Taken[miss.Name]))
		}
	}
	if len(tree.Doubts) == 0 {
		out = append(out, missedFindings(did, found)...)
	}
	return out
}

// wrongFindings lists findings that no run has, and notes all in found.
func wrongFindings(findings []result.Finding, did *explicit.Behavior, found map[string]bool) []string {
	var out []string
	for _, f := range findings {
		ok := false
		switch f.Kind {
		case explore.Deadlock:
			ok = len(did.Deadlocks) > 0 || did.Failing
		case explore.InvariantViolation:
			name := strings.Fields(f.Message)[1]
			found[name] = true
			_, ok = did.Violated[name]
		default:
			_, ok = did.Errors[f.Transition][f.Kind]
			found[f.Transition] = true
		}
		if !ok {
			out = append(out, fmt.Sprintf("%s (%s) is found with %s, but no run has it", f.Kind, f.Message, f.Transition))
		}
		found[f.Kind] = true
	}
	return out
}

// missedFindings lists findings of runs that exploration did not find.
func missedFindings(did *explicit.Behavior, found map[string]bool) []string {
	var out []string
	for name, depth := range did.Violated {
		if !found[name] {
			out = append(out, fmt.Sprintf("%s is violated at depth %d, but that is not found", name, depth))
		}
	}
	for name, kinds := range did.Errors {
		if !found[name] {
			out = append(out, fmt.Sprintf("%s has model errors %v, but none is found", name, kinds))
		}
	}
	if len(did.Deadlocks) > 0 && did.Deadlocks[0] < machineDepth && !found[explore.Deadlock] {
		out = append(out, fmt.Sprintf("there is a deadlock at depth %d, but none is found", did.Deadlocks[0]))
	}
	return out
}

// falseClaims lists invariants, and the claim about model errors, that are proved to hold though a run violates them.
func falseClaims(t *testing.T, s *sts.System, newSolver func() (smt.Solver, error), did *explicit.Behavior) []string {
	t.Helper()
	solver, err := newSolver()
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	report, err := prove.CheckInvariants(t.Context(), s, solver)
	if err == nil {
		err = report.Strengthen(t.Context(), s, solver, prove.Means{Options: prove.Options{Queries: 100}})
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, v := range report.Verdicts {
		_, violated := did.Violated[v.Claim]
		if v.Holds() && (violated || v.Invariant == nil && len(did.Errors) > 0) {
			out = append(out, v.Claim+" is proved to hold, but a run violates it")
		}
	}
	return out
}
