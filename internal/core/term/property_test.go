package term_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"pgregory.net/rapid"
)

// draw makes an expression of any sort, and values for its variables.
func draw(t *rapid.T, quantifiers bool) (random.Recipe, []random.Variable, []term.Value) {
	g := &random.Grammar{Vars: random.AllVariables(), Quantifiers: quantifiers, Strings: rapid.Bool().Draw(t, "strings")}
	sort := rapid.OneOf(rapid.Just(term.Bool), rapid.SampledFrom(g.Sorts())).Draw(t, "sort")
	recipe := g.Expression(t, sort, rapid.IntRange(1, 4).Draw(t, "depth"))
	return recipe, g.Vars, random.Assignment(t, g.Vars)
}

// run evaluates a term by a Program.
func run(t interface{ Fatalf(string, ...any) }, s *term.Store, root *term.Term, vars []random.Variable, values []term.Value) term.Value {
	inputs := make([]*term.Term, len(vars))
	for i, v := range vars {
		inputs[i] = v.In(s)
	}
	f := s.Compile([]*term.Term{root}, inputs).NewFrame()
	if err := f.Run(values); err != nil {
		t.Fatalf("%s: %v", root, err)
	}
	return f.Value(0)
}

func environmentOf(s *term.Store, vars []random.Variable, values []term.Value) environment {
	env := environment{}
	for i, v := range vars {
		env[v.In(s)] = fromValue(values[i], v.Sort)
	}
	return env
}

// TestProgramAgreesWithReference runs raw terms as programs and by direct recursion.
func TestProgramAgreesWithReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recipe, vars, values := draw(t, true)
		s := term.NewRawStore()
		root := recipe(s)
		got, want := run(t, s, root, vars, values), meaning(root, environmentOf(s, vars, values))
		if !equalTo(got, root.Sort(), want) {
			t.Fatalf("%s\nis %s, but the reference says %v", root, got.Format(root.Sort()), want)
		}
	})
}

// TestSimplificationKeepsMeaning compares simplified terms with raw ones, and checks their intervals.
func TestSimplificationKeepsMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recipe, vars, values := draw(t, true)
		raw, simple := term.NewRawStore(), term.NewStore()
		before, after := recipe(raw), recipe(simple)
		if !before.Sort().Same(after.Sort()) {
			t.Fatalf("the sort changed from %s to %s", before.Sort(), after.Sort())
		}
		want := meaning(before, environmentOf(raw, vars, values))
		got := run(t, simple, after, vars, values)
		if !equalTo(got, after.Sort(), want) {
			t.Fatalf("%s\nbecame %s\nwhich is %s instead of %v", before, after, got.Format(after.Sort()), want)
		}
		checkInterval(t, after, got)
		checkInterval(t, before, got)
	})
}

func checkInterval(t *rapid.T, e *term.Term, v term.Value) {
	own := e.Bounds()
	if own.Low.OK && term.CompareInt(v, term.IntValue(own.Low.N)) < 0 || own.High.OK && term.CompareInt(v, term.IntValue(own.High.N)) > 0 {
		t.Fatalf("%s is %s, outside its interval %+v", e, v.Format(e.Sort()), own)
	}
}

// TestSymbolicCommutes substitutes terms for the variables of a term: evaluating the result is evaluating the term under
// the values of the substituted terms.
func TestSymbolicCommutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recipe, vars, values := draw(t, true)
		s := term.NewStore()
		root := recipe(s)
		g := &random.Grammar{Vars: vars}
		by := map[*term.Term]*term.Term{}
		inner := append([]term.Value(nil), values...)
		for i, v := range vars {
			if v.Sort.HasLow || v.Sort.HasHigh || rapid.Bool().Draw(t, "keep") {
				continue // a bounded variable stands only for terms within its bounds
			}
			by[v.In(s)] = g.Expression(t, v.Sort, 1)(s)
			inner[i] = run(t, s, by[v.In(s)], vars, values)
		}
		after := s.Substitute(root, by)
		got, want := run(t, s, after, vars, values), run(t, s, root, vars, inner)
		if !got.Equal(want) {
			t.Fatalf("%s\nbecame %s\nwhich is %s instead of %s", root, after, got.Format(root.Sort()), want.Format(root.Sort()))
		}
	})
}

// TestRebuildIsIdentity substitutes nothing: a canonical term is rebuilt as itself.
func TestRebuildIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recipe, _, _ := draw(t, true)
		s := term.NewStore()
		root := recipe(s)
		if again := s.Substitute(root, nil); again != root {
			t.Fatalf("%s\nwas rebuilt as\n%s", root, again)
		}
	})
}

// TestInterning builds an expression twice: equal structure is one pointer, and hashes do not depend on the store.
func TestInterning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recipe, _, _ := draw(t, true)
		s, other := term.NewStore(), term.NewStore()
		a := recipe(s)
		if b := recipe(s); a != b {
			t.Fatalf("%s and %s are two terms", a, b)
		}
		if c := recipe(other); a.Hash() != c.Hash() || a.String() != c.String() {
			t.Fatalf("%s and %s differ between stores", a, c)
		}
	})
}

// TestConcurrentStore builds the same terms in many goroutines.
func TestConcurrentStore(t *testing.T) {
	s := term.NewStore()
	const workers, count = 8, 300
	made := make([][]*term.Term, workers)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := range count {
				x := s.Var(fmt.Sprint("x", i%17), term.Int)
				sum := s.Add(x, s.Int(int64(i)), s.Mul(s.Int(3), s.Var("y", term.Nat)))
				made[w] = append(made[w], s.And(s.Le(sum, x), s.Not(s.Eq(x, s.Int(int64(i))))), sum)
			}
		})
	}
	group.Wait()
	for w := range workers {
		for i, got := range made[w] {
			if got != made[0][i] {
				t.Fatalf("goroutine %d made %s anew", w, got)
			}
		}
	}
}
