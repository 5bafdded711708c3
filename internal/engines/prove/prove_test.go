package prove_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Every transition whose name begins with dead is proved by the method that its name ends with; no other is proved.
func TestMethods(t *testing.T) {
	for name, text := range map[string]string{
		"graph": `
			input i()
			initial a
			go:         a -> a in i()
			dead_graph: b -> a in i()
			dead2_graph: a -> b in i() when false`,
		"a set of values": `
			input i()
			var mode: int = 0
			initial a
			turn:           a -> a in i() when mode < 10 do mode := (mode + 1) % 4
			dead_invariant: a -> b in i() when mode == 7`,
		"an interval that must be widened": `
			input i(n: 0..9)
			var count: int = 0
			initial a
			up:             a -> a in i(_) when count < 1000 do count := count + 1
			down:           a -> a in i(n) when n == 7 and count > 0 do count := count - 1
			full:           a -> b in i(_) when count == 1000
			dead_invariant: a -> b in i(_) when count > 1000
			dead2_invariant: b -> a in i(_) when count < 1000`,
		"locations have their own invariants": `
			input i(n: int)
			var x: int
			initial a
			enter:          a -> b in i(x) when x > 5 and x < 20
			leave:          b -> a in i(_)
			dead_invariant: b -> a in i(_) when x >= 20
			ok:             a -> a in i(_) when x >= 30`,
		"an enumeration and a truth value": `
			type Light = enum { red, amber, green, off }
			input i()
			var light: Light = red, broken: bool = false
			initial a
			go:             a -> a in i() when light == red do light := green
			stop:           a -> a in i() when light == green do light := red
			dead_invariant: a -> a in i() when light == off
			dead2_invariant: a -> a in i() when broken`,
		"two variables that are set together": `
			input i(n: int, m: nat)
			var low: int = 0, high: int = 0
			initial a
			set:            a -> a in i(n, m) do low := n; high := n + m
			dead_invariant: a -> b in i(_, _) when low > high`,
		"parity": `
			input i()
			var x: int = 0
			initial a
			up:             a -> a in i() do x := x + 2
			dead_invariant: a -> b in i() when x % 2 == 1`,
		"machine integers wrap around": `
			input i()
			var x: uint8 = 0
			initial a
			up:   a -> a in i() do x := x + 100
			high: a -> b in i() when x > 250`,
		"an invariant that must be strengthened by a step": `
			input i()
			var x: int = 1, y: int = 2, z: int = 3
			initial a
			turn:             a -> a in i() do x, y, z := y, z, x
			dead_k-induction: a -> b in i() when x == y`,
		"steps in between that have nothing to do with it": `
			input i(n: int)
			var x: int = 1, y: int = 2, z: int = 3, other: int = 0
			initial a
			turn:             a -> a in i(_) do x, y, z := y, z, x
			note:             a -> a in i(n) do other := n
			dead_k-induction: a -> b in i(_) when x == y`,
		"behind an unreachable transition": `
			input i()
			var x: int = 0
			initial a
			up:             a -> a in i() do x := x + 2
			dead_invariant: a -> b in i() when x % 2 == 1
			dead2_invariant: b -> c in i()
			dead3_invariant: c -> a in i()`,
		"frozen constants": `
			const limit: nat
			assume limit > 3 and limit < 10
			input i()
			var x: int = limit
			initial a
			up:             a -> a in i() do x := x + 1
			dead_invariant: a -> a in i() when x < 4`,
		"externs may return anything of their type": `
			extern F(x: int) -> 0..9
			input i()
			var x: int = 0
			initial a
			call:           a -> a in i() do x := F(x)
			nine:           a -> a in i() when x == 9
			dead_invariant: a -> a in i() when x == 10`,
		"machines that meet": `
			channel c(n: int)
			input i(n: 0..3)
			var x: int = 0
			machine Sender {
			  initial a
			  send: a -> b in i(n) out c(n)
			  back: b -> a in i(_)
			}
			machine Receiver {
			  initial a
			  take: a -> b in c(n) do x := n + 1
			  dead_invariant: b -> a in i(_) when x == 0
			  dead_graph: a -> a in c(_) when false
			}
			instance s = Sender
			instance r = Receiver`,
		"queues may hold anything of their type": `
			channel q(0..5) fifo 2
			input i()
			var x: int = 0
			initial a
			put:            a -> a in i() out q(2)
			take:           a -> a in q(x)
			dead_invariant: a -> a in i() when x == 6`,
	} {
		t.Run(name, func(t *testing.T) {
			text = strings.ReplaceAll(text, "k-induction", "kinduction")
			for name, a := range unreachable(t, testkit.LoadText(t, text), prove.Options{}) {
				_, short, _ := strings.Cut("."+name, ".")
				short = short[strings.LastIndex(short, ".")+1:]
				want := ""
				if before, method, ok := strings.Cut(short, "_"); ok && strings.HasPrefix(before, "dead") {
					want = strings.Replace(method, "kinduction", "k-induction", 1)
				}
				if string(a.Method) != want || a.Proved != (want != "") || a.Explain() == "" {
					t.Errorf("%s: proved %v by %q: %s", name, a.Proved, a.Method, a.Explain())
				}
			}
		})
	}
}

