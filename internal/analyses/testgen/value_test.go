package testgen_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// gate has one of each kind of condition.
const gate = `system Gate
type Colour = enum { red, green }
input set(n: int, c: Colour, urgent: bool)
input ask(level: uint8)
input wait(x: real)
output open()
output shut()
output shown(n: int)
var last: int = 0
initial idle
pass:  idle -> idle in set(n, c, urgent) when n >= 10 and (c == green or urgent) do last := min(n, 20) out open()
stop:  idle -> idle in set(n, c, urgent) when else out shut()
alone: idle -> idle in ask(level) when level < 3 out shown(last)
slow:  idle -> idle in wait(x) when x <= 2.5 out shown(last)
fast:  idle -> idle in wait(x) when else out shown(last)
`

// goals lists the covered and the uncovered goals of a suite, with the reasons.
func goals(suite *testgen.Suite) string {
	covered := map[string]bool{}
	for _, test := range suite.Tests {
		for _, name := range test.Covers {
			covered[name] = true
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(covered)) {
		b.WriteString(name + "\n")
	}
	for _, list := range [][]result.Miss{suite.Missing, suite.Excluded} {
		for _, m := range list {
			b.WriteString("- " + m.Name + ": " + m.Reason + "\n")
		}
	}
	return b.String()
}

func TestBoundary(t *testing.T) {
	s := testkit.LoadText(t, gate)
	suite := build(t, s, 4, testgen.Options{Criterion: testgen.Boundary})
	want := `alone: level < 3, at the limit
alone: level < 3, just inside
pass computes: n <= 20, at the limit
pass computes: n <= 20, just inside
pass computes: n <= 20, just outside
pass: c == green, different
pass: c == green, equal
pass: n >= 10, at the limit
pass: n >= 10, just inside
pass: n >= 10, just outside
pass: urgent, false
pass: urgent, true
slow: x <= 2.5, at the limit
slow: x <= 2.5, within 1 inside
slow: x <= 2.5, within 1 outside
- alone: level < 3, just outside: not testable: no other transition of idle takes ask, so the model does not say what happens then
`
	if diff := cmp.Diff(want, goals(suite)); diff != "" {
		t.Error(diff)
	}
	for _, test := range suite.Tests {
		replays(t, s, test)
	}
	if len(suite.Tests) > 6 {
		t.Errorf("%d tests for goals of which a step can meet several", len(suite.Tests))
	}
}

func TestMCDC(t *testing.T) {
	s := testkit.LoadText(t, gate)
	suite := build(t, s, 4, testgen.Options{Criterion: testgen.MCDC})
	want := `alone: level < 3 holds and decides
pass: c == green fails and decides
pass: c == green holds and decides
pass: n >= 10 fails and decides
pass: n >= 10 holds and decides
pass: urgent fails and decides
pass: urgent holds and decides
slow: x <= 2.5 fails and decides
slow: x <= 2.5 holds and decides
- alone: level < 3 fails and decides: not testable: no other transition of idle takes ask, so the model does not say what happens then
`
	if diff := cmp.Diff(want, goals(suite)); diff != "" {
		t.Error(diff)
	}
	for _, test := range suite.Tests {
		replays(t, s, test)
	}
}

// The reasons for unmet goals are distinguished: the guard itself, the whole tree, the bound, or that the goal is not observable.
func TestGoalsThatAreNotMet(t *testing.T) {
	s := testkit.LoadText(t, `system Counter
input up()
input down()
output done()
output no()
var n: 0..5 = 0
var hops: nat = 0
initial idle
up:    idle -> idle in up() when n < 5 do n := n + 1 out no()
full:  idle -> idle in up() when n == 5 and hops <= 100 out done()
late:  idle -> idle in up() when else out no()
hop:   idle -> idle in down() when n >= 0 do hops := hops + 1 out no()
pick:  idle -> idle any k: 1..3 when k > 1 and n == 4 do n := 0 out done()
`)
	suite := build(t, s, 7, testgen.Options{Criterion: testgen.Boundary})
	reasons := map[string]string{}
	for _, m := range append(suite.Missing, suite.Excluded...) {
		reasons[m.Name] = m.Reason
	}
	for name, want := range map[string]string{
		"full: n == 5, one above":         "proved infeasible: it contradicts the guard",
		"full: hops <= 100, at the limit": "not reached within the bound: depth 7",
		"pick: k >= 2, just outside":      "not testable: it depends on k, which cannot be observed unless pick is taken",
		"full: hops <= 100, just outside": "not reached within the bound: depth 7",
	} {
		if reasons[name] != want {
			t.Errorf("%s: %q, want %q\n%s", name, reasons[name], want, goals(suite))
		}
	}
}

// A whole tree proves that goals it does not have are impossible.
func TestWholeTreeExcludes(t *testing.T) {
	s := testkit.LoadText(t, `system Short
input go(n: int)
output yes()
output no()
var m: int = 3
initial a
first:  a -> b in go(n) when n == m out yes()
other:  a -> b in go(n) when else out no()
second: b -> c in go(n) when m <= 2 out yes()
third:  b -> c in go(n) when else out no()
`)
	suite := build(t, s, 7, testgen.Options{Criterion: testgen.Boundary})
	var excluded []string
	for _, m := range suite.Excluded {
		excluded = append(excluded, m.Name+": "+m.Reason)
	}
	want := []string{"second: m <= 2, at the limit: second is proved unreachable: the whole tree was explored",
		"second: m <= 2, just inside: second is proved unreachable: the whole tree was explored"}
	if diff := cmp.Diff(want, excluded); diff != "" || len(suite.Missing) > 0 {
		t.Error(diff, suite.Missing)
	}
}

// Where calls are outside their contracts, a tree that is whole excludes nothing: it does not follow them.
func TestCallsOutsideContractsExcludeNothing(t *testing.T) {
	s := testkit.LoadText(t, `system Partly
extern Fee(n: int) -> int contract { behavior small: requires n >= 0 and n < 10 ensures result == n }
input go(n: int)
var x: int = 0
initial a
fee:  a -> b in go(n) do x := Fee(n)
much: a -> b in go(n) do x := 100
high: b -> c in go(n) when x > 50
low:  b -> c in go(n) when else
`)
	contracts := map[*sts.Extern]*sts.Contract{s.Externs[0]: &s.Externs[0].Contracts[0]}
	for _, criterion := range []testgen.Criterion{testgen.Pairs, testgen.Boundary} {
		suite := buildUnder(t, s, contracts, 7, testgen.Options{Criterion: criterion})
		const want = "not reached by calls that contracts describe; others are not followed, the first at fee"
		for _, m := range append(suite.Missing, suite.Excluded...) {
			if strings.Contains(m.Reason, "proved") || m.Name == "fee then high" && m.Reason != want {
				t.Errorf("%s: %s: %s", criterion, m.Name, m.Reason)
			}
		}
	}
}

// unquantified is a solver that leaves every query with a quantifier open.
type unquantified struct{ smt.Solver }

func (u unquantified) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if slices.ContainsFunc(q.Conjuncts, (*term.Term).HasQuantifier) {
		return smt.Answer{Reason: "too hard"}, nil
	}
	return u.Solver.Check(ctx, q)
}

