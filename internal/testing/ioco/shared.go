package ioco

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Shared is what instances that were followed by trackers of their own say together about the product that all of them are.
type Shared struct {
	line *products.Line
	left products.Set // those that no instance refutes
	sure products.Set // those that explain every instance
}

// NewShared starts with all products; it returns nil for a system that is no product line.
func NewShared(system *sts.System, solver smt.Solver) *Shared {
	line := products.Of(system, solver)
	if line == nil {
		return nil
	}
	return &Shared{line: line, left: line.All(), sure: line.All()}
}

// Add adds what an instance shows, and returns the products that explain it. It reports false, and does not add it, if every product is
// refuted by the instance or by one before it. If the last observation was refuted, no product that was followed explains it.
func (s *Shared) Add(ctx context.Context, t *Tracker, refuted bool) (own *result.Products, fits bool, err error) {
	found, err := t.explaining(ctx)
	if refuted {
		found.Set = s.line.None()
	}
	if errors.Is(err, products.ErrOpen) {
		found.Exact, err = false, nil
	}
	if err != nil {
		return nil, false, err
	}
	left := s.left
	if found.Exact {
		left = s.line.Intersect(left, t.notRefuted(found.Set))
	}
	own = s.line.Result(ctx, found.Set, found.Exact && !t.Unforeseen())
	none, err := s.line.Empty(ctx, left)
	if none || err != nil && !errors.Is(err, products.ErrOpen) {
		return own, false, err
	}
	s.left, s.sure = left, s.line.Intersect(s.sure, found.Set)
	return own, true, nil
}

// notRefuted returns the products that explain an instance, and those that were not followed to its end.
func (l *lineup) notRefuted(explaining products.Set) products.Set {
	if l.unsaid == nil {
		return explaining
	}
	return l.family.line.Union(explaining, products.Set{Cond: l.unsaid})
}

// Explaining returns the products that explain every instance. They are exact if all others are refuted.
func (s *Shared) Explaining(ctx context.Context) *result.Products {
	all, err := s.line.Within(ctx, s.left, s.sure)
	return s.line.Result(ctx, s.sure, all && err == nil)
}

// Left returns the products that no instance refutes.
func (s *Shared) Left(ctx context.Context) *result.Products {
	return s.line.Result(ctx, s.left, true)
}
