package concolic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/bench/sample/hardmachine"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// benchmarks are the machines of the literature, as examples.
var benchmarks = []string{"ifss", "class2", "atm", "korelvending", "cruise", "book", "inres"}

// TestBenchmarks: EC and AUTO reach every transition of every machine, for several seeds, and every run replays.
func TestBenchmarks(t *testing.T) {
	testkit.Sequential(t)
	for _, name := range benchmarks {
		for _, e := range []Engine{EC, Auto} {
			t.Run(name+"/"+string(e), func(t *testing.T) {
				for seed := range int64(10) {
					o := searchFor(t, example(t, name), Options{Engine: e, Seed: seed})
					if m := missed(o); len(m) > 0 {
						t.Errorf("seed %d: not reached: %v", seed, m)
					}
					mustReplay(t, o)
				}
			})
		}
	}
}

// TestBaselines: the other engines terminate, and their runs replay.
func TestBaselines(t *testing.T) {
	for _, e := range []Engine{Rand, Cons, Symb} {
		o := searchFor(t, example(t, "korelvending"), Options{Engine: e, Seed: 1, Steps: 20_000, Workers: 2})
		if o.Covered() < 5 {
			t.Errorf("%s reached %d transitions only", e, o.Covered())
		}
		mustReplay(t, o)
	}
}

// sample makes a hard machine.
func sample(t testing.TB, locations, transitions int, seed int64, kinds ...hardmachine.Kind) (*sts.System, *hardmachine.Machine) {
	t.Helper()
	m, err := hardmachine.Generate(hardmachine.Options{Locations: locations, Transitions: transitions, Seed: seed, Kinds: kinds, Open: hardmachine.DefaultOpen})
	if err != nil {
		t.Fatal(err)
	}
	return testkit.LoadText(t, m.Text), m
}

// TestHardMachine: AUTO reaches everything that can be reached in machines with every kind of hard guard, alone and with two
// workers, and nothing that cannot.
func TestHardMachine(t *testing.T) {
	for _, workers := range teams() {
		s, machine := sample(t, 30, 60, 1)
		o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Workers: workers, Queries: 1500, Steps: 20_000_000})
		if want := len(o.Hits) - len(machine.Unreachable); o.Covered() != want {
			t.Errorf("%d workers: %d transitions reached, want %d; missed: %v", workers, o.Covered(), want, missed(o))
		}
		mustReplay(t, o)
		for _, name := range machine.Unreachable {
			for _, h := range o.Hits {
				if h != nil && h.Transition.Name == name {
					t.Errorf("%s was reached, but cannot be", name)
				}
			}
		}
	}
}

// TestBackjumping: values that are remembered and judged later are out of reach for CONS, and EC finds them backwards.
func TestBackjumping(t *testing.T) {
	testkit.Sequential(t)
	s, _ := sample(t, 30, 60, 3, hardmachine.Delayed, hardmachine.Checksum)
	cons := searchFor(t, s, Options{Engine: Cons, Seed: 1, Steps: 20_000})
	ec := searchFor(t, s, Options{Engine: EC, Seed: 1, Steps: 1_000_000, Queries: 5000})
	if len(missed(ec)) > 0 || ec.Covered() <= cons.Covered() {
		t.Errorf("EC reached %d of %d, CONS %d; missed by EC: %v", ec.Covered(), len(ec.Hits), cons.Covered(), missed(ec))
	}
	jumped := 0
	for _, h := range ec.Hits {
		if h != nil && h.How == "multi-level backjumping" {
			jumped++
		}
	}
	if jumped == 0 {
		t.Error("nothing was reached by backjumping")
	}
	mustReplay(t, ec)
}

