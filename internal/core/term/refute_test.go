package term_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

func TestRefutes(t *testing.T) {
	w := newWords()
	sum, turned := w.Add(w.x, w.y), w.Add(w.y, w.x)
	low, high := w.Le(w.Int(120), turned), w.Le(sum, w.Int(119))
	for _, test := range []struct {
		name      string
		conjuncts []*term.Term
		want      bool
	}{
		{"nothing", nil, false},
		{"a condition and its negation", []*term.Term{w.p, w.Not(w.p)}, true},
		{"sums in another order", []*term.Term{high, low}, true},
		{"sums that meet", []*term.Term{w.Le(sum, w.Int(120)), low}, false},
		{"multiples", []*term.Term{w.Le(w.Mul(w.Int(2), w.x), w.y), w.Lt(w.y, w.Add(w.x, w.x))}, true},
		{"all alternatives are excluded", []*term.Term{w.Or(w.p, low), w.Not(w.And(w.q, w.Not(w.p))), w.q, high}, false},
		{"the last alternative", []*term.Term{w.Or(w.p, low), w.Not(w.And(w.q, w.p)), w.q, high}, true},
		{"the sort of a variable", []*term.Term{w.Or(w.p, w.Lt(w.n, w.Int(0))), w.Not(w.p)}, true},
		{"parts of a sum", []*term.Term{w.Eq(w.u, w.rat(0, 1)), w.Le(w.v, w.rat(1, 2)), w.Le(w.rat(19, 20), w.Add(w.u, w.v))}, true},
		{"strict ends", []*term.Term{w.Lt(w.u, w.rat(1, 2)), w.Le(w.rat(1, 2), w.u)}, true},
		{"equal variables", []*term.Term{w.Eq(w.x, w.y), w.Eq(w.x, w.z), w.Not(w.Eq(w.y, w.z))}, true},
		{"equal variables in alternatives", []*term.Term{w.Eq(w.x, w.y), w.Or(w.Eq(w.x, w.z), w.p), w.Not(w.Or(w.p, w.Eq(w.y, w.z)))}, true},
		{"variables that differ", []*term.Term{w.Eq(w.x, w.y), w.Not(w.Eq(w.x, w.z)), w.Or(w.Eq(w.y, w.z), w.p)}, false},
		{"an equation outside of bounds", []*term.Term{w.Le(w.x, w.Int(3)), w.Eq(w.x, w.Int(4))}, true},
	} {
		if got := term.NewRefuter().Refutes(test.conjuncts); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestRefutesUnsimplified checks that terms of the form 0*x, which occur in terms that were not simplified, are ignored in sums.
func TestRefutesUnsimplified(t *testing.T) {
	s := term.NewRawStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	nothing := s.Mul(s.Int(0), x)
	for _, test := range []struct {
		name      string
		conjuncts []*term.Term
		want      bool
	}{
		{"constants are left to the solver", []*term.Term{s.Lt(nothing, s.Int(0))}, false},
		{"zero beside a variable", []*term.Term{s.Le(s.Add(nothing, y), s.Int(3)), s.Lt(s.Int(3), y)}, true},
		{"zero beside a variable that fits", []*term.Term{s.Le(s.Add(nothing, y), s.Int(3)), s.Lt(s.Int(2), y)}, false},
		{"a product of a product", []*term.Term{s.Le(s.Add(y, s.Mul(s.Int(2), nothing)), s.Int(3)), s.Lt(s.Int(3), y)}, true},
	} {
		if got := term.NewRefuter().Refutes(test.conjuncts); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestRefuterOfSeveralStores: terms of different stores can have the same ID, and facts about one say nothing about the other.
func TestRefuterOfSeveralStores(t *testing.T) {
	refuter := term.NewRefuter()
	for _, test := range []struct {
		sort *term.Sort
		want bool
	}{{term.Range(0, 3), true}, {term.Int, false}, {term.Range(0, 9), false}, {term.Range(0, 3), true}} {
		s := term.NewRawStore()
		if got := refuter.Refutes([]*term.Term{s.Le(s.Int(5), s.Var("x", test.sort))}); got != test.want {
			t.Errorf("at least five in %v: %v", test.sort, got)
		}
	}
}

// TestRefutedHasNoSolution: a refuted condition is false for all values, and earlier calls make no difference.
func TestRefutedHasNoSolution(t *testing.T) {
	refuted := 0
	w, refuter := newWords(), term.NewRefuter()
	rapid.Check(t, func(t *rapid.T) {
		a, b := w.Var("a", term.Range(-2, 2)), w.Var("b", term.Range(-2, 2))
		var condition func(depth int) *term.Term
		condition = func(depth int) *term.Term {
			if depth > 0 {
				x, y := condition(depth-1), condition(depth-1)
				return []*term.Term{w.And(x, y), w.Or(x, y), w.Not(w.And(x, y)), w.p, w.Not(w.p)}[rapid.IntRange(0, 4).Draw(t, "kind")]
			}
			sum := w.Add(w.Mul(w.Int(rapid.Int64Range(-2, 2).Draw(t, "f")), a), w.Mul(w.Int(rapid.Int64Range(-2, 2).Draw(t, "g")), b))
			limit := w.Int(rapid.Int64Range(-3, 3).Draw(t, "limit"))
			return []*term.Term{w.Le(sum, limit), w.Lt(limit, sum), w.Eq(sum, limit), w.Not(w.Eq(sum, limit))}[rapid.IntRange(0, 3).Draw(t, "relation")]
		}
		var conjuncts []*term.Term
		for range rapid.IntRange(1, 6).Draw(t, "conjuncts") {
			conjuncts = append(conjuncts, condition(rapid.IntRange(0, 2).Draw(t, "depth")))
		}
		if !refuter.Refutes(conjuncts) {
			return
		}
		refuted++
		whole := w.And(conjuncts...)
		for i := range 50 {
			values := map[*term.Term]term.Value{a: term.IntValue(int64(i%5 - 2)), b: term.IntValue(int64(i/5%5 - 2)), w.p: term.BoolValue(i >= 25)}
			if value, err := w.Evaluate(whole, values); err != nil || value.Bool() {
				t.Fatalf("%v has a solution: %v (%v)", conjuncts, values, err)
			}
		}
	})
	if refuted == 0 {
		t.Error("nothing was refuted")
	}
}
