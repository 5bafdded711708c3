package ladder_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/family/ladder"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// drawFamily writes a product line of up to six features with loops, inputs and a list, and few enough states to visit them all.
func drawFamily(r *rand.Rand) string {
	features := strings.Split("ABCDEF", "")[:1+r.IntN(6)]
	literal := func() string { return []string{"", "not "}[r.IntN(2)] + features[r.IntN(len(features))] }
	cond := func() string { return "(" + literal() + []string{" and ", " or "}[r.IntN(2)] + literal() + ")" }
	var b strings.Builder
	fmt.Fprintf(&b, "feature %s\nfeatures valid when %s or %s\n", strings.Join(features, ", "), cond(), cond())
	b.WriteString("input i(n: 0..2)\nvar x: int = 0, y: 0..3 = 0, q: (0..2)[..2] = []\ninitial l0\n")
	for k := range 3 + r.IntN(5) {
		fmt.Fprintf(&b, "t%d: l%d -> l%d", k, r.IntN(3), r.IntN(3))
		if r.IntN(2) == 0 {
			b.WriteString(" for " + cond())
		}
		switch r.IntN(7) {
		case 0:
			fmt.Fprintf(&b, " when x < %d do x := x + 1", 2+r.IntN(5))
		case 1:
			fmt.Fprintf(&b, " in i(n) do x := if %s then n else y", cond())
		case 2:
			fmt.Fprintf(&b, " when y < (if %s then 3 else %d) do y := y + 1", cond(), r.IntN(3))
		case 3:
			b.WriteString(" do x := y; y := 0")
		case 4:
			b.WriteString(" in i(n) when len(q) < 2 do q := q + [n]")
		case 5:
			fmt.Fprintf(&b, " when len(q) > 0 do x := q[0] + %d; q := q[1:]", r.IntN(3))
		case 6:
			fmt.Fprintf(&b, " when x > 0 and %s do x := x - 1", cond())
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "invariant p: %s\n", []string{
		fmt.Sprintf("x <= %d", 1+r.IntN(6)),
		fmt.Sprintf("x + y <= %d or %s", 2+r.IntN(5), cond()),
		fmt.Sprintf("x <= %d + len(q)", r.IntN(5)),
		fmt.Sprintf("%s or y < %d", cond(), 1+r.IntN(3)),
	}[r.IntN(4)])
	return b.String()
}

// TestAnswersEqualExplicitStates: for every product of random product lines, the answer is that of a visit of all states of this product.
func TestAnswersEqualExplicitStates(t *testing.T) {
	families, count := 25, map[string]int{}
	if testkit.Long() {
		families = 500
	}
	for seed := range families {
		text := drawFamily(rand.New(rand.NewPCG(uint64(seed), 7)))
		s := testkit.TryText(t, text)
		if s == nil {
			continue // it has no product, or a transition that no product has
		}
		l := decide(t, s, "p", ladder.Options{Depth: 12, States: 300, Nodes: 100, Queries: 1000})
		all, err := l.Line.List(t.Context(), l.Line.All(), 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			settling := settlers(l, p)
			if len(settling) != 1 {
				t.Fatalf("seed %d: %d answers for %s\n%s%s", seed, len(settling), l.Line.Describe(p), ledgerText(t, l), text)
			}
			e := settling[0]
			count[string(e.Outcome)]++
			count[string(e.Rung)]++
			if e.Outcome != result.FamilyUnknown && violated(t, text, l.Line.Names(p)) != (e.Outcome == result.FamilyViolated) {
				t.Fatalf("seed %d: %s is %s\n%s%s", seed, l.Line.Describe(p), e.Outcome, ledgerText(t, l), text)
			}
			if e.Outcome == result.FamilyViolated && len(e.Run.Steps())-1 != len(e.Path) {
				t.Fatalf("seed %d: the run has %d steps, the path %v", seed, len(e.Run.Steps())-1, e.Path)
			}
		}
	}
	t.Log(count)
	if count["proved"] < families || count["violated"] < families || count["unknown"] > 0 || count["predicates"] == 0 {
		t.Errorf("%v", count)
	}
}

// settlers are the entries that settle a product.
func settlers(l *ladder.Ledger, p products.Product) []*ladder.Entry {
	var out []*ladder.Entry
	for _, e := range l.Leaves() {
		if l.Line.Has(e.Settled(), p) {
			out = append(out, e)
		}
	}
	return out
}

// violated visits all states of a product.
func violated(t *testing.T, text string, features []string) bool {
	t.Helper()
	reading := testkit.Text(text)
	reading.Product = append([]string{}, features...)
	space, err := statespace.Search(t.Context(), testkit.Load(t, "m.sxt", reading), statespace.Options{States: 200_000})
	if err != nil || space.Stop != result.StopExhausted {
		t.Fatalf("%v of %v\n%s", err, features, text)
	}
	for _, f := range space.Findings {
		if f.Invariant != nil {
			return true
		}
	}
	return false
}