// TestCounting: a count that every wrong choice sets back is out of reach for CONS. EC continues the count where it stopped, though no path
// to the end of the count has weight.
func TestCounting(t *testing.T) {
	testkit.Sequential(t)
	s := testkit.LoadText(t, "input tick(x: 0..99)\nvar n: int = 0\ninitial idle\nenter: idle -> counting in tick(_)\n"+
		"up: counting -> counting in tick(x) when n < 300 and x < 50 do n := n + 1\nfull: counting -> idle in tick(_) when n == 300\n"+
		"back: counting -> idle in tick(x) when n < 300 and x >= 50 do n := 0\n")
	for e, want := range map[Engine]int{Cons: 3, EC: 4} {
		o := searchFor(t, s, Options{Engine: e, Seed: 1, Steps: 2_000_000})
		if o.Covered() != want {
			t.Errorf("%s reached %d transitions, want %d; missed: %v", e, o.Covered(), want, missed(o))
		}
		mustReplay(t, o)
	}
}

// fingerprint contains everything in an outcome that a seed must reproduce: which transitions were reached, when in steps and queries, by
// what inputs.
func fingerprint(o *Outcome) string {
	var b strings.Builder
	for _, h := range o.Hits {
		if h == nil {
			continue
		}
		fmt.Fprintf(&b, "%s %s %d %d %d:", h.Transition.Name, h.How, h.Point.Steps, h.Point.Queries, h.Run.Length)
		for _, s := range h.Run.All() {
			fmt.Fprintf(&b, " %s%v", s.Move.Name, s.Params)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%d %d %s %v", o.Steps, o.Queries, o.Stop, o.Why)
	return b.String()
}

// TestSeedsReproduce: with one worker, and limits in steps and queries, a seed gives the same search again.
func TestSeedsReproduce(t *testing.T) {
	testkit.Sequential(t)
	for _, e := range []Engine{Rand, Cons, EC, Auto} {
		options := Options{Engine: e, Seed: 7, Steps: 15_000, Queries: 400, Inactivity: 500}
		once := func(seed int64) string {
			s, _ := sample(t, 40, 80, 2)
			options.Seed = seed
			return fingerprint(searchFor(t, s, options))
		}
		first := once(7)
		if again := once(7); again != first {
			t.Errorf("%s: the second run differs from the first", e)
		}
		if once(8) == first {
			t.Errorf("%s: another seed makes no difference", e)
		}
	}
}

// TestEnds: searches in which little or nothing can be done come to an end, with reasons. Of questions that the solver cannot decide a few are
// enough, since each takes all of its time.
func TestEnds(t *testing.T) {
	testkit.Sequential(t)
	for _, row := range []struct{ name, text, target, reason string }{
		{"stuck", "input go()\ninitial s\nt: s -> u in go() when false\nv: u -> u in go()\n", "v", "proved unreachable"},
		{"unreachable value", "input go(n: 0..9)\nvar x: int = 0\ninitial s\nset: s -> s in go(n) do x := 2 * n\nodd: s -> s in go(_) when x % 2 == 1\n", "odd", "not reached"},
		{"no inputs", "var x: int = 0\ninitial s\nup: s -> s when x < 5 do x := x + 1\nend: s -> e when x == 5\nmore: e -> e when x == 6\n", "more", "not reached"},
		{"no sender", "input go()\nchannel q() fifo 2\ninitial s\ntake: s -> s in q()\nother: s -> s in go()\n", "take", "not reached"},
		{"unknown", "input go(a: int, b: int, c: int)\ninitial s\nt: s -> s in go(a, b, c) when a > 2 and b > 2 and c > 2 and a * a * a + b * b * b == c * c * c\n", "t", ""},
	} {
		for _, e := range []Engine{Rand, Cons, Symb, EC, Auto} {
			s := testkit.LoadText(t, row.text)
			options := Options{Engine: e, Seed: 1, Steps: 2000, Queries: 150, Inactivity: 100}
			if e == Symb {
				options.Steps = 200 // for SYMB: states
			}
			if row.name == "unknown" {
				options.NewSolver, options.Queries = hastySolver(s), 5
			}
			o := searchFor(t, s, options)
			for i, tr := range o.System.Transitions() {
				if tr.Name != row.target {
					continue
				}
				if o.Hits[i] != nil || o.Why[i].Reason == "" || e != Symb && !strings.Contains(o.Why[i].Reason, row.reason) {
					t.Errorf("%s, %s: %s has the reason %q", row.name, e, tr.Name, o.Why[i].Reason)
				}
			}
			mustReplay(t, o)
		}
	}
}

// TestInitialValues: the solver chooses values for slots that start with any value, within the assumptions.
func TestInitialValues(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\nvar x: int, y: 0..100\nassume x > 10 and x < y\ninitial s\n"+
		"lucky: s -> u in go(n) when x == 77 and n == x + y\nno: s -> u in go(_) when x > 99\nback: u -> s in go(_) do y := 3\n")
	for _, e := range []Engine{EC, Auto} {
		o := searchFor(t, s, Options{Engine: e, Seed: 1, Steps: 20_000, Queries: 500, Inactivity: 500})
		if o.Hits[0] == nil {
			t.Errorf("%s did not reach lucky: %s", e, o.Why[0].Reason)
		}
		if o.Hits[1] != nil {
			t.Errorf("%s reached what the assumptions exclude", e)
		}
		mustReplay(t, o)
	}
	s = testkit.LoadText(t, "var x: int\nassume x > 1 and x < 1\ninitial s\nt: s -> s when x > 0\n")
	if _, err := Search(t.Context(), s, Options{NewSolver: newSolver(s)}); err != run.ErrNoInitialState {
		t.Errorf("got %v", err)
	}
}

// TestProofs: targets that are proved unreachable are dropped, with those behind them, and the search ends.
func TestProofs(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: 0..9)\nvar x: int = 0\ninitial s\nset: s -> s in go(n) do x := 2 * n\nodd: s -> u in go(_) when x % 2 == 1\nbehind: u -> s in go(_)\n")
	calls := 0
	o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Prove: proveOdd(&calls)})
	if calls == 0 || o.Covered() != 1 || o.Stop != result.StopCovered {
		t.Errorf("called %d times, %d reached, ended by %s", calls, o.Covered(), o.Stop)
	}
	want := []string{"", "proved unreachable: x is even", "proved unreachable: only transitions that are proved unreachable lead to u"}
	for i := range want {
		if o.Why[i].Reason != want[i] {
			t.Errorf("%s: %q", s.Transitions()[i].Name, o.Why[i].Reason)
		}
	}
}

