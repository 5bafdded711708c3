package prove_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// elementModels have an invariant that is kept only if the elements of a collection satisfy a further condition; in the wrong variant of a
// model it is not kept.
var elementModels = map[string]struct{ text, needs, right, wrong string }{
	"guard of an insertion into a sequence": {`
input add(x: int)
input move()
var q: int[] = [], r: int[] = []
initial s
add: s -> s in add(x) when x > 0 do q := q + [x]
move: s -> s in move() when len(q) > 0 do r := r + [first(q)]; q := q[1:]
invariant claim: forall x in r :: x > 0`, "forall x in q :: x >= 1", "x > 0", "x > -1"},
	"guard of an insertion into a set": {`
input add(x: int)
input move(x: int)
var a: set int = {}, b: set int = {}
initial s
add: s -> s in add(x) when x > 0 do a := insert(a, x)
move: s -> s in move(x) when x in a do a := remove(a, x); b := insert(b, x)
invariant claim: forall x in b :: x > 0`, "forall x in a :: x >= 1", "x > 0", "x > -1"},
	"keys": {`
input add(k: int, v: int)
input drop(k: int)
var store: map int -> int = {}, dropped: set int = {}
initial s
add: s -> s in add(k, v) when k >= 0 do store[k] := v
drop: s -> s in drop(k) when k in store do store := remove(store, k); dropped := insert(dropped, k)
invariant claim: forall k in dropped :: k >= 0`, "forall x in keys(store) :: x >= 0", "k >= 0", "k >= -1"},
	"values": {`
input put(k: int, v: int)
input take(k: int)
var m: map int -> int = {}, total: int = 0
initial s
put: s -> s in put(k, v) when v > 0 do m[k] := v
take: s -> s in take(k) when k in m do total := total + m[k]
invariant claim: total >= 0`, "forall x in keys(m) :: (m)[x] >= 0", "v > 0", "v > -2"},
	"keys and values together": {`
input put(k: int, v: int)
input take(k: int)
var m: map int -> int = {}, gap: int = 1
initial s
put: s -> s in put(k, v) when v > k do m[k] := v
take: s -> s in take(k) when k in m do gap := m[k] - k
invariant claim: gap > 0`, "forall x in keys(m) :: x < (m)[x]", "v > k", "v >= k"},
	"lengths of collections in a map": {`
input set(k: int, v: int[])
input get(k: int)
var store: map int -> int[] = {}, last: int[] = []
initial s
set: s -> s in set(k, v) when len(v) < 100 do store[k] := v
get: s -> s in get(k) when k in store do last := store[k]
invariant claim: len(last) < 100`, "forall x in keys(store) :: len((store)[x]) <= 99", "len(v) < 100", "len(v) < 101"},
	"elements of collections in a map": {`
input set(k: int, v: int[])
input get(k: int, i: int)
var store: map int -> int[] = {}, last: int = 1
initial s
set: s -> s in set(k, v) when forall x in v :: x > 0 do store[k] := v
get: s -> s in get(k, i) when k in store and i >= 0 and i < len(store[k]) do last := store[k][i]
invariant claim: last > 0`, "forall x in keys(store) :: forall y in (store)[x] :: y >= 1", "x > 0", "x > -1"},
	"fields of records": {`
type Job = record { id: int, size: int }
input add(id: int, size: int)
input start()
var waiting: Job[] = [], running: Job[] = []
initial s
add: s -> s in add(i, n) when n > 0 do waiting := waiting + [Job{id: i, size: n}]
start: s -> s in start() when len(waiting) > 0 do running := running + [first(waiting)]; waiting := waiting[1:]
invariant claim: forall j in running :: j.size > 0`, "forall x in waiting :: (x).1 >= 1", "n > 0", "n > -1"},
	"elements and the variable that they are taken from": {`
input open()
input finish(x: int)
var next: int = 1, pending: set int = {}, done: set int = {}
initial s
open: s -> s in open() do pending := insert(pending, next); next := next + 1
finish: s -> s in finish(x) when x in pending do pending := remove(pending, x); done := insert(done, x)
invariant claim: forall x in done :: x < next`, "forall x in pending :: x < next", "next + 1", "next"},
	"lengths and a variable": {`
input add(x: int)
input note()
var q: int[] = [], n: int = 0, seen: int = 0
initial s
add: s -> s in add(x) do q := q + [x]; n := n + 1
note: s -> s in note() do seen := n - len(q)
invariant claim: seen == 0`, "len(q) == n", "n + 1", "n + 2"},
}

// TestElements: conditions on the contents of collections are found, and the proof lists those that it needs.
func TestElements(t *testing.T) {
	for name, model := range elementModels {
		t.Run(name, func(t *testing.T) {
			v := verdict(t, strengthened(t, testkit.LoadText(t, model.text), smt.Config{}, prove.Means{Options: prove.Brief(500)}), "claim")
			if v.Proof == nil || !strings.Contains(auxiliary(v.Proof)+";", "s: "+model.needs+";") {
				t.Errorf("%+v, want a proof with %s", v, model.needs)
			}
		})
	}
}

// TestWrongElements: conditions that the steps do not ensure are not proved.
func TestWrongElements(t *testing.T) {
	for name, model := range elementModels {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, strings.Replace(model.text, model.right, model.wrong, 1))
			if v := verdict(t, strengthened(t, s, smt.Config{}, prove.Means{Options: prove.Brief(500)}), "claim"); v.Holds() {
				t.Errorf("proved, %+v", v.Proof)
			}
		})
	}
}
