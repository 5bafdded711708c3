package products_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"pgregory.net/rapid"
)

// names are those of the features of random lines.
const names = "ABCDEFG"

// features makes features with the given names.
func features(s *term.Store, names ...string) []products.Feature {
	var out []products.Feature
	for _, n := range names {
		out = append(out, products.Feature{Name: n, Var: s.Var(n+"@0", term.Bool)})
	}
	return out
}

// condition draws a condition over some Booleans.
func condition(t *rapid.T, s *term.Store, atoms []*term.Term, depth int) *term.Term {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom(atoms).Draw(t, "atom")
	}
	a, b := condition(t, s, atoms, depth-1), condition(t, s, atoms, depth-1)
	switch rapid.IntRange(0, 3).Draw(t, "operation") {
	case 0:
		return s.And(a, b)
	case 1:
		return s.Or(a, b)
	case 2:
		return s.Eq(a, b)
	}
	return s.Not(a)
}

// table is the truth table of a condition over features: bit i of the index is the value of feature i.
func table(t *rapid.T, s *term.Store, fs []products.Feature, cond *term.Term) []bool {
	out := make([]bool, 1<<len(fs))
	for row := range out {
		v, err := s.Evaluate(cond, valuation(fs, row))
		if err != nil {
			t.Fatal(err)
		}
		out[row] = v.Bool()
	}
	return out
}

func valuation(fs []products.Feature, row int) map[*term.Term]term.Value {
	out := map[*term.Term]term.Value{}
	for i, f := range fs {
		out[f.Var] = term.BoolValue(row>>i&1 == 1)
	}
	return out
}

func variables(fs []products.Feature) []*term.Term {
	var out []*term.Term
	for _, f := range fs {
		out = append(out, f.Var)
	}
	return out
}

// TestSetsEqualTruthTables compares the operations on sets, their numbers and their formulas with truth tables, for lines that have tables and for
// lines that do not.
func TestSetsEqualTruthTables(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		s := term.NewStore()
		fs := features(s, strings.Split(names[:rapid.IntRange(1, 7).Draw(t, "features")], "")...)
		vars := variables(fs)
		valid, x, y := condition(t, s, vars, 2), condition(t, s, vars, 3), condition(t, s, vars, 3)
		l := products.New(fs, valid, nil)
		if rapid.Bool().Draw(t, "split") {
			l.Split()
		}
		a, b := products.Set{Cond: x}, products.Set{Cond: y}
		inValid, inA, inB := table(t, s, fs, valid), table(t, s, fs, x), table(t, s, fs, y)
		agree := func(what string, set products.Set, want func(row int) bool) {
			n := 0
			for row := range inValid {
				p := make(products.Product, len(fs))
				for i := range p {
					p[i] = row>>i&1 == 1
				}
				if l.Has(set, p) != (inValid[row] && want(row)) {
					t.Fatalf("%s of %v and %v, valid when %v: wrong for %v", what, x, y, valid, p)
				}
				if inValid[row] && want(row) {
					n++
				}
			}
			if count, ok := l.Count(set); !ok || count.Cmp(big.NewInt(int64(n))) != 0 {
				t.Fatalf("%s has %v products, not %d", what, count, n)
			}
			if empty, err := l.Empty(ctx, set); err != nil || empty != (n == 0) {
				t.Fatalf("%s is empty: %v, %v", what, empty, err)
			}
			if listed, err := l.List(ctx, set, 200); err != nil || len(listed) != n {
				t.Fatalf("%s: %d products are listed: %v", what, len(listed), err)
			}
		}
		agree("union", l.Union(a, b), func(row int) bool { return inA[row] || inB[row] })
		agree("intersection", l.Intersect(a, b), func(row int) bool { return inA[row] && inB[row] })
		agree("difference", l.Minus(a, b), func(row int) bool { return inA[row] && !inB[row] })
		checkFormula(t, s, l, a, inValid, inA)
		same := true
		for row := range inA {
			same = same && (!inValid[row] || inA[row] == inB[row])
		}
		if equal, err := l.Equal(ctx, a, b); err != nil || equal != same {
			t.Fatalf("equal: %v, %v", equal, err)
		}
		f, _ := l.Formula(ctx, a)
		g, _ := products.New(fs, valid, nil).Formula(ctx, b)
		if same && f != g {
			t.Fatalf("equal sets have the formulas %s and %s", f, g)
		}
	})
}

