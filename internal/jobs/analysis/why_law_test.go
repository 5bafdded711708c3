package analysis_test

import (
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/timed"
)

// TestWhyAgreesWithTrees: a move that a tree of a random model refuses as infeasible is excluded by conditions or by the control, and
// one that it takes is feasible.
func TestWhyAgreesWithTrees(t *testing.T) {
	testkit.Sequential(t)
	_, newSolver := testkit.Solvers(t)
	path := filepath.Join(t.TempDir(), "model.sxt")
	models, refused, taken := 0, 0, 0
	rapid.Check(t, func(r *rapid.T) {
		text := testkit.Model(r)
		if rapid.Bool().Draw(r, "timed") {
			text = timed.Draw(r).Text()
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			r.Fatal(err)
		}
		l, err := model.Load(path, model.LoadOptions{})
		if err != nil || l.Usable() != nil {
			r.Skip("the model has errors")
		}
		explored, err := explore.Run(t.Context(), l.System, explore.Options{Strategy: explore.BreadthFirst, Depth: 3, States: 30, NewSolver: newSolver})
		if err != nil || explored.NoStart != nil {
			r.Skip("no run begins")
		}
		models++
		tree := explored.Rows()
		n := rapid.SampledFrom(tree.Nodes).Draw(r, "node")
		for _, m := range n.Refused {
			refused++
			why := askWhy(r, l, movesTo(tree, n), m.Move)
			if m.Answer == result.StepInfeasible && (why.Answer != result.StepInfeasible || len(why.Conditions) == 0) {
				r.Errorf("%s is infeasible after %v, but the reason is %+v in\n%s", m.Move, movesTo(tree, n), why, text)
			}
		}
		if n.Parent >= 0 {
			taken++
			if why := askWhy(r, l, movesTo(tree, tree.Nodes[n.Parent]), n.Move); why.Answer == result.StepInfeasible {
				r.Errorf("%s is taken after %v, but %+v in\n%s", n.Move, movesTo(tree, tree.Nodes[n.Parent]), why, text)
			}
		}
	})
	t.Logf("%d models, %d refused, %d taken", models, refused, taken)
	if models >= 20 && (refused == 0 || taken == 0) {
		t.Error("too little was compared")
	}
}

func askWhy(r *rapid.T, l *model.Loaded, path []string, transition string) *result.WhyNot {
	why, err := analysis.Why(r.Context(), l, path, transition, model.BackendDefaults())
	if err != nil {
		r.Fatal(err)
	}
	return why
}

func movesTo(tree result.Tree, n result.Node) []string {
	if n.Parent < 0 {
		return nil
	}
	return append(movesTo(tree, tree.Nodes[n.Parent]), n.Move)
}
