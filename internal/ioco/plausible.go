package ioco

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/sut"
)

// plausible tells whether the model can accept inputs in this order, whatever the system answers in between.
func (t *Tracker) Plausible(ctx context.Context, inputs []sut.Message) (bool, error) {
	now, lost := t.now, t.lost
	defer func() { t.now, t.lost = now, lost }()
	t.Reset()
	for _, in := range inputs {
		if err := t.answerFreely(ctx); err != nil {
			return true, nil // too much is possible: the run will tell
		}
		accepted, err := t.AfterInput(ctx, in)
		if lost := (*ErrLost)(nil); errors.As(err, &lost) {
			return true, nil
		}
		if err != nil || !accepted {
			return false, err
		}
	}
	return true, nil
}

// maxAnswers bounds the outputs that are foreseen between two inputs.
const maxAnswers = 50

// answerFreely adds to the present states those after any outputs of the system.
func (t *Tracker) answerFreely(ctx context.Context) error {
	all := t.now
	for range maxAnswers {
		offers, err := t.offers(ctx)
		if err != nil || len(offers) == 0 {
			t.now = all
			return err
		}
		for i := range offers {
			offers[i].Pending = offers[i].Pending[1:]
		}
		if _, err := t.become(offers); err != nil {
			return err
		}
		all = append(all[:len(all):len(all)], t.now...)
	}
	t.now = all
	return nil
}
