package tester_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// dial is a model of a dial with a scale; faultyDial goes beyond it.
const (
	dial = `system Dial
input  turn(steps: int)
output shown(level: int)
initial still
turn: still -> still in turn(steps) out shown(min(10, steps))
`
	faultyDial = `system Dial
input  turn(steps: int)
output shown(level: int)
initial still
turn: still -> still in turn(steps) out shown(min(11, steps))
`
)

// mortal is a system that does not survive a number of starts: it is gone at the first input after.
type mortal struct {
	*simulated.System
	starts int
}

func (m *mortal) Reset(ctx context.Context) error {
	m.starts--
	return m.System.Reset(ctx)
}

func (m *mortal) Send(ctx context.Context, in sut.Message) error {
	if m.starts < 0 {
		return &sut.ErrSystem{Reason: "the system under test is gone"}
	}
	return m.System.Send(ctx, in)
}

// TestShrinkingKeepsTheFailure: a system that dies while its failure is made shorter does not hide what was found before, and
// its death does not count for the region of a value.
func TestShrinkingKeepsTheFailure(t *testing.T) {
	model, system := load(t, dial), load(t, faultyDial)
	for _, starts := range []int{1, 2, 3, 5, 8} {
		a := &mortal{System: simulated.New(system, model, 1), starts: starts}
		s := newSession(t, model, a, tester.Options{})
		r, err := s.Run(t.Context())
		if err != nil || r.Verdict != result.Fail {
			t.Fatalf("%+v, %v", r, err)
		}
		short, err := s.Shrink(t.Context(), r)
		if err != nil || !strings.Contains(short.Evidence, "the system sent shown(11)") {
			t.Errorf("with %d starts: %q became %q, %v", starts, r.Evidence, short.Evidence, err)
		}
		a.starts = 3
		if regions, err := s.Regions(t.Context(), short); err != nil || len(regions) > 0 {
			t.Errorf("with %d starts: %+v, %v", starts, regions, err)
		}
	}
}
