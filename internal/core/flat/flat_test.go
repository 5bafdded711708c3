package flat_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// pair is one run in both executions.
type pair struct {
	in     *sts.Interpreter
	config *sts.Config
	runner *flat.Runner
	queued int // steps with queues that closures took
}

func newPair(t interface{ Fatal(...any) }, s *sts.System, machine *flat.Machine, free []term.Value) *pair {
	p := &pair{in: sts.NewInterpreter(s), runner: machine.NewRunner(nil)}
	start, err := p.in.Start(free)
	if err != nil {
		t.Fatal(err)
	}
	p.config = start
	p.runner.Load(machine.Compact(start))
	return p
}

// step makes a move in both and compares.
func (p *pair) step(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, m *sts.Move, params []term.Value) sts.Outcome {
	hopeless := p.runner.Hopeless(m)
	attempted := p.attempt(m, params)
	want, err := p.in.Try(p.config, m, params)
	if hopeless && err == nil && want.Outcome == sts.Done {
		t.Fatalf("%s%v was called hopeless, but was taken", m.Name, params)
	}
	got, flatErr := p.runner.Step(m, params)
	if (err == nil) != (flatErr == nil) || err == nil && want.Outcome != got {
		t.Fatalf("%s%v: the interpreter says %d (%v), flat %d (%v)", m.Name, params, want.Outcome, err, got, flatErr)
	}
	if err == nil && want.Outcome == sts.Done {
		p.config = want.Next
	}
	if attempted != nil && (attempted.outcome != got || got == sts.Done && !slices.Equal(attempted.words, p.runner.Words())) {
		t.Fatalf("%s%v: attempted %v, then taken %d to %v", m.Name, params, attempted, got, p.runner.Words())
	}
	if attempted != nil && (m.Dequeue != nil || len(m.Enqueue) > 0) && got == sts.Done {
		p.queued++
	}
	if !p.runner.Expanded().Equal(p.config) {
		t.Fatalf("after %s%v: %v, flat %v", m.Name, params, p.config, p.runner.Expanded())
	}
	return want.Outcome
}

// states compiles a system for states that are stored.
func states(s *sts.System) *flat.Machine { return flat.CompileStates(s, s.Moves(), nil) }

// attempt is an attempt of a step that closures decide.
type attempt struct {
	outcome sts.Outcome
	words   []int64 // after the step, if it is done
}

// attempt attempts a move; nil if closures cannot take it.
func (p *pair) attempt(m *sts.Move, params []term.Value) *attempt {
	words := make([]int64, len(m.Params))
	if !p.runner.QueuesAllow(m) || !flat.WordsOf(m, params, words) || slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return p.config.Locations[t.Machine] != t.From }) {
		return nil
	}
	before := slices.Clone(p.runner.Words())
	outcome, decided := p.runner.Attempt(m, words)
	if !decided {
		return nil
	}
	places, changed := p.runner.Changes()
	for i, place := range places {
		before[place] = changed[i]
	}
	return &attempt{outcome, before}
}

// Random models with queues take most of their steps by closures, also those that send and receive.
func TestQueuesAreWords(t *testing.T) {
	models, sending, steps, queued := 0, 0, 0, 0
	for seed := uint64(0); models < testkit.Models(); seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		if s == nil || !model.HasQueue() {
			continue
		}
		models++
		draw, free := rand.New(rand.NewPCG(seed, 1)), make([]term.Value, len(s.Slots))
		for i, slot := range s.Slots {
			free[i] = slot.Sort.Default()
		}
		p := newPair(t, s, flat.CompileStates(s, s.Moves(), nil), free)
		for range 30 {
			moves := p.runner.Possible()
			if len(moves) == 0 {
				break
			}
			m := moves[draw.IntN(len(moves))]
			params := make([]term.Value, len(m.Params))
			for i, q := range m.Params {
				values := q.Sort.Values(100)
				params[i] = values[draw.IntN(len(values))]
			}
			if p.step(t, m, params) == sts.Done && (m.Dequeue != nil || len(m.Enqueue) > 0) {
				steps++
			}
		}
		if p.queued > 0 {
			sending++
		}
		if p.runner.IsLarge() {
			t.Errorf("seed %d: something is no word\n%s", seed, model.Text())
		}
		queued += p.queued
	}
	t.Logf("%d of %d steps with queues by closures, in %d of %d models", queued, steps, sending, models)
	if queued < steps*9/10 || sending < models/5 {
		t.Errorf("only %d of %d steps with queues were taken by closures, in %d of %d models", queued, steps, sending, models)
	}
}

