// Package timing has the instants of a test: real time and the time of the model, the precision of measured instants, and the choice of
// instants for actions.
//
// Vocabulary:
//
//	unit       the real time of one unit of the model
//	instant    the time since the start of a test, in units of the model, as an exact fraction
//	tolerance  the maximum distance of a measured instant from the real one
//	window     the instants at which something is possible (sts.Window)
package timing

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// DefaultUnit is the real time of one unit of a model.
const DefaultUnit = time.Second

// Clock translates between real time and the time of the model.
type Clock struct {
	Unit  time.Duration // DefaultUnit if 0
	start time.Time
}

// Start starts a test: now is instant 0.
func (c *Clock) Start() { c.start = time.Now() }

func (c *Clock) unit() time.Duration {
	if c.Unit == 0 {
		return DefaultUnit
	}
	return c.Unit
}

// Units returns a duration in units of the model.
func (c *Clock) Units(d time.Duration) *big.Rat { return big.NewRat(int64(d), int64(c.unit())) }

// Instant returns the instant of a time.
func (c *Clock) Instant(t time.Time) *big.Rat { return c.Units(t.Sub(c.start)) }

// Now returns the current instant.
func (c *Clock) Now() *big.Rat { return c.Instant(time.Now()) }

// longest is the maximum time of a single wait.
const longest = 1000 * time.Hour

// Until returns the real time from now to an instant, rounded up; 0 if it has passed.
func (c *Clock) Until(instant *big.Rat) time.Duration {
	real := new(big.Rat).Mul(instant, big.NewRat(int64(c.unit()), 1))
	whole := new(big.Int).Quo(new(big.Int).Add(real.Num(), new(big.Int).Sub(real.Denom(), big.NewInt(1))), real.Denom())
	if !whole.IsInt64() {
		return longest
	}
	return max(0, min(time.Duration(whole.Int64())-time.Since(c.start), longest))
}

// The measurement of the tolerance: the number and length of short sleeps, and the minimum result.
const (
	sleeps         = 40
	sleep          = time.Millisecond
	leastTolerance = 2 * time.Millisecond
	safety         = 2
)

// Measure returns the tolerance of this machine: twice the usual excess time of a short sleep. Exceptional delays are measured when
// they happen, by a Watch. In simulated time it is 0.
func Measure(ctx context.Context) time.Duration {
	if crowd.Simulated() {
		return 0
	}
	late := make([]time.Duration, sleeps)
	for i := range late {
		start := time.Now()
		select {
		case <-ctx.Done():
			return leastTolerance
		case <-time.After(sleep):
		}
		late[i] = time.Since(start) - sleep
	}
	slices.Sort(late)
	return max(safety*late[sleeps/2], leastTolerance).Round(100 * time.Microsecond)
}

// Instants returns instants of a window from a given one on at which an input is worth sending, in a random order: the first possible one, one near to
// each end, and one in between. Margin is the distance to the ends that keeps them certain. What lies in windows to be avoided, up to the margin,
// comes last.
func Instants(random *rand.Rand, w sts.Window, from, margin *big.Rat, avoid []sts.Window) []*big.Rat {
	low := from
	if w.Low != nil && w.Low.Cmp(low) > 0 {
		low = new(big.Rat).Add(w.Low, margin)
	}
	out := []*big.Rat{low}
	if w.High != nil {
		out = append(out, new(big.Rat).Sub(w.High, margin), justBefore(low, w.High, margin), between(random, low, w.High))
	} else {
		out = append(out, new(big.Rat).Add(low, big.NewRat(int64(random.IntN(40)), 8)))
	}
	out = slices.DeleteFunc(out, func(r *big.Rat) bool { return r.Cmp(from) < 0 || !w.Contains(r) })
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	safeFirst(out, margin, avoid)
	return out
}

// EarliestFirst orders instants as they come, but what lies in windows to be avoided comes last.
func EarliestFirst(instants []*big.Rat, margin *big.Rat, avoid []sts.Window) {
	slices.SortFunc(instants, (*big.Rat).Cmp)
	safeFirst(instants, margin, avoid)
}

// safeFirst moves what lies in windows to be avoided to the end.
func safeFirst(instants []*big.Rat, margin *big.Rat, avoid []sts.Window) {
	rank := func(r *big.Rat) int {
		if Near(r, margin, avoid) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(instants, func(a, b *big.Rat) int { return rank(a) - rank(b) })
}

// justBefore returns an instant before the second of two, by as little of the time between them as mistakes of one in a hundred show, and by
// a margin at least.
func justBefore(low, high, margin *big.Rat) *big.Rat {
	part := new(big.Rat).Sub(high, low)
	part.Mul(part, big.NewRat(1, 256))
	if part.Cmp(margin) < 0 {
		part = margin
	}
	return new(big.Rat).Sub(high, part)
}

// between returns an instant between two, in sixteenths.
func between(random *rand.Rand, low, high *big.Rat) *big.Rat {
	part := new(big.Rat).Sub(high, low)
	part.Mul(part, big.NewRat(int64(1+random.IntN(15)), 16))
	return part.Add(part, low)
}

// Near reports whether an instant is in one of some windows, or nearer to one than the margin.
func Near(at, margin *big.Rat, windows []sts.Window) bool {
	for _, w := range windows {
		wide := w
		if w.Low != nil {
			wide.Low = new(big.Rat).Sub(w.Low, margin)
		}
		if w.High != nil {
			wide.High = new(big.Rat).Add(w.High, margin)
		}
		if wide.Contains(at) {
			return true
		}
	}
	return false
}
