package equality_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/equality"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"pgregory.net/rapid"
)

// formulas draws conditions of the logic, over a few keys and constants.
type formulas struct {
	*term.Store
	t         *rapid.T
	keys      []*term.Term
	constants []*term.Term
	flag      *term.Term
	small     *term.Term // a number
}

// newFormulas draws the sort of the keys. A raw store does not simplify.
func newFormulas(t *rapid.T) *formulas {
	f := &formulas{Store: term.NewStore(), t: t}
	if rapid.Bool().Draw(t, "raw") {
		f.Store = term.NewRawStore()
	}
	sort := rapid.SampledFrom([]*term.Sort{term.Int, term.String}).Draw(t, "sort")
	for i := range rapid.IntRange(1, 4).Draw(t, "keys") {
		f.keys = append(f.keys, f.Var(fmt.Sprint("k", i), sort))
	}
	for i := range 2 {
		f.constants = append(f.constants, f.Const(sort, value(sort, i)))
	}
	f.flag = f.Var("flag", term.Bool)
	f.small = f.Var("small", term.Range(-1, 2))
	return f
}

// value is one of several different values of a sort.
func value(s *term.Sort, i int) term.Value {
	if s == term.String {
		return term.StringValue(strings.Repeat("a", i))
	}
	return term.IntValue(int64(3 * i))
}

func (f *formulas) draw(n int) int { return rapid.IntRange(0, n-1).Draw(f.t, "choice") }

// key draws a key: a variable, a constant, or a choice.
func (f *formulas) key(depth int) *term.Term {
	switch n := f.draw(6); {
	case n == 0:
		return f.constants[f.draw(len(f.constants))]
	case n == 1 && depth > 0:
		return f.Ite(f.condition(depth-1), f.key(depth-1), f.key(depth-1))
	}
	return f.keys[f.draw(len(f.keys))]
}

// count draws a number that depends on conditions.
func (f *formulas) count(depth int) *term.Term {
	out := f.Int(int64(f.draw(3) - 1))
	if f.draw(3) == 0 {
		out = f.small
	}
	for range f.draw(4) {
		one := f.Ite(f.condition(depth-1), f.Int(int64(f.draw(4)-1)), f.Int(int64(f.draw(3))))
		if f.draw(4) == 0 {
			one = f.Mul(f.Int(int64(f.draw(5)-2)), one)
		}
		out = f.Add(out, one)
	}
	return out
}

func (f *formulas) condition(depth int) *term.Term {
	n := f.draw(8)
	if depth <= 0 {
		n %= 2
	}
	switch n {
	case 0:
		return f.flag
	case 2:
		return f.Not(f.condition(depth - 1))
	case 3:
		return f.And(f.condition(depth-1), f.condition(depth-1))
	case 4:
		return f.Or(f.condition(depth-1), f.condition(depth-1))
	case 5:
		return f.Le(f.count(depth-1), f.count(depth-1))
	case 6:
		return f.Eq(f.count(depth-1), f.count(depth-1))
	case 7:
		return f.Lt(f.count(depth-1), f.Int(int64(f.draw(3))))
	}
	return f.Eq(f.key(depth-1), f.key(depth-1))
}

// solvable tries all values that matter: the constants, and one more for each key.
func (f *formulas) solvable(conditions []*term.Term) bool {
	sort := f.keys[0].Sort()
	values := map[*term.Term]term.Value{}
	var try func(i int) bool
	try = func(i int) bool {
		if i < len(f.keys) {
			for v := range len(f.constants) + len(f.keys) {
				if values[f.keys[i]] = value(sort, v); try(i + 1) {
					return true
				}
			}
			return false
		}
		for _, flag := range []bool{false, true} {
			for small := f.small.Sort().Low; small <= f.small.Sort().High; small++ {
				values[f.flag], values[f.small] = term.BoolValue(flag), term.IntValue(small)
				if f.hold(conditions, values) {
					return true
				}
			}
		}
		return false
	}
	return try(0)
}

func (f *formulas) hold(conditions []*term.Term, values map[*term.Term]term.Value) bool {
	for _, c := range conditions {
		v, err := f.Evaluate(c, values)
		if err != nil {
			f.t.Fatal(err)
		}
		if !v.Bool() {
			return false
		}
	}
	return true
}

