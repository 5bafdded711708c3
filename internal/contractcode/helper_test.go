package contractcode_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/contract"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// loadExample is a checker of one of the vending machines: it finds the contracts, inputs and rows that are written.
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
	solver, err := smt.New(smt.Config{Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { solver.Close() })
	return &contract.Checker{System: s, Solver: solver}
}

// execute follows transitions under a choice of contracts, in all distinguished ways.
func execute(t testing.TB, c *contract.Checker, transitions string, choice contract.Choice) []*contract.Path {
	t.Helper()
	moves, err := contract.Named(c.System, strings.Split(transitions, ","))
	if err != nil {
		t.Fatal(err)
	}
	return contract.Execute(c.System, moves, choice)
}