func TestAgreesWithInterpreter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.TryText(t, testkit.Model(t))
		if s == nil {
			return
		}
		free := make([]term.Value, len(s.Slots))
		for i, slot := range s.Slots {
			if slot.Init == nil {
				free[i] = random.Value(t, slot.Sort)
			}
		}
		p := newPair(t, s, rapid.SampledFrom([]func(*sts.System) *flat.Machine{flat.Compile, states}).Draw(t, "machine")(s), free)
		for range 30 {
			moves := p.runner.Possible()
			if len(moves) == 0 {
				return
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			params := make([]term.Value, len(m.Params))
			for i, q := range m.Params {
				if q.Kind != sts.Dequeued {
					params[i] = random.Value(t, q.Sort)
				}
			}
			p.step(t, m, params)
		}
	})
}

// operations has every operation of machine integers and of int, over two inputs.
const operations = `
input signed(a: int8, b: int8)
input unsigned(a: uint64, b: uint64)
input whole(a: int, b: int)
var s: int8 = 0, u: uint64 = 0, n: int = 0, p: bool = false
initial l
sAdd: l -> l in signed(a, b) do s := a + b
sMul: l -> l in signed(a, b) do s := a * b
sDiv: l -> l in signed(a, b) when b != 0 do s := a / b
sMod: l -> l in signed(a, b) when b != 0 do s := a % b
sAnd: l -> l in signed(a, b) do s := (a & b) ^ (~a | b)
sLeft: l -> l in signed(a, b) do s := a << b
sRight: l -> l in signed(a, b) do s := a >> b
sLess: l -> l in signed(a, b) do p := a < b
uAdd: l -> l in unsigned(a, b) do u := a + b
uMul: l -> l in unsigned(a, b) do u := a * b
uDiv: l -> l in unsigned(a, b) when b != 0 do u := a / b
uMod: l -> l in unsigned(a, b) when b != 0 do u := a % b
uLeft: l -> l in unsigned(a, b) do u := a << b
uRight: l -> l in unsigned(a, b) do u := a >> b
uLess: l -> l in unsigned(a, b) do p := a < b
uInt: l -> l in unsigned(a, b) do n := int(a); s := int8(b)
nAdd: l -> l in whole(a, b) do n := a + b + n
nMul: l -> l in whole(a, b) do n := a * b
nDiv: l -> l in whole(a, b) when b != 0 do n := a / b
nMod: l -> l in whole(a, b) when b != 0 do n := a % b
nCut: l -> l in whole(a, b) do u := uint64(a * b); s := int8(n)
unsafe: l -> l in whole(a, b) when a / b > 2 do n := a % b
twice: l -> l in whole(a, b) when (a + b) * (a + b) > 9 or (a + b) % 3 == 1 do n := (a + b) * (a + b)
`

// TestOperations feeds corner values to every operation.
func TestOperations(t *testing.T) {
	s := testkit.TryText(t, operations)
	corners := []int64{0, 1, -1, 2, -2, 3, 7, -7, 63, 64, 65, 127, -128, 255, math.MaxInt32, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1}
	machine := flat.Compile(s)
	p := newPair(t, s, machine, make([]term.Value, len(s.Slots)))
	for _, m := range s.Moves() {
		done := 0
		for _, a := range corners {
			for _, b := range corners {
				params := []term.Value{term.IntValue(a), term.IntValue(b)}
				if m.Input.Name == "signed" {
					params = []term.Value{term.IntValue(int64(int8(a))), term.IntValue(int64(int8(b)))}
				}
				if p.step(t, m, params) == sts.Done {
					done++
				}
			}
		}
		if done == 0 {
			t.Errorf("%s was never taken", m.Name)
		}
	}
}

