package trial

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"time"

	"github.com/sextant-mbt/sextant"
	"github.com/sextant-mbt/sextant/bench/bugs"
)

// mode is how a session of Sextant chooses inputs.
type mode int

const (
	byDefault mode = iota
	untilCovered
	atRandom
)

// options returns those of a session of Sextant.
func options(m mode, o Options) sextant.TestOptions {
	shrinking := -time.Second // leaves the failure as it was found
	if o.Shrink > 0 {
		shrinking = o.shrinkTime()
	}
	return sextant.TestOptions{Steps: o.inputs(), Seed: o.Seed, ShrinkTime: shrinking, Random: m == atRandom, Covered: m == untilCovered}
}

// shrinkTime returns how long Sextant makes a failure shorter.
func (o Options) shrinkTime() time.Duration { return cmp.Or(o.ShrinkTime, 20*time.Second) }

// sextantTool runs a session as the command run does.
func sextantTool(how mode) func(context.Context, *bugs.Target, string, Options) (Outcome, error) {
	return func(ctx context.Context, target *bugs.Target, fault string, o Options) (Outcome, error) {
		p := newPair(target, fault)
		ctx, stop := p.watch(ctx, o.Time)
		defer stop()
		m, err := sextant.Load(filepath.Join(o.Dir, "models", target.Model()))
		if err != nil {
			return Outcome{}, err
		}
		r, err := m.Test(ctx, &system{pair: p, closes: target.Closes}, options(how, o))
		if err != nil {
			return Outcome{}, err
		}
		length := 0
		for _, e := range r.Trace {
			if e.Kind == "input" {
				length++
			}
		}
		out := p.outcome(o.Budget, r.Verdict == sextant.Fail || r.Verdict == sextant.Flaky, length)
		if out.Found && o.Shrink > 0 {
			out.Limit = o.shrinkTime().Seconds()
		}
		if out.Found {
			out.Failure = []string{r.Evidence}
			for _, e := range r.Trace {
				out.Failure = append(out.Failure, e.String())
			}
		}
		return out, nil
	}
}

// system connects Sextant with a pair.
type system struct {
	pair    *pair
	closes  bool
	outputs []sextant.Message
}

// Reset starts the system again.
func (s *system) Reset(context.Context) error {
	s.outputs = nil
	return s.pair.reset()
}

// Close ends the system.
func (s *system) Close() error {
	s.pair.close()
	return nil
}

// Send gives the system an input and keeps its answers.
func (s *system) Send(_ context.Context, input sextant.Message) error {
	in := bugs.Message{Name: input.Channel}
	for _, v := range input.Payload {
		if n, ok := v.(*big.Int); ok {
			if !n.IsInt64() {
				return fmt.Errorf("%v is out of the range of the system", n)
			}
			v = n.Int64()
		}
		in.Args = append(in.Args, v)
	}
	answer, _ := s.pair.do(in)
	for _, m := range answer {
		if m.Name == bugs.Garbled || m.Name == bugs.Closed && !s.closes {
			return fmt.Errorf("instead of an answer: %s %v", m.Name, m.Args)
		}
		s.outputs = append(s.outputs, sextant.Message{Channel: m.Name, Payload: m.Args})
	}
	return nil
}

// Receive returns the next answer that was kept; there is none if the system was silent.
func (s *system) Receive(context.Context, time.Duration) (sextant.Message, bool, error) {
	if len(s.outputs) == 0 {
		return sextant.Message{}, false, nil
	}
	output := s.outputs[0]
	s.outputs = s.outputs[1:]
	return output, true, nil
}
