package smt

import "context"

// Later is a solver that is made for its first query: work that asks nothing needs none. That there is no such solver is then
// an error of the query.
func Later(open func() (Solver, error)) Solver { return &later{open: open} }

type later struct {
	open   func() (Solver, error)
	solver Solver // nil before the first query
}

func (l *later) Check(ctx context.Context, q Query) (Answer, error) {
	if l.solver == nil {
		solver, err := l.open()
		if err != nil {
			return Answer{}, err
		}
		l.solver = solver
	}
	return l.solver.Check(ctx, q)
}

func (l *later) Stats() Stats {
	if l.solver == nil {
		return Stats{}
	}
	return l.solver.Stats()
}

func (l *later) Close() error {
	if l.solver == nil {
		return nil
	}
	return l.solver.Close()
}
