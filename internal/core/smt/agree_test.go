package smt

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"pgregory.net/rapid"
)

var (
	everySort = []*term.Sort{
		term.Bool, term.Int, term.Nat, term.Range(-2, 7), term.Real, term.String, random.Color, term.Bits(8, true), term.Bits(8, false),
		term.Bits(5, true), term.Bits(5, false), term.Bits(64, true), term.Bits(64, false), term.Bits(1, false),
	}
	smallSorts = []*term.Sort{
		term.Bool, term.Range(0, 3), term.Range(-2, 1), random.Color, term.Bits(2, true), term.Bits(2, false),
	}
	boundSorts   = []*term.Sort{term.Range(0, 3), random.Color, term.Bits(2, true), term.Bool} // few values, so that all can be tried
	strangeNames = []string{"x@1", "and", `a|b\c%`, "é ü"}
)

// grammar draws expressions with quantifiers over variables of all sorts with all names.
func grammar(sorts []*term.Sort, names ...string) *random.Grammar {
	return &random.Grammar{Vars: random.Variables(sorts, names...), Quantifiers: true, Bound: boundSorts}
}

// assignment draws values for all variables of terms, by their names and sorts.
func assignment(t *rapid.T, terms []*term.Term) Model {
	model := Model{}
	for _, v := range variablesOf(terms) {
		model[v] = random.Value(t, v.Sort())
	}
	return model
}

// translate gives the variables of another store the same values.
func translate(s *term.Store, model Model) Model {
	out := Model{}
	for v, value := range model {
		out[s.Var(v.Name(), v.Sort())] = value
	}
	return out
}

func evaluate(t *rapid.T, s *term.Store, x *term.Term, model Model) term.Value {
	v, err := s.Evaluate(x, model)
	if err != nil {
		t.Fatalf("%v: %s", err, printTerm(x))
	}
	return v
}

// pinned are conjuncts that fix the variables, and that one of the terms has another value than the given one.
func pinned(s *term.Store, terms []*term.Term, values []term.Value, model Model) []*term.Term {
	var conjuncts, wrong []*term.Term
	for _, v := range variablesOf(terms) {
		conjuncts = append(conjuncts, s.Eq(v, s.Const(v.Sort(), model[v])))
	}
	for i, x := range terms {
		wrong = append(wrong, s.Not(s.Eq(x, s.Const(x.Sort(), values[i]))))
	}
	return append(conjuncts, s.Or(wrong...))
}

// Simplified terms, raw terms and the solver have one meaning.
func TestEvaluationAgreesWithSolver(t *testing.T) {
	solver := mustNew(t, Config{NoCache: true, NoSlice: true})
	asked, unknowns := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		simple, raw := term.NewStore(), term.NewRawStore()
		g := grammar(everySort, strangeNames...)
		var terms, rawTerms []*term.Term
		for range 10 {
			build := g.Expression(t, g.AnySort(t), 4)
			terms, rawTerms = append(terms, build(simple)), append(rawTerms, build(raw))
		}
		rawModel := assignment(t, rawTerms)
		model := translate(simple, rawModel)
		values := make([]term.Value, len(terms))
		for i := range terms {
			values[i] = evaluate(t, raw, rawTerms[i], rawModel)
			if got := evaluate(t, simple, terms[i], model); !got.Equal(values[i]) {
				t.Fatalf("simplified %s, raw %s\n%s\n%s", got.Format(terms[i].Sort()), values[i].Format(terms[i].Sort()), printTerm(terms[i]), printTerm(rawTerms[i]))
			}
		}
		for _, conjuncts := range [][]*term.Term{pinned(raw, rawTerms, values, rawModel), pinned(simple, terms, values, model)} {
			asked++
			switch answer := mustCheck(t, solver, Query{Conjuncts: conjuncts}); answer.Status {
			case Sat:
				t.Fatalf("the solver has another value:\n%s", scriptOf(conjuncts))
			case Unknown:
				unknowns++
				t.Logf("%s", answer.Reason)
			}
		}
	})
	if unknowns > 5+asked/4 { // a busy machine causes some
		t.Errorf("%d of %d answers are unknown", unknowns, asked)
	}
}

// Reading what was printed gives the same term; machine bits may come back with other conversions but the same meaning.
func TestPrintReadIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range []*term.Store{term.NewStore(), term.NewRawStore()} {
			g := grammar(everySort, "x@1")
			g.Strings = true
			x := renameBySort(g.Expression(t, g.AnySort(t), 5)(s), s)
			text := printTerm(x)
			back, err := readTerm(s, text, knownVariables(s, x))
			if err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			model := assignment(t, []*term.Term{x})
			got, want := evaluate(t, s, back, model), evaluate(t, s, x, model)
			if writtenValue(back, got) != writtenValue(x, want) {
				t.Fatalf("read %s\nas %s", text, printTerm(back))
			}
		}
	})
}

// renameBySort gives variables of different sorts different names.
func renameBySort(x *term.Term, s *term.Store) *term.Term {
	by := map[*term.Term]*term.Term{}
	for _, v := range x.Vars() {
		by[v] = s.Var(v.Name()+v.Sort().String(), v.Sort())
	}
	return s.Substitute(x, by)
}

// writtenValue is a value as SMT-LIB writes it, where signedness and members are not seen.
func writtenValue(x *term.Term, v term.Value) string {
	return constantOf(x.Sort(), v)
}

