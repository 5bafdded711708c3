package testgen

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// drawSystem compiles a random model; nil if it has errors that only a compiler finds.
func drawSystem(t *rapid.T) *sts.System {
	return testkit.TryText(t, testkit.Model(t))
}

// holdsAt evaluates a condition over slots and parameters before a step, without the programs that the walker uses.
func holdsAt(t *rapid.T, s *sts.System, step *run.Witness, cond *term.Term) bool {
	values := map[*term.Term]term.Value{}
	for i, slot := range s.Slots {
		values[slot.Term] = step.Parent.Config.Values[i]
	}
	for i, p := range step.Move.Params {
		values[p.Term] = step.Params[i]
	}
	if m := step.Move; m.Dequeue != nil {
		for i, a := range m.DequeueArgs {
			values[m.Params[a].Term] = step.Parent.Config.Queues[m.Dequeue.Queue].Items[i]
		}
	}
	truth, err := s.Store.Evaluate(cond, values)
	if err != nil {
		t.Fatal(err)
	}
	return truth.Bool()
}

// metBy lists the names of goals that a run meets, by the definition.
func metBy(t *rapid.T, s *sts.System, goals []valueGoal, run *run.Witness) map[string]bool {
	out := map[string]bool{}
	for _, step := range run.Steps()[1:] {
		for _, g := range goals {
			for _, y := range g.ways {
				if slices.Contains(step.Move.Parts, y.take) && holdsAt(t, s, step, y.inMove(s, step.Move)) {
					out[g.name] = true
				}
			}
		}
	}
	return out
}

// A suite for values is correct: its tests meet the goals that they are said to cover, and no run of the tree meets a goal that the suite
// lacks.
func TestWalksMeetTheirGoals(t *testing.T) {
	solver, newSolver := testkit.Solvers(t)
	rapid.Check(t, func(t *rapid.T) {
		s := drawSystem(t)
		if s == nil {
			return
		}
		tree, err := explore.Run(context.Background(), s, explore.Options{Strategy: explore.BreadthFirst, Depth: 3, States: 25, NewSolver: newSolver})
		if err != nil {
			t.Fatal(err)
		}
		for _, criterion := range []Criterion{Boundary, MCDC} {
			suite, err := Build(context.Background(), tree, tree.Result(), Options{Criterion: criterion, Solver: solver})
			if err != nil {
				t.Fatal(err)
			}
			checkSuite(t, tree, deriveGoals(s, criterion), suite)
		}
	})
}

func checkSuite(t *rapid.T, tree *explore.Tree, goals []valueGoal, suite *Suite) {
	for _, test := range suite.Tests {
		met := metBy(t, tree.System, goals, test.Run)
		for _, name := range test.Covers {
			if !met[name] {
				t.Errorf("the test %v does not meet %q", test.Transitions(), name)
			}
		}
	}
	lacking := slices.Concat(suite.Missing, suite.Excluded)
	if suite.Covered+len(lacking) != len(goals) {
		t.Errorf("%d covered and %d not, of %d", suite.Covered, len(lacking), len(goals))
	}
	for _, st := range tree.States() {
		met := metBy(t, tree.System, goals, st.Witness())
		if i := slices.IndexFunc(lacking, func(m result.Miss) bool { return met[m.Name] }); i >= 0 {
			t.Errorf("the run to state %d meets %q, which is said to be %s", st.ID, lacking[i].Name, lacking[i].Reason)
		}
	}
}

// A condition on a variable before it is received into, and the same one after it, are two goals with two names.
func TestGoalNamesDiffer(t *testing.T) {
	s := testkit.LoadText(t, "input i(bool)\nvar b: bool, c: bool\ninitial s\nt: s -> s when b or c in i(b) when b or c")
	seen := map[string]bool{}
	for _, g := range deriveGoals(s, MCDC) {
		if seen[g.name] {
			t.Errorf("two goals are called %q", g.name)
		}
		seen[g.name] = true
	}
	if name := "t: b holds and decides (2)"; !seen[name] {
		t.Errorf("there is no goal %q: %v", name, seen)
	}
}
