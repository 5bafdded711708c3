package mutate

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/smt"
)

// solver answers the queries of a worker. The values that a solver returns depend on the queries that it has answered before, so with one
// solver for all mutants the tests, and the mutants that they kill, would depend on which worker treats which mutants. Therefore queries for
// values go to a solver that is replaced before each mutant. Whether conditions can hold does not depend on earlier queries, so it is asked first
// from one solver for all mutants, which knows the answers to earlier queries: mutants share most of their paths, and most differences that are
// tried cannot be. Provisional queries go there too, since their values do not choose what is proved: they come from searches for the largest set
// of conditions that is inductive, of which there is only one.
type solver struct {
	open   func() (smt.Solver, error)
	facts  smt.Solver
	values smt.Solver
	ended  smt.Stats // of the solvers of values before
}

func newSolver(open func() (smt.Solver, error)) (*solver, error) {
	facts, err := open()
	return &solver{open: open, facts: facts, values: smt.Lazy(open)}, err
}

// renew replaces the solver of values.
func (s *solver) renew() error {
	s.ended.Add(s.values.Stats())
	err := s.values.Close()
	s.values = smt.Lazy(s.open)
	return err
}

func (s *solver) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if len(q.Calls) > 0 {
		return s.values.Check(ctx, q)
	}
	if len(q.Values) == 0 || q.Provisional {
		return s.facts.Check(ctx, q)
	}
	possible := q
	possible.Values = nil
	if answer, err := s.facts.Check(ctx, possible); err != nil || answer.Status == smt.Unsat {
		return answer, err
	}
	return s.values.Check(ctx, q)
}

// Stats returns the statistics of all solvers together.
func (s *solver) Stats() smt.Stats {
	sum := s.facts.Stats()
	sum.Add(s.values.Stats())
	sum.Add(s.ended)
	return sum
}

func (s *solver) Close() error { return errors.Join(s.values.Close(), s.facts.Close()) }
