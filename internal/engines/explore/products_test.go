package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// randomFamily writes a product line whose runs end after four steps, so that it can be explored to the end.
func randomFamily(r *rand.Rand) (text string, features []string) {
	features = strings.Split("ABCDEF", "")[:1+r.IntN(5)]
	if r.IntN(6) == 0 {
		features = strings.Split("ABCDEF", "")
	}
	var cond func(depth int) string
	cond = func(depth int) string {
		if depth == 0 {
			return features[r.IntN(len(features))]
		}
		switch r.IntN(4) {
		case 0:
			return "not " + cond(0)
		case 1:
			return "(" + cond(depth-1) + " or " + cond(depth-1) + ")"
		case 2:
			return "(" + cond(depth-1) + " and not " + cond(0) + ")"
		}
		return cond(0)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "feature %s\nfeatures valid when %s or %s\n", strings.Join(features, ", "), cond(1), cond(1))
	b.WriteString("input i(n: 0..9)\nvar x: 0..60 = 0\ninitial l0\nfinal l4\n")
	for from := range 4 {
		for k := range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "t%d%d: l%d -> l%d", from, k, from, from+1)
			if r.IntN(2) == 0 {
				b.WriteString(" for " + cond(2))
			}
			switch r.IntN(4) {
			case 0:
				fmt.Fprintf(&b, " in i(n) when n > (if %s then %d else %d)", cond(1), r.IntN(10), r.IntN(14))
				b.WriteString(" do x := x + n")
			case 1:
				fmt.Fprintf(&b, " when %s or x > %d do x := if %s then 10 / (x - %d) + 10 else x", cond(1), r.IntN(20), cond(1), r.IntN(9))
			case 2:
				fmt.Fprintf(&b, " in i(n) do x := if %s then x + n else x", cond(1))
			}
			b.WriteString("\n")
		}
	}
	fmt.Fprintf(&b, "invariant small: x <= %d or %s\n", 5+r.IntN(20), cond(1))
	return b.String(), features
}

// answers has the products, or for one product the fact, of everything that an exploration says: covered transitions and findings.
func answers(t *testing.T, text string, product []string, options explore.Options) map[string]*result.Products {
	t.Helper()
	reading := testkit.Text(text)
	reading.Product = product
	tree, err := explore.Run(context.Background(), testkit.Load(t, "m.sxt", reading), options)
	if err != nil {
		t.Fatalf("%v of product %v\n%s", err, product, text)
	}
	r := tree.Result()
	out := map[string]*result.Products{}
	for _, h := range r.Coverage.Transitions.Reached {
		out[h.Name] = h.Products
	}
	for _, f := range r.Findings {
		out[fmt.Sprintf("%s at %d:%d", f.Kind, f.Line, f.Column)] = f.Products
	}
	return out
}

// TestProductsEqualOneByOne compares the answers of one exploration of a product line with explorations of each product.
func TestProductsEqualOneByOne(t *testing.T) {
	testkit.NeedsSolver(t)
	options := explore.Options{Strategy: explore.BreadthFirst, Depth: 6}
	families, products, kinds := 12, 0, map[string]int{}
	if testkit.Long() {
		families = 200
	}
	for seed := range families {
		text, features := randomFamily(rand.New(rand.NewPCG(uint64(seed), 21)))
		if !hasProducts(t, text, features) {
			continue
		}
		options.NewSolver = solvers() // the products share its cache
		line := answers(t, text, nil, options)
		for row := range 1 << len(features) {
			chosen, product := []string{}, map[string]bool{}
			for i, f := range features {
				if row>>i&1 == 1 {
					chosen, product[f] = append(chosen, f), true
				}
			}
			if !isProduct(t, text, chosen) {
				continue
			}
			products++
			alone := answers(t, text, chosen, options)
			for name, p := range line {
				_, here := alone[name]
				kinds[strings.Fields(name)[0][:1]]++
				if p == nil || !p.Exact || testkit.FormulaHolds(p.Formula, product) != here {
					t.Fatalf("seed %d: %s is said of %+v; of %v alone: %v\n%s", seed, name, p, chosen, here, text)
				}
			}
			for name := range alone {
				if line[name] == nil {
					t.Fatalf("seed %d: %s is true of %v and not said of the product line\n%s", seed, name, chosen, text)
				}
			}
		}
	}
	t.Logf("%d products, %v", products, kinds)
	if products < families || kinds["t"] == 0 || kinds["d"] == 0 || kinds["i"] == 0 {
		t.Errorf("only %d products: %v", products, kinds)
	}
}

func isProduct(t testing.TB, text string, product []string) bool {
	options := testkit.Text(text)
	options.Product = product
	var list diag.List
	m, err := compile.Load("m.sxt", options, &list)
	if err != nil {
		t.Fatal(err)
	}
	return m.System != nil
}

func hasProducts(t *testing.T, text string, features []string) bool {
	for row := range 1 << len(features) {
		chosen := []string{}
		for i, f := range features {
			if row>>i&1 == 1 {
				chosen = append(chosen, f)
			}
		}
		if isProduct(t, text, chosen) {
			return true
		}
	}
	return false
}
