package smt_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A solver answers whether conditions can hold together, and with which values.
func Example() {
	solver, err := smt.New(smt.Config{})
	if err != nil {
		panic(err)
	}
	defer solver.Close()
	s := term.NewStore()
	x := s.Var("x", term.Int)
	above, below := s.Lt(s.Int(3), x), s.Lt(x, s.Int(5))

	answer, err := solver.Check(context.Background(), smt.Query{Conjuncts: []*term.Term{above, below}, Values: []*term.Term{x}})
	fmt.Println(answer.Status, answer.Model[x].Format(term.Int), err)
	answer, err = solver.Check(context.Background(), smt.Query{Conjuncts: []*term.Term{above, below, s.Not(s.Eq(x, s.Int(4)))}})
	fmt.Println(answer.Status, err)
	// Output:
	// sat 4 <nil>
	// unsat <nil>
}
