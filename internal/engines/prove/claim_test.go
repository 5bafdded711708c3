package prove_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The electrical system keeps its invariant, whatever the number of batteries.
func TestElectrical(t *testing.T) {
	for _, n := range []string{"3", "8", "16"} {
		r := check(t, testkit.LoadExample(t, "electrical/electrical.sxt", map[string]string{"n": n}), smt.Config{})
		for _, a := range r.Answers {
			if a.Status != prove.Proved {
				t.Errorf("n = %s, %s and %s: %s %s", n, a.Claim, moveName(a.Move), a.Status, a.Explain())
			}
		}
		if v := verdict(t, r, "powered"); !v.Inductive || len(r.Answers) != 9 {
			t.Errorf("n = %s: %+v, %d answers, want 9", n, v, len(r.Answers))
		}
	}
}

// A claim proved with the help of an invariant that is not kept is not reported to hold.
func TestRelativeProof(t *testing.T) {
	r := check(t, testkit.LoadText(t, `var x: int = 0, y: int = 0, z: int = 0
event step: do x := x + 1
event copy: do y := x
event down: when z == 0 do z := 0
invariant small: x < 10
invariant follows: y < 10
invariant zero: z == 0`), smt.Config{})
	for claim, want := range map[string]prove.Verdict{
		"small":     {Status: prove.Broken},
		"follows":   {Status: prove.Proved},
		"zero":      {Status: prove.Proved, Inductive: true},
		prove.Types: {Status: prove.Proved, Inductive: true},
	} {
		if v := verdict(t, r, claim); v.Status != want.Status || v.Inductive != want.Inductive {
			t.Errorf("%s: %s, inductive %v", claim, v.Status, v.Inductive)
		}
	}
}

// Initial states, locations, queues, meetings, externs and model errors.
func TestKindsOfSteps(t *testing.T) {
	r := check(t, testkit.LoadText(t, `input set(v: int)
extern Double(v: int) -> int
channel q(v: int) fifo 2
const limit: int
assume limit > 5
var x: int, part: 0..9 = 0

machine Reader {
  initial idle
  read: idle -> busy in q(v) do x := v
  call: busy -> idle when x > 0 do x := Double(x) - Double(x)
  gone: nowhere -> idle do x := -1
}
machine Writer {
  initial idle
  send: idle -> idle in set(v) out q(v)
  push: idle -> idle in set(v) when v > 0 do part := part + 1
}
instance reader = Reader
instance writer = Writer
invariant natural: x >= 0
invariant bounded: limit > 3`), smt.Config{})
	for _, test := range []struct {
		claim, event string
		want         prove.Status
	}{
		{"natural", "", prove.Broken},
		{"natural", "reader.read", prove.Broken},
		{"natural", "reader.call", prove.Proved},
		{"natural", "reader.gone", prove.Proved},
		{"natural", "writer.send", prove.Proved},
		{"bounded", "", prove.Proved},
		{prove.Types, "writer.push", prove.Broken},
	} {
		if a := answer(t, r, test.claim, test.event); a.Status != test.want {
			t.Errorf("%s and %s: %s, want %s (%s)", test.claim, test.event, a.Status, test.want, a.Explain())
		}
	}
	step := answer(t, r, "natural", "reader.read").Step
	if step.Before.Count(0) != 1 || step.After.Count(0) != 0 {
		t.Errorf("the queue has %d messages before and %d after, want 1 and 0", step.Before.Count(0), step.After.Count(0))
	}
	if step := answer(t, r, prove.Types, "writer.push").Step; step.Violated == nil || step.After != nil {
		t.Errorf("%+v is not a model error", step)
	}
}

// Optional values are printed as models write them.
func TestStepsOfCollections(t *testing.T) {
	s := testkit.LoadText(t, `type Item = record { name: string, count: 1..9 }
input put(x: Item?)
var items: Item?[] = []
initial s
t: s -> s in put(x) when x == none do items := items + [x]
invariant few: len(items) < 1`)
	for _, step := range check(t, s, smt.Config{}).Result(s).Steps {
		if step.Invariant != "few" || step.Event != "t" {
			continue
		}
		if x := step.Example; x == nil || x.Parameters["x"] != "none" || x.After["items"] != "[none]" {
			t.Errorf("got %+v", step.Example)
		}
		return
	}
	t.Error("the step is not shown")
}

// A step that depends on what an extern returns lists the result as assumed.
func TestAssumedResults(t *testing.T) {
	r := check(t, testkit.LoadText(t, `extern Price(cents: int) -> int
var x: int = 1
event buy: do x := Price(x)
invariant positive: x > 0`), smt.Config{})
	step := answer(t, r, "positive", "buy").Step
	if step == nil || len(step.Assumes) != 1 || !strings.HasPrefix(step.Assumes[0], "Price(") {
		t.Errorf("%+v", step)
	}
}

// A claim that the solver does not decide is unknown, with the reason.
func TestUnknown(t *testing.T) {
	s := testkit.LoadText(t, `var x: int = 3, y: int = 4, z: int = 5
event step: any a: nat, b: nat, c: nat where a > 2 and b > 2 and c > 2 do x, y, z := a, b, c
invariant cubes: x * x * x + y * y * y != z * z * z`)
	r := check(t, s, smt.Config{Timeout: 200_000_000})
	if a := answer(t, r, "cubes", "step"); a.Status != prove.Unknown || a.Explain() == "" {
		t.Errorf("%s: %q", a.Status, a.Explain())
	}
	if v := verdict(t, r, "cubes"); v.Status != prove.Unknown || v.Inductive {
		t.Errorf("%+v", v)
	}
}

// When the time is up, the remaining answers are unknown.
func TestTimeIsUp(t *testing.T) {
	solver := testkit.Solver(t, smt.Config{})
	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	r, err := prove.CheckInvariants(ctx, testkit.LoadExample(t, "electrical/electrical.sxt", nil), solver)
	if err != nil {
		t.Fatal(err)
	}
	if a := answer(t, r, "powered", "Fail"); a.Status != prove.Unknown || a.Explain() != "the time was up" {
		t.Errorf("%s: %q", a.Status, a.Explain())
	}
}
