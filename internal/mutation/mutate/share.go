package mutate

import (
	"context"
	"time"
)

// Time is shared out, so that one hard mutant does not take that of all others: each phase gets a part of what is left before the
// deadline, and each mutant its share of that, or leastShare if that is more.

// leastShare is the time that every mutant may take in a phase.
const leastShare = 2 * time.Second

// outOfShare is why a mutant is undecided that has used up its share of the time.
const outOfShare = "its share of the time was up; give more with --timeout"

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

// used reports whether a share of the time is used up, and there is time left for others.
func used(ctx, shared context.Context) bool { return shared.Err() != nil && ctx.Err() == nil }
