package smt

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Decider answers closed formulas by a solver that is started when it is first needed. It belongs to one goroutine.
type Decider struct {
	NewSolver func() (Solver, error)

	solver Solver
}

// Decide reports whether a closed formula is true.
func (d *Decider) Decide(ctx context.Context, closed *term.Term) (bool, error) {
	if d.solver == nil && !closed.IsConst() {
		solver, err := d.NewSolver()
		if err != nil {
			return false, err
		}
		d.solver = solver
	}
	return Decide(ctx, d.solver, closed, 0)
}

// Close ends the solver, if it was started.
func (d *Decider) Close() {
	if d.solver != nil {
		d.solver.Close()
	}
}
