package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Fitting returns an input on the channel of a message that the model accepts now: the message itself, or one with as many of its values as
// the solver can keep. False means that none was found.
func (s *foresight) Fitting(ctx context.Context, msg sut.Message) (sut.Message, bool, error) {
	if accepted, err := s.Accepts(ctx, msg); err != nil || accepted {
		return msg, accepted, err
	}
	states, err := s.States(ctx)
	if err != nil {
		return msg, false, err
	}
	for i := range states {
		for _, m := range s.control(&states[i]).receiving(msg.Channel) {
			near, ok, err := s.near(ctx, &states[i], m, msg)
			if err == nil && ok {
				ok, err = s.Accepts(ctx, near)
			}
			if err != nil || ok {
				return near, ok, err
			}
		}
	}
	return msg, false, nil
}

// near finds values with which a move takes an input, as many as possible those of a message.
func (s *foresight) near(ctx context.Context, p *Possibility, m *sts.Move, msg sut.Message) (sut.Message, bool, error) {
	step := s.System.Step(m, &p.State, p.Steps, nil)
	params := term.Pick(step.Params, m.InputArgs)
	conds, ok := term.Conjoin(p.Conds, step.Guard, step.GuardSafety)
	if !ok || len(params) == 0 {
		return msg, false, nil
	}
	for i, wish := range s.constants(msg) {
		more, ok := term.Conjoin(conds, []*term.Term{s.System.Store.Eq(params[i], wish)})
		if !ok {
			continue
		}
		answer, err := s.Ask(ctx, smt.Query{Conjuncts: more})
		if err != nil {
			return msg, false, err
		}
		if answer.Status == smt.Sat {
			conds = more
		}
	}
	answer, err := s.Ask(ctx, smt.Query{Conjuncts: conds, Values: params})
	if err != nil || answer.Status != smt.Sat {
		return msg, false, err
	}
	near := sut.Message{Channel: msg.Channel}
	for _, v := range params {
		near.Values = append(near.Values, answer.Model[v])
	}
	return near, true, nil
}
