package ladder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/family/ladder"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// decide decides an invariant of a system. The solver is closed when the test ends.
func decide(t testing.TB, s *sts.System, property string, options ladder.Options) *ladder.Ledger {
	t.Helper()
	testkit.NeedsSolver(t)
	options.NewSolver = testkit.NewSolver
	solver, err := options.NewSolver()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { solver.Close() })
	i := slices.IndexFunc(s.Invariants, func(n sts.Named) bool { return n.Name == property })
	l, err := ladder.Decide(t.Context(), s, &s.Invariants[i], solver, options)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// ledgerText is a ledger, a line for each call.
func ledgerText(t testing.TB, l *ladder.Ledger) string {
	var b strings.Builder
	formula := func(set products.Set) string {
		text, err := l.Line.Formula(t.Context(), set)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var write func(e *ladder.Entry, indent string)
	write = func(e *ladder.Entry, indent string) {
		fmt.Fprintf(&b, "%s%s: %s %s", indent, formula(e.Products), e.Rung, e.Outcome)
		if e.Of.Cond != nil {
			fmt.Fprintf(&b, " of %s by %s", formula(e.Of), strings.Join(e.Path, ", "))
		}
		b.WriteString("\n")
		for _, next := range e.Next {
			write(next, indent+"  ")
		}
	}
	write(l.Root, "")
	return b.String()
}

// TestBank is the running example of the paper: the products with single accounts are proved by the cheapest engine, which abstracts lists by
// their sizes; those with lists of accounts need the lists themselves; the log does not matter. Termination of the loops is proved at once.
func TestBank(t *testing.T) {
	s := testkit.LoadExample(t, "bank/bank.sxt", nil)
	linear := decide(t, s, "linear", ladder.Options{})
	want := `all products: intervals spurious of MA by checkMA, list, account, account, account, account
  SA: intervals proved
  MA: predicates proved
`
	if diff := cmp.Diff(want, ledgerText(t, linear)); diff != "" {
		t.Error(diff)
	}
	if got := len(linear.Root.Sized); got != 5 {
		t.Errorf("%d collections are known by their sizes", got)
	}
	if !slices.ContainsFunc(linear.Root.Next[1].Predicates, func(c prove.Clause) bool { return strings.Contains(c.Term.String(), "in lists ::") }) {
		t.Error("no predicate is about the elements of the lists")
	}
	terminates := decide(t, s, "terminates", ladder.Options{})
	if diff := cmp.Diff("all products: intervals proved\n", ledgerText(t, terminates)); diff != "" {
		t.Error(diff)
	}
}

func TestLedgers(t *testing.T) {
	for _, test := range []struct{ name, model, want string }{
		{"a bug of some products", `
			feature A, B
			var x: 0..9 = 0
			initial s
			up: s -> s when x < (if A and B then 8 else 5) do x := x + 1
			down: s -> s when x > 0 do x := x - 1
			invariant small: x <= 5`,
			"all products: intervals violated of A and B by up, up, up, up, up, up\n  not B or not A: intervals proved\n"},
		{"no features", `
			var x: int = 0
			initial s
			up: s -> s when x < 5 do x := x + 1
			invariant small: x <= 5`,
			"all products: intervals proved\n"},
		{"an extern", `
			feature A
			extern f(n: int) -> int
			var x: int = 0
			initial s
			up: s -> s for A do x := f(x)
			invariant small: x <= 5`,
			`A: states unknown`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ledgerText(t, decide(t, testkit.LoadText(t, test.model), "small", ladder.Options{}))
			if !strings.Contains(got, test.want) {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}
