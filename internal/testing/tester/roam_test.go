package tester_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// shelf is a model of a shelf with one place.
const shelf = `system Shelf
type Size = enum { small, large }
input put(name: string, weight: int)
input take(name: string)
input look()
output ok()
output none()
output holds(name: string, weight: int)
var name: string = ""
var weight: int = 0
var full: bool = false
var last: int = 0
var same: int = 0
initial s
put:     s -> s in put(n, w) do same := (if w == last then same + 1 else 0); last := w; name := n; weight := w; full := true out ok()
take:    s -> s in take(n) when full and n == name do full := false out ok()
takeNot: s -> s in take(n) when not (full and n == name) out none()
look:    s -> s in look() when full out holds(name, weight)
nothing: s -> s in look() when not full out none()
`

// shelfFaults are mistakes that show for some values only, or only after some repetition.
var shelfFaults = map[string][2]string{
	"texts of more than 64": {"name := n; weight := w", `name := (if len(n) > 64 then "" else n); weight := w`},
	"32 bits":               {"name := n; weight := w", "name := n; weight := (if w > 2147483647 then 0 else w)"},
	"padded texts":          {"when full and n == name do", "when full and (n == name or len(n) == len(name) + 1) do"},
	"equal to the last":     {"holds(name, weight)", "holds(name, if same > 0 then 0 else weight)"},
	"four times in a row":   {"holds(name, weight)", "holds(name, if same >= 3 and weight != 0 then 0 else weight)"},
	"empty text":            {"full := true out ok()", `full := n != "" out ok()`},
}

// TestFaultsOfValues: faults of values are found by the inputs that are sent when everything is covered, and not by covering.
func TestFaultsOfValues(t *testing.T) {
	findFaults(t, shelf, shelfFaults)
}

// findFaults demands that systems that behave as a model with a change of its text are found, by several seeds in a long test.
func findFaults(t *testing.T, model string, faults map[string][2]string) {
	t.Helper()
	m, seeds := load(t, model), int64(1)
	if testkit.Long() {
		seeds = 3
	}
	for name, change := range faults {
		text := strings.Replace(model, change[0], change[1], 1)
		if text == model {
			t.Fatalf("%s changes nothing", name)
		}
		faulty := load(t, text)
		for seed := range seeds {
			r := run(t, m, simulated.New(faulty, m, 1), tester.Options{Seed: seed, Steps: tester.DefaultSteps, Values: testgen.Boundaries(m)})
			if r.Verdict != result.Fail {
				t.Errorf("%s, seed %d: %s after %d inputs", name, seed, r.Verdict, r.Sent)
			}
			t.Logf("%s, seed %d: %d inputs", name, seed, r.Sent)
		}
	}
}

// TestAllInputsAreSent: a session sends as many inputs as it may, unless it is to stop when everything was tried.
func TestAllInputsAreSent(t *testing.T) {
	m, most := load(t, shelf), 200
	if testkit.Long() {
		most = 700
	}
	for _, steps := range []int{1, 30, most} {
		if r := run(t, m, simulated.New(m, m, 1), tester.Options{Steps: steps, Spare: time.Hour}); r.Verdict != result.Pass || r.Sent != steps {
			t.Errorf("%s, %d of %d inputs", r.Verdict, r.Sent, steps)
		}
	}
	r := run(t, m, simulated.New(m, m, 1), tester.Options{Steps: 700, Until: tester.Covered, Values: testgen.Boundaries(m)})
	if r.Verdict != result.Pass || !r.Complete || r.Sent >= 200 || r.Spare != 0 {
		t.Errorf("until covered: %s, complete %v, %d inputs, %d spare", r.Verdict, r.Complete, r.Sent, r.Spare)
	}
}

// TestSpareTime: when everything was tried, a session ends with the time that it has for more.
func TestSpareTime(t *testing.T) {
	m := load(t, shelf)
	r := run(t, m, simulated.New(m, m, 1), tester.Options{Steps: 1_000_000, Spare: 200 * time.Millisecond})
	if r.Verdict != result.Pass || !r.Complete || r.Spare == 0 || r.Sent == 1_000_000 {
		t.Errorf("%s, complete %v, %d inputs, %d spare", r.Verdict, r.Complete, r.Sent, r.Spare)
	}
}

// recorder keeps what is sent.
type recorder struct {
	*simulated.System
	sent []string
}

func (r *recorder) Send(ctx context.Context, m sut.Message) error {
	r.sent = append(r.sent, m.String())
	return r.System.Send(ctx, m)
}

// TestSeedStandsForInputs: the same seed sends the same inputs, another seed sends others.
func TestSeedStandsForInputs(t *testing.T) {
	m, steps := load(t, shelf), 200
	if testkit.Long() {
		steps = 600
	}
	sent := func(seed int64) string {
		r := &recorder{System: simulated.New(m, m, 1)}
		run(t, m, r, tester.Options{Seed: seed, Steps: steps, Spare: time.Hour, Values: testgen.Boundaries(m)})
		return strings.Join(r.sent, "\n")
	}
	first := sent(1)
	if first != sent(1) {
		t.Error("the same seed sends other inputs")
	}
	if first == sent(2) {
		t.Error("another seed sends the same inputs")
	}
}
