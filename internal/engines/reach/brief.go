package reach

import (
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
)

// queryTime bounds the work on a query of the concolic search, so that hard conditions do not use up the time of the whole portfolio.
const queryTime = 50 * time.Millisecond

// brief is a solver with a short time limit.
type brief struct{ smt.Solver }

func (b brief) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	q.Work, q.Timeout = smt.WorkIn(queryTime), 2*queryTime
	return b.Solver.Check(ctx, q)
}

// briefly makes solvers with a short time limit.
func briefly(newSolver func() (smt.Solver, error)) func() (smt.Solver, error) {
	return func() (smt.Solver, error) {
		solver, err := newSolver()
		if err != nil {
			return nil, err
		}
		return brief{solver}, nil
	}
}
