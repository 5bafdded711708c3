package tester_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// missed tests a system that is as its model says, and lists what was not covered.
func missed(t *testing.T, m *sts.System, options tester.Options) []string {
	t.Helper()
	r, err := newSession(t, m, simulated.New(m, m, 1), options).Run(t.Context())
	if err != nil || r.Verdict != result.Pass {
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
		if names := missed(t, m, tester.Options{Seed: seed, Steps: 40}); names != nil {
			t.Errorf("seed %d: not covered: %v", seed, names)
		}
	}
}

// TestGuardsFromAfar: what a guard asks for must be done before the way to it is taken, and the search sees that. Who takes the
// way too early starts again.
func TestGuardsFromAfar(t *testing.T) {
	testkit.Sequential(t)
	text := `system Far
input go()
output yes()
output no()
initial s
go:   s -> t in go
open: t -> s when a == 5 and b == 5 and c == 5 and d == 5 and e == 5 out yes()
shut: t -> s when else do a, b, c, d, e := 0, 0, 0, 0, 0 out no()
`
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		text += strings.ReplaceAll("input up_x()\nvar x: 0..5 = 0\nup_x: s -> s in up_x do x := min(x + 1, 5)\n", "x", name)
	}
	seeds := int64(1)
	if testkit.Long() {
		seeds = 3
	}
	for seed := range seeds {
		if names := missed(t, load(t, text), tester.Options{Seed: seed}); names != nil {
			t.Errorf("seed %d: not covered: %v", seed, names)
		}
	}
}

// TestFarNumbersHideNothing: a conjunct that becomes true brings a guard nearer, also if another is far from true.
func TestFarNumbersHideNothing(t *testing.T) {
	m := load(t, `system Huge
input mark()
output done()
type Mark = enum { off, on }
var x: int = 0, m: Mark = off
initial s
mark: s -> s in mark do m := on
hit:  s -> s when x == 9_000_000_000_000_000_000 and m == on out done()
`)
	tracker := newTracker(t, m)
	hit := m.Transitions()[1]
	distance := func() float64 {
		states, err := tracker.States(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return plan.Distance(m, hit.Guard, &states[0].State)
	}
	before := distance()
	if ok, err := tracker.AfterInput(t.Context(), sut.Message{Channel: m.Channels[0]}); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if after := distance(); after >= before {
		t.Errorf("the distance is %v, and was %v before", after, before)
	}
}

// TestRedisIsCovered: a model with many internal steps, of which one transition needs a number at the limit of its type.
func TestRedisIsCovered(t *testing.T) {
	m := testkit.LoadExample(t, "redis/redis.sxt", nil)
	if names := missed(t, m, tester.Options{}); len(names) > 0 {
		t.Errorf("not covered: %v", names)
	}
}
