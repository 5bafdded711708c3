package sextant

import (
	"context"
	"errors"
	"testing"
	"time"
)

// timed is a test with a deadline.
type timed struct {
	testing.TB
	deadline time.Time
}

func (t timed) Deadline() (time.Time, bool) { return t.deadline, !t.deadline.IsZero() }

// The context of a test ends before the deadline of go test, and says why.
func TestWithin(t *testing.T) {
	for left, want := range map[time.Duration]time.Duration{time.Minute: 3 * time.Second, time.Hour: 10 * time.Second, 5 * time.Second: time.Second} {
		deadline := time.Now().Add(left)
		ctx, cancel := within(timed{t, deadline})
		end, ok := ctx.Deadline()
		if spare := deadline.Sub(end); !ok || spare > want || spare < want*9/10 {
			t.Errorf("with %v left the test ends %v before", left, spare)
		}
		cancel()
	}
	ctx, cancel := within(timed{t, time.Now().Add(-time.Second)})
	defer cancel()
	if <-ctx.Done(); !errors.Is(context.Cause(ctx), errDeadline) {
		t.Errorf("the cause is %v", context.Cause(ctx))
	}
	ctx, cancel = within(timed{TB: t})
	defer cancel()
	if _, ok := ctx.Deadline(); ok {
		t.Error("a test without a deadline has one")
	}
}
