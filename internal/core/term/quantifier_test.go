package term_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// holds evaluates a formula without asking a solver.
func holds(s *term.Store, formula *term.Term, values map[*term.Term]int64) (bool, error) {
	assignment := map[*term.Term]term.Value{}
	for v, n := range values {
		assignment[v] = term.IntValue(n)
	}
	v, err := s.Evaluate(formula, assignment)
	return v.Bool(), err
}

func demand(t *testing.T, s *term.Store, formula *term.Term, values map[*term.Term]int64, want bool) {
	t.Helper()
	got, err := holds(s, formula, values)
	if err != nil || got != want {
		t.Errorf("%s: got %t, %v, want %t", formula, got, err, want)
	}
}

// both runs a test on a simplifying and on a raw store.
func both(t *testing.T, test func(t *testing.T, s *term.Store)) {
	t.Run("simplified", func(t *testing.T) { test(t, term.NewStore()) })
	t.Run("raw", func(t *testing.T) { test(t, term.NewRawStore()) })
}

func TestQuantifierBoundedBySort(t *testing.T) {
	both(t, func(t *testing.T, s *term.Store) {
		x, k := s.Var("x", term.Int), s.Var("k", term.Range(2, 5))
		even := s.Exists([]*term.Term{k}, s.Eq(s.Mul(k, k), x))
		demand(t, s, even, map[*term.Term]int64{x: 16}, true)
		demand(t, s, even, map[*term.Term]int64{x: 36}, false)
		below := s.Forall([]*term.Term{k}, s.Lt(k, x))
		demand(t, s, below, map[*term.Term]int64{x: 6}, true)
		demand(t, s, below, map[*term.Term]int64{x: 5}, false)
		bits := s.Var("bits", term.Bits(8, true))
		demand(t, s, s.Exists([]*term.Term{bits}, s.Eq(s.BitsToInt(s.Mul(bits, bits)), s.Int(-110))), nil, false)
		demand(t, s, s.Exists([]*term.Term{bits}, s.Eq(s.BitsToInt(bits), s.Int(-128))), nil, true)
	})
}

func TestQuantifierBoundedByConjuncts(t *testing.T) {
	both(t, func(t *testing.T, s *term.Store) {
		x, k := s.Var("x", term.Int), s.Var("k", term.Int)
		within := s.And(s.Le(s.Int(0), k), s.Le(k, x))
		square := s.Exists([]*term.Term{k}, s.And(s.Le(s.Int(0), k), s.Le(k, x), s.Eq(s.Mul(k, k), x)))
		demand(t, s, square, map[*term.Term]int64{x: 49}, true)
		demand(t, s, square, map[*term.Term]int64{x: 50}, false)
		demand(t, s, s.Exists([]*term.Term{k}, within), map[*term.Term]int64{x: -1}, false)
		equal := s.Exists([]*term.Term{k}, s.Eq(s.Mul(s.Int(3), k), x))
		demand(t, s, equal, map[*term.Term]int64{x: -9}, true)
		demand(t, s, equal, map[*term.Term]int64{x: -8}, false)
		under := s.Exists([]*term.Term{k}, s.Eq(s.Mul(s.Int(-3), k), x))
		demand(t, s, under, map[*term.Term]int64{x: 7}, false)
		demand(t, s, under, map[*term.Term]int64{x: 6}, true)
	})
}

// TestForallBoundedByDisjuncts reads the limits off the negation of the body.
func TestForallBoundedByDisjuncts(t *testing.T) {
	s := term.NewStore()
	x, k := s.Var("x", term.Int), s.Var("k", term.Int)
	all := s.Forall([]*term.Term{k}, s.Or(s.Not(s.Le(s.Int(0), k)), s.Not(s.Le(k, x)), s.Lt(k, s.Int(10))))
	demand(t, s, all, map[*term.Term]int64{x: 9}, true)
	demand(t, s, all, map[*term.Term]int64{x: 10}, false)
}

// TestChangeGiving is the formula of the vending machine: the limits of a coin follow from the coins before it.
func TestChangeGiving(t *testing.T) {
	both(t, func(t *testing.T, s *term.Store) {
		money, price := s.Var("money", term.Int), s.Var("price", term.Int)
		n := []*term.Term{s.Var("n1", term.Nat), s.Var("n2", term.Nat), s.Var("n3", term.Nat)}
		sum := s.Add(s.Mul(s.Int(20), n[0]), s.Mul(s.Int(50), n[1]), s.Mul(s.Int(100), n[2]))
		formula := s.Exists(n, s.Eq(sum, s.Sub(money, price)))
		demand(t, s, formula, map[*term.Term]int64{money: 200, price: 130}, true)
		demand(t, s, formula, map[*term.Term]int64{money: 200, price: 190}, false)
		demand(t, s, formula, map[*term.Term]int64{money: 100, price: 130}, false)
		demand(t, s, formula, map[*term.Term]int64{money: 10_000, price: 33}, false)
	})
}

