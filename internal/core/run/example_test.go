package run_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// An executor takes the steps of a run. A witness is the last step with the way to it.
func Example() {
	s := testkit.MustLoad(`
		system Counter
		input add(int)
		var n: int = 0
		initial idle
		add: idle -> idle in add(x) do n := n + x
	`)
	e := run.NewExecutor(s, nil, nil)
	w, err := e.Begin(run.DefaultStart(s))
	for _, x := range []int64{2, 3} {
		if err == nil {
			w, err = e.Extend(context.Background(), w, s.Moves()[0], []term.Value{term.IntValue(x)})
		}
	}
	if err != nil {
		panic(err)
	}
	for _, step := range w.Steps()[1:] {
		fmt.Println(step.Move.Name, run.FormatValues(s, step.Config))
	}
	// Output:
	// add n = 2
	// add n = 5
}
