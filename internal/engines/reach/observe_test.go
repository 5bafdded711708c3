package reach_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// observed is a goal with what an execution that shares no code says of it.
type observed struct {
	goal reach.Goal
	name string
	want bool
}

// observe lists some goals about two transitions of a random model.
func observe(s *sts.System, model *explicit.Model, first, second *sts.Transition) (out []observed, complete bool) {
	const limit = 20_000
	after := func(memory string, then func(memory, t string) string, goal reach.Goal, name string) {
		memories, whole := model.Follow(limit, memory, then)
		complete = complete && whole
		out = append(out, observed{goal, name, memories["done"]})
	}
	complete = true
	flags := func(memory, t string) string { // which of the two were taken, in which order
		switch {
		case memory == "done" || memory == "first" && t == second.Name:
			return "done"
		case memory == "first" || t == first.Name:
			return "first"
		}
		return ""
	}
	after("", flags, reach.Goal{Purpose: &sts.Purpose{Name: "p", Kind: sts.FollowSequence, Transitions: []*sts.Transition{first, nil, second}}}, "first, *, second")
	direct := func(memory, t string) string {
		switch {
		case memory == "done" || memory == "first" && t == second.Name:
			return "done"
		case t == first.Name:
			return "first"
		}
		return ""
	}
	after("", direct, reach.Goal{Purpose: &sts.Purpose{Name: "p", Kind: sts.FollowSequence, Transitions: []*sts.Transition{first, second}}}, "first, second")
	both := func(memory, t string) string {
		for letter, one := range map[string]string{"1": first.Name, "2": second.Name} {
			if t == one && !strings.Contains(memory, letter) {
				memory += letter
			}
		}
		if memory == "12" || memory == "21" || first == second && memory != "" {
			return "done"
		}
		return strings.TrimPrefix(memory, "done")
	}
	if first != second {
		after("", func(memory, t string) string {
			if memory == "done" {
				return memory
			}
			return both(memory, t)
		}, reach.Goal{Purpose: &sts.Purpose{Name: "p", Kind: sts.ReachTransitions, Transitions: []*sts.Transition{first, second}}}, "first and second")
	}
	if first.Machine == second.Machine {
		own := func(t string) bool {
			return slices.ContainsFunc(s.Machines[first.Machine].Transitions, func(o *sts.Transition) bool { return o.Name == t })
		}
		after("", func(memory, t string) string {
			if memory != "done" && !own(t) {
				return memory
			}
			return direct(memory, t)
		}, reach.Goal{Pair: &reach.Pair{First: first, Second: second}}, "first then second")
	}
	return out, complete
}

// TestObservedGoalsEqualExplicitStates: on random finite models every purpose about transitions, and every pair, is decided as by an execution
// that shares no code, and each run meets its goal with its last step and not before.
func TestObservedGoalsEqualExplicitStates(t *testing.T) {
	testkit.NeedsSolver(t)
	models, count := testkit.Models(), map[bool]int{}
	for seed, n := uint64(0), 0; n < models; seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		seen := model.Explore(20_000)
		if s == nil || !seen.Complete || seen.States == 0 {
			continue
		}
		all := s.Transitions()
		goals, complete := observe(s, model, all[int(seed)%len(all)], all[int(seed/7)%len(all)])
		if !complete {
			continue
		}
		n++
		reply := ask(t, s, func(q *reach.Question) {
			q.Goals = nil
			for _, g := range goals {
				q.Goals = append(q.Goals, g.goal)
			}
		})
		for i, a := range reply.Answers {
			count[goals[i].want]++
			if a.Open() || (a.Run != nil) != goals[i].want {
				t.Errorf("seed %d: %s of %s, %s: %s by %q, reached is %v\n%s", seed, goals[i].name, all[int(seed)%len(all)].Name, all[int(seed/7)%len(all)].Name, a.Why.Status, a.Engine, goals[i].want, model.Text())
			}
			if a.Run != nil && goals[i].goal.Purpose != nil {
				if met, err := run.FirstMeets(goals[i].goal.Purpose, a.Run, nil); err != nil || met != len(a.Run.Steps())-1 {
					t.Errorf("seed %d: a run of %d steps meets %s after %d: %v", seed, len(a.Run.Steps())-1, goals[i].name, met, err)
				}
			}
		}
	}
	t.Log(count)
	if count[true] < models/4 || count[false] < models {
		t.Errorf("too few goals of a kind to mean something: %v", count)
	}
}

// committed has a location that another machine must leave first; a purpose about it is met there all the same.
const committed = `system Committed
machine A {
  initial a
  location b committed
  go: a -> b
  back: b -> a
}
machine B {
  var n: 0..9 = 0
  initial c
  tick: c -> c when n < 9 do n := n + 1
}
instance one = A()
instance two = B()
purpose meanwhile = location two.c when one.b and two.n == 9
purpose never = location one.b when two.n > 9
purpose handed = sequence two.tick, one.go, one.back
`

func TestObservedPurposes(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, committed)
	reply := ask(t, s, func(q *reach.Question) {
		q.Goals = nil
		for i := range s.Purposes {
			q.Goals = append(q.Goals, reach.Goal{Purpose: &s.Purposes[i]})
		}
	})
	meanwhile, never, handed := reply.Answers[0], reply.Answers[1], reply.Answers[2]
	if meanwhile.Run == nil || len(meanwhile.Run.Steps()) != 11 {
		t.Errorf("meanwhile: %+v", meanwhile)
	}
	if never.Run != nil || never.Why.Status != result.Unreachable {
		t.Errorf("never: %+v", never)
	}
	if handed.Run == nil || handed.Run.Move.Name != "one.back" {
		t.Errorf("handed: %+v", handed)
	}
	for _, use := range reply.Engines {
		if use.Goals > 3 {
			t.Errorf("%+v", use)
		}
	}
}
