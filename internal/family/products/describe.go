package products

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/result"
)

// Result returns a set of products as results show it. It is exact if there are no others for which the answer holds. A set for which no
// formula is found, because the time is up or the solver does not decide, is shown by its condition.
func (l *Line) Result(ctx context.Context, a Set, exact bool) *result.Products {
	text, err := l.Formula(ctx, a)
	if err != nil {
		return &result.Products{Formula: l.Text(a)}
	}
	out := &result.Products{Formula: text, Exact: exact}
	if n, counted := l.Count(a); counted && n.IsInt64() {
		out.Count = int(n.Int64())
	}
	return out
}
