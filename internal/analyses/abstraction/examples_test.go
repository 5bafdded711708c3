package abstraction_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The electrical system with three batteries: the numbers of section 5.2 of paper 4, and the transitions by name.
func TestElectrical(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	a := abstract(t, open(t, s, abstraction.Options{Workers: 2}), s)
	want := []string{
		"q0 -Tic+--> q2", "q0 -Repair+-> q1",
		"q1 -Tic+--> q3", "q1 -Fail--> q0", "q1 -Fail-> q1", "q1 -Repair-> q1",
		"q2 -Repair+-> q3",
		"q3 -Commute+--> q1", "q3 -Fail--> q2", "q3 -Fail-> q3", "q3 -Repair-> q3",
	}
	if diff := cmp.Diff(want, names(a.Transitions)); diff != "" {
		t.Errorf("transitions (-want +got):\n%s", diff)
	}
	if got, want := abstraction.CountOf(a.Transitions), (abstraction.Count{May: 11, MustPlus: 5, MustMinus: 5}); got != want {
		t.Errorf("%+v, the paper has %+v", got, want)
	}
	noDoubts(t, a.Doubts)
}

// Table 1 of paper 4: may and must+ out of q_d0. Of the must-, the paper's solver found 0, 0, 0 and 2; TestElectricalMustMinus
// shows that ours are right.
func TestElectricalDerived(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	session := open(t, s, abstraction.Options{Workers: 2})
	a := abstract(t, session, s)
	want := []abstraction.Count{{May: 2, MustPlus: 2}, {May: 6}, {May: 9}, {May: 9}}
	for n, want := range want {
		d := derive(t, session, a, n)
		got := abstraction.CountOf(d.Start)
		t.Log(n, got, names(d.Start))
		got.MustMinus = 0
		if got != want {
			t.Errorf("n = %d: %+v, the paper has %+v", n, got, want)
		}
		noDoubts(t, d.Doubts)
	}
}

// Table 2 of paper 4, as far as it does not depend on must- that its solver did not find.
func TestElectricalTests(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	session := open(t, s, abstraction.Options{Workers: 2})
	a := abstract(t, session, s)
	for _, c := range []struct{ n, m, tests, steps int }{{0, 1, 2, 6}, {0, 2, 2, 10}, {1, 1, 7, 24}, {1, 2, 7, 38}} {
		tests := testsOf(t, session, derive(t, session, a, c.n), c.m)
		if steps := chainSteps(tests); len(tests) != c.tests || steps != c.steps {
			t.Errorf("n = %d, m = %d: %d tests and %d steps, the paper has %d and %d", c.n, c.m, len(tests), steps, c.tests, c.steps)
		}
	}
}

// The second set of predicates of paper 4, which it does not print: P2 of the model has all its numbers. Those in brackets in table 1, but
// for must-, and table 2 as far as it does not depend on must-.
func TestElectricalSecondSet(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	s.Predicates = s.Predicates[1:]
	session := open(t, s, abstraction.Options{Workers: 2})
	a := abstract(t, session, s)
	if got, want := abstraction.CountOf(a.Transitions), (abstraction.Count{May: 12, MustPlus: 5, MustMinus: 5}); got != want || len(a.States) != 4 {
		t.Errorf("%d states, %+v; the paper has 4 and %+v", len(a.States), got, want)
	}
	for n, may := range []int{2, 6, 9, 10} {
		if got := abstraction.CountOf(derive(t, session, a, n).Start).May; got != may {
			t.Errorf("n = %d: %d may, the paper has %d", n, got, may)
		}
	}
	for _, c := range []struct{ n, m, tests, steps int }{{0, 1, 4, 12}, {0, 2, 6, 24}, {1, 1, 12, 36}, {1, 2, 18, 72}} {
		tests := testsOf(t, session, derive(t, session, a, c.n), c.m)
		if steps := chainSteps(tests); len(tests) != c.tests || steps != c.steps {
			t.Errorf("n = %d, m = %d: %d tests and %d steps, the paper has %d and %d", c.n, c.m, len(tests), steps, c.tests, c.steps)
		}
	}
	noDoubts(t, a.Doubts)
}

