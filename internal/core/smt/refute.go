package smt

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/equality"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// refuter is a Solver that answers unsat where conjuncts contradict each other as written, or where no choice of equal keys satisfies
// them, and sends the rest to the next one.
type refuter struct {
	Solver
	terms   *term.Refuter
	keys    *equality.Refuter
	refuted int
}

// Stats adds the refuted queries to the counts of the next solver.
func (r *refuter) Stats() Stats {
	stats := r.Solver.Stats()
	stats.Refuted += r.refuted
	return stats
}

// Check sends only queries that are not refuted to the next solver.
func (r *refuter) Check(ctx context.Context, q Query) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if r.terms.Refutes(q.Conjuncts) || r.keys.Refutes(q.Conjuncts) {
		r.refuted++
		return Answer{Status: Unsat}, nil
	}
	return r.Solver.Check(ctx, q)
}
