package reach_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// deep has an invariant that only long runs break, one that holds, and a transition that comes after both machines have done something.
const deep = `system Deep
input put(v: int)
var x: int = 0
machine A {
  initial a
  up: a -> a in put(v) when v > 3 do x := x + 1
}
machine B {
  initial b
  go: b -> c when x > 30
}
instance a = A()
instance b = B()
invariant small: x < 40
invariant natural: x >= 0
`

// TestGoalsOfEveryKind: an invariant that only long runs break is found by watches, beside a transition; the run is one of the system itself.
func TestGoalsOfEveryKind(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, deep)
	goals := []reach.Goal{{Invariant: &s.Invariants[0]}, {Invariant: &s.Invariants[1]}, {Transition: s.Transitions()[1]}}
	reply := ask(t, s, func(q *reach.Question) { q.Goals = goals })
	small, natural, went := &reply.Answers[0], &reply.Answers[1], &reply.Answers[2]
	if small.Engine != result.ConcolicEngine || small.Finding == nil || small.Finding.Depth < 40 || !small.Goal.IsShownBy(small.Finding) {
		t.Errorf("small: %+v", small)
	}
	for _, step := range small.Run.Steps()[1:] {
		if step.Move != s.Moves()[step.Move.ID] {
			t.Fatalf("%s is not a move of the system", step.Move.Name)
		}
	}
	if natural.Engine != result.InductionEngine || natural.Why.Status != result.Unreachable || len(natural.Invariant) == 0 {
		t.Errorf("natural: %+v", natural)
	}
	if went.Run == nil || went.Run.Move != s.Moves()[went.Run.Move.ID] || went.Run.Move.Name != "b.go" {
		t.Errorf("go: %+v", went)
	}
	bounded := ask(t, s, func(q *reach.Question) { q.Goals, q.Depth = goals, 10 })
	if len(bounded.Open()) != 2 {
		t.Errorf("with runs of up to 10 steps %d goals are open", len(bounded.Open()))
	}
}

// countdown divides by zero after a while.
const countdown = `system Countdown
var x: 0..20 = 9
initial a
final b
input tick()
down: a -> a in tick() when x > 0 do x := x - 1
halt: a -> b in tick() when 10 / x > 100
never: b -> a in tick()
invariant low: x <= 9
`

// TestEnginesAgree: the search of all states and symbolic execution agree about a transition, an invariant and model errors.
func TestEnginesAgree(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, countdown)
	goals := []reach.Goal{{Error: true}, {Invariant: &s.Invariants[0]}, {Transition: s.Transitions()[2]}}
	for _, only := range []result.SearchEngine{result.StatesEngine, result.TreeEngine} {
		reply := ask(t, s, func(q *reach.Question) {
			q.Goals, q.Only = goals, []result.SearchEngine{only}
			q.Tree = &explore.Options{Strategy: explore.BreadthFirst, Depth: 30, States: 1000, Prune: true, NewSolver: q.NewSolver}
		})
		failed, low, never := reply.Answers[0], reply.Answers[1], reply.Answers[2]
		if failed.Finding == nil || failed.Finding.Kind != "division-by-zero" || len(failed.Finding.Trace.Steps) != 10 {
			t.Errorf("%s, errors: %+v", only, failed)
		}
		if low.Engine != only || low.Why.Status != result.Unreachable || never.Engine != only || never.Run != nil {
			t.Errorf("%s: low is %+v, never %+v", only, low.Why, never.Why)
		}
		if reply.States() == 0 || len(reply.Engines) != 1 || reply.Engines[0].Decided != 3 {
			t.Errorf("%s: %+v", only, reply.Engines)
		}
	}
}

// falling leaves its bound after three steps, and continues forever.
const falling = `system Falling
var p: real = 2.5
initial s
down: s -> s do p := p - 1
invariant positive: p >= 0
invariant low: p < 3
`

// TestStatesEndWithTheGoals: the search of all states of a model that has infinitely many ends when it has decided the goals.
func TestStatesEndWithTheGoals(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, falling)
	only := []result.SearchEngine{result.StatesEngine}
	reply := ask(t, s, func(q *reach.Question) { q.Goals, q.Only = []reach.Goal{{Invariant: &s.Invariants[0]}}, only })
	if a := reply.Answers[0]; a.Finding == nil || len(a.Finding.Trace.Steps) != 3 || reply.States() > 100 {
		t.Errorf("%d states: %+v", reply.States(), a)
	}
	reply = ask(t, s, func(q *reach.Question) { q.Goals, q.Only = []reach.Goal{{Invariant: &s.Invariants[1]}}, only })
	if a := reply.Answers[0]; !a.Open() || reply.Spaces[0].Stop != result.StopStates {
		t.Errorf("%s after %d states: %+v", reply.Spaces[0].Stop, reply.States(), a)
	}
}
