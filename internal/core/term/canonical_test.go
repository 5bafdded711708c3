package term_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The numbered rules of the package comment, each with the terms it makes, as printed.

// words is a store with some variables in it.
type words struct {
	*term.Store
	x, y, z    *term.Term // int
	n, r       *term.Term // nat, 0..7
	p, q       *term.Term // bool
	u, v       *term.Term // real
	a, b, c    *term.Term // uint8, uint8, int8
	name, hue  *term.Term // string, enumeration
	colorNames *term.Sort
}

func newWords() words {
	s := term.NewStore()
	color := term.Enum("Color", "red", "green")
	return words{Store: s, x: s.Var("x", term.Int), y: s.Var("y", term.Int), z: s.Var("z", term.Int),
		n: s.Var("n", term.Nat), r: s.Var("r", term.Range(0, 7)), p: s.Var("p", term.Bool), q: s.Var("q", term.Bool),
		u: s.Var("u", term.Real), v: s.Var("v", term.Real), a: s.Var("a", term.Bits(8, false)), b: s.Var("b", term.Bits(8, false)),
		c: s.Var("c", term.Bits(8, true)), name: s.Var("name", term.String), hue: s.Var("hue", color), colorNames: color}
}

func (w words) rat(a, b int64) *term.Term { return w.Const(term.Real, term.RatValue(big.NewRat(a, b))) }

func (w words) text(s string) *term.Term { return w.Const(term.String, term.StringValue(s)) }

func (w words) uint8(n int64) *term.Term { return w.Const(term.Bits(8, false), term.IntValue(n)) }

// printed is a row of a table: what a term prints as.
type printed struct {
	got  *term.Term
	want string
}

func check(t *testing.T, rows []printed) {
	t.Helper()
	for _, row := range rows {
		if row.got.String() != row.want {
			t.Errorf("got  %s\nwant %s", row.got, row.want)
		}
	}
}

func TestRule1ConstantsFold(t *testing.T) {
	w := newWords()
	huge := w.Const(term.Int, term.BigValue(new(big.Int).Lsh(big.NewInt(1), 70)))
	check(t, []printed{
		{w.Add(w.Int(2), w.Int(3)), "5"},
		{w.Mul(w.Int(math.MaxInt64), w.Int(2)), "18446744073709551614"},
		{w.Sub(huge, huge), "0"},
		{w.Div(w.rat(1, 2), w.rat(3, 1)), "1/6"},
		{w.Le(w.Int(2), w.Int(2)), "true"},
		{w.Lt(w.Int(2), w.Int(2)), "false"},
		{w.Eq(w.text("a"), w.text("a")), "true"},
		{w.Floor(w.rat(-1, 2)), "-1"},
		{w.ToReal(w.Int(3)), "3.0"},
		{w.Length(w.text("é😀")), "2"},
		{w.Concat(w.text("a"), w.text("b")), `"ab"`},
		{w.Add(w.uint8(200), w.uint8(100)), "44"},
		{w.BitNot(w.uint8(0)), "255"},
		{w.IntToBits(huge, term.Bits(8, true)), "0"},
		{w.BitsToInt(w.Const(term.Bits(64, false), term.IntValue(-1))), "18446744073709551615"},
		{w.Convert(w.uint8(255), term.Bits(8, true)), "-1"},
	})
}

func TestRule2JunctionsAreFlat(t *testing.T) {
	w := newWords()
	check(t, []printed{
		{w.And(), "true"},
		{w.Or(), "false"},
		{w.And(w.p), "p"},
		{w.And(w.p, w.And(w.q, w.p), w.True()), "p and q"},
		{w.Or(w.Or(w.p, w.False()), w.q, w.p), "p or q"},
		{w.And(w.p, w.q, w.Not(w.p)), "false"},
		{w.Or(w.Le(w.x, w.y), w.Lt(w.y, w.x)), "true"},
		{w.And(w.p, w.False()), "false"},
		{w.Implies(w.p, w.q), "not p or q"},
		{w.Eq(w.p, w.True()), "p"},
		{w.Eq(w.False(), w.p), "not p"},
		{w.Eq(w.p, w.Not(w.p)), "false"},
	})
}

func TestRule3NegationsMoveInward(t *testing.T) {
	w := newWords()
	check(t, []printed{
		{w.Not(w.Not(w.p)), "p"},
		{w.Not(w.Le(w.u, w.v)), "v < u"},
		{w.Not(w.Lt(w.u, w.v)), "v <= u"},
		{w.Not(w.Le(w.x, w.y)), "y < x"},
		{w.Not(w.Lt(w.a, w.b)), "b <= a"},
		{w.Not(w.Eq(w.x, w.y)), "x != y"},
		{w.Not(w.And(w.p, w.q)), "not (p and q)"},
		{w.Not(w.True()), "false"},
	})
}

func TestRule4SumsAreFlat(t *testing.T) {
	w := newWords()
	check(t, []printed{
		{w.Add(w.x, w.Int(1), w.Add(w.y, w.x), w.Int(2)), "2 * x + y + 3"},
		{w.Sub(w.x, w.x), "0"},
		{w.Sub(w.y, w.x), "y - x"},
		{w.Neg(w.Sub(w.x, w.y)), "-x + y"},
		{w.Mul(w.Int(3), w.Add(w.x, w.Int(2))), "3 * x + 6"},
		{w.Mul(w.Add(w.x, w.y), w.Int(0)), "0"},
		{w.Add(w.Mul(w.x, w.y), w.Mul(w.y, w.x)), "2 * (" + w.Mul(w.x, w.y).String() + ")"},
		{w.Div(w.u, w.rat(4, 1)), "0.25 * u"},
		{w.Add(w.Mul(w.uint8(200), w.a), w.Mul(w.uint8(56), w.a)), "0"},
	})
}