// TestNestedQuantifiers puts a quantifier into the body of another, with limits that depend on the outer variable.
func TestNestedQuantifiers(t *testing.T) {
	both(t, func(t *testing.T, s *term.Store) {
		x := s.Var("x", term.Int)
		d, m := s.Var("d", term.Int), s.Var("m", term.Int)
		divides := s.Exists([]*term.Term{m}, s.And(s.Le(s.Int(2), m), s.Lt(m, x), s.Eq(s.Mul(d, m), x)))
		composite := s.Exists([]*term.Term{d}, s.And(s.Le(s.Int(2), d), s.Lt(d, x), divides))
		demand(t, s, composite, map[*term.Term]int64{x: 91}, true)
		demand(t, s, composite, map[*term.Term]int64{x: 97}, false)
	})
}

// TestLimitWithQuantifier has a bound that can itself only be found by enumeration.
func TestLimitWithQuantifier(t *testing.T) {
	both(t, func(t *testing.T, s *term.Store) {
		x, k, m := s.Var("x", term.Int), s.Var("k", term.Range(0, 100)), s.Var("m", term.Range(0, 100))
		limit := s.Ite(s.Exists([]*term.Term{m}, s.Eq(s.Mul(m, m), x)), s.Int(5), s.Int(3))
		formula := s.Exists([]*term.Term{k}, s.And(s.Le(k, limit), s.Eq(s.Mul(k, k), s.Int(16))))
		demand(t, s, formula, map[*term.Term]int64{x: 49}, true)
		demand(t, s, formula, map[*term.Term]int64{x: 50}, false)
	})
}

// TestRangeAtTheEnd enumerates up to the largest 64-bit number.
// TestLimitWithFold: a limit may be a sum over a collection.
func TestLimitWithFold(t *testing.T) {
	both(t, func(t *testing.T, s *term.Store) {
		q, k, total, x := s.Var("q", term.Seq(term.Int)), s.Var("k", term.Int), s.Var("total", term.Int), s.Var("x", term.Int)
		sum := s.Fold(q, s.Int(0), total, x, s.Add(total, x))
		reached := s.Exists([]*term.Term{k}, s.And(s.Le(s.Int(3), k), s.Le(k, sum)))
		for last, want := range map[int64]bool{1: false, 2: true} {
			got, err := s.Evaluate(reached, map[*term.Term]term.Value{q: term.ListValue(term.IntValue(1), term.IntValue(last))})
			if err != nil || got.Bool() != want {
				t.Errorf("%s with q = [1, %d]: got %t, %v, want %t", reached, last, got.Bool(), err, want)
			}
		}
	})
}

func TestRangeAtTheEnd(t *testing.T) {
	both(t, func(t *testing.T, s *term.Store) {
		k := s.Var("k", term.Range(math.MaxInt64-1, math.MaxInt64))
		body := s.Eq(s.Mod(k, s.Int(5)), s.Int(4))
		demand(t, s, s.Exists([]*term.Term{k}, body), nil, false)
	})
}

func TestUndecided(t *testing.T) {
	s := term.NewStore()
	x, k, u := s.Var("x", term.Int), s.Var("k", term.Int), s.Var("u", term.Real)
	for _, formula := range []*term.Term{
		s.Exists([]*term.Term{k}, s.Eq(s.Mul(k, k), x)),
		s.Exists([]*term.Term{u}, s.Eq(s.Mul(u, u), s.ToReal(x))),
		s.Forall([]*term.Term{k}, s.Or(s.Lt(k, x), s.Lt(x, s.Mul(k, k)))),
	} {
		if _, err := holds(s, formula, map[*term.Term]int64{x: 9}); !errors.Is(err, term.ErrUndecided) {
			t.Errorf("%s: got %v", formula, err)
		}
	}
}

// TestDecide passes quantifiers that cannot be enumerated to a function, as closed formulas.
func TestDecide(t *testing.T) {
	s := term.NewStore()
	x, k := s.Var("x", term.Int), s.Var("k", term.Int)
	formula := s.Exists([]*term.Term{k}, s.Eq(s.Mul(k, k), x))
	f := s.Compile([]*term.Term{formula}, []*term.Term{x}).NewFrame()
	var asked []string
	f.Decide = func(closed *term.Term) (bool, error) {
		if len(closed.Vars()) > 0 {
			t.Errorf("%s is not closed", closed)
		}
		asked = append(asked, closed.String())
		return true, nil
	}
	if err := f.Run([]term.Value{term.IntValue(9)}); err != nil || !f.Bool(0) {
		t.Errorf("got %t, %v", f.Bool(0), err)
	}
	if len(asked) != 1 || asked[0] != "exists k: int :: k * k == 9" {
		t.Errorf("asked %q", asked)
	}
	trouble := errors.New("no solver")
	f.Decide = func(*term.Term) (bool, error) { return false, trouble }
	if err := f.Run([]term.Value{term.IntValue(9)}); !errors.Is(err, trouble) {
		t.Errorf("got %v", err)
	}
}

