package linear_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/linear"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// What a Decider is asked first: whether a path can be followed. The next query has the beginning of the path in common with it.
func Example() {
	s, d := term.NewStore(), linear.NewDecider()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	path := []*term.Term{s.Lt(x, y), s.Le(y, s.Int(3))}
	fmt.Println(d.Decide(path) == linear.Satisfied)
	fmt.Println(d.Decide(append(path, s.Le(s.Int(6), s.Add(x, y)))) == linear.Refuted)
	// Output:
	// true
	// true
}
