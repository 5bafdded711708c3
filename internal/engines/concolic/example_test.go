package concolic_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A deep transition is reached by concrete steps, where a tree of all paths would be too large.
func Example() {
	s := testkit.MustLoad(`
		system Lock
		input key(0..9)
		var count: int = 0
		initial closed
		right: closed -> closed in key(k) when k == 7 and count < 40 do count := count + 1
		wrong: closed -> closed in key(k) when k != 7
		open:  closed -> opened when count == 40
	`)
	outcome, err := concolic.Search(context.Background(), s, concolic.Options{Engine: concolic.Auto, Seed: 1, Steps: 100_000, Workers: 1,
		NewSolver: func() (smt.Solver, error) { return smt.New(smt.Config{}) }})
	if err != nil {
		panic(err)
	}
	fmt.Println(outcome.Covered(), "of", len(s.Transitions()), "transitions")
	fmt.Println("open after more than 40 steps:", outcome.Hits[2].Run.Length > 40)
	// Output:
	// 3 of 3 transitions
	// open after more than 40 steps: true
}
