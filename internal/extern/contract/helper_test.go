package contract_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// loadExample is a checker of one of the vending machines.
func loadExample(t testing.TB, name string) *contract.Checker {
	t.Helper()
	return checker(t, testkit.LoadExample(t, "vending/"+name, nil))
}

func loadText(t testing.TB, text string) *contract.Checker {
	t.Helper()
	return checker(t, testkit.LoadText(t, text))
}

func checker(t testing.TB, s *sts.System) *contract.Checker {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{Timeout: time.Minute})
	return &contract.Checker{System: s, Solver: solver}
}

// loops are the distinguished paths of all loops of a model under a choice of contracts.
func loops(t testing.TB, c *contract.Checker, names map[string]string) []*contract.Path {
	t.Helper()
	choice, err := contract.Choose(c.System, names)
	if err != nil {
		t.Fatal(err)
	}
	sequences, err := contract.Loops(c.System)
	if err != nil {
		t.Fatal(err)
	}
	var paths []*contract.Path
	for _, moves := range sequences {
		paths = append(paths, execute(t, c.System, moves, choice)...)
	}
	return contract.Distinguish(c.System, paths)
}

// execute follows moves in all ways that a choice of contracts leaves.
func execute(t testing.TB, s *sts.System, moves []*sts.Move, choice contract.Choice) []*contract.Path {
	t.Helper()
	paths, err := contract.Execute(t.Context(), s, moves, choice)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// named executes one sequence of transitions without contracts.
func named(t testing.TB, c *contract.Checker, path string) *contract.Path {
	t.Helper()
	moves, err := contract.Named(c.System, strings.Split(path, ","))
	if err != nil {
		t.Fatal(err)
	}
	return execute(t, c.System, moves, contract.Choice{})[0]
}

// equivalent asks the solver whether two formulas have the same solutions.
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
