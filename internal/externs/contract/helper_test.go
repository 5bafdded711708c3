package contract_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// loops are the distinguished paths of all loops of a model under a choice of contracts.
func loops(t testing.TB, c *contract.Checker, names map[string]string) []*path.Path {
	t.Helper()
	choice, err := contract.Choose(c.System, names)
	if err != nil {
		t.Fatal(err)
	}
	sequences, err := contract.Loops(c.System)
	if err != nil {
		t.Fatal(err)
	}
	var paths []*path.Path
	for _, moves := range sequences {
		paths = append(paths, contracts.Execute(t, c.System, moves, choice)...)
	}
	return contract.Distinguish(c.System, paths)
}

// equivalent checks with the solver whether two formulas have the same solutions.
func equivalent(t testing.TB, c *contract.Checker, a, b *term.Term) bool {
	t.Helper()
	s := c.System.Store
	differ := s.Or(s.And(a, s.Not(b)), s.And(s.Not(a), b))
	answer, err := c.Solver.Check(t.Context(), smt.Query{Conjuncts: []*term.Term{differ}})
	if err != nil || answer.Status == smt.Unknown {
		t.Fatal(answer.Reason, err)
	}
	return answer.Status == smt.Unsat
}
