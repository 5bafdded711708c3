package ioco

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// stepper takes steps of possibilities.
type stepper struct {
	*knowledge
	*clock
	*watch
	Functions run.Functions                 // nil assumes any result possible
	Contracts map[*sts.Extern]*sts.Contract // bind the results of externs that Functions does not know

	interpreter *sts.Interpreter
	params      []term.Value                  // buffer
	controls    map[string]*control           // by locations, if there are no queues
	locations   []byte                        // buffer: a key of controls
	sorts       map[*sts.Channel][]*term.Sort // of the scalars of a payload
	guessers    []*run.Guesser                // by move; nil where not yet made
	choosers    []*chooser                    // by move; nil where not yet known
}

// Step applies a move to a possibility, with what is known of its parameters. received is nil for moves without input, and for
// inputs that are still to be chosen: then they are variables.
func (s *stepper) Step(ctx context.Context, p *Possibility, m *sts.Move, received []*term.Term) (*sts.SymbolicStep, error) {
	var known map[int]*term.Term
	if len(received) > 0 {
		known = make(map[int]*term.Term, len(received))
		for i, v := range received {
			known[m.InputArgs[i]] = v
		}
	}
	known = s.withDelay(known, p, m)
	step := s.System.Step(m, &p.State, p.Steps, known)
	if len(m.Calls) == 0 || s.Functions == nil || slices.ContainsFunc(step.Guard, (*term.Term).IsFalse) {
		return step, nil
	}
	return run.Step(ctx, s.Functions, s.System, m, &p.State, p.Steps, known)
}

// Take returns the possibility after a move, or nil if the move cannot be taken. It keeps the variables of inputs that are still to be
// chosen.
func (s *stepper) Take(ctx context.Context, p *Possibility, m *sts.Move, received []*term.Term) (*Possibility, error) {
	s.ahead = true
	defer func() { s.ahead = false }()
	next, needs, err := s.successor(ctx, p, m, received)
	if err != nil || next == nil {
		return nil, err
	}
	var ok bool
	if next.Conds, ok, err = s.Feasible(ctx, p.Conds, needs...); err != nil || !ok {
		return nil, err
	}
	next.witness = witness.Witness{Lost: true}
	return next, nil
}

// successor returns the possibility after a move, and the conditions under which the move can be taken; nil if their form shows that it
// cannot.
func (s *stepper) successor(ctx context.Context, p *Possibility, m *sts.Move, received []*term.Term) (*Possibility, []*term.Term, error) {
	step, err := s.Step(ctx, p, m, received)
	if err != nil {
		return nil, nil, err
	}
	needs, ok := term.Conjoin(step.Guard, step.GuardSafety)
	if !ok {
		return nil, nil, nil
	}
	if needs, ok = term.Conjoin(needs, s.promises(step), step.Effect().StepSafety); !ok {
		return nil, nil, nil
	}
	path := p.Path.With(m)
	if len(m.InputArgs) == 0 || received != nil {
		path.Met = s.metBy(step, &p.State)
	}
	next := &Possibility{State: step.Effect().State, Conds: p.Conds, Pending: step.Sent(), Steps: p.Steps + 1, Path: path, witness: p.witness,
		Calls: append(slices.Clip(p.Calls), s.openCalls(step)...), past: p.past.After(path, s.purpose), lag: s.lagAfter(p, step)}
	next.trail = p.trail.after(s, next, step, p.config)
	return next, s.inTime(p, step, needs), nil
}

// openCalls returns the calls of functions that can be run whose arguments are not known yet.
func (s *stepper) openCalls(step *sts.SymbolicStep) []smt.Call {
	return slices.DeleteFunc(run.SolverCalls(s.Functions, step.Calls()), func(c smt.Call) bool {
		_, known := term.Constants(c.Args)
		return known
	})
}

// promises returns what contracts say about the calls of a step: some behaviour holds of each, and all whose precondition does.
func (s *stepper) promises(step *sts.SymbolicStep) []*term.Term {
	if s.Contracts == nil {
		return nil
	}
	var out []*term.Term
	for _, call := range step.Calls() {
		k := s.Contracts[call.Extern]
		if k == nil {
			continue
		}
		var some []*term.Term
		for _, b := range k.Behaviors {
			cond := s.System.Store.And(append(k.Others(s.System.Store, &b), b.Pre, b.Post)...)
			some = append(some, s.System.Instantiate(call, cond))
		}
		out = append(out, s.System.Store.Or(some...))
	}
	return out
}

// able returns the conditions under which a possibility can take moves: the guard holds and the step makes
// sense, for some choice of the parameters that are not known.
func (s *stepper) able(ctx context.Context, p *Possibility, moves []*sts.Move, received []*term.Term) ([]*term.Term, error) {
	var out []*term.Term
	for _, m := range moves {
		step, err := s.Step(ctx, p, m, received)
		if err != nil {
			return nil, err
		}
		if needs, ok := term.Conjoin(step.Needs(), s.promises(step)); ok {
			out = append(out, s.System.Some(step.Own(sts.Received, sts.Chosen, sts.Returned, sts.Delay), needs))
		}
	}
	return out, nil
}

// unable returns the conditions under which a possibility can take none of the moves, which have no input.
func (s *stepper) unable(ctx context.Context, p *Possibility, moves []*sts.Move) ([]*term.Term, error) {
	conds, err := s.able(ctx, p, moves, nil)
	for i, c := range conds {
		conds[i] = s.System.Store.Not(c)
	}
	return conds, err
}

// Resting returns the conditions of a possibility, and that none of its moves without input can be taken.
func (s *stepper) Resting(ctx context.Context, p *Possibility) ([]*term.Term, error) {
	unable, err := s.unable(ctx, p, s.control(p).own)
	return slices.Concat(p.Conds, unable), err
}

// constants returns the values of a message as terms.
func (s *stepper) constants(m sut.Message) []*term.Term {
	sorts, known := s.sorts[m.Channel]
	if !known {
		for _, typ := range m.Channel.Payload {
			for _, leaf := range typ.Leaves() {
				sorts = append(sorts, leaf.Sort)
			}
		}
		s.sorts[m.Channel] = sorts
	}
	out := make([]*term.Term, len(m.Values))
	for i, v := range m.Values {
		out[i] = s.System.Store.Const(sorts[i], v)
	}
	return out
}
