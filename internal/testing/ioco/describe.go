package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/scope"
)

// describe returns the outputs that possibilities have due.
func (s *foresight) describe(ctx context.Context, list []Possibility) ([]result.Allowed, error) {
	due := make([]scope.Due, len(list))
	for i, p := range list {
		due[i] = scope.Due{Message: p.Pending[0], Conds: p.Conds}
	}
	finder := scope.Finder{Store: s.System.Store, Solver: s.Solver}
	return finder.Outputs(ctx, due)
}
