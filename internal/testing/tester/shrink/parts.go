package shrink

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// maxLoop bounds the size of parts that are left out at every position, loopRuns the number of such candidates, and maxPairs the
// length of tests of which pairs of steps are left out.
const (
	maxLoop  = 12
	loopRuns = 600
	maxPairs = 16
)

// without returns a copy of steps without those of a part.
func without(steps []Step, start, size int) []Step {
	return slices.Concat(steps[:start], steps[start+size:])
}

// longTest is the minimum length of a test that is first tried without most of its steps.
const longTest = 20

// keepEnd tries the last steps alone, with growing numbers: short tests take the least time. All of them together have half of the steps; halves are
// left out next.
func (s *search) keepEnd(ctx context.Context) error {
	if len(s.best) < longTest {
		return nil
	}
	for size := 1; size <= len(s.best)/4; size *= 2 {
		if done, err := s.attempt(ctx, s.best[len(s.best)-size:], false); err != nil || done {
			return err
		}
	}
	return nil
}

// dropSegments leaves out the steps before the last reset: all of them, or if that fails, one segment after the other.
func (s *search) dropSegments(ctx context.Context) error {
	last := lastReset(s.best)
	if last < 0 {
		return nil
	}
	if done, err := s.attempt(ctx, s.best[last+1:], false); err != nil || done {
		return err
	}
	for start := 0; start < len(s.best); {
		size := slices.IndexFunc(s.best[start:], func(step Step) bool { return step.Reset }) + 1
		if size == 0 {
			return nil
		}
		done, err := s.attempt(ctx, without(s.best, start, size), false)
		if err != nil {
			return err
		}
		if !done {
			start += size
		}
	}
	return nil
}

// lastReset returns the index of the last reset, -1 if there is none.
func lastReset(steps []Step) int {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Reset {
			return i
		}
	}
	return -1
}

// dropChannels leaves out all inputs of a channel, one channel after the other. The last input is kept.
func (s *search) dropChannels(ctx context.Context) error {
	for _, c := range channels(s.best) {
		last := len(s.best) - 1
		var rest []Step
		for i, step := range s.best {
			if i == last || step.Reset || step.Input.Channel != c {
				rest = append(rest, step)
			}
		}
		if len(rest) == len(s.best) {
			continue
		}
		if _, err := s.attempt(ctx, rest, false); err != nil {
			return err
		}
	}
	return nil
}

// channels lists those of the inputs, each once.
func channels(steps []Step) []*sts.Channel {
	var out []*sts.Channel
	for _, step := range steps {
		if !step.Reset && !slices.Contains(out, step.Input.Channel) {
			out = append(out, step.Input.Channel)
		}
	}
	return out
}

// dropParts leaves out parts of halving sizes.
func (s *search) dropParts(ctx context.Context) error { return s.halve(ctx, false) }

// dropAdapted leaves out parts of halving sizes, with the rest adapted.
func (s *search) dropAdapted(ctx context.Context) error { return s.halve(ctx, true) }

func (s *search) halve(ctx context.Context, adapt bool) error {
	for size := len(s.best) / 2; size > 0; size /= 2 {
		if err := s.leaveOut(ctx, size, max(size/2, 1), adapt); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut tries to leave out parts of a size, at positions with a stride. The last step is kept: what is before it did not fail.
func (s *search) leaveOut(ctx context.Context, size, stride int, adapt bool) error {
	for start := 0; start+size < len(s.best); {
		shorter, err := s.attempt(ctx, without(s.best, start, size), adapt)
		if err != nil {
			return err
		}
		if !shorter {
			start += stride
		}
	}
	return nil
}

// dropLoops leaves out parts of all sizes from the length of a loop down.
func (s *search) dropLoops(ctx context.Context) error {
	for size := min(len(s.best)-1, maxLoop, loopRuns/max(len(s.best), 1)); size > 0; size-- {
		if err := s.leaveOut(ctx, size, 1, false); err != nil {
			return err
		}
	}
	return nil
}

// dropPairs leaves out two separate steps, such as one that opens something and one that closes it.
func (s *search) dropPairs(ctx context.Context) error {
	if len(s.best) > maxPairs {
		return nil
	}
	for i := 0; i < len(s.best); i++ {
		for j := i + 2; j < len(s.best); {
			shorter, err := s.attempt(ctx, without(without(s.best, j, 1), i, 1), false)
			if err != nil {
				return err
			}
			if !shorter {
				j++
			}
		}
	}
	return nil
}

// merge replaces two inputs of the same channel by one, with the sums of their numbers: a limit exceeded in several steps may be
// exceeded in one.
func (s *search) merge(ctx context.Context) error {
	for i := 0; i < len(s.best); {
		merged, ok := mergedAt(s.best, i)
		shorter := false
		if ok {
			var err error
			if shorter, err = s.attempt(ctx, merged, false); err != nil {
				return err
			}
		}
		if !shorter {
			i++
		}
	}
	return nil
}

// mergedAt copies steps, with an input merged into the next of its channel; false if there is none, or it has no numbers.
func mergedAt(steps []Step, i int) ([]Step, bool) {
	next := slices.IndexFunc(steps[i+1:], func(step Step) bool { return step.Input.Channel == steps[i].Input.Channel })
	if steps[i].Reset || next < 0 {
		return nil, false
	}
	next += i + 1
	out := slices.Clone(steps)
	any := false
	for k, v := range steps[i].Input.Values {
		g := single(steps, place{next, k})
		if !isWhole(&g) {
			continue
		}
		sum, ok := valueOf(g.sort, new(big.Int).Add(wholeOf(g.sort, g.value), wholeOf(g.sort, v)))
		if !ok {
			return nil, false
		}
		out, any = with(out, g.places, sum), true
	}
	return without(out, i, 1), any
}
