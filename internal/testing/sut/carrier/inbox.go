package carrier

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// restLimit is the least time that a system gets to end an item that it began.
const restLimit = time.Second

// errEnd is the error of an inbox that nothing will come to any more.
var errEnd = errors.New("nothing more will come")

// Inbox holds what came from a system until it is received.
type Inbox[T any] struct {
	Unit  string       // what an item is called in messages
	Items chan T       // closed when nothing more will come
	Begun atomic.Int32 // items that were begun and not ended
}

// Receive waits for an item; false means that none came in time. An item that was begun in time gets a little more to end.
func (b *Inbox[T]) Receive(ctx context.Context, wait time.Duration) (item T, came bool, err error) {
	item, came, err = b.next(ctx, wait)
	if err == nil && !came && b.Begun.Load() > 0 {
		item, came, err = b.next(ctx, max(wait, restLimit))
		if err == nil && !came && b.Begun.Load() > 0 {
			err = &sut.ErrSystem{Reason: "the system under test began a " + b.Unit + " and did not end it"}
		}
	}
	return item, came, err
}

// next waits for an item; one that is there already comes even if there is not a duration.
func (b *Inbox[T]) next(ctx context.Context, wait time.Duration) (item T, came bool, err error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case item, came = <-b.Items:
	case <-ctx.Done():
		return item, false, ctx.Err()
	case <-timer.C:
		select {
		case item, came = <-b.Items:
		default:
			return item, false, nil
		}
	}
	if !came {
		err = errEnd
	}
	return item, came, err
}
