package examples

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis/imports"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// restServer builds the service, and returns how it is started with a fault.
func restServer(t *testing.T) func(t *testing.T, fault string) rig.SystemOptions {
	return webServer(t, "./rest/server", "rest/tasks.toml")
}

// runRest tests the service.
func runRest(t *testing.T, system rig.SystemOptions, o tester.Options) *result.Run {
	t.Helper()
	o.Wait = wait
	return test(t, load(t, "rest/tasks.sxt"), system, o)
}

// The service passes, and all transitions are covered. With SEXTANT_LONG set there are 20 seeds and as many steps as by default.
func TestRest(t *testing.T) {
	skipShort(t)
	t.Parallel()
	system := restServer(t)(t, "")
	seeds, steps := int64(6), 60
	if testkit.Long() {
		seeds, steps = 20, 0
	}
	reached := map[string]bool{}
	for seed := int64(1); seed <= seeds; seed++ {
		r := runRest(t, system, tester.Options{Seed: seed, Steps: steps})
		expectPass(t, fmt.Sprint("seed ", seed), r)
		for _, hit := range r.Coverage.Transitions.Reached {
			reached[hit.Name] = true
		}
	}
	if len(reached) != 11 {
		t.Errorf("only %v are covered", reached)
	}
}

// Faults of the service are found.
func TestRestFaults(t *testing.T) {
	skipShort(t)
	t.Parallel()
	start := restServer(t)
	for fault, seed := range map[string]int64{"trim": 3, "limit": 1, "truncate": 3, "duplicate": 3, "stale": 3, "count": 3, "lost": 3} { // soon found
		t.Run(fault, func(t *testing.T) {
			r := search(t, load(t, "rest/tasks.sxt"), start(t, fault), seed)
			if r.Verdict != result.Fail || !strings.Contains(r.Evidence, "the system sent ") {
				t.Errorf("%s: %s", r.Verdict, r.Evidence)
			}
		})
	}
}

// The channels and the mapping are those that the document gives.
func TestRestChannels(t *testing.T) {
	m, err := imports.Import(t.Context(), "openapi", "rest/openapi.yaml", imports.Options{})
	if err != nil || m.List.HasErrors() {
		t.Fatal(err, m.List.Sorted())
	}
	if got := testkit.ReadFile(t, "rest/channels.sxt"); got != m.Declarations {
		t.Errorf("rest/channels.sxt is not what import gives:\n%s", m.Declarations)
	}
	_, rules, _ := strings.Cut(m.Mapping, "\n\n")
	if got := testkit.ReadFile(t, "rest/tasks.toml"); !strings.Contains(got, rules) {
		t.Errorf("rest/tasks.toml is not what import gives:\n%s", rules)
	}
}
