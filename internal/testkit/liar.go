package testkit

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/smt"
)

// Liar is a solver that says unsat where the answer is sat: once, or always.
type Liar struct {
	smt.Solver
	Lie  int // the number of the answer that is a lie, from 0; negative is all of them
	seen int
}

// Check lies about a query that has a solution.
func (l *Liar) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	answer, err := l.Solver.Check(ctx, q)
	if err != nil || answer.Status != smt.Sat {
		return answer, err
	}
	l.seen++
	if l.Lie < 0 || l.seen == l.Lie+1 {
		return smt.Answer{Status: smt.Unsat}, nil
	}
	return answer, nil
}

// LyingSolvers returns a function that makes liars, checked by a second solver if crossCheck is set, which saves what it finds in a
// folder.
func LyingSolvers(config smt.Config, lie int, crossCheck bool, folder string) func() (smt.Solver, error) {
	return func() (smt.Solver, error) {
		s, err := smt.New(config)
		if err != nil {
			return nil, err
		}
		liar := &Liar{Solver: s, Lie: lie}
		if !crossCheck {
			return liar, nil
		}
		checked := config
		checked.CrossCheck, checked.SaveDir = []string{"z3"}, folder
		return smt.CrossCheck(liar, "liar", checked)
	}
}