func TestRule5ComparisonsAreNormal(t *testing.T) {
	w := newWords()
	twice := func(x *term.Term) *term.Term { return w.Mul(w.Int(2), x) }
	check(t, []printed{
		{w.Le(w.Add(w.x, w.y), w.Add(w.x, w.z)), "y <= z"},
		{w.Lt(w.x, w.y), "x < y"},
		{w.Lt(w.Int(3), w.x), "x >= 4"},
		{w.Le(twice(w.x), w.Int(7)), "x <= 3"},
		{w.Le(w.Int(7), twice(w.x)), "x >= 4"},
		{w.Le(w.Mul(w.Int(4), w.x), w.Mul(w.Int(6), w.y)), "2 * x <= 3 * y"},
		{w.Eq(twice(w.x), w.Int(7)), "false"},
		{w.Eq(twice(w.x), w.Int(8)), "x == 4"},
		{w.Eq(w.Sub(w.Int(0), w.x), w.y), "x + y == 0"},
		{w.Lt(w.Mul(w.rat(1, 2), w.u), w.Mul(w.rat(1, 3), w.v)), "3.0 * u < 2.0 * v"},
		{w.Le(w.Sub(w.x, w.y), w.Int(0)), "x <= y"},
		{w.Le(w.x, w.x), "true"},
	})
}

func TestRule6SortsDecide(t *testing.T) {
	w := newWords()
	check(t, []printed{
		{w.Le(w.Int(0), w.n), "true"},
		{w.Lt(w.n, w.Int(0)), "false"},
		{w.Le(w.r, w.Int(7)), "true"},
		{w.Le(w.Add(w.r, w.r), w.Int(13)), "r <= 6"},
		{w.Lt(w.Int(20), w.Add(w.r, w.r)), "false"},
		{w.Eq(w.r, w.Int(8)), "false"},
		{w.Eq(w.n, w.Int(-1)), "false"},
		{w.Mod(w.r, w.Int(8)), "r"},
		{w.Lt(w.Mod(w.x, w.Int(3)), w.Int(3)), "true"},
		{w.Le(w.Int(0), w.Length(w.name)), "true"},
		{w.Le(w.BitsToInt(w.a), w.Int(255)), "true"},
		{w.Le(w.n, w.Int(5)), "n <= 5"},
	})
}

func TestRule7Conditionals(t *testing.T) {
	w := newWords()
	choice := w.Ite(w.p, w.Int(1), w.Int(2))
	check(t, []printed{
		{w.Ite(w.True(), w.x, w.y), "x"},
		{w.Ite(w.False(), w.x, w.y), "y"},
		{w.Ite(w.p, w.x, w.x), "x"},
		{w.Ite(w.Not(w.p), w.x, w.y), "if p then y else x"},
		{w.Ite(w.p, w.Ite(w.p, w.x, w.Int(1)), w.y), "if p then x else y"},
		{w.Ite(w.p, w.x, w.Ite(w.p, w.Int(1), w.y)), "if p then x else y"},
		{w.Ite(w.p, w.x, w.Ite(w.p, w.Int(1), w.x)), "x"},
		{w.Ite(w.p, w.q, w.False()), "p and q"},
		{w.Ite(w.p, w.True(), w.q), "p or not p and q"},
		{w.Eq(choice, w.Int(1)), "p"},
		{w.Eq(w.Int(2), choice), "not p"},
		{w.Eq(choice, w.Int(3)), "false"},
		{w.Eq(w.Add(choice, w.Int(1)), w.Int(2)), "p"},
		{w.Eq(w.Ite(w.p, w.x, w.Int(2)), w.Int(2)), "p and x == 2 or not p"},
	})
}

// TestOtherSimplifications are those of bits and strings.
func TestOtherSimplifications(t *testing.T) {
	w := newWords()
	zero := w.uint8(0)
	check(t, []printed{
		{w.BitOr(w.a, zero), "a"},
		{w.BitXor(w.a, zero), "a"},
		{w.ShiftLeft(w.a, zero), "a"},
		{w.BitAnd(w.a, w.a), "a"},
		{w.BitXor(w.a, w.a), "a ^ a"},
		{w.BitNot(w.BitNot(w.a)), "a"},
		{w.Convert(w.a, term.Bits(8, false)), "a"},
		{w.IntToBits(w.BitsToInt(w.a), term.Bits(8, false)), "a"},
		{w.Concat(w.text(""), w.name, w.Concat(w.text("a"), w.text("b"))), `name + "ab"`},
		{w.Length(w.Concat(w.name, w.text("ab"))), "len(name) + 2"},
		{w.Floor(w.ToReal(w.x)), "x"},
		{w.Div(w.x, w.Int(1)), "x"},
	})
}

// TestConjunctsAreNotShared: appending to the conjuncts of a term changes neither the term nor other slices made by appending.
func TestConjunctsAreNotShared(t *testing.T) {
	s := term.NewStore()
	x, y := s.Var("x", term.Bool), s.Var("y", term.Bool)
	for n := range 9 {
		parts := []*term.Term{x}
		for i := range n + 1 {
			parts = append(parts, s.Var(fmt.Sprint("p", i), term.Bool), s.True(), x)
		}
		both := s.And(s.And(parts...), s.And(y, s.Var("q", term.Bool)))
		one := append(both.Conjuncts(), x)
		_ = append(both.Conjuncts(), y)
		if one[len(one)-1] != x {
			t.Fatalf("the parts of %v are shared", both)
		}
	}
}
