package run_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A revised run is the replay of its parameters. It shares the steps before the first change, and leaves the old run as it was.
func TestRevise(t *testing.T) {
	s, e, start := begin(t, nil)
	order, ship := move(t, s, "order"), move(t, s, "ship")
	old, err := e.Replay(t.Context(), start, []*run.Witness{{Move: order, Params: testkit.Ints(1, 10)}, {Move: order, Params: testkit.Ints(2, 20)},
		{Move: ship, Params: testkit.Ints(1)}, {Move: ship, Params: testkit.Ints(2)}})
	if err != nil {
		t.Fatal(err)
	}
	steps := old.Steps()
	for changed := range steps {
		params := make([][]term.Value, len(steps))
		for i, w := range steps {
			params[i] = w.Params
		}
		params[changed] = append(testkit.Ints(7), params[changed][1:]...)
		revised, err := e.Revise(t.Context(), steps, params)
		if err != nil {
			t.Fatal(err)
		}
		again, err := e.Replay(t.Context(), nil, revised.Steps())
		if err != nil || !again.Config.Equal(revised.Config) {
			t.Errorf("step %d changed: the replay differs, error %v", changed, err)
		}
		for i, w := range revised.Steps() {
			if shared := w == steps[i]; shared != (i < changed) {
				t.Errorf("step %d changed: step %d is shared: %v", changed, i, shared)
			}
		}
		if steps[3].Params[0].Big().Int64() != 1 || steps[4].Params[0].Big().Int64() != 2 {
			t.Fatalf("step %d changed: the old run has changed too", changed)
		}
	}
}

// A step that was not taken is taken, and a run without changes is the old one.
func TestReviseNothing(t *testing.T) {
	s, e, start := begin(t, nil)
	planned := &run.Witness{Parent: start, Move: move(t, s, "order"), Params: testkit.Ints(1, 10)}
	params := [][]term.Value{start.Params, planned.Params}
	taken, err := e.Revise(t.Context(), planned.Steps(), params)
	if err != nil || taken.Config == nil || taken.Parent != start {
		t.Fatalf("the planned step was not taken: error %v", err)
	}
	if same, err := e.Revise(t.Context(), taken.Steps(), params); same != taken || err != nil {
		t.Errorf("a run without changes is another run: error %v", err)
	}
}
