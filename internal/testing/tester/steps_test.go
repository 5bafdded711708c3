package tester_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// TestStepsOfTimedTraces: each input of a trace has the time since the message before it, the outputs before it, and the time that the
// trace goes on after it; a reset sets it back to 0.
func TestStepsOfTimedTraces(t *testing.T) {
	event := func(kind result.EventKind, at int64) tester.Event {
		return tester.Event{Kind: kind, At: big.NewRat(at, 2)}
	}
	trace := []tester.Event{event(result.EventInput, 2), event(result.EventOutput, 4), event(result.EventInput, 5), event(result.EventOutput, 8),
		{Kind: result.EventReset}, event(result.EventInput, 3), event(result.EventOutput, 4), event(result.EventQuiescence, 9)}
	var got []string
	for _, s := range tester.Steps(trace) {
		if s.Reset {
			got = append(got, "reset")
		} else {
			got = append(got, fmt.Sprint(s.Input.After.RatString(), " ", s.Input.Awaits, " ", s.Input.Rest.RatString()))
		}
	}
	if got, want := strings.Join(got, ", "), "1 0 3, 1/2 1 3/2, reset, 3/2 0 3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
