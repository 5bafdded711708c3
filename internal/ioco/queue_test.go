package ioco_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/ioco"
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
// the test is as short as it can be.
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
			s := newSession(t, model, newSimulated(load(t, queue(c.stores)), model, 1), ioco.Options{Steps: 200, Strategy: ioco.Random, Seed: 3})
			r, err := s.Run(t.Context())
			if err != nil || r.Verdict != ioco.Fail {
				t.Fatalf("%s after %d inputs, %v", r.Verdict, r.Sent, err)
			}
			short, err := s.Shrink(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(ioco.Inputs(short.Trace)); n != c.inputs {
				t.Errorf("%d inputs after shrinking, want %d: %v", n, c.inputs, short.Trace)
			}
		})
	}
	s := newSession(t, model, newSimulated(load(t, queue("")), model, 1), ioco.Options{Steps: 200, Strategy: ioco.Random, Seed: 3})
	if r, err := s.Run(t.Context()); err != nil || r.Verdict != ioco.Pass {
		t.Errorf("the right queue: %s (%s), %v", r.Verdict, r.Evidence, err)
	}
}
