package distance_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/distance"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The distance of a condition shows how far values are from making it true.
func Example() {
	s := term.NewStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	cond := s.And(s.Le(s.Int(10), x), s.Eq(x, y)) // x >= 10 and x == y
	m := distance.Compile(s, []*term.Term{cond}, []*term.Term{x, y})
	for _, v := range [][2]int64{{0, 0}, {7, 8}, {10, 10}} {
		fmt.Println(v, m.At([]term.Value{term.IntValue(v[0]), term.IntValue(v[1])}))
	}
	// Output:
	// [0 0] 10
	// [7 8] 4
	// [10 10] 0
}
