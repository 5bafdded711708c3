package certificate_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/linear/certificate"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// x <= 2 and 3 <= x contradict each other: their sum is 1 <= 0.
func Example() {
	s := term.NewStore()
	x := s.Var("x", term.Real)
	conditions := []*term.Term{s.Le(x, s.ToReal(s.Int(2))), s.Le(s.ToReal(s.Int(3)), x)}
	stated := func(i int) certificate.Term {
		premise := certificate.Premise{Source: i, Literal: certificate.Literal{Condition: conditions[i], Value: true}}
		return certificate.Term{Premise: premise, Numerator: 1, Denominator: 1}
	}
	fmt.Println(certificate.Check(conditions, &certificate.Node{Sum: []certificate.Term{stated(0), stated(1)}}))
	fmt.Println(certificate.Check(conditions, &certificate.Node{Sum: []certificate.Term{stated(0)}}))
	// Output:
	// <nil>
	// a sum is no contradiction
}
