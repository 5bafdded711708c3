package tester_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// queue is a model of a queue of at most 4 numbers; stores is the condition under which put really stores, empty for always.
func queue(stores string) string {
	store, lose := "", ""
	if stores != "" {
		store = " and (" + stores + ")"
		lose = "lose: s -> s in put(x) when n < size and not (" + stores + ")\n"
	}
	return `system Queue
input put(0..9)
input get()
output got(0..9)
output empty()
const size = 4
var a: 0..9[size] = [0, 0, 0, 0]
var n: 0..size = 0
var head: 0..9 = 0
initial s
put:  s -> s in put(x) when n < size` + store + ` do a[n], n := x, n + 1
full: s -> s in put(_) when n >= size
get:  s -> s in get when n > 0 do head := a[0]; a := [a[1], a[2], a[3], 0]; n := n - 1 out got(head)
none: s -> s in get when n == 0 out empty()
` + lose
}

// TestQueueFaults: a queue that drops zeros and one that drops a value equal to its last one are found within 200 steps, and
// the test is as short as it can be. An answer empty() is another failure than a wrong got, which takes one input more and does not become
// the other while it is made shorter.
func TestQueueFaults(t *testing.T) {
	model := load(t, queue(""))
	for name, c := range map[string]struct {
		stores string
		inputs int
	}{
		"drops 0":               {"x != 0", 2},
		"drops a repeated last": {"n == 0 or a[max(n - 1, 0)] != x", 4},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, model, simulated.New(load(t, queue(c.stores)), model, 1), tester.Options{Steps: 200, Strategy: tester.Random, Seed: 3})
			r, err := s.Run(t.Context())
			if err != nil || r.Verdict != result.Fail {
				t.Fatalf("%s after %d inputs, %v", r.Verdict, r.Sent, err)
			}
			short, err := s.Shrink(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			want := c.inputs
			if _, output := r.Failure(); output == "got" {
				want++
			}
			if n := len(tester.Inputs(short.Trace)); n != want {
				t.Errorf("%d inputs after shrinking, want %d: %v", n, want, short.Trace)
			}
		})
	}
	s := newSession(t, model, simulated.New(load(t, queue("")), model, 1), tester.Options{Steps: 200, Strategy: tester.Random, Seed: 3})
	if r, err := s.Run(t.Context()); err != nil || r.Verdict != result.Pass {
		t.Errorf("the right queue: %s (%s), %v", r.Verdict, r.Evidence, err)
	}
}

// longQueue is a model of a queue of at most 60 numbers, kept in a ring; one that stores only capacity numbers drops the others.
func longQueue(capacity int) string {
	return fmt.Sprintf(`system LongQueue
input put(0..9)
input get()
output got(0..9)
output empty()
const size = 60
const capacity = %d
var a: 0..9[size] = [%s0]
var head: 0..size - 1 = 0
var n: 0..size = 0
var first: 0..9 = 0
initial s
put:  s -> s in put(x) when n < min(size, capacity) do a[(head + n) %% size] := x; n := n + 1
lose: s -> s in put(_) when n >= capacity and n < size
full: s -> s in put(_) when n >= size
get:  s -> s in get when n > 0 do first := a[head]; head := (head + 1) %% size; n := n - 1 out got(first)
none: s -> s in get when n == 0 out empty()
purpose drained = sequence full, *, none
`, capacity, strings.Repeat("0, ", 59))
}

// TestLongQueue: a queue that drops silently beyond 42 numbers is found by coverage, where the second round has to empty what
// the first has filled, and by a purpose. The shortest test puts 43 numbers and gets them.
func TestLongQueue(t *testing.T) {
	model := load(t, strings.Replace(longQueue(60), "lose: s -> s in put(_) when n >= capacity and n < size\n", "", 1))
	faulty := load(t, longQueue(42))
	var found *tester.Report
	var session *tester.Session
	for _, purpose := range []*sts.Purpose{nil, &model.Purposes[0]} {
		session = newSession(t, model, simulated.New(faulty, model, 1), tester.Options{Steps: 200, Purpose: purpose})
		r, err := session.Run(t.Context())
		if err != nil || r.Verdict != result.Fail {
			t.Fatalf("by purpose %v: %s after %d inputs, %v", purpose != nil, r.Verdict, r.Sent, err)
		}
		found = r
		right := newSession(t, model, simulated.New(model, model, 1), tester.Options{Steps: 200, Purpose: purpose})
		if r, err := right.Run(t.Context()); err != nil || r.Verdict != result.Pass {
			t.Errorf("the right queue, by purpose %v: %s (%s), %v", purpose != nil, r.Verdict, r.Evidence, err)
		}
	}
	if testing.Short() {
		return // to make it short takes 400 runs
	}
	short, err := session.Shrink(t.Context(), found)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, m := range tester.Inputs(short.Trace) {
		counts[m.String()]++
	}
	if len(counts) != 2 || counts["put(0)"] != 43 || counts["get()"] != 43 {
		t.Errorf("the shortest test has %v", counts)
	}
}

// TestCounterGuidance: a guard on a counter is reached by the data alone, in a machine whose locations say nothing.
func TestCounterGuidance(t *testing.T) {
	m := load(t, `input up(0..3)
input down(0..3)
input open(int)
output done()
var n: int = 0, last: int = 0
initial s
up:   s -> s in up(x) do n := n + 1
down: s -> s in down(x) do n := n - 1
open: s -> s in open(x) when not (n < 25) and x != last do last := x out done()
deep: s -> s in open(_) when n == -20 or n < -1000
`)
	r, err := newSession(t, m, simulated.New(m, m, 1), tester.Options{Steps: 150}).Run(t.Context())
	if err != nil || r.Verdict != result.Pass || len(r.Covered) != 4 {
		t.Errorf("%s, %d transitions after %d inputs, %v", r.Verdict, len(r.Covered), r.Sent, err)
	}
}