// chainSteps counts the steps of the chains of tests.
func chainSteps(tests []*abstraction.Test) int {
	steps := 0
	for _, test := range tests {
		steps += len(test.Chain.Steps)
	}
	return steps
}

// Figure 4 of paper 4, as far as its text gives it, and the results of exhaustive enumeration for the rest.
func TestSmall(t *testing.T) {
	s := testkit.LoadExample(t, "small/small.sxt", nil)
	a := abstract(t, open(t, s, abstraction.Options{Workers: 2}), s)
	want := []string{
		"q0 -e4+-> q2", "q0 -e4+-> q3", "q0 -e5+-> q3",
		"q1 -e4+-> q2", "q1 -e4+-> q3", "q1 -e5+-> q3",
		"q2 -e2+-> q3", "q2 -e3-> q3",
		"q3 -e1+--> q2",
	}
	if diff := cmp.Diff(want, names(a.Transitions)); diff != "" {
		t.Errorf("transitions (-want +got):\n%s", diff)
	}
	noDoubts(t, a.Doubts)
}

// Figure 6 and the seven chains of section 5.1 of paper 4, with m = 2 for every use of a transition.
func TestSmallChains(t *testing.T) {
	s := testkit.LoadExample(t, "small/small.sxt", nil)
	session := open(t, s, abstraction.Options{Workers: 2})
	d := derive(t, session, abstract(t, session, s), 1)
	start := []string{"qd0 -e1--> q2", "qd0 -e2-> q3", "qd0 -e3-> q3", "qd0 -e4-> q2", "qd0 -e4-> q3", "qd0 -e5-> q3"}
	if diff := cmp.Diff(start, names(d.Start)); diff != "" {
		t.Errorf("out of q_d0 (-want +got):\n%s", diff)
	}
	chains, all := session.Chains(d, 2)
	var got []string
	for _, c := range chains {
		got = append(got, c.String())
	}
	want := []string{
		"qd0 -e1--> q2 -e2-> q3 -e1+-> q2 -e2+-> q3 -e1+-> q2",
		"qd0 -e1--> q2 -e3-> q3 -e1+-> q2 -e2+-> q3 -e1+-> q2 -e2+-> q3",
		"qd0 -e2-> q3 -e1+-> q2 -e2+-> q3 -e1+-> q2 -e2+-> q3",
		"qd0 -e3-> q3 -e1+-> q2 -e2+-> q3 -e1+-> q2 -e2+-> q3",
		"qd0 -e4-> q2 -e2+-> q3 -e1+-> q2 -e2+-> q3 -e1+-> q2",
		"qd0 -e4-> q3 -e1+-> q2 -e2+-> q3 -e1+-> q2 -e2+-> q3",
		"qd0 -e5-> q3 -e1+-> q2 -e2+-> q3 -e1+-> q2 -e2+-> q3",
	}
	if diff := cmp.Diff(want, got); diff != "" || !all {
		t.Errorf("chains (-want +got, all %v):\n%s", all, diff)
	}
	if tests := testsOf(t, session, d, 2); len(tests) != 7 {
		t.Errorf("%d tests", len(tests))
	}
}

