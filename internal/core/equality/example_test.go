package equality_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/equality"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Conditions that only compare keys are decided by the ways in which the keys can be equal.
func Example() {
	s := term.NewStore()
	a, b, c := s.Var("a", term.String), s.Var("b", term.String), s.Var("c", term.String)
	d := equality.NewDecider()
	fmt.Println(d.Decide([]*term.Term{s.Eq(a, b), s.Eq(b, c), s.Not(s.Eq(a, c))}) == equality.Refuted)
	fmt.Println(d.Decide([]*term.Term{s.Eq(a, b), s.Not(s.Eq(a, c))}) == equality.Satisfied)
	// Output:
	// true
	// true
}
