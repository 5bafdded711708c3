package ioco

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Replay and shrinking: a trace is its inputs; what the system answers is judged anew each time, so that a system that may
// answer in several ways is judged fairly.

// Inputs are the inputs of a trace, in order.
func Inputs(trace []Event) []sut.Message {
	var out []sut.Message
	for _, e := range trace {
		if e.Kind == Sent {
			out = append(out, e.message)
		}
	}
	return out
}

// Replay resets the system and sends the inputs, observing after each. Inputs that the model does not accept at their place
// make the verdict inconclusive.
func (s *Session) Replay(ctx context.Context, inputs []sut.Message) (*Report, error) {
	s.report = Report{}
	if err := s.restart(ctx); err != nil {
		return s.conclude(err)
	}
	for _, in := range inputs {
		if ok, err := s.observe(ctx); err != nil || !ok {
			return s.conclude(err)
		}
		accepted, err := s.tracker.Accepts(in)
		if err != nil {
			return s.conclude(err)
		}
		if !accepted {
			s.report.Verdict = Inconclusive
			s.report.Evidence = "the system led away from the test: the model does not accept " + in.String() + " here"
			return s.conclude(nil)
		}
		if err := s.send(ctx, in); err != nil {
			return s.conclude(err)
		}
	}
	_, err := s.observe(ctx)
	return s.conclude(err)
}

// maxShrinks bounds how often a failing test is run again to make it shorter.
const maxShrinks = 400

// Shrink looks for a shorter and simpler test that fails as well, and returns the report of the best. Simpler numbers may
// make inputs superfluous, so the two take turns until neither helps.
func (s *Session) Shrink(ctx context.Context, failed *Report) (*Report, error) {
	best := failed
	runs := 0
	for {
		before := len(Inputs(best.Trace))
		shorter, err := s.shorten(ctx, best, &runs)
		if err == nil {
			shorter, err = s.simplify(ctx, shorter, &runs)
		}
		best = shorter
		if err != nil || len(Inputs(best.Trace)) == before || runs >= maxShrinks {
			best.Covered, best.Sent, best.Tests = failed.Covered, failed.Sent, failed.Tests
			return best, ended(err)
		}
	}
}

// ended hides that the time was up, or that the system cannot be reset any more: what was found until then counts.
func ended(err error) error {
	var unavailable *sut.ErrUnavailable
	if errors.As(err, &unavailable) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// shorten leaves out halves, then smaller parts, then single inputs, as long as the system still fails.
func (s *Session) shorten(ctx context.Context, best *Report, runs *int) (*Report, error) {
	inputs := Inputs(best.Trace)
	for size := max(len(inputs)/2, 1); size >= 1 && *runs < maxShrinks; {
		shorter := false
		for start := 0; start+size <= len(inputs) && *runs < maxShrinks; {
			candidate := append(append([]sut.Message(nil), inputs[:start]...), inputs[start+size:]...)
			*runs++
			r, err := s.Replay(ctx, candidate)
			if err != nil {
				return best, err
			}
			if r.Verdict != Fail {
				start += size
				continue
			}
			best, inputs, shorter = r, Inputs(r.Trace), true
		}
		if !shorter || size > len(inputs) {
			size /= 2
		}
	}
	return best, nil
}

// simplify makes the numbers of a failing test smaller, one at a time, as long as the system still fails: first zero, then
// half the distance to it, then the next.
func (s *Session) simplify(ctx context.Context, best *Report, runs *int) (*Report, error) {
	for i := 0; i < len(Inputs(best.Trace)); i++ {
		for k := 0; i < len(Inputs(best.Trace)) && k < len(Inputs(best.Trace)[i].Values); k++ {
			for *runs < maxShrinks {
				simpler, err := s.simpler(ctx, Inputs(best.Trace), i, k, runs)
				if err != nil {
					return best, err
				}
				if simpler == nil {
					break
				}
				best = simpler
			}
		}
	}
	return best, nil
}

// simpler replays a test with one value made smaller; nil if none of the smaller ones fails.
func (s *Session) simpler(ctx context.Context, inputs []sut.Message, i, k int, runs *int) (*Report, error) {
	n, small := inputs[i].Values[k].Small()
	if !small || n == 0 || inputs[i].Sort(k).Kind == term.KindString {
		return nil, nil
	}
	toward := int64(1)
	if n < 0 {
		toward = -1
	}
	for _, m := range []int64{0, n / 2, n - toward} {
		v := term.IntValue(m)
		if m == n || !inputs[i].Sort(k).Contains(v) {
			continue
		}
		candidate := append([]sut.Message(nil), inputs...)
		candidate[i].Values = append([]term.Value(nil), inputs[i].Values...)
		candidate[i].Values[k] = v
		*runs++
		r, err := s.Replay(ctx, candidate)
		if err != nil || r.Verdict == Fail {
			return r, err
		}
	}
	return nil, nil
}
