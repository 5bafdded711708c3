package smt

import (
	"context"
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// path is a chain of conjuncts as a symbolic execution collects them: each step adds one over two variables.
func path(s *term.Store, n int) (conjuncts, vars []*term.Term) {
	previous := s.Var("x@0", term.Nat)
	vars = []*term.Term{previous}
	for i := 1; i <= n; i++ {
		x := s.Var(fmt.Sprintf("x@%d", i), term.Nat)
		vars = append(vars, x)
		conjuncts = append(conjuncts, s.Le(s.Add(previous, s.Int(int64(i%3))), x))
		previous = x
	}
	return conjuncts, vars
}

// BenchmarkCheckIncremental walks a tree of depth 20: one conjunct more per query, then back.
func BenchmarkCheckIncremental(b *testing.B) {
	for _, wantValues := range []bool{false, true} {
		b.Run(fmt.Sprintf("values=%t", wantValues), func(b *testing.B) {
			s := term.NewStore()
			conjuncts, vars := path(s, 20)
			solver := mustNew(b, Config{NoCache: true, NoSlice: true})
			b.ResetTimer()
			for i := range b.N {
				depth := 1 + i%20
				q := Query{Conjuncts: conjuncts[:depth]}
				if wantValues {
					q.Values = vars[:depth+1]
				}
				answer, err := solver.Check(context.Background(), q)
				if err != nil || answer.Status != Sat {
					b.Fatal(answer, err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
		})
	}
}
