package explore_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// The results of exploration and proofs for random models agree with an explicit-state execution that shares no code with them.
func TestModelsEqualExplicitStates(t *testing.T) {
	models, newSolver, count := testkit.Models(), lazySolvers(500*time.Millisecond), map[string]int{}
	for seed := uint64(0); count["models"] < models; seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		seen := model.Explore(20_000)
		if s == nil || !seen.Complete {
			count["rejected"]++
			continue // the compiler rejects it, or it has too many states
		}
		tree := run(t, s, explore.Options{Depth: 40, States: 3000, Prune: true, NewSolver: newSolver})
		proofs := falseProofs(t, s, newSolver, func(name string) bool { return seen.Taken[name] })
		for _, d := range append(differences(tree, seen), proofs...) {
			t.Fatalf("seed %d: %s\n%s", seed, d, model.Text())
		}
		countModel(count, model, tree, seen)
	}
	enough(t, count, "models", map[string]int{"errors": 4, "errors in guards": 12, "deadlocks": 20, "else": 5, "queue": 5, "bad starts": 20, "unreachable": 5, "decided": 2})
}

func countModel(count map[string]int, model *explicit.Model, tree *explore.Tree, seen *explicit.Seen) {
	count["models"]++
	for kind, has := range map[string]bool{"errors": len(seen.Errors) > 0, "errors in guards": seen.GuardError, "deadlocks": len(seen.Deadlocks) > 0,
		"else": model.HasElse(), "queue": model.HasQueue(), "bad starts": len(seen.BadStart) > 0, "unreachable": tree.Coverage().Unreachable > 0, "decided": len(tree.Doubts) == 0} {
		if has {
			count[kind]++
		}
	}
}

// coverageDifferences lists the transitions that are covered though no run takes them, and vice versa if the tree is whole.
func coverageDifferences(r *result.Explore, taken map[string]bool, whole bool) []string {
	var out []string
	for _, hit := range r.Coverage.Transitions.Reached {
		if !taken[hit.Name] {
			out = append(out, hit.Name+" is covered, but no run takes it")
		}
	}
	for _, miss := range r.Coverage.Transitions.Missing {
		if taken[miss.Name] && (miss.Status == result.Unreachable || whole) {
			out = append(out, fmt.Sprintf("%s is %s (%s), but a run takes it", miss.Name, miss.Status, miss.Reason))
		}
	}
	return out
}

// differences lists where the tree and the explicit states disagree. If the solver left a query undecided, something may be missing in the
// tree.
func differences(tree *explore.Tree, seen *explicit.Seen) []string {
	r, whole := tree.Result(), isWhole(tree)
	out := coverageDifferences(r, seen.Taken, whole)
	found := map[string]bool{}
	for _, f := range r.Findings {
		found[f.Kind], found[f.Transition+" "+f.Kind] = true, true
		errors := seen.Errors[f.Transition]
		switch {
		case f.Kind == explore.Livelock:
			continue
		case f.Kind == explore.Deadlock:
			errors = map[string]bool{explore.Deadlock: len(seen.Deadlocks) > 0 || seen.Failing}
		case f.Transition == "":
			errors = seen.BadStart
		}
		if !errors[f.Kind] {
			out = append(out, fmt.Sprintf("%s is found with %q, but no run has it", f.Kind, f.Transition))
		}
	}
	for kind := range seen.BadStart {
		if !found[" "+kind] && len(tree.Doubts) == 0 {
			out = append(out, fmt.Sprintf("a start has %s, but it is not found", kind))
		}
	}
	if !whole {
		return out
	}
	for name, kinds := range seen.Errors {
		for kind := range kinds {
			if !found[kind] {
				out = append(out, fmt.Sprintf("a run has %s with %s, but it is not found", kind, name))
			}
		}
	}
	if len(seen.Deadlocks) > 0 && !found[explore.Deadlock] {
		out = append(out, fmt.Sprintf("there are deadlocks in %v, but none is found", seen.Deadlocks))
	}
	return out
}

// falseProofs lists transitions that are proved unreachable though a run takes them.
func falseProofs(t *testing.T, s *sts.System, newSolver func() (smt.Solver, error), taken func(name string) bool) []string {
	t.Helper()
	solver, err := newSolver()
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	answers, err := prove.Unreachable(t.Context(), s, s.Transitions(), solver, prove.Options{Queries: 200})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, a := range answers {
		if a.Proved && taken(a.Transition.Name) {
			out = append(out, a.Transition.Name+" is proved unreachable, but a run takes it")
		}
	}
	return out
}
