package tester_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// small are models with finite domains, each with something that is easy to get wrong.
var small = map[string]string{
	"single": single, "silent": silent, "loop": loop,
	"choice of the system": `input roll()
output face(1..3)
output luck()
initial s
roll: s -> t in roll
show: t -> s any k: 1..3 where k != 2 out face(k)
win:  t -> s out luck(), face(3)
`,
	"unknown start": `input guess(0..2)
output yes()
var x: 0..2
initial s
right: s -> s in guess(p) when p == x out yes()
move:  s -> s in guess(p) when p > x do x := p
`,
	"unknown start, silent or not": `input go()
output tell(0..2)
var x: 0..2
initial s
go:   s -> t in go
tell: t -> s when x > 0 do x := x - 1 out tell(x)
back: t -> s in go
`,
	"internal steps": `input go()
output a()
output b()
initial s
go:    s -> t in go
left:  t -> l
right: t -> r
a:     l -> s out a()
b:     r -> s out b()
stay:  r -> e
`,
	"circle of internal steps": `input go()
output a()
var x: 0..2 = 0
initial s
go:   s -> t in go
turn: t -> t do x := (x + 1) % 3
leave: t -> s when x == 1 out a()
`,
	"remembered choice": `input go()
input ask()
output tell(0..2)
var x: 0..2 = 0
initial s
go:  s -> t any k: 0..2 in go do x := k
ask: t -> t in ask out tell(x)
`,
	"steps that make no sense": `input add(0..2)
output sum(0..3)
var x: 0..3 = 0
initial s
add: s -> s in add(p) do x := x + p out sum(x)
`,
	"spontaneous step that makes no sense": `input go()
output a(0..2)
var x: 0..2 = 1
initial s
go:  s -> t in go
tell: t -> s do x := x + 1 out a(x)
`,
	"guard that makes no sense": `input div(0..2)
output low()
initial s
div: s -> s in div(p) when 2 / p == 1 out low()
`,
	"queue": `input put(0..1)
output got(0..1)
channel q(0..1) fifo 1
machine Front {
  initial s
  put: s -> s in put(p) out q(p)
}
machine Back {
  initial s
  one:  s -> s in q(p) when p == 1 out got(p)
}
instance front = Front
instance back = Back
`,
	"meeting": `input go()
output done(0..1)
channel c(0..1)
machine A {
  initial s
  go:   s -> t in go
  meet: t -> s any k: 0..1 out c(k)
}
machine B {
  initial s
  take: s -> t in c(p) when p == 1 out done(p)
  back: t -> s
}
instance first = A
instance second = B
`,
}

// TestTracesAgree: on all traces to depth 6, the tracker accepts exactly the suspension traces of the definition, and it
// calls exactly those inputs fair that no state refuses, also inputs that come before an output that is owed.
func TestTracesAgree(t *testing.T) {
	for name, text := range small {
		t.Run(name, func(t *testing.T) { compareTraces(t, text, 6) })
	}
}

// TestRandomTracesAgree is the same to a smaller depth on random models.
func TestRandomTracesAgree(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) { compareTraces(t, finiteMachine(r).text(""), 4) })
}

func compareTraces(t *testing.T, text string, depth int) {
	model := load(t, text)
	solver := testkit.Solver(t, smt.Config{})
	tracker, err := ioco.NewTracker(model, solver)
	if err != nil {
		t.Fatal(err)
	}
	d := newDefinition(t, model)
	c := &comparison{t: t, text: text, definition: d, alphabet: d.alphabet()}
	c.extend(nil, d.initial(), tracker, depth)
}

// comparison walks through all traces.
type comparison struct {
	t          *testing.T
	text       string
	definition *definition
	alphabet   []label
}

// extend compares every label after a trace, and goes on where both accept it.
func (c *comparison) extend(trace []string, states []concrete, tracker *ioco.Tracker, depth int) {
	if depth == 0 {
		return
	}
	for _, l := range c.alphabet {
		next, before := c.definition.after(states, l), tracker.Snapshot()
		longer := append(trace[:len(trace):len(trace)], l.text)
		got := c.follow(tracker, l)
		if want := len(next) > 0; got != want {
			c.t.Fatalf("after %s: the tracker says %v, the definition %v\n%s", strings.Join(longer, " "), got, want, c.text)
		}
		if got {
			c.extend(longer, next, tracker, depth-1)
		}
		tracker.Restore(before)
		c.compareFair(longer, states, tracker, l)
	}
}

// follow takes one step of the tracker.
func (c *comparison) follow(tracker *ioco.Tracker, l label) bool {
	ok, err := false, error(nil)
	switch {
	case l.isInput():
		ok, err = tracker.AfterInput(c.t.Context(), l.message)
	case l.isOutput():
		ok, err = tracker.AfterOutput(c.t.Context(), l.message)
	default:
		ok, err = tracker.AfterQuiescence(c.t.Context())
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return ok
}

// compareFair compares whether an input is fair.
func (c *comparison) compareFair(trace []string, states []concrete, tracker *ioco.Tracker, l label) {
	if !l.isInput() {
		return
	}
	got, err := tracker.Accepts(c.t.Context(), l.message)
	if err != nil {
		c.t.Fatal(err)
	}
	if want := c.definition.fair(states, l); got != want {
		c.t.Fatalf("after %s: the tracker calls the last input fair: %v, the definition: %v\n%s", strings.Join(trace, " "), got, want, c.text)
	}
}
