package products

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Result returns a set of products as results show it. It is exact if there are no others for which the answer holds. A set for which no
// formula is found, because the time is up or the solver does not decide, is shown by its condition.
func (l *Line) Result(ctx context.Context, a Set, exact bool) *result.Products {
	out := &result.Products{Formula: l.shown(ctx, a), Exact: exact}
	if n, counted := l.Count(a); counted && n.IsInt64() {
		out.Count = int(n.Int64())
	}
	return out
}

// shown returns the formula of a set, or its condition.
func (l *Line) shown(ctx context.Context, a Set) string {
	text, err := l.Formula(ctx, a)
	switch {
	case err == nil:
		return text
	case a == l.All():
		return AllProducts
	}
	return l.Text(a)
}
