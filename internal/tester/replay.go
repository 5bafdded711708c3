package tester

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// Replay: a trace is its inputs; what the system answers is judged again each time, so that a system that may answer in several
// ways is judged fairly.

// Inputs returns the inputs of a trace, in order.
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
	s.quiet.learn, s.replays = false, true
	sent := 0
	more := func() bool { return sent < len(inputs) }
	next := func() (sut.Message, bool, error) {
		in := inputs[sent]
		sent++
		accepted, err := s.tracker.Accepts(ctx, in)
		if err == nil && !accepted {
			s.report.Verdict = result.Inconclusive
			s.report.Evidence = "the system led away from the test: the model does not accept " + in.String() + " here"
		}
		return in, accepted, err
	}
	return s.sendAll(ctx, more, next, end)
}

// Drive resets the system and sends the inputs that bytes stand for, observing after each. No more steps are read than
// Options.Steps.
func (s *Session) Drive(ctx context.Context, data []byte) (*Report, error) {
	steps, read := &byteReader{data: data}, 0
	more := func() bool { return read < s.options.Steps && len(steps.data) > 0 }
	next := func() (sut.Message, bool, error) {
		read++
		if in, ok := steps.message(s.tracker.System); ok {
			return s.fitting(ctx, in)
		}
		return sut.Message{}, false, nil
	}
	return s.sendAll(ctx, more, next, s.observe)
}

// sendAll resets the system and sends the inputs that next returns, as long as there are more, observing before each. The last
// observation is made by end, unless next has given a verdict.
func (s *Session) sendAll(ctx context.Context, more func() bool, next func() (sut.Message, bool, error), end func(context.Context) (bool, error)) (*Report, error) {
	s.report = Report{}
	err := s.restart(ctx)
	for err == nil && more() {
		if ok, err := s.observe(ctx); err != nil || !ok {
			return s.conclude(ctx, err)
		}
		var in sut.Message
		var ok bool
		if in, ok, err = next(); err == nil && ok {
			err = s.send(ctx, in)
		}
		if s.report.Verdict != "" {
			return s.conclude(ctx, err)
		}
	}
	if err == nil {
		_, err = end(ctx)
	}
	return s.conclude(ctx, err)
}

// fitting returns a message if the model accepts it here, or else what it accepts on the same channel, if anything.
func (s *Session) fitting(ctx context.Context, m sut.Message) (sut.Message, bool, error) {
	accepted, err := s.tracker.Accepts(ctx, m)
	if err != nil || accepted {
		return m, accepted, err
	}
	offered, err := s.tracker.Inputs(ctx, nil, s.random)
	for _, in := range offered {
		if in.Message.Channel == m.Channel {
			return in.Message, true, err
		}
	}
	return m, false, err
}
