package tester_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// box holds weights up to a limit.
const box = `system Box
input put(1..400)
input empty()
output holds(int)
output full()
var n: int = 0
initial s
put:   s -> s in put(x) when n + x <= 1000 do n := n + x out holds(n)
full:  s -> s in put(x) when else out full()
empty: s -> s in empty do n := 0 out holds(n)
`

// run tests a simulated system against a model.
func run(t *testing.T, m *sts.System, a sut.Adapter, options tester.Options) *tester.Report {
	t.Helper()
	r, err := newSession(t, m, a, options).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLimitsAreTried: a box that is full one too early is found because its limit is tried, not because transitions are covered.
func TestLimitsAreTried(t *testing.T) {
	m := load(t, box)
	faulty := load(t, strings.Replace(box, "<= 1000", "< 1000", 1))
	for seed := range int64(5) {
		if r := run(t, m, simulated.New(faulty, m, 1), tester.Options{Seed: seed, Until: tester.Covered}); r.Verdict != result.Pass {
			t.Fatalf("seed %d: %s without values to try: %s", seed, r.Verdict, r.Evidence)
		}
		r := run(t, m, simulated.New(faulty, m, 1), tester.Options{Seed: seed, Values: testgen.Boundaries(m)})
		if r.Verdict != result.Fail || !strings.Contains(r.Evidence, "the system sent full(); allowed was: holds(1000)") {
			t.Errorf("seed %d: %s: %s", seed, r.Verdict, r.Evidence)
		}
	}
}

// TestAllValuesAreTried: a session meets what a suite does, also where inputs carry nothing, and then it goes on to what is left.
func TestAllValuesAreTried(t *testing.T) {
	m := load(t, strings.Replace(box, "in empty do", "in empty when n > 7 do", 1)+"keep: s -> s in empty when else out holds(n)\n")
	seeds := int64(1)
	if testkit.Long() {
		seeds = 3
	}
	for seed := range seeds {
		r := run(t, m, simulated.New(m, m, 1), tester.Options{Seed: seed, Steps: 200, Values: testgen.Boundaries(m)})
		if r.Verdict != result.Pass || r.Values == nil || r.Values.Covered != 6 || r.Values.Total != 6 || r.Sent-r.Spare >= 100 || r.Sent != 200 {
			t.Errorf("seed %d: %s, %v, %d inputs, %d of them spare", seed, r.Verdict, r.Values, r.Sent, r.Spare)
		}
	}
}

// TestImpossibleValues: values that no inputs make are given up, and those that contradict the guard are not counted.
func TestImpossibleValues(t *testing.T) {
	text := strings.Replace(box, "put(1..400)", "put(1..4)", 1)
	text = strings.Replace(strings.ReplaceAll(text, "n + x", "n + 10 * x"), "<= 1000", "<= 40 and n < 50", 1)
	m := load(t, text)
	r := run(t, m, simulated.New(m, m, 1), tester.Options{Values: testgen.Boundaries(m)})
	if r.Verdict != result.Pass || r.Values == nil || r.Values.Covered != 1 || r.Values.Total != 4 || r.Spare == 0 {
		t.Errorf("%s, %v, %d inputs, %d of them spare", r.Verdict, r.Values, r.Sent, r.Spare)
	}
}

// cancelling ends the test with an input.
type cancelling struct {
	*simulated.System
	left   int
	cancel context.CancelFunc
}

func (c *cancelling) Send(ctx context.Context, m sut.Message) error {
	if c.left--; c.left == 0 {
		c.cancel()
		return ctx.Err()
	}
	return c.System.Send(ctx, m)
}

// TestEndWhileValuesAreTried: who ends a session after all is covered as often as it is to be has lost nothing of that.
func TestEndWhileValuesAreTried(t *testing.T) {
	m := load(t, box)
	all := run(t, m, simulated.New(m, m, 1), tester.Options{})
	covered := all.Sent - all.Spare
	for _, c := range []struct {
		inputs   int
		complete bool
	}{{covered, false}, {covered + 2, true}} {
		ctx, cancel := context.WithCancel(t.Context())
		system := &cancelling{simulated.New(m, m, 1), c.inputs, cancel}
		r, err := newSession(t, m, system, tester.Options{Values: testgen.Boundaries(m)}).Run(ctx)
		if !errors.Is(err, context.Canceled) || r.Complete != c.complete {
			t.Errorf("after %d inputs: complete %v, %v", c.inputs, r.Complete, err)
		}
	}
}
