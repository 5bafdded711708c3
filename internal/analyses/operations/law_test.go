package operations_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/operations"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// check checks the operations of a system.
func check(t *testing.T, s *sts.System) *operations.Report {
	t.Helper()
	r, err := operations.Check(t.Context(), s, operations.Options{Explore: explore.Options{Depth: 50, States: 2000, NewSolver: testkit.NewSolver}, Queries: 500, NewSolver: testkit.NewSolver})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

// step is a transition of a random machine: from a location to another if x is in a range, with an input or without; it sets x, or adds to it.
type step struct {
	from, to, low, high, by int
	adds, input             bool
}

// after is the value of x after a step with an input.
func (s step) after(x, a int) int {
	out := s.by
	if s.adds {
		out += x
	}
	if s.input {
		out += a
	}
	return out
}

func (s step) text(name int) string {
	in, value := "", fmt.Sprint(s.by)
	if s.adds {
		value += " + x"
	}
	if s.input {
		in, value = "in i(a) ", value+" + a"
	}
	return fmt.Sprintf("t%d: l%d -> l%d %swhen x >= %d and x <= %d do x := %s\n", name, s.from, s.to, in, s.low, s.high, value)
}

// config is a state of the machine with the transitions that have fired on the path to it, and whether the invariant held in all its states.
type config struct {
	at, x, fired int
	kept         bool
}

// machine is a random machine with the invariant that x is not one value, and is at most another.
type machine struct {
	steps     []step
	not, most int
}

func (m *machine) keeps(x int) bool { return x != m.not && x <= m.most }

// run executes the machine, state by state.
func (m *machine) run() map[config]bool {
	start := config{kept: m.keeps(0)}
	seen := map[config]bool{start: true}
	for queue := []config{start}; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		for k, s := range m.steps {
			if s.from != c.at || c.x < s.low || c.x > s.high {
				continue
			}
			for a := range 2 {
				x := s.after(c.x, a)
				next := config{s.to, x, c.fired | 1<<k, c.kept && m.keeps(x)}
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return seen
}

// needed is the least number of runs that together fire all of some transitions.
func needed(seen map[config]bool, all int) int {
	reached := map[int]bool{0: true} // unions of what some runs fire
	for runs := 0; ; runs++ {
		if reached[all] {
			return runs
		}
		next := map[int]bool{}
		for c := range seen {
			for set := range reached {
				if c.kept {
					next[set|c.fired] = true
				}
			}
		}
		reached = next
	}
}

// draw draws a machine and its model.
func draw(seed uint64) (*machine, string) {
	random := rand.New(rand.NewPCG(seed, 0))
	n := func(low, high int) int { return low + random.IntN(high-low+1) }
	m := &machine{not: n(0, 5), most: n(1, 6)}
	text := fmt.Sprintf("system M\ninput i(a: 0..1)\nvar x: int = 0\ninitial l0\ninvariant other: x != %d\ninvariant small: x <= %d\n", m.not, m.most)
	for k := range n(1, 7) {
		s := step{n(0, 2), n(0, 2), n(0, 1), n(1, 4), n(0, 2), n(0, 1) == 1, n(0, 1) == 1}
		m.steps = append(m.steps, s)
		text += s.text(k)
	}
	return m, text
}

// The answers about random machines agree with an execution state by state.
func TestOperationsEqualExplicitStates(t *testing.T) {
	testkit.NeedsSolver(t)
	machines, count := max(testkit.Models()/4, 60), map[string]int{}
	for seed := range uint64(machines) {
		m, text := draw(seed)
		compare(t, m, check(t, testkit.LoadText(t, text)), count, text)
	}
	t.Log(count)
	for _, kind := range []string{"covered", "unreachable", "breaks-invariant", "together", "apart"} {
		if count[kind] < machines/20 {
			t.Errorf("%v: too few are %s", count, kind)
		}
	}
}

// compare compares a report with all states.
func compare(t *testing.T, m *machine, r *operations.Report, count map[string]int, text string) {
	t.Helper()
	seen, live, fires := m.run(), 0, 0
	for c := range seen {
		fires |= c.fired
		if c.kept {
			live |= c.fired
		}
	}
	for k, o := range r.Operations {
		count[string(o.Status)]++
		want := result.Unreachable
		switch {
		case live>>k&1 == 1:
			want = result.Covered
		case fires>>k&1 == 1, !m.keeps(0): // no run keeps the invariants initially
			want = result.BreaksInvariant
		}
		if o.Status != want {
			t.Fatalf("t%d is %s (%s), not %s\n%s", k, o.Status, o.Reason, want, text)
		}
		if (o.Breaking != nil) != (want == result.BreaksInvariant) {
			t.Fatalf("t%d is %s with the breaking run %v\n%s", k, o.Status, o.Breaking, text)
		}
	}
	if live == 0 {
		return
	}
	least, want := needed(seen, live), result.Covered
	if least > 1 {
		want = result.Unreachable
		count["apart"]++
	} else {
		count["together"]++
	}
	if r.Together.Status != want || r.Least > least || len(r.Runs) < least || least == 1 && len(r.Runs) > 1 {
		t.Fatalf("together is %s (%s), with %d runs, at least %d; %d are needed\n%s", r.Together.Status, r.Together.Reason, len(r.Runs), r.Least, least, text)
	}
	fired := 0
	for _, run := range r.Runs {
		for _, f := range run.Fires {
			fired |= 1 << f.ID
		}
	}
	if fired != live {
		t.Fatalf("the runs fire %b, not %b\n%s", fired, live, text)
	}
	for _, e := range r.Excluding {
		both := 1<<e.Transitions[0].ID | 1<<e.Transitions[1].ID
		for c := range seen {
			if c.kept && c.fired&both == both {
				t.Fatalf("%s and %s do not exclude each other\n%s", e.Transitions[0].Name, e.Transitions[1].Name, text)
			}
		}
	}
}
