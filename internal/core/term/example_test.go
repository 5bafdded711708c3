package term_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A store makes terms, simplifies them on the way, and makes equal ones once. Terms are evaluated under values of their variables.
func Example() {
	s := term.NewStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	sum := s.Add(x, s.Int(2), y, s.Int(3))
	fmt.Println(sum)
	fmt.Println(sum == s.Add(x, y, s.Int(5)))

	small := s.Lt(sum, s.Int(10))
	value, err := s.Evaluate(small, map[*term.Term]term.Value{x: term.IntValue(1), y: term.IntValue(2)})
	fmt.Println(value.Format(term.Bool), err)
	fmt.Println(s.Substitute(small, map[*term.Term]*term.Term{x: s.Int(20), y: s.Int(0)}))
	// Output:
	// x + y + 5
	// true
	// true <nil>
	// false
}
