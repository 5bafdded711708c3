package abstract_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/abstract"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The states, the evidence, the tests and the proofs of an abstraction do not depend on the number of workers.
func TestAbstractionForAnyNumberOfWorkers(t *testing.T) {
	examples := []string{"small/small.sxt", "electrical/electrical.sxt"}
	if testkit.Long() {
		examples = append(examples, "wiper/wiper.sxt")
	}
	for _, example := range examples {
		first := abstracted(t, example, 1)
		for _, workers := range []int{2, 4} {
			if diff := cmp.Diff(first, abstracted(t, example, workers)); diff != "" {
				t.Errorf("%s (-1 +%d workers):\n%s", example, workers, diff)
			}
		}
	}
}

// abstracted is the document of an abstraction, apart from what it cost.
func abstracted(t *testing.T, example string, workers int) string {
	t.Helper()
	l, err := model.Load("../../../../examples/"+example, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	options := abstract.Options{Depth: 1, Plan: abstraction.Plan{Repeat: 1, Search: 200, Prove: 2000}, Solver: model.SolverDefaults()}
	options.Workers = workers
	r, _, err := abstract.Run(t.Context(), l, options)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tests) == 0 {
		t.Fatalf("%s has no tests", example)
	}
	r.Stats = result.Stats{}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
