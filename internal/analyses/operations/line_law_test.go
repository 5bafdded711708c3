package operations_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/operations"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// drawLine draws a product line of small machines, with invariants that not all products can keep.
func drawLine(r *rand.Rand) (text string, features []string) {
	features = strings.Split("ABC", "")[:1+r.IntN(3)]
	cond := func() string { return testkit.FeatureCondition(r, features, 1) }
	n := func(low, high int) int { return low + r.IntN(high-low+1) }
	var b strings.Builder
	fmt.Fprintf(&b, "system M\nfeature %s\nfeatures valid when %s or %s\ninput i(a: 0..1)\nvar x: int = 0\ninitial l0\n", strings.Join(features, ", "), cond(), cond())
	fmt.Fprintf(&b, "invariant other: x != (if %s then %d else %d)\ninvariant small: x <= %d\n", cond(), n(0, 5), n(1, 5), n(1, 6))
	for k := range n(1, 5) {
		fmt.Fprintf(&b, "t%d: l%d -> l%d", k, min(k, n(0, 2)), n(0, 2))
		if n(0, 1) == 0 {
			b.WriteString(" for " + cond())
		}
		fmt.Fprintf(&b, " in i(a) when x <= (if %s then %d else %d) do x := if %s then x + a else %d\n", cond(), n(0, 3), n(0, 4), cond(), n(0, 4))
	}
	return b.String(), features
}

// fateIn returns the fate of a transition in a product, by a report about the product line.
func fateIn(o *operations.Operation, product map[string]bool) string {
	var out []string
	for _, part := range []struct {
		name string
		set  *result.Products
	}{{"fires", o.Fires}, {"dead", o.Dead}, {"open", o.Open}} {
		if part.set != nil && testkit.FormulaHolds(part.set.Formula, product) {
			out = append(out, part.name)
		}
	}
	return strings.Join(out, " and ")
}

// fateAlone returns the fate of a transition, by a report about one product.
func fateAlone(s result.Status) string {
	switch s {
	case result.Covered:
		return "fires"
	case result.Unreachable, result.BreaksInvariant, result.OnlyThroughError:
		return "dead"
	}
	return "open"
}

// TestOperationsOfLinesEqualOneByOne: a transition of a product line fires, or is dead, in the same products as in a check of each product.
func TestOperationsOfLinesEqualOneByOne(t *testing.T) {
	testkit.NeedsSolver(t)
	count := map[string]int{}
	for seed := range uint64(max(testkit.Models()/10, 40)) {
		text, features := drawLine(rand.New(rand.NewPCG(seed, 5)))
		system := testkit.TryText(t, text)
		if system == nil {
			continue
		}
		report, split := check(t, system), false
		byName := map[string]*operations.Operation{}
		for i := range report.Operations {
			o := &report.Operations[i]
			byName[o.Transition.Name] = o
			split = split || o.Fires != nil && o.Dead != nil
		}
		if split {
			count["split"]++
		}
		line := products.Of(system, nil)
		all, err := line.List(t.Context(), line.All(), 1<<len(features))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			compareProduct(t, text, features, p, byName, count)
		}
	}
	t.Log(count)
	if count["open"] > count["fires"]/10 {
		t.Errorf("%v: too many are open", count)
	}
	for _, kind := range []string{"fires", "dead", "split"} {
		if count[kind] < 10 {
			t.Errorf("%v: too few are %s", count, kind)
		}
	}
}

// compareProduct compares a report about a product line with that about a product.
func compareProduct(t *testing.T, text string, features []string, of products.Product, byName map[string]*operations.Operation, count map[string]int) {
	t.Helper()
	product, names := map[string]bool{}, []string{}
	for i, f := range features {
		if product[f] = of[i]; of[i] {
			names = append(names, f)
		}
	}
	reading := testkit.Text(text)
	reading.Product = names
	for _, o := range check(t, testkit.Load(t, "m.sxt", reading)).Operations {
		want, got := fateAlone(o.Status), "absent"
		if whole := byName[o.Transition.Name]; whole != nil {
			got = fateIn(whole, product)
		}
		if got != want && got != "open" && want != "open" {
			t.Fatalf("%s is %s in %v, and alone %s (%s)\n%s", o.Transition.Name, got, names, want, o.Reason, text)
		}
		count[got]++
	}
}
