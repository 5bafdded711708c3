package invariants_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/invariants"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// finiteFamily writes a product line with few states, whose invariants some products keep.
func finiteFamily(r *rand.Rand) (text string, features []string) {
	features = strings.Split("ABCD", "")[:1+r.IntN(4)]
	cond := func(depth int) string { return testkit.FeatureCondition(r, features, depth) }
	var b strings.Builder
	fmt.Fprintf(&b, "feature %s\nfeatures valid when %s or %s\n", strings.Join(features, ", "), cond(1), cond(1))
	b.WriteString("input i(n: 0..2)\nvar x: 0..7 = 0, y: 0..3 = 0\ninitial l0\n")
	for k := range 3 + r.IntN(3) {
		fmt.Fprintf(&b, "t%d: l%d -> l%d", k, k%2, r.IntN(2))
		if r.IntN(3) > 0 {
			b.WriteString(" for " + cond(2))
		}
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, " in i(n) when x + n <= (if %s then %d else 7) do x := x + n", cond(1), r.IntN(8))
		case 1:
			fmt.Fprintf(&b, " when x > %d do x := x - 1; y := if %s then x %% 4 else y", r.IntN(3), cond(1))
		case 2:
			fmt.Fprintf(&b, " in i(n) do y := if %s then n else y", cond(1))
		default:
			fmt.Fprintf(&b, " in i(n) when y < %d do y := y + n", 2+r.IntN(2))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "invariant little: x <= %d or %s\ninvariant less: y <= %d or %s\ninvariant order: y <= x or %s\n", r.IntN(5), cond(1), r.IntN(3), cond(1), cond(2))
	return b.String(), features
}

// checked are the verdicts on a product line, or on a product of it; nil if the model is wrong.
func checked(t *testing.T, text string, product []string) (*result.Invariants, *products.Line) {
	t.Helper()
	reading := testkit.Text(text)
	reading.Product = product
	s := testkit.Load(t, "m.sxt", reading)
	solver, newSolver := testkit.Solvers(t)
	r, _, err := invariants.Check(t.Context(), s, invariants.Options{Depth: 6, Workers: 1, NewSolver: newSolver})
	if err != nil {
		t.Fatalf("%v of product %v\n%s", err, product, text)
	}
	return r, products.Of(s, solver)
}

// TestSplitEqualsProductsOneByOne: an invariant is broken for just those products that break it by themselves, proved for the others, and
// open for none, if there are few states.
func TestSplitEqualsProductsOneByOne(t *testing.T) {
	testkit.NeedsSolver(t)
	split, whole := 0, 0
	for seed := range uint64(max(testkit.Models()/60, 8)) {
		text, features := finiteFamily(rand.New(rand.NewPCG(seed, 22)))
		if testkit.TryText(t, text) == nil {
			continue
		}
		all, line := checked(t, text, nil)
		counts := make([][2]int, len(all.Verdicts)) // broken and kept, by claim
		for bits := range 1 << len(features) {
			names := []string{}
			for i, name := range features {
				if bits>>i&1 == 1 {
					names = append(names, name)
				}
			}
			if valid := validProduct(t, line, features, bits); !valid {
				continue
			}
			alone, _ := checked(t, text, names)
			for i, v := range alone.Verdicts {
				broken := v.Verdict == result.InvariantBroken
				if !broken && v.Verdict != result.InvariantHolds {
					t.Fatalf("seed %d: %s of product %v is %s\n%s", seed, v.Invariant, names, v.Verdict, text)
				}
				if broken {
					counts[i][0]++
				} else {
					counts[i][1]++
				}
				if said := all.Verdicts[i]; has(said.Products, names) != broken {
					t.Fatalf("seed %d: %s of product %v is broken: %v; the product line: %s for %+v\n%s", seed, v.Invariant, names, broken, said.Verdict, said.Products, text)
				}
			}
		}
		for i, v := range all.Verdicts {
			if v.Open != nil || size(v.Products) != counts[i][0] || v.Products != nil && size(v.Proved) != counts[i][1] || v.Products != nil && !v.Products.Exact {
				t.Fatalf("seed %d: %s is broken for %+v, proved for %+v, open for %+v; products: %v\n%s", seed, v.Invariant, v.Products, v.Proved, v.Open, counts[i], text)
			}
			if counts[i][0] > 0 && counts[i][1] > 0 {
				split++
			} else {
				whole++
			}
		}
	}
	t.Logf("%d invariants are split, %d are not", split, whole)
	if split < 5 {
		t.Error("these are too few to mean something")
	}
}

func validProduct(t *testing.T, line *products.Line, features []string, bits int) bool {
	t.Helper()
	product := make(products.Product, len(features))
	for i := range features {
		product[i] = bits>>i&1 == 1
	}
	return line.Has(line.All(), product)
}

// size is the number of products.
func size(p *result.Products) int {
	if p == nil {
		return 0
	}
	return p.Count
}

// has reports whether a product, by its features, is in a set.
func has(p *result.Products, names []string) bool {
	product := map[string]bool{}
	for _, name := range names {
		product[name] = true
	}
	return p != nil && testkit.FormulaHolds(p.Formula, product)
}
