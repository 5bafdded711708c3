package sts_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// machine runs a model with the interpreter.
type machine struct {
	t      *testing.T
	system *sts.System
	in     *sts.Interpreter
	config *sts.Config
}

// start begins a run; slots without initial value start at 0.
func start(t *testing.T, text string) *machine {
	t.Helper()
	s, found := load(t, text, false)
	if s == nil {
		t.Fatalf("%s\n%s", found[0].Message, text)
	}
	m := &machine{t: t, system: s, in: sts.NewInterpreter(s)}
	config, err := m.in.Start(make([]term.Value, len(s.Slots)))
	if err != nil {
		t.Fatal(err)
	}
	m.config = config
	return m
}

func (m *machine) move(name string) *sts.Move {
	m.t.Helper()
	for _, move := range m.system.Moves() {
		if move.Name == name {
			return move
		}
	}
	m.t.Fatalf("no move %s", name)
	return nil
}

func ints(numbers []int64) []term.Value {
	out := make([]term.Value, len(numbers))
	for i, n := range numbers {
		out[i] = term.IntValue(n)
	}
	return out
}

// try attempts a move with the given parameters and prints the outcome: "blocked", "unsafe: kind", or the outputs and
// the values of all slots. If it was done, the run goes on from there.
func (m *machine) try(name string, params ...int64) string {
	m.t.Helper()
	step, err := m.in.Try(m.config, m.move(name), ints(params))
	if err != nil {
		return "error: " + err.Error()
	}
	switch step.Outcome {
	case sts.Blocked:
		return "blocked"
	case sts.Unsafe:
		return "unsafe: " + string(step.Violated.Kind)
	}
	m.config = step.Next
	var parts []string
	for _, v := range step.Outputs {
		parts = append(parts, "!"+v.Format(term.Int))
	}
	for i, slot := range m.system.Slots {
		parts = append(parts, slot.Name+"="+m.config.Values[i].Format(slot.Sort))
	}
	return strings.Join(parts, " ")
}

