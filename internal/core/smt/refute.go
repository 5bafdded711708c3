package smt

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/equality"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// refuter is a Solver that answers unsat where conjuncts contradict each other as written, or where no choice of equal keys satisfies
// them, and sat where one does and no values are wanted. It sends the rest to the next one.
type refuter struct {
	Solver
	terms *term.Refuter
	keys  *equality.Decider

	refuted, satisfied int // numbers of queries
}

// Stats adds the decided queries to the counts of the next solver.
func (r *refuter) Stats() Stats {
	stats := r.Solver.Stats()
	stats.Refuted += r.refuted
	stats.Satisfied += r.satisfied
	return stats
}

// Check sends only queries that are not decided to the next solver.
func (r *refuter) Check(ctx context.Context, q Query) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if r.terms.Refutes(q.Conjuncts) {
		r.refuted++
		return Answer{Status: Unsat}, nil
	}
	switch outcome := r.keys.Decide(q.Conjuncts); {
	case outcome == equality.Refuted:
		r.refuted++
		return Answer{Status: Unsat}, nil
	case outcome == equality.Satisfied && len(q.Values) == 0:
		r.satisfied++
		return Answer{Status: Sat}, nil
	}
	return r.Solver.Check(ctx, q)
}
