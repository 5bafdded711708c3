package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// What is known is executed, not solved: where nothing is open in a state, and nothing in a step but what was received, the interpreter
// takes the step. Everything else is done symbolically, and a symbolic state becomes a configuration again as soon as nothing is open in
// it. A property test compares both on random models.

// determine makes a possibility a configuration if nothing is open in it.
func (p *Possibility) determine() {
	if p.config != nil || len(p.Conds) > 0 || len(p.Calls) > 0 || p.lag != nil && !p.lag.IsConst() {
		return
	}
	open := false
	known := func(list []*term.Term) []term.Value {
		values, ok := term.Constants(list)
		open = open || !ok
		return values
	}
	config := &sts.Config{Locations: p.State.Locations, Values: known(p.State.Store), Queues: make([]sts.Queue[term.Value], len(p.State.Queues))}
	for i, q := range p.State.Queues {
		config.Queues[i] = sts.Queue[term.Value]{Count: q.Count, Items: known(q.Items)}
	}
	var owed []sut.Message
	for _, m := range p.Pending {
		owed = append(owed, sut.Message{Channel: m.Channel, Values: known(m.Args)})
	}
	if !open {
		p.config, p.owed, p.Steps = config, owed, 0
	}
}

// Configuration returns the present state if there is one, and everything in it is known; otherwise nil.
func (f *follower) Configuration(ctx context.Context) (*sts.Config, error) {
	states, err := f.settle(ctx)
	if err != nil || len(states) != 1 {
		return nil, err
	}
	return states[0].config, nil
}

// symbolic returns the possibility with its symbolic form. It must not have an unseen step.
func (s *stepper) symbolic(p *Possibility) *Possibility {
	if !p.bare {
		return p
	}
	p.State, p.bare = s.System.Constant(p.config), false
	for _, m := range p.owed {
		p.Pending = append(p.Pending, sts.Message{Channel: m.Channel, Args: s.constants(m)})
	}
	return p
}

// symbolics gives all possibilities of a list their symbolic form.
func (s *stepper) symbolics(ctx context.Context, list []Possibility) ([]Possibility, error) {
	for i := range list {
		if list[i].unseen != nil {
			if err := s.see(ctx, &list[i]); err != nil {
				return nil, err
			}
		}
		s.symbolic(&list[i])
	}
	return list, nil
}

// plain reports whether a step by the move has no parameters but what it receives, from the tester or from a queue.
func plain(m *sts.Move) bool {
	open := len(m.Params) - len(m.InputArgs) - len(m.DequeueArgs)
	return (open == 0 || open == 1 && m.DelayParam() >= 0) && len(m.Calls) == 0
}

// try attempts a move in the interpreter. It reports false if the state or the step is not known enough.
func (s *stepper) try(p *Possibility, m *sts.Move, input *sut.Message) (sts.Step, bool) {
	if !plain(m) || !s.known(p, m, input) {
		return sts.Step{}, false
	}
	step, err := s.interpreter.Try(p.config, m, s.params)
	return step, err == nil
}

// attempt is try where only the outcome counts.
func (s *stepper) attempt(p *Possibility, m *sts.Move, input *sut.Message) (sts.Step, bool) {
	if !plain(m) || !s.known(p, m, input) {
		return sts.Step{}, false
	}
	step, err := s.interpreter.Attempt(p.config, m, s.params)
	return step, err == nil
}

// take returns the possibility after a move, or nil if the move cannot be taken. The input is nil for moves without one.
func (s *stepper) take(ctx context.Context, p *Possibility, m *sts.Move, input *sut.Message) (*Possibility, error) {
	if step, known := s.try(p, m, input); known {
		if step.Outcome != sts.Done {
			return nil, nil
		}
		return s.stepped(p, m, step), nil
	}
	if next, known := s.leaveUnseen(p, m, input); known {
		return next, nil
	}
	var received []*term.Term
	if m.Input != nil {
		received = s.constants(*input)
	}
	return s.takeSymbolically(ctx, p, m, received)
}

// takeSymbolically is take by the symbolic execution.
func (s *stepper) takeSymbolically(ctx context.Context, p *Possibility, m *sts.Move, received []*term.Term) (*Possibility, error) {
	next, needs, err := s.successor(ctx, s.symbolic(p), m, received)
	if err != nil || next == nil {
		return nil, err
	}
	if ok, err := s.narrow(ctx, next, needs...); err != nil || !ok {
		return nil, err
	}
	return next, nil
}

// stepped returns the possibility after a step of the interpreter, whose parameters are in t.params.
func (s *stepper) stepped(p *Possibility, m *sts.Move, step sts.Step) *Possibility {
	path := p.Path.With(m)
	path.Met = s.metIn(p, m, s.params)
	next := &Possibility{State: sts.SymbolicState{Locations: step.Next.Locations}, config: step.Next, bare: true, Path: path, lag: s.noLag()}
	next.past = p.past.After(path, s.purpose)
	next.trail = p.trail.stepped(s, next, m, step, p.config)
	rest := step.Outputs
	for _, msg := range m.Outputs {
		next.owed = append(next.owed, sut.Message{Channel: msg.Channel, Values: rest[:len(msg.Args):len(msg.Args)]})
		rest = rest[len(msg.Args):]
	}
	return next
}

// takeAll returns the possibilities after the moves of a list.
func (s *stepper) takeAll(ctx context.Context, p *Possibility, moves []*sts.Move, input *sut.Message) ([]Possibility, error) {
	var out []Possibility
	for _, m := range moves {
		next, err := s.take(ctx, p, m, input)
		if err != nil {
			return nil, err
		}
		if next != nil {
			out = append(out, *next)
		}
	}
	return out, nil
}

// takesSome reports whether one of the moves can be taken. It reports false as decided if that needs a solver.
func (s *stepper) takesSome(p *Possibility, moves []*sts.Move, input *sut.Message) (takes, decided bool) {
	decided = true
	for _, m := range moves {
		can, known := s.can(p, m, input)
		if known && can {
			return true, true
		}
		decided = decided && known
	}
	return false, decided
}