// TestLargeNumbers leaves 64 bits and comes back.
func TestLargeNumbers(t *testing.T) {
	s := testkit.TryText(t, "input put(x: int)\nvar n: int = 1\ninitial l\ntwice: l -> l do n := n * 2\nput: l -> l in put(x) do n := x\n")
	p := newPair(t, s, flat.Compile(s), nil)
	twice, put := s.Moves()[0], s.Moves()[1]
	for range 100 {
		p.step(t, twice, nil)
	}
	if !p.runner.IsLarge() {
		t.Error("2 to the 100 fits a word")
	}
	p.step(t, put, []term.Value{term.BigValue(new(big.Int).Lsh(big.NewInt(1), 70))})
	if !p.runner.IsLarge() {
		t.Error("2 to the 70 fits a word")
	}
	p.step(t, put, []term.Value{term.IntValue(3)})
	if p.runner.IsLarge() {
		t.Error("3 does not fit a word")
	}
}

// TestCollections runs a model with collections in both executions.
func TestCollections(t *testing.T) {
	s := testkit.TryText(t, `
type Reply = ok{value: int} | busy
input put(list: int[..3], tags: set string, note: int?)
input answer(reply: Reply)
var items: int[] = []
var tags: map string -> int = {}
var last: Reply = busy
var n: int = 0
initial l
put: l -> l in put(list, t, note) when len(list) > 0 and (note == none or value(note) > 3) do items := items + list; tags := {k: len(k) for k in t}; n := sum(items)
take: l -> l when len(items) > 4 do items := items[2:]
answer: l -> l in answer(r) when r != last do last := r
plain: l -> l when n > 5 do n := n - 5
`)
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(t, s, flat.Compile(s), make([]term.Value, len(s.Slots)))
		for range 20 {
			m := rapid.SampledFrom(s.Moves()).Draw(t, "move")
			var params []term.Value
			for _, q := range m.Params {
				params = append(params, types.Leaf(t, q.Sort))
			}
			p.step(t, m, params)
		}
		if !p.runner.IsLarge() {
			t.Fatal("collections fit words")
		}
	})
}

// sets has the operations on sets of few values, over two sets.
const sets = `
input pick(k: -2..5)
var a: set -2..5 = {}, b: set -2..5 = {1}, n: int = 0, same: bool = false
initial l
pick: l -> l in pick(k) when not k in a do a := a + {k}
drop: l -> l in pick(k) when k in a do a := a - {k}; n := len(a)
insert: l -> l in pick(k) do b := {x in b : x != k} + {k, 2}
union: l -> l do a := a + b
cut: l -> l when a <= b and len(a) > 1 do b := a & b
minus: l -> l do b := b - a; same := a == b
below: l -> l when forall k in a :: k < 5 and k + n < 11 do a := {x in a : x >= 0}
some: l -> l in pick(k) when exists x in b :: x > k do a := {k, k}
empty: l -> l when a == {} or b == {1, 2} do a := {1, 2, 5}
next: l -> l in pick(k) when k < 5 do b := b + {k + 1}
`

// Sets of few values are words: all steps are taken by closures, and as the interpreter takes them.
func TestSetsAreWords(t *testing.T) {
	s := testkit.TryText(t, sets)
	taken, decided, attempted := map[string]bool{}, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(t, s, states(s), make([]term.Value, len(s.Slots)))
		for range 50 {
			m := rapid.SampledFrom(s.Moves()).Draw(t, "move")
			var params []term.Value
			for _, q := range m.Params {
				params = append(params, types.Leaf(t, q.Sort))
			}
			attempted++
			if p.attempt(m, params) != nil {
				decided++
			}
			if p.step(t, m, params) == sts.Done {
				taken[m.Name] = true
			}
		}
		if p.runner.IsLarge() {
			t.Fatal("a set is no word")
		}
	})
	if decided != attempted || len(taken) != len(s.Moves()) {
		t.Errorf("closures took %d of %d steps, of the moves %v", decided, attempted, taken)
	}
}