// The certificate lists the conditions by place, and only the necessary ones.
func TestCertificate(t *testing.T) {
	s := testkit.LoadText(t, `
		input i(n: 0..9)
		var count: int = 0, other: int = 0
		initial a
		up:   a -> a in i(n) when count < 50 do count := count + 1; other := n
		on:   a -> b in i(_) when count == 50
		dead: b -> a in i(n) when count < 50 and other == n`)
	a := unreachable(t, s, prove.Options{})["dead"]
	if len(a.Invariant) != 1 || a.Invariant[0].Place != "b" || a.Explain() != "in b always count >= 50" && a.Explain() != "in b always count == 50" {
		t.Errorf("%+v", a)
	}
}

// undecided is a solver that always answers unknown.
type undecided struct{}

func (undecided) Check(context.Context, smt.Query) (smt.Answer, error) {
	return smt.Answer{Status: smt.Unknown, Reason: "no idea"}, nil
}
func (undecided) Stats() smt.Stats { return smt.Stats{} }
func (undecided) Close() error     { return nil }

const counting = `
	input i(n: 0..9)
	var count: int = 0
	initial a
	up:    a -> a in i(_) when count < 1000 do count := count + 1
	dead:  a -> a in i(n) when count > 1000 + n
	graph: b -> b in i(_)`

// Unknown proves nothing.
func TestSolverThatNeverKnows(t *testing.T) {
	for name, a := range answers(t, testkit.LoadText(t, counting), undecided{}, prove.Options{}) {
		if a.Proved != (name == "graph") || a.Proved != (a.Undecided == 0) || a.Explain() == "" {
			t.Errorf("%+v", a)
		}
	}
}

func TestBounds(t *testing.T) {
	a := unreachable(t, testkit.LoadText(t, counting), prove.Options{Queries: 1})
	if a["dead"].Proved || a["dead"].Reason != prove.TooManyQueries || !a["graph"].Proved {
		t.Errorf("%+v", a)
	}
	s := testkit.LoadText(t, counting)
	z3 := solver(t)
	defer z3.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	found, err := prove.Unreachable(ctx, s, s.Transitions(), z3, prove.Options{})
	if err != nil || found[1].Proved || found[1].Reason != prove.Interrupted {
		t.Errorf("%v, %+v", err, found)
	}
	ctx, cancel = context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	found, err = prove.Unreachable(ctx, s, s.Transitions(), z3, prove.Options{})
	if err != nil || found[1].Reason != prove.OutOfTime {
		t.Errorf("%v, %+v", err, found)
	}
}

// broken is a solver that always fails.
type broken struct{ undecided }

var errBroken = errors.New("the solver is gone")

func (broken) Check(context.Context, smt.Query) (smt.Answer, error) { return smt.Answer{}, errBroken }

// Trouble with the environment is an error, not an answer.
func TestBrokenSolver(t *testing.T) {
	s := testkit.LoadText(t, counting)
	if _, err := prove.Unreachable(context.Background(), s, s.Transitions(), broken{}, prove.Options{}); !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
}

// A model that is too large is declined, except for results of the graph.
func TestTooLarge(t *testing.T) {
	var text strings.Builder
	text.WriteString("input i()\nvar a: int[4000] = [" + strings.Repeat("0, ", 3999) + "0]\ninitial s0\n")
	for i := range 600 {
		fmt.Fprintf(&text, "t%d: s%d -> s%d in i() when a[0] == 1\n", i, i, i+1)
	}
	text.WriteString("lost: alone -> alone in i()\n")
	found := unreachable(t, testkit.LoadText(t, text.String()), prove.Options{Work: 2_000_000})
	if !found["lost"].Proved || found["t0"].Reason != prove.TooLarge {
		t.Errorf("%+v, %+v", found["lost"], found["t0"])
	}
}

// Too many rows of locations become one place; proved claims still hold in all of them.
func TestManyMachines(t *testing.T) {
	var text strings.Builder
	text.WriteString("input i(n: 0..3)\nvar x: int = 0\n")
	text.WriteString("machine M {\n initial a\n ab: a -> b in i(n) do x := n\n bc: b -> c in i(_)\n ca: c -> a in i(_)\n dead: c -> c in i(_) when x > 3\n ok: c -> c in i(_) when x > 2\n}\n")
	for _, name := range strings.Fields("m1 m2 m3 m4 m5 m6 m7 m8") { // 3^8 rows
		text.WriteString("instance " + name + " = M\n")
	}
	for name, a := range unreachable(t, testkit.LoadText(t, text.String()), prove.Options{}) {
		if a.Proved != strings.HasSuffix(name, ".dead") {
			t.Errorf("%+v", a)
		}
	}
}
