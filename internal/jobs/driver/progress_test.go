package driver

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// told is what an analysis tells of itself.
type told struct {
	all      []result.Progress
	document any
}

// listen runs an analysis of an example, and returns what it tells.
func listen(t *testing.T, name, example string, flags map[string]string) told {
	t.Helper()
	a := Analyses[slices.IndexFunc(Analyses, func(a *Analysis) bool { return a.Name == name })]
	var mu sync.Mutex
	var out told
	j := &Job{Analysis: a, Options: a.New(), Args: []string{testkit.Example(example)}, Given: func(string) bool { return false },
		Note: func(string) {}, Print: func(string) {}, Progress: func(now result.Progress) {
			mu.Lock()
			defer mu.Unlock()
			out.all = append(out.all, now)
		}}
	for _, f := range Fields(j.Options) {
		if value, ok := flags[f.Name]; ok {
			if err := f.Set(value); err != nil {
				t.Fatal(err)
			}
		}
	}
	var err error
	if out.document, err = j.Execute(t.Context(), time.Now(), Hooks{}); err != nil {
		t.Fatal(err)
	}
	return out
}

// phases lists the phases in their order. Within a phase, the work never goes back, and it is never complete.
func (x told) phases(t *testing.T, doing string) []string {
	t.Helper()
	var out []string
	done := int64(0)
	for _, now := range x.all {
		if len(out) == 0 || out[len(out)-1] != now.Phase {
			out, done = append(out, now.Phase), 0
		}
		if share := now.Share(); now.Doing != doing || now.Done < done || share == nil || *share >= 1 {
			t.Errorf("%+v after %d", now, done)
		}
		done = now.Done
	}
	return out
}

// detail returns the last detail that begins with a text.
func (x told) detail(prefix string) string {
	for _, now := range slices.Backward(x.all) {
		if strings.HasPrefix(now.Detail(), prefix) {
			return now.Detail()
		}
	}
	return ""
}

// Abstractions tell what they find, and at last what their result says.
func TestProgressOfAbstractions(t *testing.T) {
	testkit.NeedsSolver(t)
	x := listen(t, "abstract", "electrical/electrical.sxt", map[string]string{"predicates": "P2", "workers": "1", "queries": "400", "refine": "1"})
	abstraction := []string{"abstract states", "initial states", "may transitions", "must transitions", "invariants"}
	derived := []string{"may transitions", "must transitions", "tests"}
	want := slices.Concat(abstraction, []string{"reachable states"}, derived, abstraction, derived, []string{"guided search"})
	if got := x.phases(t, "abstracting"); !reflect.DeepEqual(got, want) {
		t.Errorf("the phases are %q, want %q", got, want)
	}
	r, last := x.document.(*result.Abstract), x.all[len(x.all)-1].Point
	if c := r.Coverage.Transitions; last.Covered != c.Covered || last.Total != c.Total || last.Calls == 0 || last.SolverSeconds <= 0 {
		t.Errorf("the last point is %+v, the coverage %d of %d", last, c.Covered, c.Total)
	}
	if states, want := x.detail("initial states"), "initial states: 0; 6 abstract states, 0 transitions"; !strings.HasPrefix(states, want) {
		t.Errorf("the refined states are told as %q, want %q", states, want)
	}
}

// The tests of several sets of predicates cover the transitions of all of them.
func TestProgressOfSets(t *testing.T) {
	testkit.NeedsSolver(t)
	x := listen(t, "abstract", "electrical/electrical.sxt", nil)
	r, last := x.document.(*result.Abstract), x.all[len(x.all)-1].Point
	if phases := x.phases(t, "abstracting"); phases[len(phases)-1] != "proofs" {
		t.Errorf("the phases are %q", phases)
	}
	first, second := r.Coverage.Transitions, r.More[0].Coverage.Transitions
	if last.Covered != first.Covered+second.Covered || last.Total != first.Total+second.Total {
		t.Errorf("the last point is %+v, the coverage %+v and %+v", last, first, second)
	}
}

// Commands of contract tell how many paths, contracts and demands are done.
func TestProgressOfContracts(t *testing.T) {
	testkit.NeedsSolver(t)
	vending := "vending/vending.sxt"
	decided := []string{"paths", "sets of paths"}
	tests := []struct {
		name, example, doing string
		flags                map[string]string
		phases, details      []string
	}{
		{"contract check", vending, "checking", nil, []string{"contracts"}, []string{"contracts: 1 of 2"}},
		{"contract feasible", vending, "deciding", nil, append(decided, "contracts that can be kept"), []string{"paths: 3 of 4", "sets of paths: 0 of 1; 4 paths"}},
		{"contract feasible", vending, "deciding", map[string]string{"cover": "transitions"}, slices.Concat([]string{"goals of the paths"}, decided, []string{"contracts that can be kept"}), nil},
		{"contract infer", vending, "inferring", nil, append(decided, "demands", "paths with the demands"), []string{"demands: 1 of 2; 2 paths"}},
		{"contract test", "parking/parking.sxt", "testing", map[string]string{"inferred": "true"}, append(decided, "behaviors"), nil},
	}
	for _, test := range tests {
		x := listen(t, test.name, test.example, test.flags)
		if got := x.phases(t, test.doing); !reflect.DeepEqual(got, test.phases) {
			t.Errorf("%s: the phases are %q, want %q", test.name, got, test.phases)
		}
		for _, detail := range test.details {
			phase, _, _ := strings.Cut(detail, ":")
			if got := x.detail(phase + ":"); got != detail {
				t.Errorf("%s: %q is the last of %s, want %q", test.name, got, phase, detail)
			}
		}
		if r, ok := x.document.(*result.ContractTests); ok {
			behaviors, calls := 0, 0
			for _, e := range r.Exercises {
				behaviors, calls = behaviors+len(e.Behaviors), calls+e.Calls
			}
			if got, want := x.detail("behaviors"), fmt.Sprintf("behaviors: %d of %d; %d calls", behaviors, behaviors, calls); got != want || len(r.Exercises) < 2 {
				t.Errorf("%q is the last, want %q", got, want)
			}
		}
		if last := x.all[len(x.all)-1].Point; last.Calls == 0 || last.Total != 0 {
			t.Errorf("%s: the last point is %+v", test.name, last)
		}
	}
}
