package ioco

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Plausible reports whether the model can accept inputs in this order from the start, whatever the system answers in between.
// It is true where too much is possible to say.
func (t *Tracker) Plausible(ctx context.Context, inputs []sut.Message) (bool, error) {
	accepted := true
	err := t.fromStart(func() (err error) {
		for i := 0; i < len(inputs) && accepted && err == nil; i++ {
			if err = ctx.Err(); err != nil {
				return err
			}
			if err = t.answerFreely(ctx); err == nil {
				accepted, err = t.AfterInput(ctx, inputs[i])
			}
		}
		return err
	})
	if lost := (*ErrLost)(nil); errors.As(err, &lost) {
		return true, nil
	}
	return accepted, err
}

// maxAnswers bounds the outputs that are foreseen between two inputs.
const maxAnswers = 50

// answerFreely adds to the present states those after any outputs of the system.
func (t *Tracker) answerFreely(ctx context.Context) error {
	all := t.now
	for range maxAnswers {
		if err := ctx.Err(); err != nil {
			return err
		}
		offers, err := t.allOffers(ctx)
		if err == nil {
			offers, err = t.symbolics(ctx, offers)
		}
		if err != nil || len(offers) == 0 {
			t.now, t.settled = all, nil
			return err
		}
		for i := range offers {
			offers[i].paid()
		}
		if _, err := t.become(offers); err != nil {
			return err
		}
		all = append(all[:len(all):len(all)], t.now...)
	}
	t.now, t.settled = all, nil
	return nil
}