// A set that gets a value which its variable cannot have is left to the interpreter, which finds the error.
func TestSetsOutsideTheirUniverse(t *testing.T) {
	s := testkit.TryText(t, "input pick(k: 0..9)\nvar a: set 0..3 = {}\ninitial l\npick: l -> l in pick(k) do a := a + {k}\n")
	p := newPair(t, s, states(s), make([]term.Value, len(s.Slots)))
	for k, want := range []sts.Outcome{sts.Done, sts.Done, sts.Done, sts.Done, sts.Unsafe} {
		if got := p.step(t, s.Moves()[0], []term.Value{term.IntValue(int64(k))}); got != want {
			t.Errorf("%d: %d, want %d", k, got, want)
		}
	}
}

// TestHopeless: guards that the state alone refutes are hopeless, and guards that some input satisfies are not.
func TestHopeless(t *testing.T) {
	s := testkit.TryText(t, "input put(x: 0..5)\nvar n: int = 1\ninitial l\nno: l -> l in put(x) when n == 2 and x > 3\nyes: l -> l in put(x) when n == 1 and x > 3\nopen: l -> l in put(x) when x > n + 9\n")
	p := newPair(t, s, flat.Compile(s), nil)
	for i, want := range []bool{true, false, false} {
		if got := p.runner.Hopeless(s.Moves()[i]); got != want {
			t.Errorf("%s: hopeless is %t", s.Moves()[i].Name, got)
		}
	}
}

// TestRefuses runs steps that the interpreter rejects.
func TestRefuses(t *testing.T) {
	s := testkit.TryText(t, "input put(x: 0..5)\nvar n: int = 1\ninitial l\nput: l -> m in put(x) do n := x\nback: m -> l\n")
	p := newPair(t, s, flat.Compile(s), nil)
	for _, params := range [][]term.Value{nil, {term.IntValue(6)}, {term.IntValue(1), term.IntValue(1)}} {
		if _, err := p.runner.Step(s.Moves()[0], params); err == nil {
			t.Errorf("%v is accepted", params)
		}
	}
	if _, err := p.runner.Step(s.Moves()[1], nil); err == nil {
		t.Error("a move from another location is accepted")
	}
}

// BenchmarkSteps steps small machines with inputs that are given; steps/s counts the transitions taken.
func BenchmarkSteps(b *testing.B) {
	for _, name := range []string{"ifss", "class2", "inres"} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", name, name+".sxt"))
			if err != nil {
				b.Fatal(err)
			}
			s := testkit.TryText(b, string(text))
			moves, params := round(b, s)
			r := newPair(b, s, flat.Compile(s), nil).runner
			start := r.Config()
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				if i%len(moves) == 0 {
					r.Load(start)
				}
				if _, err := r.Step(moves[i%len(moves)], params[i%len(moves)]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// round finds a walk of a thousand steps that were all taken, by trying small inputs in turn.
func round(b *testing.B, s *sts.System) (moves []*sts.Move, params [][]term.Value) {
	p := newPair(b, s, flat.Compile(s), nil)
	for n := int64(0); len(moves) < 1000 && n < 1_000_000; n++ {
		possible := p.runner.Possible()
		if len(possible) == 0 {
			return moves, params
		}
		m := possible[n%int64(len(possible))]
		values := make([]term.Value, len(m.Params))
		for i := range values {
			values[i] = term.IntValue((n * int64(7+i)) % 120)
		}
		if p.step(b, m, values) == sts.Done {
			moves, params = append(moves, m), append(params, values)
		}
	}
	return moves, params
}