// TestMachines: searches of systems with several machines and queues terminate, and their runs replay.
func TestMachines(t *testing.T) {
	text := "input go(n: int)\nchannel c(int)\nchannel q(int) fifo 2\nvar x: int = 0\n" +
		"machine A { var a: int = 0 initial a1 take: a1 -> a2 in go(n) do a := n send: a2 -> a1 out c(a + 1) put: a2 -> a1 out q(a) }\n" +
		"machine B { initial b1 got: b1 -> b1 in c(v) do x := v queued: b1 -> b1 in q(v) do x := -v goal: b1 -> b2 when x == 4242 other: b2 -> b1 when x == 4242 }\n" +
		"instance a = A\ninstance b = B\n"
	for _, e := range Engines {
		o := searchFor(t, testkit.LoadText(t, text), Options{Engine: e, Seed: 1, Steps: 20_000, Queries: 500, Inactivity: 500})
		if len(missed(o)) > 0 && (e == EC || e == Auto) {
			t.Errorf("%s: not reached: %v", e, missed(o))
		}
		mustReplay(t, o)
	}
}

// TestNoSolver: a solver that cannot be started is an error.
func TestNoSolver(t *testing.T) {
	s := example(t, "ifss")
	_, err := Search(t.Context(), s, Options{NewSolver: func() (smt.Solver, error) { return smt.New(smt.Config{Command: []string{"no-such-solver"}}) }})
	if err == nil || !strings.Contains(err.Error(), "no-such-solver") {
		t.Errorf("got %v", err)
	}
}
