package ioco

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// choosing are models that choose values, which are seen at once, later, in part, or never.
var choosing = map[string]string{
	"shown at once":           "pick: s -> s any n: int where n > last and n < last + 3 in put(x) do last := n out show(n)\nvar last: int = 0\n",
	"shown with an offset":    "pick: s -> s any n: 0..3 in put(x) do last := n out show(n + x)\nvar last: int = 0\n",
	"shown later":             "pick: s -> s any k: 0..3 in put(x) when x >= 0 and k != x do v := k\ntell: s -> s in put(x) when x < 0 out show(v)\nvar v: int = 0\n",
	"summed up":               "pick: s -> s any k: 1..2 in put(x) when x >= 0 and total < 5 do total := total + k\ntell: s -> s in put(x) when x < 0 out show(total)\nvar total: int = 0\n",
	"a guard asks":            "pick: s -> s any k: 0..3 in put(x) when x == 0 do v := k\nyes: s -> s in put(x) when x != 0 and v > x out show(1)\nno: s -> s in put(x) when x != 0 and v <= x out show(0)\nvar v: int = 0\n",
	"an index":                "pick: s -> s any k: 0..2 in put(x) when x >= 0 do a[k] := x\ntell: s -> s in put(x) when x < 0 out show(a[0]), show(a[1] + a[2])\nvar a: int[3] = [0, 0, 0]\n",
	"on its own":              "start: s -> s in put(x) do left := x\nsend: s -> s any n: 0..2 when left > 0 do left := left - 1 out show(n)\nvar left: int = 0\n",
	"two, one shown":          "pick: s -> s any n: 0..2, k: 0..2 where n != k in put(x) do v := k out show(n)\ntell: s -> t when v == 2 out show(5)\nback: t -> s do v := 0\nvar v: int = 0\n",
	"a model error":           "pick: s -> s any n: 0..2 in put(x) do v := 4 / (n + x) out show(n)\ntell: s -> s in put(x) out show(v)\nvar v: int = 0\n",
	"a condition":             "pick: s -> s any b: bool in put(x) do on := b\nyes: s -> s when on do on := false out show(1)\nvar on: bool = false\n",
	"without initial value":   "tell: s -> s in put(x) when x < v out show(v)\nless: s -> s in put(x) when x >= v out show(v + 1)\nvar v: 0..5\n",
	"by two steps":            "left: s -> s any n: 0..2 in put(x) do v := n out show(n)\nright: s -> s any n: 1..3 in put(x) do v := n + 1 out show(n)\ntell: s -> s in put(x) when x == 3 out show(v)\nvar v: int = 0\n",
	"into a queue":            "pick: s -> s any n: 0..2 in put(x) out q(n)\nmachine M() {\n  initial a\n  get: a -> a in q(y) out show(y)\n}\ninstance m = M()\nchannel q(int) fifo 2\n",
	"more than the solver":    "pick: s -> s any n: int in put(x) when n * n == x * x do v := n out show(n)\nvar v: int = 0\n",
	"equal to an earlier one": "pick: s -> s any n: 0..3 in put(x) when x > 0 do v := n\nsame: s -> s any n: 0..3 where n == v in put(x) when x <= 0 do v := n out show(n)\nvar v: int = 0\n",
	"unlike all earlier ones": "pick: s -> s any n: int where n > 0 and not (n in used) in put(x) do used := insert(used, n) out show(n)\nvar used: set int = {}\n",
}

// Choices that an output shows are made known by it, and what is allowed next is the same as where they stay symbolic.
func TestChoicesEqualSymbolicStates(t *testing.T) {
	seen := map[string]int{}
	for name, text := range choosing {
		t.Run(name, func(t *testing.T) {
			solver := testkit.Solver(t, smt.Config{})
			system := testkit.LoadText(t, "input put(x: int)\noutput show(y: int)\ninitial s\n"+text)
			rapid.Check(t, func(r *rapid.T) {
				fast, err := NewTracker(system, solver)
				if err != nil {
					r.Fatal(err)
				}
				slow, _ := NewTracker(system, solver)
				slow.slow = true
				for range rapid.IntRange(1, 8).Draw(r, "length") {
					e := drawEvent(r, allows(t, fast))
					ok := followEvent(t, fast, e)
					if again := followEvent(t, slow, e); ok != again {
						r.Fatalf("%v is explained %v, and %v by symbolic states", e, ok, again)
					}
					if a, b := allows(t, fast), allows(t, slow); !reflect.DeepEqual(a, b) {
						r.Fatalf("after %v allowed is %+v, and %+v by symbolic states", e, a, b)
					}
					count(fast.now, seen)
				}
			})
		})
	}
	for _, kind := range []string{"known", "unseen", "open", "conditions"} {
		if seen[kind] == 0 {
			t.Errorf("no state is of the kind %s: %v", kind, seen)
		}
	}
}

// A value that the system chooses, other than all earlier ones, costs no query: a choice that is found shows that there is one, and the output
// tells which it was.
func TestChosenValuesNeedNoSolver(t *testing.T) {
	solver := testkit.Solver(t, smt.Config{})
	system := testkit.LoadText(t, "input put(x: int)\noutput show(y: int)\ninitial s\n"+choosing["unlike all earlier ones"])
	tracker, err := NewTracker(system, solver)
	if err != nil {
		t.Fatal(err)
	}
	before := solver.Stats().Calls
	for id := range 50 {
		if !followEvent(t, tracker, explicit.Event{Kind: explicit.Put}) || !followEvent(t, tracker, explicit.Event{Kind: explicit.Show, Value: 3*id + 1}) {
			t.Fatalf("the value %d is not explained", 3*id+1)
		}
	}
	if n := solver.Stats().Calls - before; n > 0 {
		t.Errorf("the solver was asked %d times", n)
	}
	if !followEvent(t, tracker, explicit.Event{Kind: explicit.Put}) || followEvent(t, tracker, explicit.Event{Kind: explicit.Show, Value: 1}) {
		t.Error("a value that was chosen before is explained")
	}
}

// drawEvent draws an event, most often one that is possible.
func drawEvent(r *rapid.T, a allowed) explicit.Event {
	kind := rapid.IntRange(0, 9).Draw(r, "kind")
	switch {
	case len(a.shows) > 0 && kind < 7:
		return explicit.Event{Kind: explicit.Show, Value: rapid.SampledFrom(a.shows).Draw(r, "allowed")}
	case kind == 9:
		return explicit.Event{Kind: explicit.Show, Value: rapid.IntRange(-1, 6).Draw(r, "value")}
	case kind == 8:
		return explicit.Event{Kind: explicit.Silence}
	}
	return explicit.Event{Kind: explicit.Put, Value: rapid.IntRange(-1, 3).Draw(r, "input")}
}
