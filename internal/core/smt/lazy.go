package smt

import "context"

// Lazy is a solver that open creates for the first query: work without queries needs none. A missing solver is then an error of the query.
func Lazy(open func() (Solver, error)) Solver { return &lazy{open: open} }

type lazy struct {
	open   func() (Solver, error)
	solver Solver // nil before the first query
}

func (l *lazy) Check(ctx context.Context, q Query) (Answer, error) {
	if l.solver == nil {
		solver, err := l.open()
		if err != nil {
			return Answer{}, err
		}
		l.solver = solver
	}
	return l.solver.Check(ctx, q)
}

func (l *lazy) Stats() Stats {
	if l.solver == nil {
		return Stats{}
	}
	return l.solver.Stats()
}

func (l *lazy) Close() error {
	if l.solver == nil {
		return nil
	}
	return l.solver.Close()
}
