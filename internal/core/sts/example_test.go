package sts_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A system has moves, which an interpreter tries in a concrete state. The parameters of a move are what it receives and chooses.
func Example() {
	s := testkit.MustLoad(`
		system Counter
		input add(int)
		output total(int)
		var n: int = 0
		initial idle
		add: idle -> idle in add(x) when x > 0 do n := n + x out total(n)
	`)
	in := sts.NewInterpreter(s)
	c, err := in.Start(make([]term.Value, len(s.Slots)))
	if err != nil {
		panic(err)
	}
	for _, x := range []int64{5, -1} {
		for _, m := range s.Moves() {
			step, err := in.Try(c, m, []term.Value{term.IntValue(x)})
			fmt.Println(m.Name, x, step.Outcome == sts.Done, err)
			if step.Outcome == sts.Done {
				fmt.Println("n is", step.Next.Values[0].Format(term.Int), "and total", step.Outputs[0].Format(term.Int))
			}
		}
	}
	// Output:
	// add 5 true <nil>
	// n is 5 and total 5
	// add -1 false <nil>
}
