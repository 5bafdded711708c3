package carrier

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// restLimit is the minimum time that a system gets to complete an item.
const restLimit = time.Second

// errEnd is the error of an inbox that will receive nothing more.
var errEnd = errors.New("nothing more will come")

// Inbox holds items from a system until they are received.
type Inbox[T any] struct {
	Unit  string       // name of an item in messages
	Items chan T       // closed when no more items will come
	Begun atomic.Int32 // incomplete items
}

// Receive waits for an item; false means that none came in time. An item that began in time gets a little more time to complete.
func (b *Inbox[T]) Receive(ctx context.Context, wait time.Duration) (item T, came bool, err error) {
	item, came, err = b.next(ctx, wait)
	if err == nil && !came && b.Begun.Load() > 0 {
		item, came, err = b.next(ctx, max(wait, restLimit))
		if err == nil && !came && b.Begun.Load() > 0 {
			err = &sut.ErrSystem{Reason: "the system under test sent the beginning of a " + b.Unit + " and did not complete it"}
		}
	}
	return item, came, err
}

// next waits for an item; an item that is already there is returned even if the duration is 0.
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
