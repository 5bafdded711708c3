package analysis_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// No transition of a random model is called unreachable that an execution takes which stores values out of range; and each that is
// reached only through a model error is one that no execution without model errors takes.
func TestUnreachableTransitionsEqualExplicitStates(t *testing.T) {
	models, count := max(testkit.Models()/20, 20), map[result.Status]int{}
	for seed, compared := uint64(0), 0; compared < models; seed++ {
		drawn := explicit.Draw(seed)
		seen := drawn.Explore(20_000)
		if testkit.TryText(t, drawn.Text()) == nil || !seen.Complete || drawn.IsHard() {
			continue
		}
		compared++
		loose := drawn.Loose(20_000)
		for _, miss := range exploredMisses(t, drawn.Text()) {
			count[miss.Status]++
			if loose[miss.Name] && miss.Status == result.Unreachable || seen.Taken[miss.Name] && miss.Status == result.OnlyThroughError {
				t.Fatalf("seed %d: %s is %s (%s); taken %v, taken if values out of range are stored %v\n%s", seed, miss.Name, miss.Status,
					miss.Reason, seen.Taken[miss.Name], loose[miss.Name], drawn.Text())
			}
		}
	}
	t.Log(count)
	if count[result.OnlyThroughError] < models/10 || count[result.Unreachable] < models/3 {
		t.Errorf("%v are too few to mean something", count)
	}
}

// What needs a value in an optional that is absent is not reached through a model error, after which variables have any values of their types.
func TestModelErrorsKeepNormalForm(t *testing.T) {
	misses := exploredMisses(t, `input put(int)
var v: int? = none, n: 0..3 = 0
initial s
set:  s -> s in put(p) do v := 10 / p; n := p
high: s -> s when v == none and n > 3
odd:  s -> s when v != none and get(v, 1) == 1 and get(v, 2) == 2
`)
	got := map[string]result.Status{}
	for _, m := range misses {
		got[m.Name] = m.Status
	}
	if want := (map[string]result.Status{"high": result.OnlyThroughError, "odd": result.Unreachable}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// exploredMisses explores a model and lists what was not covered.
func exploredMisses(t *testing.T, text string) []result.Miss {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.sxt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := model.Load(path, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Explore(t.Context(), l, analysis.ExploreOptions{Search: explore.Options{Depth: 40, States: 3000, Prune: true}, Prove: 200, Backend: model.BackendDefaults()})
	if err != nil {
		t.Fatal(err)
	}
	return r.Coverage.Transitions.Missing
}
