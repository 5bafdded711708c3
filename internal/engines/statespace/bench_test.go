package statespace_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// BenchmarkTenMillion enumerates ten million states of seven machines, each with a counter and two locations. It reports the states per second and
// the bytes per state.
func BenchmarkTenMillion(b *testing.B) {
	s := testkit.LoadText(b, counters(7, 8))
	for b.Loop() {
		space := search(b, s, statespace.Options{})
		if space.States != 10_000_000 || space.Steps != 70_000_000 || space.Stop != result.StopExhausted {
			b.Fatalf("%d states, %d steps, %s", space.States, space.Steps, space.Stop)
		}
		b.ReportMetric(float64(space.States)/space.Seconds, "states/s")
		b.ReportMetric(space.BytesPerState(), "bytes/state")
	}
}

// BenchmarkHundredThousand is the same with five machines.
func BenchmarkHundredThousand(b *testing.B) {
	s := testkit.LoadText(b, counters(5, 8))
	for b.Loop() {
		space := search(b, s, statespace.Options{})
		b.ReportMetric(float64(space.States)/space.Seconds, "states/s")
		b.ReportMetric(space.BytesPerState(), "bytes/state")
	}
}
