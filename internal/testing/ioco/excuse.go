package ioco

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// What the model does not say is no failure of the system. Two things leave it open: a cycle of internal steps, in which the system
// may stay silent for ever, and a model error. In a state where a step has no value, by a division by zero in its guard for instance,
// the model says nothing about what follows. So whenever an observation is followed, the steps of the states that are possible are
// looked at for errors; whether one can happen is asked only where it matters, when a system would fail.

// suspicion is a step that may run into a model error.
type suspicion struct {
	conds  []*term.Term // of the state
	broken *term.Term   // the error happens
	move   *sts.Move
	about  sts.Obligation
}

// suspected is the model errors that are suspected. It belongs to what is present.
type suspected struct {
	suspicions []suspicion // of model errors in what was possible so far
	erred      string      // a model error that may have happened; empty if none is known
}

// excuses looks for model errors in steps.
type excuses struct {
	*stepper
	*suspected
	risks   []bool // by move: it has conditions without which it is a model error; nil if not yet known
	isRisky bool   // some move has
}

// maxSuspicions bounds the suspicions that are kept undecided.
const maxSuspicions = 64

// suspect looks for model errors in the steps of possible states that need no input, or receive the given one.
func (e *excuses) suspect(ctx context.Context, states []Possibility, input *sut.Message) error {
	if !e.risky() || e.erred != "" {
		return nil
	}
	channel := (*sts.Channel)(nil)
	if input != nil {
		channel = input.Channel
	}
	for i := range states {
		for _, m := range e.riskyMoves(&states[i], channel) {
			if err := e.suspectMove(ctx, &states[i], m, input); err != nil {
				return err
			}
		}
	}
	return nil
}

// suspectMove looks for model errors in one step.
func (e *excuses) suspectMove(ctx context.Context, p *Possibility, m *sts.Move, input *sut.Message) error {
	if step, known := e.attempt(p, m, input); known {
		if step.Outcome != sts.Unsafe {
			return nil
		}
		return e.keep(ctx, suspicion{broken: e.System.Store.True(), move: m, about: *step.Violated})
	}
	if e.isSafe(p, m, input) {
		return nil
	}
	var received []*term.Term
	if m.Input != nil {
		received = e.constants(*input)
	}
	step, err := e.Step(ctx, e.symbolic(p), m, received)
	if err != nil {
		return err
	}
	return e.suspectStep(ctx, p, step)
}

// risky reports whether some move can run into a model error, as far as its form shows.
func (e *excuses) risky() bool {
	if e.risks == nil {
		e.risks = make([]bool, len(e.System.Moves()))
		for _, m := range e.System.Moves() {
			e.risks[m.ID] = len(m.GuardSafety)+len(m.StepSafety) > 0
			e.isRisky = e.isRisky || e.risks[m.ID]
		}
	}
	return e.isRisky
}

// suspectStep keeps the errors that a step may run into: in its guard, or, if the guard holds, in its effect.
func (e *excuses) suspectStep(ctx context.Context, p *Possibility, step *sts.SymbolicStep) error {
	store := e.System.Store
	for i, cond := range step.GuardSafety {
		if err := e.keep(ctx, suspicion{p.Conds, store.Not(cond), step.Move, step.Move.GuardSafety[i]}); err != nil {
			return err
		}
	}
	conds, ok := term.Conjoin(p.Conds, step.Guard, step.GuardSafety)
	if !ok {
		return nil
	}
	for i, cond := range step.Effect().StepSafety {
		if err := e.keep(ctx, suspicion{conds, store.Not(cond), step.Move, step.Move.StepSafety[i]}); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps a suspicion that the values do not refute. If there are many, it is decided at once.
func (e *excuses) keep(ctx context.Context, s suspicion) error {
	if s.broken.IsFalse() {
		return nil
	}
	if len(e.suspicions) >= maxSuspicions {
		return e.decide(ctx, s)
	}
	e.suspicions = append(e.suspicions, s)
	return nil
}

// decide finds out whether an error can happen.
func (e *excuses) decide(ctx context.Context, s suspicion) error {
	conds, ok := term.Conjoin(s.conds, s.broken.Conjuncts())
	if !ok {
		return nil
	}
	answer, err := e.Ask(ctx, smt.Query{Conjuncts: conds})
	if err != nil {
		return err
	}
	if answer.Status != smt.Unsat {
		place := s.about.Span.Position()
		e.erred = fmt.Sprintf("the model has an error before: %s in %s (%s, %s:%d:%d)", s.about.Kind, cmp.Or(s.about.Of, s.move.Name), s.about.Text, s.about.Span.FileName(), place.Line, place.Column)
	}
	return nil
}

// ModelError returns the model error that leaves open what may be observed now; it is empty if there is none.
func (e *excuses) ModelError(ctx context.Context) (string, error) {
	for len(e.suspicions) > 0 && e.erred == "" {
		if err := e.decide(ctx, e.suspicions[0]); err != nil {
			return "", err
		}
		e.suspicions = e.suspicions[1:]
	}
	return e.erred, nil
}

// Excuse returns why a silence that the model does not allow is no failure: in a cycle of internal steps the system may stay for
// ever. It is empty if there is no such cycle now.
func (f *follower) Excuse(ctx context.Context) (string, error) {
	if _, err := f.States(ctx); err != nil || f.cycle == "" {
		return "", err
	}
	return "the model has a cycle of internal steps, " + f.cycle + ", in which it may stay for ever", nil
}
