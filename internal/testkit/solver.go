package testkit

import (
	"os/exec"
	"testing"

	"github.com/sextant-mbt/sextant/internal/smt"
)

// NeedsSolver skips a test where Z3 is not installed.
func NeedsSolver(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed: run scripts/install.sh")
	}
}

// Solver returns a solver that is closed at the end of the test.
func Solver(t Failer, config smt.Config) smt.Solver {
	t.Helper()
	solver, err := smt.New(config)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() { solver.Close() })
	return solver
}

// Solvers returns a solver that is closed at the end of the test, and a function that makes more of them. Without Z3 the test is
// skipped.
func Solvers(t testing.TB) (smt.Solver, func() (smt.Solver, error)) {
	t.Helper()
	NeedsSolver(t)
	return Solver(t, smt.Config{}), func() (smt.Solver, error) { return smt.New(smt.Config{}) }
}
