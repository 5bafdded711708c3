package statespace_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// All concrete states are visited, each once, where inputs have few values. Other systems are refused with the reason.
func Example() {
	for _, typ := range []string{"0..3", "int"} {
		s := testkit.MustLoad(`
			system Counter
			input add(` + typ + `)
			var n: 0..9 = 0
			initial idle
			add:   idle -> idle in add(x) when n + x <= 9 do n := n + x
			reset: idle -> idle when n == 9 do n := 0
		`)
		space, err := statespace.Search(context.Background(), s, statespace.Options{})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(space.States, "states,", space.Steps, "steps,", space.Stop)
	}
	// Output:
	// 10 states, 35 steps, exhausted
	// input x of add has type int, which the search of all states does not support
}