// checkFormula reads the formula of a set back, and demands that no literal of it can be left out.
func checkFormula(t *rapid.T, s *term.Store, l *products.Line, a products.Set, valid, in []bool) {
	ctx := context.Background()
	text, err := l.Formula(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	var all, any bool = true, false
	for row := range in {
		all = all && (!valid[row] || in[row])
		any = any || valid[row] && in[row]
	}
	switch {
	case !any:
		if text != products.NoProduct {
			t.Fatalf("no product is written %s", text)
		}
		return
	case all:
		if text != products.AllProducts {
			t.Fatalf("all products are written %s", text)
		}
		return
	}
	whole := read(s, text, l.Features)
	for row, ok := range table(t, s, l.Features, whole) {
		if valid[row] && ok != in[row] {
			t.Fatalf("%s is not the formula of %v: row %b", text, a.Cond, row)
		}
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == '(' || r == ')' }) {
		if words := strings.Split(strings.TrimSpace(part), " and "); len(words) > 1 && !strings.Contains(part, " or ") {
			primeCube(t, s, l, a, words)
		}
	}
}

// primeCube demands that a conjunction in a disjunction has no literal that could be left out.
func primeCube(t *rapid.T, s *term.Store, l *products.Line, a products.Set, words []string) {
	for i := range words {
		rest := append(append([]string{}, words[:i]...), words[i+1:]...)
		if i == 0 || words[i] == "" || rest[0] == "" {
			continue
		}
		wider := read(s, strings.Join(rest, " and "), l.Features)
		if within, err := l.Within(context.Background(), products.Set{Cond: wider}, a); err != nil || within {
			t.Fatalf("%s in %v can be left out of %v (%v)", words[i], a.Cond, words, err)
		}
	}
}

// read parses a formula of one or two levels.
func read(s *term.Store, text string, fs []products.Feature) *term.Term {
	text = strings.TrimSpace(text)
	depth, parts, word, op := 0, []*term.Term{}, "", ""
	flush := func() {
		inner := strings.TrimSpace(word)
		switch {
		case strings.HasPrefix(inner, "("):
			parts = append(parts, read(s, inner[1:len(inner)-1], fs))
		case strings.HasPrefix(inner, "not "):
			parts = append(parts, s.Not(read(s, inner[4:], fs)))
		default:
			for _, f := range fs {
				if f.Name == inner {
					parts = append(parts, f.Var)
				}
			}
		}
		word = ""
	}
	for _, w := range strings.Split(text, " ") {
		if depth == 0 && (w == "and" || w == "or") {
			op = w
			flush()
			continue
		}
		depth += strings.Count(w, "(") - strings.Count(w, ")")
		word += " " + w
	}
	flush()
	if op == "or" {
		return s.Or(parts...)
	}
	return s.And(parts...)
}

// TestProjectionEqualsSolutionsPerProduct compares the projection of a condition on features and numbers with one query per product.
func TestProjectionEqualsSolutionsPerProduct(t *testing.T) {
	testkit.NeedsSolver(t)
	solver := testkit.Solver(t, smt.Config{})
	defer solver.Close()
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		s := term.NewStore()
		fs := features(s, strings.Split(names[:rapid.IntRange(1, 5).Draw(t, "features")], "")...)
		atoms := variables(fs)
		n, m := s.Var("n@1", term.Range(0, 9)), s.Var("m@2", term.Int)
		atoms = append(atoms, s.Le(n, s.Int(4)), s.Le(s.Add(n, m), s.Ite(fs[0].Var, s.Int(3), s.Int(20))), s.Lt(s.Int(7), n), s.Eq(m, n))
		valid := condition(t, s, variables(fs), 2)
		l := products.New(fs, valid, solver)
		var conjuncts []*term.Term
		for range rapid.IntRange(1, 4).Draw(t, "conjuncts") {
			conjuncts = append(conjuncts, condition(t, s, atoms, 2))
		}
		known := products.Set{Cond: condition(t, s, variables(fs), 2)}
		got, err := l.Project(ctx, products.Condition{Conjuncts: conjuncts}, known)
		if err != nil || !got.Exact {
			t.Fatalf("%v: %v, %s", conjuncts, err, got.Reason)
		}
		all, err := l.List(ctx, l.Minus(l.All(), known), 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			query := append([]*term.Term{l.Only(p).Cond}, conjuncts...)
			answer, err := solver.Check(ctx, smt.Query{Conjuncts: query})
			if err != nil || (answer.Status == smt.Sat) != l.Has(got.Set, p) {
				t.Fatalf("%v: %s is in %v, and the answer for it alone is %v (%v)", conjuncts, l.Describe(p), got.Set.Cond, answer.Status, err)
			}
		}
	})
}

