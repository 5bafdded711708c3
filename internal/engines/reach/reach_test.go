package reach_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// ask asks about all transitions of a system.
func ask(t *testing.T, s *sts.System, edit func(*reach.Question)) *reach.Reply {
	t.Helper()
	_, newSolver := testkit.Solvers(t)
	q := reach.Question{System: s, Goals: reach.Transitions(s.Transitions()), NewSolver: newSolver, Proofs: reach.Brief(reach.UsualQueries)}
	if edit != nil {
		edit(&q)
	}
	reply, err := reach.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// TestGoalsEqualExplicitStates: on random finite models every transition is decided, in agreement with an execution that shares no code.
func TestGoalsEqualExplicitStates(t *testing.T) {
	testkit.NeedsSolver(t)
	models, decided := testkit.Models(), map[result.SearchEngine]int{}
	for seed, n := uint64(0), 0; n < models; seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		seen := model.Explore(20_000)
		if s == nil || !seen.Complete || seen.States == 0 {
			continue
		}
		n++
		for _, a := range ask(t, s, nil).Answers {
			decided[a.Engine]++
			switch {
			case a.Open():
				t.Errorf("seed %d: %s is left open\n%s", seed, a.Goal.Transition.Name, model.Text())
			case (a.Run != nil) != seen.Taken[a.Goal.Transition.Name]:
				t.Errorf("seed %d: %s is %s by %s, but taken is %v\n%s", seed, a.Goal.Transition.Name, a.Why.Status, a.Engine, seen.Taken[a.Goal.Transition.Name], model.Text())
			}
		}
	}
	t.Log(decided)
	if decided[result.StatesEngine] < models || decided[result.InductionEngine] < models/4 {
		t.Errorf("too few answers of an engine to mean something: %v", decided)
	}
}

// machines is a model of machines that wait for each other.
const machines = `system Machines
input put(v: int)
var sum: int = 0
machine M(me: int) {
  var c: int = 0
  initial a
  take: a -> b in put(v) when v > me do c := v
  more: b -> c when c > sum do sum := sum + 1
  less: b -> c when c <= sum do sum := 0
  back: c -> a
  never: c -> a when me < 0
}
instance m0 = M(0)
instance m1 = M(1)
instance m2 = M(2)
`

// TestEngines: each engine decides the goals that it can, the next ones the rest, and those that do not apply give the reason.
func TestEngines(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, machines)
	reply := ask(t, s, nil)
	for _, a := range reply.Answers {
		if impossible := a.Goal.Transition.Name[len(a.Goal.Transition.Name)-len("never"):] == "never"; impossible != (a.Why.Status == result.Unreachable) || a.Open() {
			t.Errorf("%s: %s by %q", a.Goal.Transition.Name, a.Why.Status, a.Engine)
		}
		if a.Run != nil && a.Run.Move.Parts[0] != a.Goal.Transition {
			t.Errorf("the run to %s ends with %s", a.Goal.Transition.Name, a.Run.Move.Name)
		}
	}
	if len(reply.Engines) != 3 || reply.Engines[0].Decided != 3 || reply.Engines[1].Refusal == nil || reply.Engines[2].Decided != 12 {
		t.Errorf("%+v", reply.Engines)
	}
	bounded := ask(t, s, func(q *reach.Question) { q.Bounded, q.Proofs = true, nil })
	for _, use := range bounded.Engines {
		if use.Refusal == nil || use.Decided > 0 {
			t.Errorf("%+v", use)
		}
	}
	if len(bounded.Engines) != 3 {
		t.Errorf("%+v", bounded.Engines)
	}
}
