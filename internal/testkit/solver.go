package testkit

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
)

// NeedsSolver skips a test where Z3 is not installed.
func NeedsSolver(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed: run scripts/install.sh")
	}
}

// spares are the programs of the closed solvers of all tests of a package: starting Z3 takes longer than what most tests request of it.
var spares smt.Spares

// Spares keeps the programs of solvers from one test to the next.
func Spares() *smt.Spares { return &spares }

// NewSolver returns a solver that may get the program of one that another test has closed.
func NewSolver() (smt.Solver, error) { return newSolver(smt.Config{}) }

// newSolver lets the tests share programs, unless the configuration says what is shared, or names the program. With SEXTANT_LINEAR, with which
// "make differential" runs too, linear conditions are decided in the program itself, as in explore.
func newSolver(config smt.Config) (smt.Solver, error) {
	if config.Spares == nil && config.Command == nil {
		config.Spares = &spares
	}
	config.Linear = config.Linear || os.Getenv("SEXTANT_LINEAR") != ""
	return smt.New(config)
}

// Solver returns a solver that is closed at the end of the test.
func Solver(t Failer, config smt.Config) smt.Solver {
	t.Helper()
	solver, err := newSolver(config)
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
	return Solver(t, smt.Config{}), NewSolver
}

// SteadySolver starts a solver that gives up queries after about as much work as an idle machine does in the limit, so that its answers are
// the same on a busy machine. It is for tests whose models have queries that no solver answers.
func SteadySolver(limit time.Duration, config smt.Config) (smt.Solver, error) {
	config.Timeout = 20 * limit
	solver, err := newSolver(config)
	return steady{solver, limit}, err
}

type steady struct {
	smt.Solver
	limit time.Duration
}

// Check limits the work of a query that has no limit.
func (s steady) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if q.Timeout == 0 {
		q.Timeout, q.Work = s.limit, smt.WorkIn(s.limit)
	}
	return s.Solver.Check(ctx, q)
}