// The instantiation of section 5.1 of paper 4, up to the solver's choice of values: e3 needs x = 7 and y = 11, which e4 must have chosen;
// then e1 chooses a <= b, and e2 makes x one more than y.
func TestSmallInstantiation(t *testing.T) {
	s := testkit.LoadExample(t, "small/small.sxt", nil)
	session := open(t, s, abstraction.Options{})
	for _, test := range testsOf(t, session, derive(t, session, abstract(t, session, s), 1), 1) {
		if test.Chain.String() != "qd0 -e3-> q3 -e1+-> q2 -e2+-> q3" {
			continue
		}
		var got []string
		var rows [][]int64
		for _, w := range test.Run.Steps() {
			if w.Move != nil {
				got = append(got, w.Move.Name)
			}
			var row []int64
			for _, v := range w.Config.Values {
				n, _ := v.Small()
				row = append(row, n)
			}
			rows = append(rows, row)
		}
		if diff := cmp.Diff([]string{"e4", "e3", "e1", "e2"}, got); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff([][]int64{{0, 0, 0}, {7, 11, 1}, {17, 11, 1}}, rows[:3]); diff != "" {
			t.Error(diff)
		}
		if a, b := rows[3][0], rows[3][1]; a > b || rows[4][0] != b+1 {
			t.Errorf("e1 to %v, e2 to %v", rows[3], rows[4])
		}
		return
	}
	t.Error("the chain is not there")
}

// Table 2 of paper 4 for n = 2, where its solver found no must- out of q_d0: chains of one may and must+ only.
func TestElectricalWithoutMustMinus(t *testing.T) {
	s := testkit.LoadExample(t, "electrical/electrical.sxt", nil)
	session := open(t, s, abstraction.Options{})
	d := derive(t, session, abstract(t, session, s), 2)
	for m, want := range map[int][2]int{1: {10, 35}, 2: {10, 55}} {
		var got [2]int
		for _, first := range d.Start {
			got = grow(d, []*abstraction.Transition{first}, m, got)
		}
		if got != want {
			t.Errorf("m = %d: %v tests and steps, the paper has %v", m, got, want)
		}
	}
}

// grow counts the chains that prolong one by must+, and their steps.
func grow(d *abstraction.Derived, chain []*abstraction.Transition, m int, sum [2]int) [2]int {
	longest := true
	for _, t := range d.Abstraction.Transitions {
		if t.From == chain[len(chain)-1].To && t.MustPlus.Answer == result.AnswerProved && uses(chain, t) < m {
			longest = false
			sum = grow(d, append(chain[:len(chain):len(chain)], t), m, sum)
		}
	}
	if longest {
		return [2]int{sum[0] + 1, sum[1] + len(chain)}
	}
	return sum
}

func derive(t testing.TB, session *abstraction.Session, a *abstraction.Abstraction, depth int) *abstraction.Derived {
	t.Helper()
	r, err := session.Reach(context.Background(), depth)
	if err != nil {
		t.Fatal(err)
	}
	d, err := session.Derive(context.Background(), a, r)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// testsOf makes all chains concrete and replays them.
func testsOf(t testing.TB, session *abstraction.Session, d *abstraction.Derived, m int) []*abstraction.Test {
	t.Helper()
	chains, _ := session.Chains(d, m)
	tests, doubts, err := session.Instantiate(context.Background(), d, chains)
	if err != nil {
		t.Fatal(err)
	}
	noDoubts(t, doubts)
	for _, test := range tests {
		replays(t, d.Abstraction.System, test)
	}
	return tests
}

// replays runs a test with an interpreter of its own.
func replays(t testing.TB, s *sts.System, test *abstraction.Test) {
	t.Helper()
	in := sts.NewInterpreter(s)
	steps := test.Run.Steps()
	config, err := in.Start(steps[0].Params)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range steps[1:] {
		step, err := in.Try(config, w.Move, w.Params)
		if err != nil || step.Outcome != sts.Done || !step.Next.Equal(w.Config) {
			t.Fatalf("%s: step %d (%s) cannot be taken: %v", test.Chain, i+1, w.Move.Name, err)
		}
		config = step.Next
	}
	if got, want := len(steps)-1, test.Prefix+len(test.Chain.Steps); got != want {
		t.Errorf("%s: %d steps, want %d", test.Chain, got, want)
	}
}

func noDoubts(t testing.TB, doubts []abstraction.Doubt) {
	t.Helper()
	for _, d := range doubts {
		t.Errorf("open: %s: %s", d.About, d.Reason)
	}
}
