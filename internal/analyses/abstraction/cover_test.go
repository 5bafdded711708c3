package abstraction_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// study does everything that the command does with a set of predicates.
func study(t *testing.T, s *sts.System, set sts.PredicateSet, depth int, plan abstraction.Plan) *abstraction.Study {
	t.Helper()
	session := open(t, s, abstraction.Options{})
	reach, err := session.Reach(context.Background(), depth)
	if err != nil {
		t.Fatal(err)
	}
	a, err := session.Abstract(context.Background(), set)
	if err != nil {
		t.Fatal(err)
	}
	x, err := session.Study(context.Background(), a, reach, plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range x.Tests {
		if len(test.Chain.Steps) > 0 {
			replays(t, s, test)
		}
	}
	return x
}

// counter reaches its end after ten steps only, far beyond a small tree.
const counter = `
	var x: nat = 0
	var open: bool = false
	event push: when not open do open := true
	event step: when open and x < 10 do x := x + 1; open := false
	event ring: when x == 10
	event never: when x > 10 and open do x := 0
	invariant low: x <= 10
	predicates P = { open, x == 10, x > 5 }`

// The guided search covers parts that the chains from a small tree do not; the others are proved unreachable.
func TestSearch(t *testing.T) {
	s := testkit.LoadText(t, counter)
	without := study(t, s, s.Predicates[0], 1, abstraction.Plan{Repeat: 1})
	before := without.Derived.Coverage(without.Tests).Transitions
	if before.Covered+before.Unreachable == before.Total {
		t.Fatalf("the chains cover everything already: %+v", before)
	}
	with := study(t, s, s.Predicates[0], 1, abstraction.Plan{Repeat: 1, Search: 400})
	after := with.Derived.Coverage(with.Tests).Transitions
	if after.Covered != after.Total {
		t.Errorf("%d of %d covered: %v", after.Covered, after.Total, after.Missing)
	}
	little := study(t, s, s.Predicates[0], 1, abstraction.Plan{Repeat: 1, Search: 3})
	if c := little.Derived.Coverage(little.Tests).Transitions; c.Covered >= after.Covered {
		t.Errorf("three queries cover %d transitions", c.Covered)
	}
}

// Paths that are far longer than any tree: with eight batteries a part is reached only after seven failures.
func TestSearchFar(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", map[string]string{"n": "8"})
	x := study(t, s, s.Predicates[0], 1, abstraction.Plan{Repeat: 1, Search: 2000})
	if c := x.Derived.Coverage(x.Tests).Transitions; c.Covered != 11 {
		t.Errorf("%d of 11 covered: %v", c.Covered, c.Missing)
	}
}

// A path that depends on an earlier choice: e3 wants the numbers that e4 chose two steps ago.
func TestSearchChoice(t *testing.T) {
	s := testkit.LoadText(t, `
		var x: nat = 0
		var z: 0..2 = 0
		event choose: any a: nat when z == 0 do x, z := a, 1
		event pause: when z == 1 do z := 2
		event hit: when z == 2 and x == 77 do z := 0
		predicates P = { z == 0, z == 1 }`)
	x := study(t, s, s.Predicates[0], 0, abstraction.Plan{Repeat: 1, Search: 100})
	if c := x.Derived.Coverage(x.Tests).Transitions; c.Covered != 3 {
		t.Errorf("%d of 3 covered: %v", c.Covered, c.Missing)
	}
}

// A part without an incoming may is proved unreachable, unless the invariant is not preserved.
func TestUnreachable(t *testing.T) {
	model := `
		var x: int = 0
		event up: when x >= 0 do x := x + 2
		event odd: when x < 0 do x := 1
		predicates P = { x < 0 }`
	s := testkit.LoadText(t, model)
	x := study(t, s, s.Predicates[0], 1, abstraction.Plan{Repeat: 1})
	c := x.Derived.Coverage(x.Tests)
	if c.States.Unreachable != 1 || c.Transitions.Unreachable != 1 || c.Transitions.Covered != 1 {
		t.Errorf("%+v", c)
	}
	s = testkit.LoadText(t, model+"\ninvariant small: x < 100")
	x = study(t, s, s.Predicates[0], 1, abstraction.Plan{Repeat: 1})
	if len(x.Derived.Abstraction.Breaches) != 1 || x.Derived.Abstraction.Breaches[0].Move.Name != "up" || x.Derived.Abstraction.Breaches[0].Example == nil {
		t.Fatalf("breaches: %+v", x.Derived.Abstraction.Breaches)
	}
	if c := x.Derived.Coverage(x.Tests); c.States.Unreachable != 0 || !strings.Contains(c.States.Missing[0].Reason, "not preserved") {
		t.Errorf("%+v", c)
	}
	s = testkit.LoadText(t, model+"\ninvariant positive: x > 0")
	x = study(t, s, s.Predicates[0], 1, abstraction.Plan{Repeat: 1})
	if len(x.Derived.Abstraction.Breaches) != 1 || x.Derived.Abstraction.Breaches[0].Move != nil || x.Derived.Abstraction.Breaches[0].Example == nil {
		t.Errorf("the initial state does not satisfy the invariant: %+v", x.Derived.Abstraction.Breaches)
	}
}

// Refinement divides a part where a must+ fails, and its tests cover more of the parts that were asked for.
func TestRefine(t *testing.T) {
	s := testkit.LoadText(t, `
		var x: 0..9 = 0
		var y: 0..9 = 0
		event up: when x < 9 do x := x + 1
		event jump: when x == 3 do y := 5
		event drop: when y == 5 and x == 4 do x, y := 0, 9
		predicates P = { y == 0, y == 9 }`)
	plain := study(t, s, s.Predicates[0], 2, abstraction.Plan{Repeat: 3})
	refined := study(t, s, s.Predicates[0], 2, abstraction.Plan{Repeat: 3, Refine: 6})
	before, after := plain.Derived.Coverage(plain.Tests).Transitions, refined.Derived.Coverage(refined.Tests).Transitions
	if after.Covered <= before.Covered {
		t.Errorf("%d before, %d after adding %v", before.Covered, after.Covered, refined.Added)
	}
	if len(refined.Added) == 0 || len(refined.Derived.Abstraction.Predicates.Conds) != 2 {
		t.Errorf("added %v to %v", refined.Added, refined.Derived.Abstraction.Predicates.Texts)
	}
}

// The parts are not tried one by one: thirty predicates that divide the states into thirty-one parts are no problem, and those
// that divide them into more than the limit are refused soon.
func TestManyPredicates(t *testing.T) {
	var chain, independent []string
	text := "var x: int = 0\nvar f: bool[30]\nevent up: do x := x + 1\n"
	for i := range 30 {
		chain = append(chain, fmt.Sprintf("x > %d", i))
		independent = append(independent, fmt.Sprintf("f[%d]", i))
	}
	text += "predicates Chain = { " + strings.Join(chain, ", ") + " }\npredicates Flags = { " + strings.Join(independent, ", ") + " }"
	s := testkit.LoadText(t, text)
	session := open(t, s, abstraction.Options{})
	a, err := session.Abstract(context.Background(), s.Predicates[0])
	if err != nil || len(a.States) != 31 || len(a.Transitions) != 32 {
		t.Errorf("%v: %d states, %d transitions", err, len(a.States), len(a.Transitions))
	}
	before := session.Stats().Calls
	_, err = session.Abstract(context.Background(), s.Predicates[1])
	var many *abstraction.ErrTooManyStates
	if !errors.As(err, &many) || session.Stats().Calls-before > 300 {
		t.Errorf("%v after %d queries", err, session.Stats().Calls-before)
	}
}

// Several sets of predicates use one tree.
func TestSharedTree(t *testing.T) {
	s := testkit.LoadText(t, counter+"\npredicates Q = { x > 3 }")
	session := open(t, s, abstraction.Options{})
	reach, err := session.Reach(context.Background(), 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range s.Predicates {
		a, err := session.Abstract(context.Background(), set)
		if err != nil {
			t.Fatal(err)
		}
		x, err := session.Study(context.Background(), a, reach, abstraction.Plan{Repeat: 1})
		if err != nil || len(x.Tests) == 0 || x.Derived.Reach != reach {
			t.Errorf("%s: %d tests, %v", set.Name, len(x.Tests), err)
		}
	}
}

// There may be more chains than the limit; then every transition out of q_d0 still has some.
func TestChainLimit(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	session := open(t, s, abstraction.Options{Chains: 10})
	d := derive(t, session, abstract(t, session, s), 2)
	chains, all := session.Chains(d, 3)
	first := map[*abstraction.Transition]bool{}
	for _, c := range chains {
		first[c.Steps[0]] = true
	}
	if len(chains) > 10 || len(first) != len(d.Start) || all {
		t.Errorf("%d chains with %d beginnings of %d, all %v", len(chains), len(first), len(d.Start), all)
	}
}

// Few tests cover what all cover.
func TestReduce(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	all := study(t, s, s.Predicates[0], 3, abstraction.Plan{Repeat: 1})
	few := study(t, s, s.Predicates[0], 3, abstraction.Plan{Repeat: 1, Reduce: true})
	a, b := all.Derived.Coverage(all.Tests), few.Derived.Coverage(few.Tests)
	if a.Transitions.Covered != b.Transitions.Covered || len(few.Tests)*3 > len(all.Tests) || len(few.Chains) != len(all.Chains) {
		t.Errorf("%d tests cover %d, %d tests cover %d", len(all.Tests), a.Transitions.Covered, len(few.Tests), b.Transitions.Covered)
	}
}

// A chain that never ends is cut short, however often a transition may be repeated.
func TestEndlessChain(t *testing.T) {
	s := testkit.LoadText(t, "var x: int = 0\nevent up: do x := x + 1\npredicates P = { x >= 0 }")
	session := open(t, s, abstraction.Options{})
	d := derive(t, session, abstract(t, session, s), 0)
	if chains, all := session.Chains(d, 1<<40); len(chains) != 0 || all {
		t.Errorf("%d chains, all %v", len(chains), all)
	}
	if tests := testsOf(t, session, d, 500); len(tests) != 1 || len(tests[0].Chain.Steps) != 501 {
		t.Errorf("%d tests", len(tests))
	}
}

// The abstraction and its chains do not depend on the number of workers.
func TestWorkers(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	var first []string
	for _, workers := range []int{1, 3} {
		session := open(t, s, abstraction.Options{Workers: workers})
		d := derive(t, session, abstract(t, session, s), 2)
		chains, _ := session.Chains(d, 1)
		got := append(append(names(d.Abstraction.Transitions), names(d.Start)...), events(chains)...)
		if first == nil {
			first = got
		}
		if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("%d workers (-1 +%d):\n%s", workers, workers, diff)
		}
	}
}

// An interrupted study has the results found until then.
func TestInterrupted(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	session := open(t, s, abstraction.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	reach, err := session.Reach(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := abstract(t, session, s)
	cancel()
	d, err := session.Derive(ctx, a, reach)
	if !errors.Is(err, context.Canceled) || d == nil || len(d.Start) != 0 || len(d.Abstraction.Transitions) != 11 {
		t.Errorf("%v %v", d, err)
	}
}

// Queues and externs are refused.
func TestUnsupported(t *testing.T) {
	for text, want := range map[string]string{
		"channel q(int) fifo 2\ninitial s\nput: s -> s out q(1)\nget: s -> s in q(_)": "queues",
		"extern F(x: int) -> int\nvar x: int = 0\ninitial s\nt: s -> s do x := F(x)":  "extern F",
	} {
		if _, err := abstraction.Open(testkit.LoadText(t, text), abstraction.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A part that may transitions lead to, but no run: x and y grow together, so y is never ahead of x. The abstraction has no proof,
// an invariant has.
func TestProveRest(t *testing.T) {
	s := testkit.LoadText(t, `
		var x: nat = 0
		var y: nat = 0
		event both: do x, y := x + 1, y + 1
		event late: when y > x do x := y
		predicates P = { x == 5, y == 7 }`)
	plan := abstraction.Plan{Repeat: 2, Search: 200}
	open := study(t, s, s.Predicates[0], 1, plan)
	if c := open.Derived.Coverage(open.Tests); c.States.Unreachable > 0 {
		t.Fatalf("proved without a proof: %+v", c)
	}
	plan.Prove = 2000
	x := study(t, s, s.Predicates[0], 1, plan)
	c := x.Derived.Coverage(x.Tests)
	if c.States.Unreachable != 1 || c.States.Missing[0].Name != "q3" || strings.Contains(c.States.Missing[0].Reason, "may transitions") {
		t.Errorf("%+v", c.States)
	}
	if c.Transitions.Covered+c.Transitions.Unreachable != c.Transitions.Total {
		t.Errorf("%+v", c.Transitions)
	}
}
