package step_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/step"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
	"github.com/sextant-mbt/sextant/internal/testkit/timed"
)

// walk takes random choices that can be taken, and goes back now and then.
func walk(r *rapid.T, s *step.Session) (steps int) {
	for range rapid.IntRange(1, 8).Draw(r, "steps") {
		state, err := s.State(context.Background())
		if err != nil {
			r.Fatal(err)
		}
		var feasible []string
		for _, c := range state.Choices {
			if c.Answer == result.StepFeasible {
				feasible = append(feasible, c.Transition)
			}
		}
		switch {
		case len(feasible) == 0 && len(state.Trace.Steps) == 0:
			return steps
		case len(feasible) == 0 || len(state.Trace.Steps) > 0 && rapid.IntRange(0, 5).Draw(r, "back") == 0:
			state, err = s.Undo(context.Background())
		default:
			state, err = s.Take(context.Background(), rapid.SampledFrom(feasible).Draw(r, "choice"), nil)
			steps++
		}
		if err != nil {
			r.Fatal(err)
		}
		if state.Error != "" {
			r.Fatalf("a choice that can be taken is refused: %s", state.Error)
		}
	}
	return steps
}

// checkWalk: the interpreter, which knows nothing of the walk, takes the same steps with the same values to the same states, and the
// terms of the path have these values.
func checkWalk(r *rapid.T, system *sts.System, s *step.Session) {
	end, path := s.Run()
	solver := newSolver(r)
	defer solver.Close()
	decide := func(closed *term.Term) (bool, error) { return smt.Decide(context.Background(), solver, closed, 0) }
	again, err := run.NewExecutor(system, nil, decide).Replay(context.Background(), nil, end.Steps())
	if err != nil {
		r.Fatalf("the walk does not replay: %v", err)
	}
	if !again.Config.Equal(end.Config) {
		r.Fatalf("replayed to %s, walked to %s", run.FormatValues(system, again.Config), run.FormatValues(system, end.Config))
	}
	values := map[*term.Term]term.Value{}
	_, free := system.StartSymbolic()
	steps := end.Steps()
	for i, v := range free {
		if v != nil {
			values[v] = steps[0].Params[i]
		}
	}
	for i, w := range steps[1:] {
		for k, v := range system.Fresh(w.Move, i) {
			values[v] = w.Params[k]
		}
	}
	for i, cell := range path.State.Store {
		if got, err := system.Store.Evaluate(cell, values); err != nil || !got.Equal(end.Config.Values[i]) {
			r.Fatalf("%s is %v (%v) by its term %s, and %v in the run", system.Slots[i].Name, got, err, cell, end.Config.Values[i])
		}
	}
	for _, c := range path.All() {
		if got, err := system.Store.Evaluate(c.Term, values); err == nil && !got.Bool() {
			r.Fatalf("the condition %s of step %d does not hold in the run", c.Text(), c.Step)
		}
	}
}

func newSolver(t testkit.Failer) smt.Solver {
	solver, err := testkit.NewSolver()
	if err != nil {
		t.Fatalf("no solver: %v", err)
	}
	return solver
}

// drawModel draws a model with numbers, with collections, or with clocks; it is empty for an example.
func drawModel(r *rapid.T) string {
	switch rapid.IntRange(0, 3).Draw(r, "kind") {
	case 0:
		return testkit.Model(r)
	case 1:
		return collections.DrawModel(rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 2))).Text()
	case 2:
		return timed.Draw(r).Text()
	}
	return ""
}

// TestWalksReplay: random walks through random models and examples.
func TestWalksReplay(t *testing.T) {
	testkit.NeedsSolver(t)
	folder, taken := t.TempDir(), 0
	examples := []string{"vending/vending.sxt", "vending/change.sxt", "traingate/traingate.sxt", "cart/cart.sxt", "alternating/alternating.sxt",
		"electrical/electrical.sxt", "queue/queue.sxt", "session/session.sxt", "fischer/fischer.sxt"}
	rapid.Check(t, func(r *rapid.T) {
		path := filepath.Join(folder, "model.sxt")
		if text := drawModel(r); text == "" {
			path = testkit.Example(rapid.SampledFrom(examples).Draw(r, "name"))
		} else if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			r.Fatal(err)
		}
		l, err := model.Load(path, model.LoadOptions{})
		if err != nil || l.Usable() != nil {
			r.Skip("the model has errors")
		}
		s, err := step.Open(context.Background(), l, model.BackendDefaults())
		if err != nil {
			r.Skip("no run begins")
		}
		defer s.Close()
		taken += walk(r, s)
		checkWalk(r, l.System, s)
	})
	t.Logf("%d steps were taken", taken)
	if taken == 0 {
		t.Error("no step was taken")
	}
}