// TestDecideEqualsEnumeration: conditions of the logic are satisfied if some values satisfy them, and refuted if none do. One decider answers for
// many stores, so that what it remembers must not matter.
func TestDecideEqualsEnumeration(t *testing.T) {
	decider := equality.NewDecider()
	answers := map[equality.Outcome]int{}
	rapid.Check(t, func(t *rapid.T) {
		f := newFormulas(t)
		var conditions []*term.Term
		for range rapid.IntRange(1, 5).Draw(t, "conditions") {
			conditions = append(conditions, f.condition(3))
		}
		want := equality.Refuted
		if f.solvable(conditions) {
			want = equality.Satisfied
		}
		if got := decider.Decide(conditions); got != want {
			t.Fatalf("%v, want %v: %v", got, want, conditions)
		}
		answers[want]++
	})
	if answers[equality.Refuted] == 0 || answers[equality.Satisfied] == 0 {
		t.Errorf("%v: the law was tested in one case only", answers)
	}
}

// TestOtherLogics: conditions outside the logic are not decided, even if they have no solution.
func TestOtherLogics(t *testing.T) {
	s := term.NewRawStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	low, high, more := s.Var("low", term.Range(0, 99)), s.Var("high", term.Range(0, 99)), s.Var("more", term.Range(0, 99))
	text := s.Var("text", term.String)
	tests := map[string][]*term.Term{
		"sums":          {s.Eq(x, s.Add(x, s.Int(1)))},
		"order":         {s.Lt(x, y), s.Lt(y, x)},
		"ranges":        {s.Not(s.Eq(low, high)), s.Not(s.Eq(high, more)), s.Not(s.Eq(low, more))},
		"count and key": {s.Eq(x, s.Add(s.Ite(s.Eq(x, y), s.Int(1), s.Int(0)), s.Int(1))), s.Eq(x, s.Int(7))},
		"texts":         {s.Eq(s.Length(text), s.Int(-1))},
		"large numbers": {s.Le(s.Int(1<<40), s.Ite(s.Eq(x, y), s.Int(1), s.Int(0)))},
	}
	decider := equality.NewDecider()
	few, less, least := s.Var("few", term.Range(0, 1)), s.Var("less", term.Range(0, 1)), s.Var("least", term.Range(0, 1))
	if got := decider.Decide([]*term.Term{s.Not(s.Eq(few, less)), s.Not(s.Eq(less, least)), s.Not(s.Eq(few, least))}); got != equality.Refuted {
		t.Errorf("three different numbers of two: %v", got)
	}
	for name, conditions := range tests {
		for range 2 { // the second time it is remembered
			if got := decider.Decide(conditions); got != equality.Open {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
	if got := decider.Decide([]*term.Term{s.Eq(x, y), s.Eq(y, s.Int(1)), s.Eq(x, s.Int(2))}); got != equality.Refuted {
		t.Errorf("a contradiction between keys: %v", got)
	}
}

// pigeons are conditions that n keys are different and are among n-1 others, which are different too.
func pigeons(s *term.Store, n int) []*term.Term {
	var out, holes []*term.Term
	for i := range n - 1 {
		holes = append(holes, s.Var(fmt.Sprint("hole", i), term.Int))
	}
	for i := range n {
		pigeon := s.Var(fmt.Sprint("pigeon", i), term.Int)
		in := s.Truth(false)
		for _, h := range holes {
			in = s.Or(in, s.Eq(pigeon, h))
		}
		out = append(out, in)
		for j := range i {
			out = append(out, s.Not(s.Eq(pigeon, s.Var(fmt.Sprint("pigeon", j), term.Int))))
		}
	}
	return out
}

// TestBounds: small problems are refuted; for large ones the search ends without an answer, and so does one with a deep term.
func TestBounds(t *testing.T) {
	decider := equality.NewDecider()
	for n, want := range map[int]equality.Outcome{3: equality.Refuted, 4: equality.Refuted, 12: equality.Open, 40: equality.Open} {
		if got := decider.Decide(pigeons(term.NewStore(), n)); got != want {
			t.Errorf("%d pigeons: %v", n, got)
		}
	}
	s := term.NewRawStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	deep := x
	for i := range 100_000 {
		deep = s.Ite(s.Eq(deep, y), s.Int(int64(i)), x)
	}
	if got := decider.Decide([]*term.Term{s.Not(s.Eq(deep, deep))}); got != equality.Open {
		t.Errorf("a deep term: %v", got)
	}
}
