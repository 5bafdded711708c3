package trial

import (
	"slices"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// BenchmarkInputs reports how many inputs a tester sends in a second of processor time, to systems without a fault: one of integers, one of
// lists and maps, one of texts.
func BenchmarkInputs(b *testing.B) {
	tools := Tools()
	for _, name := range []string{"ledger", "lru", "users"} {
		i := slices.IndexFunc(bugs.Targets(), func(t *bugs.Target) bool { return t.Name == name })
		for _, tool := range []string{"sextant", "random", "rapid"} {
			b.Run(name+"/"+tool, func(b *testing.B) {
				benchmarkInputs(b, tools[slices.IndexFunc(tools, func(t Tool) bool { return t.Name == tool })], bugs.Targets()[i])
			})
		}
	}
}

func benchmarkInputs(b *testing.B, tool Tool, target *bugs.Target) {
	inputs, seconds := 0, 0.0
	for seed := int64(1); b.Loop(); seed++ {
		out, err := tool.Try(b.Context(), target, "", Options{Dir: "..", Budget: Budget{Inputs: 8000, Time: time.Hour}, Seed: seed, Timeout: time.Minute})
		if err != nil || out.Found || out.Trouble != "" {
			b.Fatal(out, err)
		}
		inputs, seconds = inputs+out.Inputs, seconds+out.Seconds
	}
	b.ReportMetric(float64(inputs)/seconds, "inputs/cpu-s")
}