// TestEnumerationIsBounded gives up on nested loops that are each small enough but not together.
func TestEnumerationIsBounded(t *testing.T) {
	s := term.NewStore()
	var formula = s.Lt(s.Var("x", term.Int), s.Int(0))
	for _, name := range []string{"a", "b", "c"} {
		v := s.Var(name, term.Range(0, 100_000))
		formula = s.Exists([]*term.Term{v}, s.And(formula, s.Lt(s.Mul(v, v), s.Var("x", term.Int))))
	}
	begin := time.Now()
	_, err := holds(s, s.Not(formula), map[*term.Term]int64{s.Var("x", term.Int): 5})
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
	if err != nil && !errors.Is(err, term.ErrUndecided) {
		t.Error(err)
	}
	pair := []*term.Term{s.Var("i", term.Range(0, 1<<30)), s.Var("j", term.Range(0, 1<<30))}
	inner := s.Exists(pair[1:], s.Eq(s.Mul(pair[0], pair[1]), s.Int(1<<59+1)))
	nested := s.Exists(pair[:1], s.Or(inner, s.Eq(s.Mul(pair[0], pair[0]), s.Int(1<<59+1))))
	begin = time.Now()
	if _, err := holds(s, nested, nil); !errors.Is(err, term.ErrUndecided) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}

// TestBoundVariablesAreDropped where they do not occur, unless their sort is empty.
func TestBoundVariablesAreDropped(t *testing.T) {
	w := newWords()
	empty := w.Var("e", term.Range(5, 4))
	check(t, []printed{
		{w.Exists([]*term.Term{w.y}, w.Lt(w.x, w.z)), "x < z"},
		{w.Forall([]*term.Term{w.y, w.x}, w.Lt(w.x, w.z)), "forall x: int :: x < z"},
		{w.Exists([]*term.Term{empty}, w.p), "exists e: 5..4 :: p"},
	})
	demand(t, w.Store, w.Exists([]*term.Term{empty}, w.p), map[*term.Term]int64{w.p: 1}, false)
}

// TestSubstitutionUnderQuantifier replaces free variables only.
func TestSubstitutionUnderQuantifier(t *testing.T) {
	w := newWords()
	formula := w.Exists([]*term.Term{w.y}, w.Eq(w.Mul(w.y, w.y), w.x))
	by := map[*term.Term]*term.Term{w.x: w.Add(w.z, w.Int(1)), w.y: w.Int(3)}
	check(t, []printed{
		{w.Substitute(formula, by), "exists y: int :: y * y == z + 1"},
		{w.Substitute(w.And(w.p, w.Lt(w.x, w.y)), map[*term.Term]*term.Term{w.x: w.y, w.y: w.x}), "p and y < x"},
	})
	if !formula.HasQuantifier() || w.x.HasQuantifier() {
		t.Error("HasQuantifier is wrong")
	}
}

// TestWideQuantifiersAreGivenUpSoon: only few cases of a range that is too wide are tried, so that a model with many quantifiers over wide
// types is still fast. A solution among the first cases is found.
func TestWideQuantifiersAreGivenUpSoon(t *testing.T) {
	s := term.NewStore()
	wide := s.Var("id", term.Range(math.MinInt64, math.MaxInt64))
	x := s.Var("x", term.Int)
	early := s.Exists([]*term.Term{wide}, s.Not(s.Eq(wide, x)))
	demand(t, s, early, map[*term.Term]int64{x: math.MinInt64}, true)
	var late []*term.Term
	for i := range 500 {
		late = append(late, s.Exists([]*term.Term{wide}, s.Lt(s.Int(int64(i)), s.Mul(wide, s.Mul(wide, wide)))))
	}
	frame := s.Compile(late, []*term.Term{x}).NewFrame()
	watchdog := time.AfterFunc(10*time.Second, func() { panic("500 quantifiers take more than 10 seconds") })
	defer watchdog.Stop()
	for range 100 {
		if err := frame.Run([]term.Value{term.IntValue(0)}); err == nil {
			t.Fatal("the quantifiers were decided")
		}
	}
}
