package tester_test

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// broken is a system that panics at every reset, or sends something wrong after each.
type broken struct {
	fountain
	panics bool
}

func (b *broken) Reset(ctx context.Context) error {
	if b.panics {
		return &sut.ErrPanic{Reason: "in Reset the system panicked", Place: "a.go:1"}
	}
	return b.fountain.Reset(ctx)
}

// TestKeepGoingEnds: a session that collects failures ends when it can send no input and finds nothing new.
func TestKeepGoingEnds(t *testing.T) {
	m := load(t, basin)
	for _, panics := range []bool{true, false} {
		system := &broken{fountain: fountain{system: m, fromStart: true, last: 1}, panics: panics}
		r, err := newSession(t, m, system, tester.Options{KeepGoing: true}).Run(t.Context())
		if err != nil || r.Verdict != result.Fail || len(r.Failures) != 1 || r.Sent != 0 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