// TestProjectionOfQuantifiers has conditions with quantifiers over features and numbers, which have to be decided by the solver.
func TestProjectionOfQuantifiers(t *testing.T) {
	testkit.NeedsSolver(t)
	solver := testkit.Solver(t, smt.Config{})
	defer solver.Close()
	s, ctx := term.NewStore(), context.Background()
	fs := features(s, "A", "B")
	l := products.New(fs, s.Or(variables(fs)...), solver)
	x, n := s.Var("x@1", term.Int), s.Var("n", term.Int)
	greater := s.Exists([]*term.Term{n}, s.And(s.Lt(x, n), s.Eq(s.Mod(s.Mul(n, n), s.Int(7)), s.Int(2))))
	got, err := l.Project(ctx, products.Condition{Conjuncts: []*term.Term{s.Not(s.And(fs[0].Var, greater)), s.Le(x, s.Int(3))}}, l.None())
	if err != nil || !got.Exact {
		t.Fatalf("%+v, %v", got, err)
	}
	if text, err := l.Formula(ctx, got.Set); err != nil || text != "not A" {
		t.Errorf("the formula is %s (%v)", text, err)
	}
}

// TestLinesOfSixtyFeatures counts, writes and samples without listing products.
func TestLinesOfSixtyFeatures(t *testing.T) {
	s := term.NewStore()
	var list []string
	for i := range 60 {
		list = append(list, fmt.Sprintf("F%d", i))
	}
	fs := features(s, list...)
	valid := s.True()
	for i := range 59 { // a cycle of requirements among the first three, alternatives in pairs after them
		switch {
		case i < 3:
			valid = s.And(valid, s.Implies(fs[i].Var, fs[(i+1)%3].Var))
		case i%2 == 0:
			valid = s.And(valid, s.Not(s.And(fs[i].Var, fs[i+1].Var)))
		}
	}
	l, ctx := products.New(fs, valid, nil), context.Background()
	want := new(big.Int).Mul(big.NewInt(2*2), new(big.Int).Exp(big.NewInt(3), big.NewInt(28), nil))
	if n, ok := l.Count(l.All()); !ok || n.Cmp(want) != 0 {
		t.Errorf("%v products, not %v", n, want)
	}
	set := l.Intersect(products.Set{Cond: s.Or(fs[1].Var, fs[20].Var)}, products.Set{Cond: s.Not(fs[59].Var)})
	if text, err := l.Formula(ctx, set); err != nil || text != "not F59 and (F0 or F20)" {
		t.Errorf("the formula is %s (%v)", text, err)
	}
	goals, err := l.Combinations(1)
	if err != nil {
		t.Fatal(err)
	}
	sample, err := l.Sample(ctx, goals)
	if err != nil || len(sample) > 3 {
		t.Errorf("%d products meet all values of features (%v)", len(sample), err)
	}
	if _, err := l.Combinations(4); err == nil {
		t.Error("too many combinations are accepted")
	}
}

// TestSamplesMeetAllGoals demands that pairs of values that are possible occur in a product of the sample, and that all are valid.
func TestSamplesMeetAllGoals(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		s := term.NewStore()
		fs := features(s, strings.Split(names[:rapid.IntRange(2, 6).Draw(t, "features")], "")...)
		l := products.New(fs, condition(t, s, variables(fs), 3), nil)
		goals, err := l.Combinations(2)
		if err != nil {
			t.Fatal(err)
		}
		sample, err := l.Sample(ctx, goals)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range sample {
			if !l.Has(l.All(), p) {
				t.Fatalf("%s is not valid", l.Describe(p))
			}
		}
		for _, g := range goals {
			met := false
			for _, p := range sample {
				met = met || l.Has(g, p)
			}
			if empty, _ := l.Empty(ctx, g); met == empty {
				t.Fatalf("%v is met: %v, and empty: %v", g.Cond, met, empty)
			}
		}
	})
}

// A chosen set has the products that were chosen, and no other valid ones.
func TestChosenProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := term.NewStore()
		fs := features(s, strings.Split(names[:rapid.IntRange(1, 7).Draw(t, "features")], "")...)
		line := products.New(fs, condition(t, s, variables(fs), 2), nil)
		all, err := line.List(context.Background(), line.All(), 1<<len(names))
		if err != nil {
			t.Fatal(err)
		}
		chosen := rapid.SliceOfN(rapid.Bool(), len(all), len(all)).Draw(t, "chosen")
		set := line.Choose(all, func(i int) bool { return chosen[i] })
		for i, p := range all {
			if line.Has(set, p) != chosen[i] {
				t.Fatalf("%s: chosen %v, in the set %v", line.Describe(p), chosen[i], line.Has(set, p))
			}
		}
	})
}

// A set is shown exactly and with its number also if there is no time for a formula.
func TestShownWithoutTime(t *testing.T) {
	s := term.NewStore()
	line := products.New(features(s, "A", "B"), s.True(), nil)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	all := line.Result(ended, line.All(), true)
	if all.Formula != products.AllProducts || all.Count != 4 || !all.Exact {
		t.Errorf("all products: %+v", all)
	}
	some := line.Result(ended, products.Set{Cond: line.Features[0].Var}, true)
	if some.Formula != "A" || some.Count != 2 || !some.Exact {
		t.Errorf("those with A: %+v", some)
	}
}
