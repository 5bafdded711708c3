package relax_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/relax"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// relaxed compiles a model and relaxes it.
func relaxed(t *testing.T, text string) (strict, out *sts.System) {
	t.Helper()
	var list diag.List
	m, err := compile.Load("m.sxt", testkit.Text(text), &list)
	if err != nil || m.System == nil {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	return m.System, relax.System(m, "m.sxt", nil)
}

// Variables and queues lose their bounds, but not where a variable starts; inputs and frozen constants keep them.
func TestBounds(t *testing.T) {
	_, s := relaxed(t, `type Small = 0..3
input put(0..2)
channel q(Small) fifo 2
const k: 1..2
var a: 0..5 = 0, b: Small = 1, c: nat[2] = [0, 0], d: 0..7, e: bool = true, f: Small[2]
initial s
t: s -> s in put(p) do a := p + 4
`)
	var got []string
	for _, slot := range s.Slots {
		got = append(got, slot.Name+": "+slot.Sort.String())
	}
	want := "k: 1..2, a: int, b: int, c[0]: int, c[1]: int, d: int, e: bool, f[0]: 0..3, f[1]: 0..3"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
	if assumed := s.Assume.String(); !strings.Contains(assumed, "d") {
		t.Errorf("the start of d is not bounded: %s", assumed)
	}
	for _, c := range s.Channels {
		if c.Name == "put" != (c.Payload[0].Leaves()[0].Sort != term.Int) {
			t.Errorf("%s carries %s", c.Name, c.Payload[0].Leaves()[0].Sort)
		}
	}
}

// A transition that may run into a model error has a twin that is taken where it does, and writes and sends anything.
func TestTwins(t *testing.T) {
	strict, s := relaxed(t, `input put(int)
output show(int)
var x: int = 0, y: 0..3 = 0
initial s
safe: s -> s in put(x)
wide: s -> s in put(_) do y := y + 1
div: s -> t in put(p) when p != 7 do x := 10 / p out show(x)
`)
	var names []string
	for _, tr := range s.Transitions() {
		names = append(names, tr.Name)
	}
	if want := []string{"safe", "wide", "div", "div!"}; !slices.Equal(names, want) {
		t.Fatalf("got %v, want %v", names, want)
	}
	if original, twin := relax.Original("div!"); original != "div" || !twin {
		t.Errorf("div! stands for %s, twin: %v", original, twin)
	}
	in := sts.NewInterpreter(s)
	start, err := in.Start(make([]term.Value, len(s.Slots)))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		input int64
		want  sts.Outcome
	}{{0, sts.Done}, {1, sts.Blocked}, {7, sts.Blocked}} {
		m := s.Moves()[3]
		params := []term.Value{term.IntValue(test.input), term.IntValue(55), term.IntValue(66)}
		step, err := in.Try(start, m, params)
		if err != nil || step.Outcome != test.want {
			t.Errorf("put(%d): %v %v, want %v", test.input, step.Outcome, err, test.want)
		}
		if step.Outcome == sts.Done && (step.Next.Values[0] != term.IntValue(55) || step.Outputs[0] != term.IntValue(66)) {
			t.Errorf("%v %v", step.Next.Values, step.Outputs)
		}
	}
	if len(strict.Transitions()) != 3 {
		t.Error("the strict system has changed")
	}
}
