package term_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

func TestPrecedence(t *testing.T) {
	w := newWords()
	check(t, []printed{
		{w.And(w.Or(w.p, w.q), w.Le(w.x, w.y)), "(p or q) and x <= y"},
		{w.Or(w.And(w.p, w.q), w.Not(w.p)), "p and q or not p"},
		{w.Not(w.Eq(w.p, w.q)), "p != q"},
		{w.Eq(w.And(w.p, w.q), w.q), "(p and q) == q"},
		{w.Div(w.Add(w.x, w.y), w.z), "(x + y) / z"},
		{w.Div(w.x, w.Div(w.y, w.z)), "x / (y / z)"},
		{w.Mod(w.Div(w.x, w.y), w.z), "(x / y) % z"},
		{w.BitAnd(w.BitOr(w.a, w.b), w.b), "(a | b) & b"},
		{w.ShiftLeft(w.a, w.Add(w.a, w.b)), "a << a + b"},
		{w.Add(w.Ite(w.p, w.x, w.y), w.z), "(if p then x else y) + z"},
		{w.Ite(w.p, w.x, w.Ite(w.q, w.y, w.z)), "if p then x else if q then y else z"},
		{w.And(w.p, w.Exists([]*term.Term{w.z}, w.Lt(w.x, w.Mul(w.z, w.z)))), "p and (exists z: int :: x < z * z)"},
		{w.Forall([]*term.Term{w.n, w.r}, w.Le(w.r, w.n)), "forall n: nat, r: 0..7 :: r <= n"},
		{w.Mul(w.ToReal(w.Add(w.x, w.y)), w.rat(1, 2)), "0.5 * (x + y)"},
		{w.Lt(w.x, w.Sub(w.y, w.z)), "x + z < y"},
		{w.Convert(w.a, term.Bits(16, true)), "int16(a)"},
		{w.IntToBits(w.x, term.Bits(8, false)), "uint8(x)"},
		{w.BitsToInt(w.BitNot(w.a)), "int(~(a))"},
	})
}

// A bound variable is written without its mark, unless that is how another variable of the term is written.
func TestBoundNames(t *testing.T) {
	w := newWords()
	mark := func(name string) *term.Term { return w.Var(name, term.Int) }
	x1, x2, k1 := mark("x'1"), mark("x'2"), mark("k'1")
	product := func(a, b *term.Term) *term.Term { return w.Mul(a, b) }
	check(t, []printed{
		{w.Exists([]*term.Term{k1}, w.Eq(w.x, product(k1, k1))), "exists k: int :: x == k * k"},
		{w.Exists([]*term.Term{x1}, w.Eq(w.x, product(x1, x1))), "exists x'1: int :: x == x'1 * x'1"},
		{w.Exists([]*term.Term{x1}, w.Forall([]*term.Term{x2}, w.Lt(x1, product(x2, x2)))), "exists x: int :: forall x'2: int :: x < x'2 * x'2"},
		{w.Exists([]*term.Term{x1, x2}, w.Lt(product(x1, x1), product(x2, x2))), "exists x: int, x'2: int :: x * x < x'2 * x'2"},
	})
}

func TestFormatValues(t *testing.T) {
	for _, row := range []struct {
		value term.Value
		sort  *term.Sort
		want  string
	}{
		{term.BoolValue(true), term.Bool, "true"},
		{term.IntValue(-7), term.Int, "-7"},
		{term.BigValue(new(big.Int).Lsh(big.NewInt(1), 64)), term.Int, "18446744073709551616"},
		{term.RatValue(big.NewRat(3, 2)), term.Real, "1.5"},
		{term.RatValue(big.NewRat(2, 1)), term.Real, "2.0"},
		{term.RatValue(big.NewRat(-1, 3)), term.Real, "-1/3"},
		{term.StringValue("a\"\\\n\t\r\x01é"), term.String, `"a\"\\\n\t\r\u{1}é"`},
		{term.IntValue(1), term.Enum("Color", "red", "green"), "green"},
		{term.IntValue(2), term.Enum("Color", "red", "green"), "Color#2"},
		{term.IntValue(-1), term.Bits(64, false), "18446744073709551615"},
		{term.IntValue(-1), term.Bits(8, true), "-1"},
	} {
		if got := row.value.Format(row.sort); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}

func TestFormatSorts(t *testing.T) {
	for want, sort := range map[string]*term.Sort{
		"bool": term.Bool, "int": term.Int, "nat": term.Nat, "real": term.Real, "string": term.String,
		"-3..4": term.Range(-3, 4), "int from 2": {Kind: term.KindInt, HasLow: true, Low: 2},
		"uint8": term.Bits(8, false), "int64": term.Bits(64, true), "Color": term.Enum("Color", "red"),
		"enum { red, green }": term.Enum("", "red", "green"),
	} {
		if sort.String() != want {
			t.Errorf("got %s, want %s", sort, want)
		}
	}
}

// TestPrintIsBounded prints a term that would be exponentially long.
func TestPrintIsBounded(t *testing.T) {
	w := newWords()
	whole := w.Mul(w.x, w.y)
	for range 200 {
		whole = w.Mul(whole, w.Add(whole, w.z))
	}
	text := whole.String()
	if len(text) > 20000 || !strings.Contains(text, "…") {
		t.Errorf("%d characters: %s", len(text), text[:100])
	}
}
