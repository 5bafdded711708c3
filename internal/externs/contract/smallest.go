package contract

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// A conflict with the fewest conditions. If a set of conditions can hold together, every conflict contains a condition outside of
// it. So a conflict hits the complements of all such sets, and a smallest set that hits all known complements is a lower bound;
// if its conditions cannot hold together, it is a smallest conflict, and otherwise there is one more complement to hit. This is
// the dual of the search for irreducible conflicts, see A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, Smallest MUS
// extraction with minimal hitting set dualization (2015).

// The limits of the search for a smallest conflict.
const (
	coreQueries = 300 // to the solver
	coreTime    = 10 * time.Second
	coreNodes   = 200_000 // of the search for sets that hit others
)

// coreSearch is a search for a smallest conflict.
type coreSearch struct {
	*Checker
	clauses   []clause
	variables []*term.Term
	others    [][]int // sets of clauses: each conflict has an element of each
	queries   int
	nodes     int
}

// conflict returns a set of conditions that cannot hold together, as small as can be found, and how small that is.
func (c *Checker) conflict(ctx context.Context, clauses []clause) ([]result.Clash, result.Core, error) {
	kind := result.CoreIrreducible
	kept, err := reduce(clauses, func(_ clause, others []clause) (bool, error) {
		answer, err := c.query(ctx, others, nil)
		if answer.Status == smt.Unknown {
			kind = result.CoreReduced
		}
		return answer.Status == smt.Unsat, err
	})
	if err == nil {
		var smaller []clause
		var done bool
		limited, cancel := crowd.WithTimeout(ctx, coreTime)
		defer cancel()
		if smaller, done, err = c.smallest(limited, clauses, len(kept)); smaller != nil {
			kept = smaller
		}
		if RanOut(ctx, limited) {
			err = nil
		}
		if done {
			kind = result.CoreSmallest
		}
	}
	var out []result.Clash
	for _, k := range kept {
		out = append(out, result.Clash{Path: k.path, Origin: k.condition.Source(), Condition: k.condition.Term.String()})
	}
	return out, kind, err
}

// smallest looks for a conflict of less than size conditions. It returns one if there is one, and reports whether it is known that
// there is none smaller than it, or none at all.
func (c *Checker) smallest(ctx context.Context, clauses []clause, size int) ([]clause, bool, error) {
	s := &coreSearch{Checker: c, clauses: clauses}
	var terms []*term.Term
	for _, k := range clauses {
		terms = append(terms, k.condition.Term)
	}
	s.variables = term.Variables(terms)
	for s.queries < coreQueries {
		hitting, ok := s.hitAll(size)
		if !ok {
			return nil, s.nodes < coreNodes, nil
		}
		answer, err := s.check(ctx, hitting)
		switch {
		case err != nil || answer.Status == smt.Unknown:
			return nil, false, err
		case answer.Status == smt.Unsat:
			return s.pick(hitting), true, nil
		}
		others, err := s.otherwise(ctx, answer.Model)
		if err != nil {
			return nil, false, err
		}
		s.others = append(s.others, others)
	}
	return nil, false, nil
}

// pick returns the clauses with these indices.
func (s *coreSearch) pick(indices []int) []clause {
	slices.Sort(indices)
	out := make([]clause, len(indices))
	for i, k := range indices {
		out[i] = s.clauses[k]
	}
	return out
}

// check asks the solver whether clauses can hold together.
func (s *coreSearch) check(ctx context.Context, indices []int) (smt.Answer, error) {
	s.queries++
	return s.query(ctx, s.pick(slices.Clone(indices)), s.variables)
}

// otherwise returns the complement of a large satisfiable set of clauses: those that hold in a model, and others that can hold
// together with them, as far as the limit on queries allows.
func (s *coreSearch) otherwise(ctx context.Context, model smt.Model) ([]int, error) {
	holding, others := s.split(model)
	var needed []int // known not to hold together with holding
	for len(others) > 0 && s.queries < coreQueries {
		answer, err := s.check(ctx, append(slices.Clone(holding), others[0]))
		if err != nil {
			return nil, err
		}
		if answer.Status != smt.Sat {
			needed, others = append(needed, others[0]), others[1:]
			continue
		}
		more, _ := s.split(answer.Model)
		grown := append(slices.Clone(holding), others[0])
		for _, k := range more {
			if !slices.Contains(grown, k) && !slices.Contains(needed, k) {
				grown = append(grown, k)
			}
		}
		holding = grown
		others = slices.DeleteFunc(slices.Clone(others), func(k int) bool { return slices.Contains(holding, k) })
	}
	return append(needed, others...), nil
}

// split parts the clauses into those that hold in a model and the others.
func (s *coreSearch) split(model smt.Model) (holding, others []int) {
	for i, k := range s.clauses {
		if v, err := s.System.Store.Evaluate(k.condition.Term, model); err == nil && v.Bool() {
			holding = append(holding, i)
		} else {
			others = append(others, i)
		}
	}
	return holding, others
}

// hitAll returns a smallest set of less than limit elements that has one of each set of others; false if there is none, or if
// the search for it is too long.
func (s *coreSearch) hitAll(limit int) ([]int, bool) {
	for size := 0; size < limit; size++ {
		if hitting, ok := s.hit(nil, size); ok {
			return hitting, true
		}
	}
	return nil, false
}

// hit adds at most room elements to a set so that it hits all.
func (s *coreSearch) hit(chosen []int, room int) ([]int, bool) {
	if s.nodes++; s.nodes >= coreNodes {
		return nil, false
	}
	var open []int
	for _, set := range s.others {
		missed := !slices.ContainsFunc(set, func(k int) bool { return slices.Contains(chosen, k) })
		if missed && (open == nil || len(set) < len(open)) {
			open = set
		}
	}
	if open == nil {
		return chosen, true
	}
	if room == 0 {
		return nil, false
	}
	for _, k := range open {
		if out, ok := s.hit(append(slices.Clone(chosen), k), room-1); ok {
			return out, true
		}
	}
	return nil, false
}
