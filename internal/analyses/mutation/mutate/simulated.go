package mutate

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// maxSilent bounds the steps that a simulated system takes without sending anything; one that takes more is silent.
const maxSilent = 64

// simulated is a system under test that behaves as a model specifies. It answers immediately, and reports silence immediately. Inputs that
// its model does not accept are ignored, and so are steps that would break an obligation. Its script resolves choices of the model: it has
// the number of the alternative for each choice in turn; after its end, the first alternative is taken. A planned one takes the steps of a
// plan as long as they are possible.
type simulated struct {
	*world
	tester    *sts.System // whose channels the tester knows
	script    []int
	planned   bool         // it follows the plan of its world
	followed  int          // steps of the plan that were taken in the run so far
	taken     []choice     // the choices of the run so far
	run       *run.Witness // the run so far
	ignored   int          // inputs of the run so far that were ignored
	config    *sts.Config
	outputs   []sut.Message
	functions run.Functions
	looked    *looked // notes which moves could have been taken; nil does not
}

// choice is a choice in a run.
type choice struct{ picked, alternatives int }

// alternative is a step that a simulated system can take.
type alternative struct {
	move   *sts.Move
	params []term.Value
	step   sts.Step
}

// Reset begins a new run by the same script.
func (s *simulated) Reset(context.Context) error {
	s.taken, s.ignored, s.outputs, s.followed = s.taken[:0], 0, nil, 0
	var free []term.Value
	if s.planned {
		free = s.plan.Start
	} else {
		free = s.starts[s.pick(len(s.starts))]
	}
	c, err := s.in.Start(free)
	s.config, s.run = c, &run.Witness{Params: free, Config: c}
	return err
}

// Close has nothing to close.
func (s *simulated) Close() error { return nil }

// Receive takes steps that need no input until one of them sends something.
func (s *simulated) Receive(ctx context.Context, _ time.Duration) (sut.Message, bool, error) {
	for range maxSilent {
		if len(s.outputs) > 0 {
			m := s.outputs[0]
			s.outputs = s.outputs[1:]
			return m, true, nil
		}
		moved, err := s.advance(ctx, nil)
		if err != nil || !moved {
			return sut.Message{}, false, err
		}
	}
	return sut.Message{}, false, nil
}

// Send takes a step that accepts the input, if there is one.
func (s *simulated) Send(ctx context.Context, m sut.Message) error {
	moved, err := s.advance(ctx, &m)
	if !moved {
		s.ignored++
	}
	return err
}

// advance takes a step with the input, or one without if it is nil.
func (s *simulated) advance(ctx context.Context, input *sut.Message) (bool, error) {
	var open []alternative
	for _, m := range s.system.Possible(nil, s.config.Locations, s.config.Count) {
		if (m.Input == nil) != (input == nil) || input != nil && m.Input.Name != input.Channel.Name {
			continue
		}
		s.looked.note(m)
		more, err := s.alternatives(ctx, m, input)
		if err != nil {
			return false, err
		}
		open = append(open, more...)
	}
	if len(open) == 0 {
		return false, nil
	}
	return true, s.take(s.choose(open))
}

// choose decides which step is taken: the next one of the plan, if there is one and it is possible.
func (s *simulated) choose(open []alternative) alternative {
	if s.planned && s.followed < len(s.plan.Steps) {
		next := s.plan.Steps[s.followed]
		for _, a := range open {
			if a.move.Name == next.Move.Name && a.step.Next.Equal(next.Next) {
				s.followed++
				return a
			}
		}
	}
	return open[s.pick(len(open))]
}

// alternatives are the steps by which a move can be taken now.
func (s *simulated) alternatives(ctx context.Context, m *sts.Move, input *sut.Message) ([]alternative, error) {
	params, known := run.DefaultParams(m), map[int]bool{}
	if input != nil {
		for i, a := range m.InputArgs {
			params[a], known[a] = input.Values[i], true
		}
	}
	for _, a := range m.DequeueArgs {
		known[a] = true
	}
	if err := s.call(ctx, m, params, known); err != nil {
		return nil, err
	}
	var out []alternative
	for _, row := range s.candidates(m, params, known) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step, err := s.in.Try(s.config, m, row)
		if err != nil {
			return nil, err
		}
		if step.Outcome == sts.Done {
			out = append(out, alternative{m, slices.Clone(row), step})
		}
		if step.Outcome == sts.Blocked && !guardReads(m, known) {
			break
		}
	}
	return out, nil
}

// guardReads reports whether the guard of a move depends on an unknown parameter.
func guardReads(m *sts.Move, known map[int]bool) bool {
	for i, p := range m.Params {
		if !known[i] && (m.Guard.Mentions(p.Term) || slices.ContainsFunc(m.GuardSafety, func(o sts.Obligation) bool { return o.Cond.Mentions(p.Term) })) {
			return true
		}
	}
	return false
}

// call fills in the results of functions, innermost first, if they are known. They are known by the externs of the tester's model.
func (s *simulated) call(ctx context.Context, m *sts.Move, params []term.Value, known map[int]bool) error {
	for i, c := range m.Calls {
		x := s.tester.Externs[slices.IndexFunc(s.tester.Externs, func(x *sts.Extern) bool { return x.Name == c.Extern.Name })]
		if !run.Known(s.functions, x) {
			continue
		}
		args, err := s.in.CallArguments(s.config, m, params, i)
		if err != nil {
			return err
		}
		result, ok, err := s.functions.Result(ctx, x, args)
		if err != nil {
			return err
		}
		for k, r := range c.Results {
			if ok {
				params[r], known[r] = result[k], true
			}
		}
	}
	return nil
}

// take makes a step.
func (s *simulated) take(a alternative) error {
	if err := s.note(a); err != nil {
		return err
	}
	s.config = a.step.Next
	rest := a.step.Outputs
	for _, msg := range a.move.Outputs {
		n := len(msg.Args)
		c := slices.IndexFunc(s.tester.Channels, func(c *sts.Channel) bool { return c.Name == msg.Channel.Name })
		s.outputs = append(s.outputs, sut.Message{Channel: s.tester.Channels[c], Values: rest[:n:n]})
		rest = rest[n:]
	}
	return nil
}

// note adds a step to the run.
func (s *simulated) note(a alternative) error {
	for i, p := range a.move.DequeueArgs {
		a.params[p] = s.config.Queues[a.move.Dequeue.Queue].Items[i]
	}
	next := &run.Witness{Parent: s.run, Move: a.move, Params: a.params, Config: a.step.Next, Outputs: a.step.Outputs}
	for i := range a.move.Calls {
		args, err := s.in.CallArguments(s.config, a.move, a.params, i)
		if err != nil {
			return err
		}
		next.Calls = append(next.Calls, args)
	}
	s.run = next
	return nil
}

// pick decides a choice.
func (s *simulated) pick(alternatives int) int {
	if alternatives == 1 {
		return 0
	}
	picked := 0
	if n := len(s.taken); n < len(s.script) {
		picked = min(s.script[n], alternatives-1)
	}
	s.taken = append(s.taken, choice{picked, alternatives})
	return picked
}

// nextScript is the script of the next run in the order of a depth-first search, or nil if all were taken.
func (s *simulated) nextScript() []int {
	for i := len(s.taken) - 1; i >= 0; i-- {
		if s.taken[i].picked+1 < s.taken[i].alternatives {
			next := make([]int, i+1)
			for k, c := range s.taken[:i] {
				next[k] = c.picked
			}
			next[i] = s.taken[i].picked + 1
			return next
		}
	}
	return nil
}
