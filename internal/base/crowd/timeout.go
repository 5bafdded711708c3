package crowd

import (
	"context"
	"sync"
	"time"
)

// interval is the time between measurements of the load, and tick the precision with which a limit is kept.
const (
	interval = 100 * time.Millisecond
	tick     = time.Millisecond
)

// WithTimeout is like context.WithTimeout, with a time measured on an idle machine: while the machine is twice as busy as it can be without
// delay, the time passes half as fast. It is for limits that we set on our own work and on programs that work for us, so that results do not
// depend on the load of the machine. The context has no deadline of its own.
func WithTimeout(parent context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if Simulated() {
		return context.WithTimeout(parent, limit)
	}
	return withTimeout(parent, limit, Now)
}

func withTimeout(parent context.Context, limit time.Duration, factor func() float64) (context.Context, context.CancelFunc) {
	l := &limited{Context: parent, done: make(chan struct{}), left: limit}
	if limit <= 0 {
		l.end(context.DeadlineExceeded)
		return l, func() {}
	}
	stop := context.AfterFunc(parent, func() { l.end(parent.Err()) })
	l.pass(factor)
	return l, func() {
		stop()
		l.end(context.Canceled)
	}
}

// limited is a context that ends with its parent, or when its time is up.
type limited struct {
	context.Context
	done chan struct{}

	mu   sync.Mutex
	err  error
	left time.Duration // of an idle machine
}

// Done returns a channel that is closed when the context ends.
func (l *limited) Done() <-chan struct{} { return l.done }

// Err returns why the context has ended; nil if it has not.
func (l *limited) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// end ends the context, if it has not ended before.
func (l *limited) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
		close(l.done)
	}
}

// pass lets an interval of time pass, and then the next.
func (l *limited) pass(factor func() float64) {
	begun := time.Now()
	time.AfterFunc(max(tick, min(l.left, interval)), func() {
		if l.Err() != nil {
			return
		}
		l.left -= time.Duration(float64(time.Since(begun)) / factor())
		if l.left <= 0 {
			l.end(context.DeadlineExceeded)
			return
		}
		l.pass(factor)
	})
}
