package tester

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// Replay: a trace is its inputs; what the system answers is judged anew each time, so that a system that may answer in several
// ways is judged fairly.

// Inputs are the inputs of a trace, in order.
func Inputs(trace []Event) []sut.Message {
	var out []sut.Message
	for _, e := range trace {
		if e.Kind == result.EventInput {
			out = append(out, e.Message)
		}
	}
	return out
}

// Replay resets the system and sends the inputs, observing after each. Inputs that the model does not accept at their place
// make the verdict inconclusive.
func (s *Session) Replay(ctx context.Context, inputs []sut.Message) (*Report, error) {
	return s.replay(ctx, inputs, s.observeLast)
}

// replay is Replay with the last observation made by end; where many tests are tried, a short one must do.
func (s *Session) replay(ctx context.Context, inputs []sut.Message, end func(context.Context) (bool, error)) (*Report, error) {
	s.report = Report{}
	s.quiet.learn, s.replays = false, true
	if err := s.restart(ctx); err != nil {
		return s.conclude(ctx, err)
	}
	for _, in := range inputs {
		if ok, err := s.observe(ctx); err != nil || !ok {
			return s.conclude(ctx, err)
		}
		accepted, err := s.tracker.Accepts(ctx, in)
		if err != nil {
			return s.conclude(ctx, err)
		}
		if !accepted {
			s.report.Verdict = result.Inconclusive
			s.report.Evidence = "the system led away from the test: the model does not accept " + in.String() + " here"
			return s.conclude(ctx, nil)
		}
		if err := s.send(ctx, in); err != nil {
			return s.conclude(ctx, err)
		}
	}
	_, err := end(ctx)
	return s.conclude(ctx, err)
}
