package mutate

import (
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
)

// Time is divided so that one hard mutant does not use up the time of the others: each phase gets a part of what is left before the
// deadline, and each mutant its share of that, or leastShare if that is more.

// leastShare is the time that every mutant may take in a phase.
const leastShare = 5 * time.Second

// quickShare is the time that every mutant gets at first for a proof, and in the search for a test. Most tests are found soon, and kill
// others too; the remaining time is for those that take longer.
const quickShare = time.Second

// share limits the time for one of n tasks that may take a part of what is left, with the workers sharing them. Without a deadline there
// is no limit.
func share(ctx context.Context, part float64, n, workers int) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok || n == 0 {
		return context.WithCancel(ctx)
	}
	left := time.Duration(float64(time.Until(deadline)) * part * float64(workers) / float64(n))
	return context.WithTimeout(ctx, max(left, leastShare))
}

// phase lets the workers treat mutants within a part of the time that is left.
func (r *runner) phase(ctx context.Context, part float64, mutants []int, treat func(ctx context.Context, w *worker, i int) error) error {
	limited, cancel := share(ctx, part, 1, 1)
	defer cancel()
	return r.within(ctx, limited, mutants, len(mutants), 0, treat)
}

// within lets the workers treat mutants, each within its share of the time of a phase in which several are left, or a part of it. Those that have used
// up their share, and those for which the phase has no time left, are undecided for that reason, which is no error.
func (r *runner) within(ctx, limited context.Context, mutants []int, left int, most time.Duration, treat func(ctx context.Context, w *worker, i int) error) error {
	return r.each(ctx, mutants, func(w *worker, i int) error {
		shared, cancel := share(limited, 1, left, len(r.workers))
		defer cancel()
		if most > 0 {
			shared, cancel = crowd.WithTimeout(shared, most)
			defer cancel()
		}
		err := shared.Err()
		if err == nil {
			err = treat(shared, w, i)
		}
		if err != nil && used(ctx, shared) {
			r.result.Fates[i].Late, err = true, nil
		}
		return err
	})
}

// used reports whether a share of the time is used up, and there is time left for others.
func used(ctx, shared context.Context) bool { return shared.Err() != nil && ctx.Err() == nil }
