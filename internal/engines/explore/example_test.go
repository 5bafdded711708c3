package explore_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A system is executed symbolically: a state stands for all values for which its path can be taken, and has values as a witness.
func Example() {
	s := testkit.MustLoad(`
		system Order
		input order(int)
		initial idle
		small: idle -> sent in order(x) when x < 10
		large: idle -> checked in order(x) when x > 100
		never: idle -> sent in order(x) when x > 5 and x < 5
	`)
	tree, err := explore.Run(context.Background(), s, explore.Options{Depth: 3, NewSolver: func() (smt.Solver, error) { return smt.New(smt.Config{}) }})
	if err != nil {
		panic(err)
	}
	for _, hit := range tree.Coverage().Reached {
		fmt.Println(hit.Name, "is reached")
	}
	for _, miss := range tree.Coverage().Missing {
		fmt.Println(miss.Name, "is", miss.Status)
	}
	// Output:
	// small is reached
	// large is reached
	// never is unreachable
}
