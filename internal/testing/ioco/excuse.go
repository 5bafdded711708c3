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

// maxSuspicions bounds the suspicions that are kept undecided.
const maxSuspicions = 64

// suspect looks for model errors in the steps of possible states that need no input, or receive the given one.
func (t *Tracker) suspect(ctx context.Context, states []Possibility, input *sut.Message) error {
	if !t.risky() || t.erred != "" {
		return nil
	}
	channel := (*sts.Channel)(nil)
	if input != nil {
		channel = input.Channel
	}
	for i := range states {
		for _, m := range t.riskyMoves(&states[i], channel) {
			if err := t.suspectMove(ctx, &states[i], m, input); err != nil {
				return err
			}
		}
	}
	return nil
}

// suspectMove looks for model errors in one step.
func (t *Tracker) suspectMove(ctx context.Context, p *Possibility, m *sts.Move, input *sut.Message) error {
	if step, known := t.attempt(p, m, input); known {
		if step.Outcome != sts.Unsafe {
			return nil
		}
		return t.keep(ctx, suspicion{broken: t.System.Store.True(), move: m, about: *step.Violated})
	}
	if t.isSafe(p, m, input) {
		return nil
	}
	var received []*term.Term
	if m.Input != nil {
		received = t.constants(*input)
	}
	step, err := t.Step(ctx, t.symbolic(p), m, received)
	if err != nil {
		return err
	}
	return t.suspectStep(ctx, p, step)
}

// risky reports whether some move can run into a model error, as far as its form shows.
func (t *Tracker) risky() bool {
	if t.risks == nil {
		t.risks = make([]bool, len(t.System.Moves()))
		for _, m := range t.System.Moves() {
			t.risks[m.ID] = len(m.GuardSafety)+len(m.StepSafety) > 0
			t.isRisky = t.isRisky || t.risks[m.ID]
		}
	}
	return t.isRisky
}

// suspectStep keeps the errors that a step may run into: in its guard, or, if the guard holds, in its effect.
func (t *Tracker) suspectStep(ctx context.Context, p *Possibility, step *sts.SymbolicStep) error {
	store := t.System.Store
	for i, cond := range step.GuardSafety {
		if err := t.keep(ctx, suspicion{p.Conds, store.Not(cond), step.Move, step.Move.GuardSafety[i]}); err != nil {
			return err
		}
	}
	conds, ok := term.Conjoin(p.Conds, step.Guard, step.GuardSafety)
	if !ok {
		return nil
	}
	for i, cond := range step.Effect().StepSafety {
		if err := t.keep(ctx, suspicion{conds, store.Not(cond), step.Move, step.Move.StepSafety[i]}); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps a suspicion that the values do not refute. If there are many, it is decided at once.
func (t *Tracker) keep(ctx context.Context, s suspicion) error {
	if s.broken.IsFalse() {
		return nil
	}
	if len(t.suspicions) >= maxSuspicions {
		return t.decide(ctx, s)
	}
	t.suspicions = append(t.suspicions, s)
	return nil
}

// decide finds out whether an error can happen.
func (t *Tracker) decide(ctx context.Context, s suspicion) error {
	conds, ok := term.Conjoin(s.conds, s.broken.Conjuncts())
	if !ok {
		return nil
	}
	answer, err := t.Ask(ctx, smt.Query{Conjuncts: conds})
	if err != nil {
		return err
	}
	if answer.Status != smt.Unsat {
		place := s.about.Span.Position()
		t.erred = fmt.Sprintf("the model has an error before: %s in %s (%s, %s:%d:%d)", s.about.Kind, cmp.Or(s.about.Of, s.move.Name), s.about.Text, s.about.Span.FileName(), place.Line, place.Column)
	}
	return nil
}

// ModelError returns the model error that leaves open what may be observed now; it is empty if there is none.
func (t *Tracker) ModelError(ctx context.Context) (string, error) {
	for len(t.suspicions) > 0 && t.erred == "" {
		if err := t.decide(ctx, t.suspicions[0]); err != nil {
			return "", err
		}
		t.suspicions = t.suspicions[1:]
	}
	return t.erred, nil
}

// Excuse returns why a silence that the model does not allow is no failure: in a cycle of internal steps the system may stay for
// ever. It is empty if there is no such cycle now.
func (t *Tracker) Excuse(ctx context.Context) (string, error) {
	if _, err := t.States(ctx); err != nil || t.cycle == "" {
		return "", err
	}
	return "the model has a cycle of internal steps, " + t.cycle + ", in which it may stay for ever", nil
}
