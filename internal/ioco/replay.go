package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/sut"
)

// Replay: a trace is its inputs; what the system answers is judged anew each time, so that a system that may answer in several
// ways is judged fairly.

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
	return s.replay(ctx, inputs, s.observeLast)
}

// replay is Replay with the last observation made by end; where many tests are tried, a short one must do.
func (s *Session) replay(ctx context.Context, inputs []sut.Message, end func(context.Context) (bool, error)) (*Report, error) {
	s.report = Report{}
	s.quiet.learn, s.replays = false, true
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
	_, err := end(ctx)
	return s.conclude(err)
}
