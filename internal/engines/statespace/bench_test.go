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

// BenchmarkMillion is the same with six machines.
func BenchmarkMillion(b *testing.B) { benchmarkCounters(b, 6) }

// BenchmarkHundredThousand is the same with five.
func BenchmarkHundredThousand(b *testing.B) { benchmarkCounters(b, 5) }

func benchmarkCounters(b *testing.B, machines int) {
	s := testkit.LoadText(b, counters(machines, 8))
	for b.Loop() {
		space := search(b, s, statespace.Options{})
		b.ReportMetric(float64(space.States)/space.Seconds, "states/s")
		b.ReportMetric(space.BytesPerState(), "bytes/state")
	}
}
