package tester

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Regions: a failing test names one value, but the fault has a range. For each number of the shortened test, the others kept,
// the range of values around it for which the system fails as well is searched: in growing strides away from the value until
// it does not fail, then by bisection back. This is observation, not proof: the report says how many values were tried.

// maxRegionRuns bounds how often a test is run to find one end of a region.
const maxRegionRuns = 40

// regionTime is how long the system is waited for while the regions of a test are searched.
const regionTime = 5 * time.Second

// Regions finds the ranges of the numbers in a failing test. Numbers that do not matter have none.
func (s *Session) Regions(ctx context.Context, failed *Report) ([]result.Region, error) {
	inputs := Inputs(failed.Trace)
	until := s.quiet.waited + regionTime
	var out []result.Region
	for i, m := range inputs {
		for k := range m.Values {
			n, small := m.Values[k].Small()
			if kind := m.Sort(k).Kind; !small || kind != term.KindInt && kind != term.KindBits {
				continue
			}
			r := &region{session: s, failed: failed, inputs: inputs, input: i, value: k, until: until}
			found, err := r.find(ctx, n)
			if err != nil {
				return out, ended(err)
			}
			if found.Low != nil || found.High != nil {
				out = append(out, found)
			}
		}
	}
	return out, nil
}

// region is the search for one of them.
type region struct {
	session      *Session
	failed       *Report
	inputs       []sut.Message
	input, value int
	until        time.Duration // of waiting
	tried        int
}

// find searches both ends around a value that fails.
func (r *region) find(ctx context.Context, n int64) (result.Region, error) {
	out := result.Region{Input: r.input + 1, Name: r.name()}
	low, bounded, err := r.end(ctx, n, -1)
	if err == nil && bounded {
		out.Low = &low
	}
	if err != nil {
		return out, err
	}
	high, bounded, err := r.end(ctx, n, 1)
	if err == nil && bounded {
		out.High = &high
	}
	out.Tried = r.tried + 1
	if out.Low != nil || out.High != nil {
		out.Text = regionText(out)
	}
	return out, err
}

// name is that of the value in the words of the model.
func (r *region) name() string {
	c := r.inputs[r.input].Channel
	k := r.value
	for i, t := range c.Payload {
		if k < t.Size() {
			word := fmt.Sprint(i + 1)
			if i < len(c.Names) && c.Names[i] != "" {
				word = c.Names[i]
			}
			if t.Size() > 1 {
				word += fmt.Sprintf("[%d]", k)
			}
			return c.Name + "." + word
		}
		k -= t.Size()
	}
	return c.Name
}

// end is the last value in a direction that fails; false if none was found that does not. A value that the model does not
// accept ends the region as well, but is no bound of the fault.
func (r *region) end(ctx context.Context, n, direction int64) (int64, bool, error) {
	last, stride := n, int64(1)
	for range maxRegionRuns {
		if stride > math.MaxInt32 {
			return last, false, nil
		}
		next := last + direction*stride
		verdict, err := r.try(ctx, next)
		if err != nil {
			return last, false, err
		}
		if verdict == result.Fail {
			last, stride = next, stride*16
			continue
		}
		return r.bisect(ctx, last, next, verdict)
	}
	return last, false, nil
}

// bisect finds the last failing value between one that fails and one that does not; bound tells whether the value after it
// passes, so that it is the system that draws the line, and not the model.
func (r *region) bisect(ctx context.Context, fails, other int64, verdict result.Verdict) (last int64, bound bool, err error) {
	for fails-other > 1 || other-fails > 1 {
		middle := fails + (other-fails)/2
		v, err := r.try(ctx, middle)
		if err != nil {
			return fails, false, err
		}
		if v == result.Fail {
			fails = middle
		} else {
			other, verdict = middle, v
		}
	}
	return fails, verdict == result.Pass, nil
}

// try runs the test with another value. A value outside the sort counts as not accepted, one that fails otherwise, or for
// which there is no time, as not known.
func (r *region) try(ctx context.Context, n int64) (result.Verdict, error) {
	v := term.IntValue(n)
	if !r.inputs[r.input].Sort(r.value).Contains(v) || r.session.quiet.waited >= r.until {
		return result.Inconclusive, nil
	}
	r.tried++
	report, err := r.session.replay(ctx, with(r.inputs, r.input, r.value, v), r.session.observe)
	if err != nil {
		return "", err
	}
	if report.Verdict == result.Fail && !r.session.alike(report, r.failed) {
		return result.Inconclusive, nil
	}
	return report.Verdict, nil
}

// with copies inputs and changes one value.
func with(inputs []sut.Message, i, k int, v term.Value) []sut.Message {
	out := append([]sut.Message(nil), inputs...)
	out[i].Values = append([]term.Value(nil), inputs[i].Values...)
	out[i].Values[k] = v
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
