package statespace_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// Machines that have nothing to do with each other are followed one after the other, as far as they do not go round.
func TestIndependentMachinesAreReduced(t *testing.T) {
	s := testkit.LoadText(t, `
		output tick()
		machine M {
		  var n: 0..9 = 0
		  initial up
		  up: up -> up when n < 9 do n := n + 1 out tick
		  stop: up -> done when n == 9
		}
		instance a = M
		instance b = M
		instance c = M`)
	full, reduced := search(t, s, statespace.Options{}), search(t, s, statespace.Options{Reduce: true})
	if full.States != 11*11*11 || !reduced.Reduced || reduced.States != 31 || reduced.Deadlocks != full.Deadlocks {
		t.Errorf("%d states, reduced %d, deadlocks %d and %d", full.States, reduced.States, full.Deadlocks, reduced.Deadlocks)
	}
}

// What machines share is not reduced, and neither is what an invariant reads.
func TestDependentMachinesAreNotReduced(t *testing.T) {
	for _, text := range []string{
		"var n: 0..20 = 0\nmachine M {\n  var k: 0..3 = 0\n  initial l\n  go: l -> l when k < 3 and n < 20 do k := k + 1; n := n + 1\n}\ninstance a = M\ninstance b = M\n",
		"channel c()\nmachine A {\n  initial l\n  send: l -> m out c\n}\nmachine B {\n  initial l\n  get: l -> m in c\n  other: l -> m\n}\ninstance a = A\ninstance b = B\n",
	} {
		s := testkit.LoadText(t, text)
		full, reduced := search(t, s, statespace.Options{}), search(t, s, statespace.Options{Reduce: true})
		if full.States != reduced.States || full.Steps != reduced.Steps {
			t.Errorf("%s%d states, reduced %d", text, full.States, reduced.States)
		}
	}
	s := testkit.LoadText(t, "machine M {\n  var k: 0..3 = 0\n  initial l\n  go: l -> l when k < 3 do k := k + 1\n}\ninstance a = M\ninstance b = M\ninvariant apart: a.k < 2 or b.k < 2\n")
	if reduced := search(t, s, statespace.Options{Reduce: true}); len(reduced.Findings) < 1 || reduced.Findings[0].Kind != result.InvariantViolation {
		t.Errorf("the violated invariant is not found: %v", reduced.Findings)
	}
}

// Reduction keeps deadlocks, model errors and the transitions that are taken, of random models.
func TestReductionKeepsFindings(t *testing.T) {
	models, reducedModels := 2*testkit.Models(), 0
	for seed, count := uint64(0), 0; count < models; seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		if s == nil || len(s.Machines) < 2 {
			continue
		}
		full, err := statespace.Search(t.Context(), s, statespace.Options{States: 5000})
		if err != nil || full.Stop != result.StopExhausted {
			continue
		}
		count++
		reduced := search(t, s, statespace.Options{Reduce: true})
		if reduced.States < full.States {
			reducedModels++
		}
		if a, b := summary(full), summary(reduced); a != b || reduced.States > full.States {
			t.Fatalf("seed %d: %s\nreduced: %s\n%s", seed, a, b, model.Text())
		}
	}
	t.Logf("%d of %d models have fewer states", reducedModels, models)
	if reducedModels < models/50 {
		t.Errorf("%d of %d reduced models are too few to mean something", reducedModels, models)
	}
}

// summary is what reduction keeps.
func summary(space *statespace.Space) string {
	found := map[string]bool{}
	for _, f := range space.Findings {
		if f.Kind != result.Livelock {
			found[fmt.Sprint(f.Kind, f.Message, f.Span.Start)] = true
		}
	}
	var taken []bool
	for _, hit := range space.Hits {
		taken = append(taken, hit.State >= 0)
	}
	return fmt.Sprint(space.Deadlocks, found, taken)
}
