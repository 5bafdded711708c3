package tester

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Regions: a failing test has one value, but the fault usually affects a range. For each number of the shortened test, with the
// others unchanged, the tester searches the range of failing values around it: in growing strides away from the value until the
// test does not fail, then by bisection. This is observation, not proof: the report has the number of values tried.

// maxRegionRuns is the maximum number of runs to find one end of a region, regionTime the time limit for the regions of a test.
const (
	maxRegionRuns = 40
	regionTime    = 5 * time.Second
)

// Regions returns the ranges of the numbers in a failing test. Numbers that do not matter have none.
func (s *shortener) Regions(ctx context.Context, failed *Report) ([]result.Region, error) {
	steps := failed.test()
	until := s.player.talk.quiet.waited + regionTime
	s.player.talk.quiet.brief = true
	defer func() { s.player.talk.quiet.brief = false }()
	var out []result.Region
	number := 0
	for i, step := range steps {
		m := step.Input
		if !step.Reset {
			number++
		}
		for k := range m.Values {
			n, small := m.Values[k].Small()
			if kind := m.Sort(k).Kind; !small || kind != term.KindInt && kind != term.KindBits || !m.Present(k) {
				continue
			}
			r := &region{player: s.player, failed: failed, steps: steps, step: i, input: number, value: k, until: until}
			found, err := r.find(ctx, n)
			if err != nil {
				return out, unlessEnded(err)
			}
			if found.Low != nil || found.High != nil {
				found.Text = regionText(found)
				out = append(out, found)
			}
		}
	}
	return out, nil
}

// region is the search for one of them.
type region struct {
	player      *player
	failed      *Report
	steps       []shrink.Step
	step, value int
	input       int           // its index among the inputs
	until       time.Duration // of waiting
	tried       int
}

// find searches both ends around a value that fails.
func (r *region) find(ctx context.Context, n int64) (out result.Region, err error) {
	if out.Low, err = r.confirmed(ctx, n, -1); err == nil {
		out.High, err = r.confirmed(ctx, n, 1)
	}
	out.Input, out.Name, out.Tried = r.input, r.name(), r.tried+1
	return out, err
}

// confirmed returns the end of the region in a direction, if the value there fails again with the full time limits.
func (r *region) confirmed(ctx context.Context, n, direction int64) (*int64, error) {
	end, err := r.end(ctx, n, direction)
	if err != nil || end == nil || *end == n {
		return end, err
	}
	r.player.talk.quiet.brief = false
	defer func() { r.player.talk.quiet.brief = true }()
	if verdict, err := r.try(ctx, *end); err != nil || verdict != result.Fail {
		return nil, err
	}
	return end, nil
}

// name returns the name of the value in the model.
func (r *region) name() string {
	m := r.steps[r.step].Input
	return m.Channel.Name + "." + m.Name(r.value)
}

// end returns the last failing value in a direction; nil if no passing one was found. A value that the model does not accept
// ends the region as well, but is not a bound of the fault.
func (r *region) end(ctx context.Context, n, direction int64) (*int64, error) {
	last := n
	for stride, runs := int64(1), 0; stride <= math.MaxInt32 && runs < maxRegionRuns; runs++ {
		next := last + direction*stride
		verdict, err := r.try(ctx, next)
		if err != nil {
			return nil, err
		}
		if verdict != result.Fail {
			return r.bisect(ctx, last, next, verdict)
		}
		last, stride = next, stride*16
	}
	return nil, nil
}

// bisect returns the last failing value between a failing one and one that does not fail; nil if the value after it does not
// pass, so that the bound is due to the model and not to the system.
func (r *region) bisect(ctx context.Context, fails, other int64, verdict result.Verdict) (*int64, error) {
	for fails-other > 1 || other-fails > 1 {
		middle := fails + (other-fails)/2
		v, err := r.try(ctx, middle)
		if err != nil {
			return nil, err
		}
		if v == result.Fail {
			fails = middle
		} else {
			other, verdict = middle, v
		}
	}
	if verdict != result.Pass {
		return nil, nil
	}
	return &fails, nil
}

// try runs the test with another value. A value outside the sort counts as not accepted; the result is unknown if the
// test fails differently, or the time limit is reached.
func (r *region) try(ctx context.Context, n int64) (result.Verdict, error) {
	if !r.steps[r.step].Input.Sort(r.value).Contains(term.IntValue(n)) || r.player.talk.quiet.waited >= r.until {
		return result.Inconclusive, nil
	}
	r.tried++
	run := r.player.replay
	if hasReset(r.steps) {
		run = r.player.replayClean
	}
	report, err := run(ctx, &replaying{steps: r.with(n)}, r.player.listener.observe)
	if err != nil {
		return "", err
	}
	if report.Verdict == result.Fail && !report.failsAs(r.failed) {
		return result.Inconclusive, nil
	}
	return report.Verdict, nil
}

// with returns a copy of the steps, with the value replaced by another number.
func (r *region) with(n int64) []shrink.Step {
	out := slices.Clone(r.steps)
	m := &out[r.step].Input
	m.Values = slices.Clone(m.Values)
	m.Values[r.value] = term.IntValue(n)
	return out
}

// regionText describes a region that has an end.
func regionText(r result.Region) string {
	var values string
	switch {
	case r.Low == nil:
		values = fmt.Sprintf("every %s <= %d", r.Name, *r.High)
	case r.High == nil:
		values = fmt.Sprintf("every %s >= %d", r.Name, *r.Low)
	case *r.Low == *r.High:
		values = fmt.Sprintf("%s == %d only", r.Name, *r.Low)
	default:
		values = fmt.Sprintf("every %s from %d to %d", r.Name, *r.Low, *r.High)
	}
	return fmt.Sprintf("fails for %s (%d values tried)", values, r.Tried)
}
