package sut

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// restLimit is the least time that a system gets to end an item that it began.
const restLimit = time.Second

// errEnd is the error of an inbox that nothing will come to any more.
var errEnd = errors.New("nothing more will come")

// inbox holds what came from a system until it is received.
type inbox[T any] struct {
	unit  string       // what an item is called in messages
	items chan T       // closed when nothing more will come
	begun atomic.Int32 // items that were begun and not ended
}

// receive waits for an item; false means that none came in time. An item that was begun in time gets a little more to end.
func (b *inbox[T]) receive(ctx context.Context, wait time.Duration) (item T, came bool, err error) {
	item, came, err = b.next(ctx, wait)
	if err == nil && !came && b.begun.Load() > 0 {
		item, came, err = b.next(ctx, max(wait, restLimit))
		if err == nil && !came && b.begun.Load() > 0 {
			err = &ErrSystem{"the system under test began a " + b.unit + " and did not end it"}
		}
	}
	return item, came, err
}

// next waits for an item; one that is there already comes even if there is not a duration.
func (b *inbox[T]) next(ctx context.Context, wait time.Duration) (item T, came bool, err error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case item, came = <-b.items:
	case <-ctx.Done():
		return item, false, ctx.Err()
	case <-timer.C:
		select {
		case item, came = <-b.items:
		default:
			return item, false, nil
		}
	}
	if !came {
		err = errEnd
	}
	return item, came, err
}

// await receives until something is an output or the time is over. Receive reports whether something came, and whether it is an
// output.
func await(wait time.Duration, receive func(wait time.Duration) (m Message, came, isOutput bool, err error)) (Message, bool, error) {
	for end := time.Now().Add(wait); ; {
		m, came, isOutput, err := receive(wait)
		if err != nil || !came || isOutput {
			return m, isOutput, err
		}
		if wait = time.Until(end); wait <= 0 {
			return Message{}, false, nil
		}
	}
}
