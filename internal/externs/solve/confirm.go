package solve

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// maxConfirmed is the maximum number of rows of one function that are confirmed.
const maxConfirmed = 1000

// Confirm runs the rows of this search again on which the given runs rest, so that a function that gives different results for
// one input is found before the runs are reported. Rows of the tables that were there before are not run. A difference is one of the
// Failures. It returns an error only if ctx ends.
func (f *Functions) Confirm(ctx context.Context, runs []*run.Witness) error {
	if f == nil {
		return nil
	}
	for _, w := range runs {
		for x, args := range w.Called() {
			if fn := f.byName[x.Name]; fn != nil && fn.unconfirmed(args) {
				if _, err := fn.run(ctx, args); err != nil && ctx.Err() != nil {
					return ctx.Err()
				}
			}
		}
	}
	return nil
}

// unconfirmed reports whether a row was run once in this search, and marks it as run again.
func (fn *function) unconfirmed(args []term.Value) bool {
	key := table.Key(fn.extern, args)
	fn.mu.Lock()
	defer fn.mu.Unlock()
	if !fn.fresh[key] || fn.broken != nil || fn.confirmed >= maxConfirmed {
		return false
	}
	delete(fn.fresh, key)
	fn.confirmed++
	return true
}
