package conflict_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/conflict"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A path that cannot be followed has a small set of conditions that contradict each other, each with its step.
func Example() {
	s := testkit.MustLoad(`
		system Shop
		input coin(int)
		var paid: int = 0
		initial idle
		coin: idle -> idle in coin(c) when c > 0 and paid + c <= 100 do paid := paid + c
		sell: idle -> end when paid > 150
	`)
	solver, err := smt.New(smt.Config{})
	if err != nil {
		panic(err)
	}
	defer solver.Close()
	ctx, p := context.Background(), path.Begin(path.Knowledge{System: s})
	for _, m := range []int{0, 0, 1} {
		if p, err = p.Attempt(ctx, s.Moves()[m], nil, nil); err != nil {
			panic(err)
		}
	}
	finder := conflict.Finder{Solver: solver}
	answer, err := finder.Check(ctx, p)
	if err != nil {
		panic(err)
	}
	fmt.Println("the path is", answer.Status)
	core, err := finder.Conflict(ctx, p)
	if err != nil {
		panic(err)
	}
	for _, c := range core.Conditions {
		fmt.Println(c.Step, c.Text())
	}
	// Output:
	// the path is unsat
	// 2 c@1 + c@2 <= 100
	// 3 c@1 + c@2 >= 151
}
