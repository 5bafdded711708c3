package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
	"github.com/sextant-mbt/sextant/internal/core/zone/track"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/timed"
)

// TestTimedModels compares the trees of random timed models, pruned and exhausted, with their regions: the states of locations and data that
// are reached, the transitions that are taken, and where nothing more can happen.
func TestTimedModels(t *testing.T) {
	testkit.NeedsSolver(t)
	rapid.Check(t, func(t *rapid.T) {
		m := timed.Draw(t)
		want := m.Explore()
		if len(want.States) == 0 {
			t.Skip("the condition of an initial location is false at the start")
		}
		text := m.Text()
		tree := exhausted(t, text, explore.Options{})
		compare(t, text, tree, want)
		if got, want := found(tree, explore.Timelock), sorted(want.Stops); !slices.Equal(got, want) {
			t.Fatalf("time stops in %q, want %q\n%s", got, want, text)
		}
		if got, want := found(tree, explore.Deadlock), sorted(want.Stuck); !slices.Equal(got, want) {
			t.Fatalf("stuck in %q, want %q\n%s", got, want, text)
		}
		compare(t, text, exhausted(t, text, explore.Options{Reach: true}), want)
	})
}

// TestTimedModelsWithUnknownData does the same where a variable begins with any value: where clocks are compared with it, the solver compares
// the states. The tree may then be infinite; its content is correct, and if it is finite, it is complete.
func TestTimedModelsWithUnknownData(t *testing.T) {
	testkit.NeedsSolver(t)
	rapid.Check(t, func(t *rapid.T) {
		m := timed.Draw(t)
		m.Unknown = true
		want, text := m.Explore(), m.Text()
		if len(want.States) == 0 {
			t.Skip("the condition of an initial location is false at the start")
		}
		tree, err := explore.Run(context.Background(), testkit.LoadText(t, text), explore.Options{Strategy: explore.BreadthFirst, Prune: true, Depth: 12, States: 200, NewSolver: solvers()})
		if err != nil {
			t.Fatalf("%v", err)
		}
		whole := tree.Stop == result.StopExhausted && len(tree.Doubts) == 0
		expected := map[string]bool{}
		for state := range want.States {
			place, _, _ := strings.Cut(state, ";")
			expected[place] = true
		}
		agree(t, text, whole, places(tree), expected)
		agree(t, text, whole, taken(tree), want.Taken)
	})
}

// TestTimedModelsUpToADepth: with a bound on the depth, pruning leaves out no transition and no location that a run of that length reaches, also where
// a state was dropped for a deeper one.
func TestTimedModelsUpToADepth(t *testing.T) {
	testkit.NeedsSolver(t)
	rapid.Check(t, func(t *rapid.T) {
		text := timed.Draw(t).Text()
		options := explore.Options{Strategy: explore.BreadthFirst, Depth: rapid.IntRange(1, 6).Draw(t, "depth"), States: 3000, NewSolver: solvers()}
		whole, err := explore.Run(context.Background(), testkit.LoadText(t, text), options)
		if err != nil || whole.Stop == result.StopStates {
			t.Skip("there are no runs, or too many")
		}
		options.Prune, options.Reach = true, rapid.Bool().Draw(t, "reach")
		pruned, err := explore.Run(context.Background(), testkit.LoadText(t, text), options)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := taken(pruned), taken(whole); !maps.Equal(got, want) {
			t.Fatalf("taken %q, want %q\n%s", sorted(got), sorted(want), text)
		}
		if got, want := places(pruned), places(whole); !maps.Equal(got, want) {
			t.Fatalf("reached %q, want %q\n%s", sorted(got), sorted(want), text)
		}
	})
}

// places are the locations in a tree.
func places(tree *explore.Tree) map[string]bool {
	out := map[string]bool{}
	for _, st := range tree.States() {
		out[tree.System.LocationName(st.Symbolic().Locations)] = true
	}
	return out
}

// agree checks that everything found exists, and, if the search was complete, that nothing is missing.
func agree(t *rapid.T, text string, whole bool, got, want map[string]bool) {
	for name := range got {
		if !want[name] {
			t.Fatalf("%s is not in %q\n%s", name, sorted(want), text)
		}
	}
	if whole && len(got) < len(want) {
		t.Fatalf("%q, want %q\n%s", sorted(got), sorted(want), text)
	}
}

// taken are the names of the transitions in a tree.
func taken(tree *explore.Tree) map[string]bool {
	out := map[string]bool{}
	for _, st := range tree.States()[1:] {
		for _, p := range st.Move.Parts {
			out[p.Name] = true
		}
	}
	return out
}

// exhausted explores a model to its end.
func exhausted(t testkit.Failer, text string, options explore.Options) *explore.Tree {
	options.Strategy, options.Prune, options.Depth, options.States, options.NewSolver = explore.BreadthFirst, true, 1000, 20000, solvers()
	tree, err := explore.Run(context.Background(), testkit.LoadText(t, text), options)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if tree.Stop != result.StopExhausted || len(tree.Doubts) > 0 {
		t.Fatalf("it stops by %s after %d states, with %d doubts\n%s", tree.Stop, tree.Size(), len(tree.Doubts), text)
	}
	return tree
}

func compare(t testkit.Failer, text string, tree *explore.Tree, want *timed.Reached) {
	states := map[string]bool{}
	v := slices.IndexFunc(tree.System.Slots, func(s sts.Slot) bool { return s.Name == "v" })
	for _, st := range tree.States() {
		states[fmt.Sprintf("%s; v = %s", tree.System.LocationName(st.Symbolic().Locations), st.Symbolic().Store[v])] = true
	}
	if !maps.Equal(states, want.States) {
		t.Fatalf("reached %q, want %q\n%s", sorted(states), sorted(want.States), text)
	}
	if got := taken(tree); !maps.Equal(got, want.Taken) {
		t.Fatalf("taken %q, want %q\n%s", sorted(got), sorted(want.Taken), text)
	}
}

