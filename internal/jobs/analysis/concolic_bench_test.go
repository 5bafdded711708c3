package analysis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/bench/sample/hardmachine"
	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// BenchmarkHardMachines runs the engines of concolic on hard machines of three sizes, as `sextant sample` makes them, and
// compares them in one run: by how many percentage points EC covers more than CONS; which part of SYMB's time EC takes to what
// SYMB covers; and which part of EC's time AUTO takes to what EC covers.
func BenchmarkHardMachines(b *testing.B) {
	for _, locations := range []int{100, 200, 400} {
		b.Run(fmt.Sprintf("transitions=%d", 2*locations), func(b *testing.B) {
			path := hardMachine(b, locations)
			for b.Loop() {
				r := compareEngines(b, path)
				cons, symb, ec, auto := r.Engines[string(concolic.Cons)], r.Engines[string(concolic.Symb)], r.Engines[string(concolic.EC)], r.Engines[string(concolic.Auto)]
				b.ReportMetric(ec.Percent.Median-cons.Percent.Median, "points-ec-over-cons")
				b.ReportMetric(until(ec, symb.Coverage.Transitions.Covered)/symb.LastImprovement.Median, "time-ec/symb")
				b.ReportMetric(until(auto, ec.Coverage.Transitions.Covered)/ec.LastImprovement.Median, "time-auto/ec")
				b.ReportMetric(auto.Percent.Median, "percent-auto")
			}
		})
	}
}

func hardMachine(b *testing.B, locations int) string {
	m, err := hardmachine.Generate(hardmachine.Options{Locations: locations, Transitions: 2 * locations, Seed: 1, Open: hardmachine.DefaultOpen})
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "hard.sxt")
	if err := os.WriteFile(path, []byte(m.Text), 0o644); err != nil {
		b.Fatal(err)
	}
	return path
}

func compareEngines(b *testing.B, path string) *result.Concolic {
	reload := func() (*model.Loaded, error) { return model.Load(path, model.LoadOptions{}) }
	l, err := reload()
	if err != nil {
		b.Fatal(err)
	}
	r, err := analysis.Concolic(b.Context(), l, analysis.ConcolicOptions{
		Engines: []concolic.Engine{concolic.Cons, concolic.Symb, concolic.EC, concolic.Auto},
		Common:  model.Common{TimeLimit: model.TimeLimit{Timeout: 20 * time.Second}, Workers: 2}, Reload: reload})
	if err != nil {
		b.Fatal(err)
	}
	return r
}

// until is after how many seconds an engine had covered so many transitions; a failure shows as the time of a whole run.
func until(e *result.Engine, covered int) float64 {
	for _, p := range e.Curve {
		if p.Covered >= covered {
			return p.Seconds
		}
	}
	return e.Stats.Seconds
}

// BenchmarkLargeMachine covers a hard machine of 1,000 transitions, and reports the seconds that it takes and the bytes that are
// allocated.
func BenchmarkLargeMachine(b *testing.B) {
	path := hardMachine(b, 500)
	b.ReportAllocs()
	for b.Loop() {
		l, err := model.Load(path, model.LoadOptions{})
		if err != nil {
			b.Fatal(err)
		}
		r, err := analysis.Concolic(b.Context(), l, analysis.ConcolicOptions{Engines: []concolic.Engine{concolic.Auto}, Common: model.Common{Workers: 2}})
		if err != nil {
			b.Fatal(err)
		}
		auto := r.Engines[string(concolic.Auto)]
		b.ReportMetric(float64(auto.Coverage.Transitions.Covered), "transitions")
		b.ReportMetric(auto.Stats.Seconds, "s")
	}
}
