package testkit

import (
	"context"
	"sync/atomic"

	"github.com/sextant-mbt/sextant/internal/core/smt"
)

// EndingSolvers returns a context, and a function that makes solvers that end it together: after a number of queries, the next one ends the
// context as a user does who interrupts a command. So a test can end an analysis anywhere, however busy the machine is.
func EndingSolvers(parent context.Context, queries int) (context.Context, func() (smt.Solver, error)) {
	ctx, cancel := context.WithCancel(parent)
	asked := new(atomic.Int64)
	return ctx, func() (smt.Solver, error) {
		solver, err := NewSolver()
		return &ending{Solver: solver, asked: asked, last: int64(queries), cancel: cancel}, err
	}
}

type ending struct {
	smt.Solver
	asked  *atomic.Int64
	last   int64
	cancel context.CancelFunc
}

// Check passes a query on, or ends the context.
func (e *ending) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if e.asked.Add(1) > e.last {
		e.cancel()
		return smt.Answer{}, context.Canceled
	}
	return e.Solver.Check(ctx, q)
}

// Stride returns how many queries later an analysis is ended next that was ended after some: one in long tests, else more and more.
func Stride(queries int) int {
	if Long() {
		return 1
	}
	return 1 + queries/6
}