// Without bits, canonical conditions come back as the same pointer. A choice of members of an enumeration comes back as one of their numbers,
// if no variable determines the sort: the text is the same.
func TestPrintReadPointerIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := term.NewStore()
		g := grammar([]*term.Sort{term.Bool, term.Int, term.Real, term.String, random.Color}, "x@1")
		g.Bound = []*term.Sort{term.Range(0, 3), random.Color, term.Bool}
		x := renameBySort(g.Expression(t, term.Bool, 5)(s), s)
		back, err := readTerm(s, printTerm(x), knownVariables(s, x))
		if err != nil {
			t.Fatalf("%v: %s", err, printTerm(x))
		}
		if back != x && !(choosesMember(x) && printTerm(back) == printTerm(x)) {
			t.Fatalf("\n   %s\nis %s", printTerm(x), printTerm(back))
		}
	})
}

// choosesMember reports whether a term has a conditional expression for members of an enumeration.
func choosesMember(x *term.Term) bool {
	return x.Op() == term.OpIte && x.Sort().Kind == term.KindEnum || slices.ContainsFunc(x.Args(), choosesMember)
}

// A choice of members of an enumeration, compared with another, has no variable that determines the sort.
func TestPrintReadChoicesOfMembers(t *testing.T) {
	s := term.NewStore()
	b := s.Var("b", term.Bool)
	first, second := s.Const(random.Color, term.IntValue(0)), s.Const(random.Color, term.IntValue(1))
	x := s.Eq(s.Ite(b, second, first), s.Ite(b, first, second))
	back, err := readTerm(s, printTerm(x), knownVariables(s, x))
	if err != nil || printTerm(back) != printTerm(x) {
		t.Fatalf("%s is %s: %v", printTerm(x), printTerm(back), err)
	}
	if !choosesMember(x) {
		t.Errorf("%s has no choice of members", printTerm(x))
	}
}

// knownVariables are the free variables of x and those that quantifiers may bind, by name.
func knownVariables(s *term.Store, x *term.Term) map[string]*term.Term {
	vars := map[string]*term.Term{}
	for _, v := range x.Vars() {
		vars[v.Name()] = v
	}
	for i := range 2 {
		for _, sort := range boundSorts {
			v := random.Quantified(i, sort).In(s)
			vars[v.Name()] = v
		}
	}
	return vars
}

// smallDomains lists the values of variables.
func smallDomains(conjuncts []*term.Term) map[*term.Term][]term.Value {
	domain := map[*term.Term][]term.Value{}
	for _, v := range variablesOf(conjuncts) {
		for n := int64(-2); n <= 3; n++ {
			sort := v.Sort()
			value := term.IntValue(n)
			switch {
			case sort.Kind == term.KindBool && (n < 0 || n > 1), !sort.Contains(value):
				continue
			case sort.Kind == term.KindBits && !bitsValue(sort, patternOf(sort.Width, n)).Equal(value):
				continue
			}
			domain[v] = append(domain[v], value)
		}
	}
	return domain
}

// All stacks of solvers agree with enumeration, and their models satisfy the conjuncts.
func TestSolversAgreeWithEnumeration(t *testing.T) {
	solvers := map[string]Solver{
		"plain":  mustNew(t, Config{NoCache: true, NoSlice: true}),
		"sliced": mustNew(t, Config{NoCache: true}),
		"cached": mustNew(t, Config{NoSlice: true, Cache: NewCache(50)}),
		"full":   mustNew(t, Config{}),
	}
	s := term.NewStore()
	g := grammar(smallSorts, "x@1", "y@2")
	rapid.Check(t, func(t *rapid.T) {
		var conjuncts []*term.Term
		for range rapid.IntRange(1, 4).Draw(t, "conjuncts") {
			conjuncts = append(conjuncts, g.Expression(t, term.Bool, 3)(s))
		}
		want, err := enumerate(conjuncts, smallDomains(conjuncts), 1<<14)
		if err != nil {
			t.Skip("too many combinations")
		}
		extra := s.Var("elsewhere", term.Range(5, 9))
		for name, solver := range solvers {
			if feasible := mustCheck(t, solver, Query{Conjuncts: conjuncts}); feasible.Status != want.Status {
				t.Fatalf("%s: %v (%s), enumeration says %v\n%s", name, feasible.Status, feasible.Reason, want.Status, scriptOf(conjuncts))
			}
			got := mustCheck(t, solver, Query{Conjuncts: conjuncts, Values: append(variablesOf(conjuncts), extra)})
			if got.Status != want.Status {
				t.Fatalf("%s: %v (%s), enumeration says %v\n%s", name, got.Status, got.Reason, want.Status, scriptOf(conjuncts))
			}
			if got.Status == Sat {
				satisfied(t, s, conjuncts, got.Model)
				if n, _ := got.Model[extra].Small(); n != 5 {
					t.Fatalf("%s: a variable outside gets %d", name, n)
				}
			}
		}
	})
}

func satisfied(t *rapid.T, s *term.Store, conjuncts []*term.Term, model Model) {
	for _, c := range conjuncts {
		if !evaluate(t, s, c, model).Bool() {
			t.Fatalf("the model does not satisfy %s", printTerm(c))
		}
	}
	for v, value := range model {
		if !v.Sort().Contains(value) {
			t.Fatalf("%s is not of %s", value.Format(v.Sort()), v.Sort())
		}
	}
}