// A goal that cannot be decided is unknown, with the reason, and takes nothing from the goals that can: the run that meets them is
// a test. Whether n is a square cannot be decided here.
func TestUndecidedGoals(t *testing.T) {
	s := testkit.LoadText(t, `system Squares
input go(n: 0..100)
output yes()
output no()
initial a
large:  a -> b in go(n) when n >= 4 out yes()
square: a -> b in go(n) when n < 4 and (exists k: int :: k * k * k == n + k) out no()
`)
	tree, solver := explored(t, s, nil, 7)
	for name, options := range map[string]testgen.Options{
		"a solver that leaves it open": {Criterion: testgen.Boundary, Solver: unquantified{solver}},
		"no solver":                    {Criterion: testgen.Boundary},
	} {
		suite, err := testgen.Build(context.Background(), tree, tree.Result(), options)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := "\n" + goals(suite)
		if options.Solver != nil && !strings.Contains(got, "\nlarge: n >= 4, at the limit\nlarge: n >= 4, just inside\n") {
			t.Errorf("%s: goals that runs meet are not covered:\n%s", name, got)
		}
		for _, m := range slices.Concat(suite.Missing, suite.Excluded) {
			if strings.Contains(m.Name, "exists") && m.Status != result.Unknown {
				t.Errorf("%s: %s: %s", name, m.Name, m.Reason)
			}
		}
	}
}
