package examples

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/logs"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Timed models with known answers.

// loadWith loads a model with other values of constants.
func loadWith(t *testing.T, path string, consts map[string]string) *model.Loaded {
	t.Helper()
	testkit.NeedsSolver(t)
	l, err := model.Load(path, model.LoadOptions{Consts: consts})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Usable(); err != nil {
		t.Fatal(err, l.List.Sorted())
	}
	return l
}

// loadText loads a model from its text.
func loadText(t *testing.T, text string) *model.Loaded {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.sxt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return loadWith(t, path, nil)
}

// exploreAll explores all states of a model, up to inclusion.
func exploreAll(t *testing.T, l *model.Loaded) *result.Explore {
	t.Helper()
	r, err := analysis.Explore(t.Context(), l, analysis.ExploreOptions{Search: explore.Options{Strategy: explore.BreadthFirst, Depth: 1000, States: 100_000, Prune: true},
		Backend: model.BackendDefaults()})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d states, %d pruned, stop: %s", l.System.Name, r.States, r.Pruned, r.Stop)
	return r
}

// expectProved expects that all states were explored, that every invariant holds in them, and that nothing else is wrong.
func expectProved(t *testing.T, r *result.Explore, invariants int) {
	t.Helper()
	if r.Stop != result.StopExhausted {
		t.Errorf("the exploration ended by %s", r.Stop)
	}
	for _, f := range r.Findings {
		t.Errorf("%s: %s: %v", f.Kind, f.Message, steps(f.Trace))
	}
	if len(r.Invariants) != invariants {
		t.Errorf("%d invariants, want %d", len(r.Invariants), invariants)
	}
	for _, i := range r.Invariants {
		if i.Verdict != result.InvariantHolds {
			t.Errorf("%s: %s %s", i.Invariant, i.Verdict, i.Reason)
		}
	}
}

// expectFinding returns the finding of a kind.
func expectFinding(t *testing.T, r *result.Explore, kind string) result.Finding {
	t.Helper()
	i := slices.IndexFunc(r.Findings, func(f result.Finding) bool { return f.Kind == kind })
	if i < 0 {
		t.Fatalf("no %s: %v", kind, r.Findings)
	}
	return r.Findings[i]
}

// steps are the transitions of a run.
func steps(trace result.Trace) []string {
	var names []string
	for _, s := range trace.Steps {
		names = append(names, s.Transition)
	}
	return names
}

// TestFischer: for k > d mutual exclusion is proved, for k <= d there is a run that breaks it.
func TestFischer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path       string
		invariants int
	}{{"fischer/fischer.sxt", 1}, {"fischer/fischer3.sxt", 3}, {"fischer/fischer4.sxt", 6}} {
		t.Run(c.path, func(t *testing.T) {
			expectProved(t, exploreAll(t, loadWith(t, c.path, nil)), c.invariants)
		})
		for _, k := range []string{"2", "1"} {
			t.Run(c.path+" k="+k, func(t *testing.T) { expectFischerBroken(t, c.path, k) })
		}
	}
}

// expectFischerBroken expects a run in which a process enters, another one writes, and enters too.
func expectFischerBroken(t *testing.T, path, k string) {
	t.Helper()
	r, err := analysis.Explore(t.Context(), loadWith(t, path, map[string]string{"k": k}),
		analysis.ExploreOptions{Search: explore.Options{Strategy: explore.BreadthFirst, Depth: 6, States: 100_000, Prune: true}, Backend: model.BackendDefaults()})
	if err != nil {
		t.Fatal(err)
	}
	f := expectFinding(t, r, "invariant")
	if run := steps(f.Trace); len(run) != 6 || !strings.HasSuffix(run[5], ".enter") {
		t.Errorf("%s: %v", f.Message, run)
	}
	t.Log(steps(f.Trace))
}

// TestTrainGate: with two and three trains, no two are on the bridge, and the system never stops.
func TestTrainGate(t *testing.T) {
	t.Parallel()
	expectProved(t, exploreAll(t, loadWith(t, "traingate/traingate.sxt", nil)), 1)
	expectProved(t, exploreAll(t, loadWith(t, "traingate/traingate3.sxt", nil)), 3)
}

// TestTrainGateWithoutStop: a gate that does not stop the second train lets two on the bridge.
func TestTrainGateWithoutStop(t *testing.T) {
	t.Parallel()
	testkit.NeedsSolver(t)
	r := exploreAll(t, loadChanged(t, "traingate/traingate.sxt", "taken -> stopping", "taken -> taken"))
	f := expectFinding(t, r, "invariant")
	if run := steps(f.Trace); len(run) != 4 || !strings.HasSuffix(run[3], ".reach") {
		t.Errorf("%s: %v", f.Message, run)
	}
}

// TestTimelock: in a location that must be left at 5, to which the way out opens at 6, time stops.
func TestTimelock(t *testing.T) {
	t.Parallel()
	r := exploreAll(t, loadText(t, `
clock x
location busy while x <= 5
initial start
begin: start -> busy do x := 0
end:   busy -> start when x >= 6
`))
	if f := expectFinding(t, r, "timelock"); !slices.Equal(steps(f.Trace), []string{"begin"}) {
		t.Errorf("%s: %v", f.Message, steps(f.Trace))
	}
}

// TestZeno: a cycle of outputs for which time need not pass can repeat without end before any time has passed.
func TestZeno(t *testing.T) {
	t.Parallel()
	text := `
output tick()
clock x
location on while x <= 1
initial on
tick: on -> off when x <= 1 out tick()
back: off -> on do x := 0
`
	expectFinding(t, exploreAll(t, loadText(t, text)), "zeno")
	r := exploreAll(t, loadText(t, strings.Replace(text, "when x <= 1", "when x >= 1", 1)))
	for _, f := range r.Findings {
		t.Errorf("%s: %s: %v", f.Kind, f.Message, steps(f.Trace))
	}
}

// TestBlood: each of the four recorded instances leaves the specification, at the step that the paper says.
func TestBlood(t *testing.T) {
	t.Parallel()
	type leaves struct {
		id   string
		line int
		text string // of the evidence
	}
	for log, want := range map[string][]leaves{
		"blood/scenario1.log": {{"450480", 9, "the system sent HM()"}, {"450469", 11, "the system sent response()"}},
		"blood/scenario2.log": {{"330265", 6, "the system sent HM()"}, {"330277", 10, "the system sent nothing"}},
	} {
		t.Run(log, func(t *testing.T) {
			file, err := os.Open(log)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			r, err := rig.Conform(t.Context(), loadWith(t, "blood/blood.sxt", nil), file, rig.ConformOptions{Backend: model.BackendDefaults(), Check: logs.CheckOptions{Instances: 10}, Findings: 10})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Findings) != len(want) {
				t.Fatalf("%d findings, want %d: %v", len(r.Findings), len(want), r.Findings)
			}
			for i, w := range want {
				if f := r.Findings[i]; f.Verdict != result.Fail || f.ID != w.id || f.Line != w.line || !strings.Contains(f.Evidence, w.text) {
					t.Errorf("got %s %s at line %d: %s, want %v", f.ID, f.Verdict, f.Line, f.Evidence, w)
				}
			}
		})
	}
}
