package crowd

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestTimeout: on a busy machine the time of a limit passes more slowly, and the contexts below end with it.
func TestTimeout(t *testing.T) {
	for _, busy := range []float64{1, 4, 2.5} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			ctx, cancel := withTimeout(t.Context(), 2*time.Second, func() float64 { return busy })
			defer cancel()
			below, stop := context.WithCancel(ctx)
			defer stop()
			<-below.Done()
			took, want := time.Since(begun).Seconds(), 2*busy
			if took < want-0.001 || took > want+interval.Seconds() || !errors.Is(below.Err(), context.DeadlineExceeded) || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Errorf("with a factor of %g it took %g s: %v", busy, took, below.Err())
			}
		})
	}
}

// TestTimeoutEnds: the context ends when it or its parent is cancelled, and a limit of zero or less has already passed.
func TestTimeoutEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, end := context.WithCancel(t.Context())
		child, cancel := withTimeout(parent, time.Hour, Now)
		defer cancel()
		other, cancelOther := withTimeout(parent, time.Hour, Now)
		late, cancelLate := withTimeout(parent, 0, Now)
		defer cancelLate()
		cancelOther()
		if child.Err() != nil || !errors.Is(other.Err(), context.Canceled) || !errors.Is(late.Err(), context.DeadlineExceeded) {
			t.Errorf("%v, %v, %v", child.Err(), other.Err(), late.Err())
		}
		end()
		<-child.Done()
		if !errors.Is(child.Err(), context.Canceled) {
			t.Error(child.Err())
		}
	})
}