func (m *machine) want(got, want string) {
	m.t.Helper()
	if got != want {
		m.t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestGuardBeforeAndAfterInput(t *testing.T) {
	const text = `input i(int) var x: int = 1 initial s
before: s -> s when x > 3 in i(x)
after: s -> s in i(x) when x > 3
both: s -> s when x > 3 in i(x) when x < 3`
	m := start(t, text)
	m.want(m.try("before", 9), "blocked")
	m.want(m.try("after", 3), "blocked")
	m.want(m.try("after", 4), "x=4")
	m.want(m.try("both", 5), "blocked")
	m.want(m.try("both", 2), "x=2")
	m.want(m.try("both", 2), "blocked")
}

func TestAssignmentsAndOutputs(t *testing.T) {
	const text = `output o(int, int) var x: int = 1, y: int = 2 initial s
sequence: s -> s do x := y; y := x + 1 out o(x, y)
swap: s -> s do x, y := y, x out o(x, y)
chain: s -> s do x, y := y, x; x := 10 * x + y`
	m := start(t, text)
	m.want(m.try("swap"), "!2 !1 x=2 y=1")
	m.want(m.try("sequence"), "!1 !2 x=1 y=2")
	m.want(m.try("chain"), "x=21 y=1")
}

func TestArraysAndRecords(t *testing.T) {
	const text = `type P = record { n: int, f: int[2] } input i(k: 0..9, v: int)
var a: int[3] = [5, 6, 7], p: P = P{n: 1, f: [2, 3]} initial s
put: s -> s in i(k, a[k])
rotate: s -> s do a := [a[1], a[2], a[0]]
field: s -> s in i(k, v) do p.f[k] := v; p.n := p.f[0] + p.f[1]`
	m := start(t, text)
	m.want(m.try("put", 1, 9), "a[0]=5 a[1]=9 a[2]=7 p.n=1 p.f[0]=2 p.f[1]=3")
	m.want(m.try("put", 3, 9), "unsafe: index-out-of-bounds")
	m.want(m.try("rotate"), "a[0]=9 a[1]=7 a[2]=5 p.n=1 p.f[0]=2 p.f[1]=3")
	m.want(m.try("field", 0, 8), "a[0]=9 a[1]=7 a[2]=5 p.n=11 p.f[0]=8 p.f[1]=3")
	m.want(m.try("field", 2, 8), "unsafe: index-out-of-bounds")
}

func TestUnsafe(t *testing.T) {
	const text = `input i(int) var x: int = 0, r: 0..3 = 3 initial s
guard: s -> s when 6 / x > 1
saved: s -> s when x != 0 and 6 / x > 1
after: s -> s in i(x) when 6 % x == 0
range: s -> s do r := r + 1
middle: s -> s do r := r + 1; r := 0
wrap: s -> s when x > 100 do r := 7 / x`
	m := start(t, text)
	m.want(m.try("guard"), "unsafe: division-by-zero")
	m.want(m.try("saved"), "blocked")
	m.want(m.try("after", 0), "unsafe: division-by-zero")
	m.want(m.try("range"), "unsafe: value-out-of-range")
	m.want(m.try("middle"), "unsafe: value-out-of-range")
	m.want(m.try("wrap"), "blocked")
	m.want(m.try("after", 3), "x=3 r=3")
	m.want(m.try("guard"), "x=3 r=3")
}

func TestQueueKeepsOrder(t *testing.T) {
	const text = `input put(int) output got(int, int) channel q(int, int) fifo 2
var n: int = 0 initial s
put: s -> s in put(v) do n := n + 1 out q(v, n)
take: s -> s in q(v, k) out got(v, k)
twice: s -> s out q(1, 1), q(2, 2)
again: s -> s in q(v, k) out q(v + 1, k)`
	m := start(t, text)
	m.want(m.try("take", 0, 0), "error: the queues do not allow move take")
	m.want(m.try("put", 7), "n=1")
	m.want(m.try("put", 8), "n=2")
	m.want(m.try("put", 9), "error: the queues do not allow move put")
	m.want(m.try("twice"), "error: the queues do not allow move twice")
	if got := m.config.Count(0); got != 2 {
		t.Errorf("%d messages wait", got)
	}
	m.want(m.try("again", 0, 0), "n=2")
	m.want(m.try("take", 99, 99), "!8 !2 n=2")
	m.want(m.try("take", 99, 99), "!8 !1 n=2")
	m.want(m.try("twice"), "n=2")
	m.want(m.try("take", 0, 0), "!1 !1 n=2")
}

func TestRendezvous(t *testing.T) {
	const text = `input go(int) output done(int) channel c(int) var shared: int = 1
machine A { var n: int = 0 initial a send: a -> b in go(n) when n > 0 do shared := shared + n out c(2 * n) back: b -> a }
machine B { var got: int = 0 initial z take: z -> z in c(got) when got < 10 do shared := shared * 10 out done(shared) }
instance l = A
instance r = B`
	m := start(t, text)
	m.want(m.try("l.send|r.take", 0), "blocked")
	m.want(m.try("l.send|r.take", 5), "blocked")
	m.want(m.try("l.send|r.take", 3), "!40 shared=40 l.n=3 r.got=6")
	if got := m.system.LocationName(m.config.Locations); got != "b, z" {
		t.Errorf("in %s", got)
	}
	m.want(m.try("l.send|r.take", 3), "error: move l.send|r.take does not start in b, z")
	m.want(m.try("l.back"), "shared=40 l.n=3 r.got=6")
	names := []string{}
	for _, move := range m.system.Possible(nil, m.config.Locations, m.config.Count) {
		names = append(names, move.Name)
	}
	if len(names) != 1 || names[0] != "l.send|r.take" {
		t.Errorf("possible: %q", names)
	}
}

func TestShape(t *testing.T) {
	const text = `input i(0..3) type E = enum { p, q } var x: int = 0, e: E initial s final u
t: s -> u in i(x)
choose: u -> s any k: E do e := k`
	m := start(t, text)
	m.want(m.try("t"), "error: move t takes 1 parameters, not 0")
	m.want(m.try("t", 4), "error: parameter x of move t is 4, outside 0..3")
	m.want(m.try("choose", 0), "error: move choose does not start in s")
	if m.system.Terminated(m.config.Locations) {
		t.Error("terminated in s")
	}
	m.want(m.try("t", 3), "x=3 e=p")
	if !m.system.Terminated(m.config.Locations) {
		t.Error("not terminated in u")
	}
	m.want(m.try("choose", 2), "error: parameter k of move choose is E#2, outside E")
	m.want(m.try("choose", 1), "x=3 e=q")
}

// TestCallArguments: the arguments of nested calls depend on the results of inner ones, and on the messages in a queue.
func TestCallArguments(t *testing.T) {
	const text = `extern f(int) -> int extern g(int, int) -> int channel q(int) fifo 2 var x: int = 4 initial s
send: s -> s out q(7)
nested: s -> s in q(v) do x := g(f(v + x), 1)`
	m := start(t, text)
	m.want(m.try("send"), "x=4")
	nested := m.move("nested")
	params := ints(make([]int64, len(nested.Params)))
	for i, p := range nested.Params {
		if p.Kind == sts.Returned {
			params[i] = term.IntValue(100)
		}
	}
	for call, want := range []string{"11", "100 1"} {
		args, err := m.in.CallArguments(m.config, nested, params, call)
		if err != nil {
			t.Fatal(err)
		}
		var parts []string
		for _, v := range args {
			parts = append(parts, v.Format(term.Int))
		}
		m.want(strings.Join(parts, " "), want)
	}
}

func TestStartAndHolds(t *testing.T) {
	s, _ := load(t, "const L: int var x: int = L + 1, y: nat initial s t: s -> s when x > y invariant i: x > y and L > 0", false)
	in := sts.NewInterpreter(s)
	for _, row := range []struct {
		limit, y int64
		want     bool
	}{{5, 5, true}, {5, 6, false}, {-1, 0, false}} {
		c, err := in.Start(ints([]int64{row.limit, 99, row.y}))
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := c.Values[1].Small(); n != row.limit+1 {
			t.Errorf("x starts at %d", n)
		}
		if got, err := in.Holds(c, s.Invariants[0].Cond); err != nil || got != row.want {
			t.Errorf("L=%d y=%d: got %t, %v", row.limit, row.y, got, err)
		}
	}
}

func TestConfigEqual(t *testing.T) {
	const text = "channel q(int) fifo 2 var x: int = 0 initial s t: s -> s do x := x + 1 out q(x) u: s -> v"
	m := start(t, text)
	first := m.config
	m.try("t")
	second := m.config
	m.try("u")
	if first.Equal(second) || second.Equal(m.config) || !first.Equal(start(t, text).config) {
		t.Error("configurations compare wrongly")
	}
	other := *second
	other.Queues = []sts.Queue[term.Value]{{Count: 1, Items: ints([]int64{2})}}
	if second.Equal(&other) {
		t.Error("queues are not compared")
	}
}
