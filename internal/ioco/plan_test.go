package ioco_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// missed tests a system that is as its model says, and lists what was not covered.
func missed(t *testing.T, m *sts.System, options ioco.Options) []string {
	t.Helper()
	r, err := newSession(t, m, newSimulated(m, m, 1), options).Run(t.Context())
	if err != nil || r.Verdict != ioco.Pass {
		t.Fatalf("%v %v", r, err)
	}
	covered := map[*sts.Transition]bool{}
	for _, tr := range r.Covered {
		covered[tr] = true
	}
	var out []string
	for _, tr := range m.Transitions() {
		if !covered[tr] {
			out = append(out, tr.Name)
		}
	}
	return out
}

// TestPlansWaitForRest: nothing is sent to a system that is about to go on by itself, so no plan may count on it. Where the
// key is changed after go, the answer has long been given.
func TestPlansWaitForRest(t *testing.T) {
	m := load(t, `system Race
input go()
input put(int)
output told(int)
output hit()
var x: int = 0
initial idle
go:   idle -> busy in go
hit:  busy -> idle when x == 1000 out hit()
tell: busy -> idle when x != 1000 out told(x)
machine Other {
  initial ready
  put: ready -> ready in put(v) do x := v
}
instance other = Other
`)
	for seed := range int64(5) {
		if names := missed(t, m, ioco.Options{Seed: seed, Steps: 40}); names != nil {
			t.Errorf("seed %d: not covered: %v", seed, names)
		}
	}
}
