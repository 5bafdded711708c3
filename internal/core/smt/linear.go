package smt

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/linear"
)

// linearSolver is a Solver that decides conjunctions of linear conditions itself, and sends the rest to the next one. Its answers are
// checked (package linear).
type linearSolver struct {
	Solver
	decider *linear.Decider

	refuted, satisfied int // numbers of queries
}

// Stats adds the decided queries to the counts of the next solver.
func (s *linearSolver) Stats() Stats {
	stats := s.Solver.Stats()
	stats.Refuted += s.refuted
	stats.Satisfied += s.satisfied
	return stats
}

// Check sends only queries that are not decided to the next solver.
func (s *linearSolver) Check(ctx context.Context, q Query) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	switch s.decider.Decide(q.Conjuncts) {
	case linear.Refuted:
		s.refuted++
		return Answer{Status: Unsat}, nil
	case linear.Satisfied:
		s.satisfied++
		return Answer{Status: Sat, Model: Model(s.decider.Model()).completed(q.Values)}, nil
	}
	return s.Solver.Check(ctx, q)
}