// found returns the locations of findings of a kind.
func found(tree *explore.Tree, kind string) []string {
	out := map[string]bool{}
	for _, f := range tree.Result().Findings {
		if f.Kind != kind {
			continue
		}
		at := tree.System.LocationName(tree.System.Initial())
		if n := len(f.Trace.Steps); n > 0 {
			at = f.Trace.Steps[n-1].Location
		}
		out[at] = true
	}
	return sorted(out)
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// TestZonesAgreeWithTheSolver follows the zones of the states of trees that are not pruned: a move has an empty zone if and only if the search, which knows
// nothing of zones then, found it infeasible, the step of the place says the same, the clocks of the witness are in the zone, and what can surely be taken is enabled for all values.
func TestZonesAgreeWithTheSolver(t *testing.T) {
	testkit.NeedsSolver(t)
	rapid.Check(t, func(t *rapid.T) {
		text := timed.Draw(t).Text()
		tree, err := explore.Run(context.Background(), testkit.LoadText(t, text), explore.Options{Strategy: explore.BreadthFirst, Depth: 4, States: 300, NewSolver: solvers()})
		if err != nil {
			t.Skip("the condition of an initial location is false at the start")
		}
		z := zones{tree: tree, space: track.NewSpace(tree.System), children: map[step]*explore.State{}, of: map[*explore.State]*zone.Zone{}}
		z.graph = z.space.NewGraph()
		if z.solver, err = solvers()(); err != nil {
			t.Fatalf("%v", err)
		}
		defer z.solver.Close()
		for _, st := range tree.States()[1:] {
			z.children[step{st.Parent, st.Move}] = st
		}
		z.of[tree.Root] = z.space.Start(tree.Root.Symbolic())
		for _, st := range tree.States() {
			if st.Expanded {
				z.check(t, st, text)
			}
		}
	})
}

type step struct {
	from *explore.State
	move *sts.Move
}

// zones are those of the states of a tree.
type zones struct {
	tree     *explore.Tree
	space    *track.Space
	graph    *track.Graph
	children map[step]*explore.State
	of       map[*explore.State]*zone.Zone
	solver   smt.Solver
}

// check compares the moves from a state.
func (z *zones) check(t *rapid.T, st *explore.State, text string) {
	for _, m := range z.tree.System.Possible(nil, st.Symbolic().Locations, st.Symbolic().Count) {
		child := z.children[step{st, m}]
		after, always := z.space.After(z.of[st], m, st.Symbolic(), st.Depth)
		if after == nil {
			t.Fatalf("the zone after %s is not known\n%s", m.Name, text)
		}
		if step := z.step(st, m); step.To != nil && !step.After(z.place(st).Later(z.of[st])).Equal(after) || step.Impossible && !after.IsEmpty() || step.To == nil && !step.Impossible {
			t.Fatalf("%s at depth %d: the zone is %v, by the step of the place %v\n%s", m.Name, st.Depth, after, step, text)
		}
		if after.IsEmpty() != (child == nil) {
			t.Fatalf("%s at depth %d: the zone is %v, the step is feasible: %v\n%s", m.Name, st.Depth, after, child != nil, text)
		}
		if enabled := m.EnabledIn(st.Symbolic()); always && z.refutable(t, st, enabled) {
			t.Fatalf("%s at depth %d can surely be taken, but %s can be false\n%s", m.Name, st.Depth, enabled, text)
		}
		if child == nil {
			continue
		}
		z.of[child] = after
		if !contains(after, clocks(z.tree.System, child)) {
			t.Fatalf("%s at depth %d: the zone is %v, the clocks are %v\n%s", m.Name, st.Depth, after, clocks(z.tree.System, child), text)
		}
	}
}

// place is the place of a state.
func (z *zones) place(st *explore.State) *track.Place { return z.graph.Place(st.Symbolic()) }

// step is that of a move from the place of a state.
func (z *zones) step(st *explore.State, m *sts.Move) track.Step {
	steps := z.place(st).Steps()
	return steps[slices.IndexFunc(steps, func(s track.Step) bool { return s.Move == m })]
}

// refutable reports whether the solver finds values of a state for which a condition is false.
func (z *zones) refutable(t *rapid.T, st *explore.State, cond *term.Term) bool {
	query := smt.Query{Conjuncts: append(st.Condition(), z.tree.System.Store.Not(cond).Conjuncts()...)}
	answer, err := z.solver.Check(context.Background(), query)
	if err != nil || answer.Status == smt.Unknown {
		t.Fatalf("%s is not decided: %v", cond, err)
	}
	return answer.Status == smt.Sat
}

// clocks are the values of the clocks at the end of the witness of a state, after the constant zero.
func clocks(s *sts.System, st *explore.State) []*big.Rat {
	out := []*big.Rat{new(big.Rat)}
	for _, slot := range s.Clocks() {
		out = append(out, st.Witness().Config.Values[slot].Rat())
	}
	return out
}

// contains reports whether values are in a zone whose unit is 1.
func contains(z *zone.Zone, values []*big.Rat) bool {
	for x := range values {
		for y := range values {
			b := z.Bound(x, y)
			if b == zone.Infinity {
				continue
			}
			order := new(big.Rat).Sub(values[x], values[y]).Cmp(new(big.Rat).SetInt64(b.Value()))
			if order > 0 || order == 0 && b.Strict() {
				return false
			}
		}
	}
	return true
}
