package emit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// checker finds the contracts, inputs and rows that are written.
func checker(t testing.TB, s *sts.System) *contract.Checker {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{Timeout: time.Minute})
	return &contract.Checker{System: s, Solver: solver}
}

// execute follows transitions under a choice of contracts, in all ways that it leaves.
func execute(t testing.TB, s *sts.System, transitions string, choice contract.Choice) []*contract.Path {
	t.Helper()
	moves, err := contract.Named(s, strings.Split(transitions, ","))
	if err != nil {
		t.Fatal(err)
	}
	paths, err := contract.Execute(t.Context(), s, moves, choice)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
