package term_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// interval prints the bounds of a term, with * for a missing side.
func interval(t *term.Term) string {
	own := t.Bounds()
	from, to := "*", "*"
	if own.Low.OK {
		from = fmt.Sprint(own.Low.N)
	}
	if own.High.OK {
		to = fmt.Sprint(own.High.N)
	}
	return from + ".." + to
}

func TestIntervals(t *testing.T) {
	w := newWords()
	long := w.BitsToInt(w.Var("long", term.Bits(64, true)))
	other := w.BitsToInt(w.Var("other", term.Bits(64, true)))
	most := w.Var("most", term.Range(math.MaxInt64-1, math.MaxInt64))
	for _, row := range []struct {
		got  *term.Term
		want string
	}{
		{w.x, "*..*"},
		{w.n, "0..*"},
		{w.r, "0..7"},
		{w.Int(5), "5..5"},
		{w.Add(w.r, w.n), "0..*"},
		{w.Sub(w.r, w.Int(10)), "-10..-3"},
		{w.Mul(w.Int(-2), w.r), "-14..0"},
		{w.Mul(w.n, w.r), "0..*"},
		{w.Mul(w.x, w.r), "*..*"},
		{w.Ite(w.p, w.r, w.Int(-1)), "-1..7"},
		{w.Ite(w.p, w.n, w.Int(-1)), "-1..*"},
		{w.Mod(w.x, w.Int(10)), "0..9"},
		{w.Mod(w.x, w.y), "*..*"},
		{w.Div(w.r, w.Int(2)), "0..3"},
		{w.Div(w.Sub(w.r, w.Int(5)), w.Int(2)), "-3..1"},
		{w.Div(w.r, w.Int(-2)), "*..*"},
		{w.Length(w.name), "0..*"},
		{w.BitsToInt(w.c), "-128..127"},
		{long, "-9223372036854775808..9223372036854775807"},
		{w.Add(long, other), "*..*"}, // -2^63 twice is 0 in 64 bits
		{w.Add(long, w.Int(1)), "-9223372036854775807..*"},
		{w.Add(most, most), "*..*"},
		{w.Mul(most, most), "*..*"},
		{w.u, "*..*"},
	} {
		if got := interval(row.got); got != row.want {
			t.Errorf("%s: got %s, want %s", row.got, got, row.want)
		}
	}
}

// TestEuclideanDivision has the four signs, and the ends of 64 bits.
func TestEuclideanDivision(t *testing.T) {
	s := term.NewStore()
	for _, row := range []struct{ a, b, quotient, rest string }{
		{"7", "2", "3", "1"}, {"-7", "2", "-4", "1"}, {"7", "-2", "-3", "1"}, {"-7", "-2", "4", "1"},
		{"-8", "2", "-4", "0"}, {"0", "5", "0", "0"}, {"5", "0", "0", "0"},
		{"-9223372036854775808", "-1", "9223372036854775808", "0"},
		{"-9223372036854775808", "3", "-3074457345618258603", "1"},
		{"1", "-9223372036854775808", "0", "1"},
		{"-1", "-9223372036854775808", "1", "9223372036854775807"},
		{"-1", "18446744073709551616", "-1", "18446744073709551615"},
		{"18446744073709551617", "-2", "-9223372036854775808", "1"},
	} {
		a, b := bigInt(s, row.a), bigInt(s, row.b)
		if got := s.Div(a, b).String(); got != row.quotient {
			t.Errorf("%s / %s = %s, want %s", row.a, row.b, got, row.quotient)
		}
		if got := s.Mod(a, b).String(); got != row.rest {
			t.Errorf("%s %% %s = %s, want %s", row.a, row.b, got, row.rest)
		}
	}
}

func bigInt(s *term.Store, text string) *term.Term {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(text)
	}
	return s.Const(term.Int, term.BigValue(n))
}

// TestMachineIntegers wrap around and divide like Go, whose own arithmetic is the reference.
func TestMachineIntegers(t *testing.T) {
	s := term.NewStore()
	sort := term.Bits(8, true)
	number := func(n int8) *term.Term { return s.Const(sort, term.IntValue(int64(n))) }
	values := []int8{0, 1, -1, 2, 3, 7, 8, 127, -128, 100, -100}
	for _, a := range values {
		for _, b := range values {
			same(t, s.Add(number(a), number(b)), a+b)
			same(t, s.Sub(number(a), number(b)), a-b)
			same(t, s.Mul(number(a), number(b)), a*b)
			same(t, s.BitAnd(number(a), number(b)), a&b)
			same(t, s.BitXor(number(a), number(b)), a^b)
			same(t, s.ShiftLeft(number(a), number(b)), a<<uint8(b))
			same(t, s.ShiftRight(number(a), number(b)), a>>uint8(b))
			if b != 0 {
				same(t, s.Div(number(a), number(b)), a/b)
				same(t, s.Mod(number(a), number(b)), a%b)
			}
		}
	}
}

func same(t *testing.T, got *term.Term, want int8) {
	t.Helper()
	if n, _ := got.Value().Small(); n != int64(want) {
		t.Errorf("got %d, want %d", n, want)
	}
}

// TestUnsigned64 compares, divides and converts patterns whose highest bit is set.
func TestUnsigned64(t *testing.T) {
	s := term.NewStore()
	sort := term.Bits(64, false)
	most, one := s.Const(sort, term.IntValue(-1)), s.Const(sort, term.IntValue(1))
	for _, row := range []printed{
		{s.Lt(one, most), "true"},
		{s.Div(most, s.Const(sort, term.IntValue(2))), "9223372036854775807"},
		{s.Mod(most, s.Const(sort, term.IntValue(10))), "5"},
		{s.Add(most, one), "0"},
		{s.Mul(most, most), "1"},
		{s.BitsToInt(most), "18446744073709551615"},
		{s.ShiftRight(most, s.Const(sort, term.IntValue(63))), "1"},
		{s.Convert(most, term.Bits(64, true)), "-1"},
		{s.Convert(s.Const(term.Bits(8, true), term.IntValue(-1)), sort), "18446744073709551615"},
		{s.IntToBits(s.Int(-1), sort), "18446744073709551615"},
	} {
		check(t, []printed{row})
	}
}

func TestAddInts(t *testing.T) {
	half := term.RatValue(big.NewRat(1, 2))
	for _, row := range []struct {
		got  term.Value
		sort *term.Sort
		want string
	}{
		{term.AddInts(term.IntValue(3), -5), term.Int, "-2"},
		{term.AddInts(term.IntValue(math.MaxInt64), 1), term.Int, "9223372036854775808"},
		{term.AddInts(term.AddInts(term.IntValue(math.MaxInt64), 1), -1), term.Int, "9223372036854775807"},
		{term.AddInts(half, 2), term.Real, "2.5"},
	} {
		if got := row.got.Format(row.sort); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}

// TestValuesAreCanonical: numbers that fit 64 bits have one representation, however they were computed.
func TestValuesAreCanonical(t *testing.T) {
	for _, v := range []term.Value{term.BigValue(big.NewInt(4)), term.RatValue(big.NewRat(8, 2)), term.RatValue(new(big.Rat).SetInt64(4))} {
		if n, small := v.Small(); !small || n != 4 || !v.Equal(term.IntValue(4)) {
			t.Errorf("%v is not 4", v)
		}
	}
	if term.StringValue("").Equal(term.StringValue("a")) || !term.StringValue("").Equal(term.StringValue("")) {
		t.Error("strings compare wrongly")
	}
}

// TestTurn finds where atoms change their truth value.
func TestTurn(t *testing.T) {
	w := newWords()
	same := w.Eq(w.name, w.text("on"))
	for _, row := range []struct {
		atom, of *term.Term
		want     string
	}{
		{w.Le(w.x, w.Int(5)), w.x, "5"},
		{w.Le(w.Mul(w.Int(2), w.x), w.y), w.x, "y / 2"},
		{w.Le(w.Mul(w.Int(2), w.x), w.y), w.y, "2 * x"},
		{w.Eq(w.Add(w.x, w.y), w.z), w.y, "-x + z"},
		{w.Lt(w.u, w.Mul(w.rat(2, 1), w.v)), w.v, "0.5 * u"},
		{w.Le(w.Mul(w.x, w.y), w.z), w.x, ""},
		{w.Le(w.x, w.Mul(w.x, w.y)), w.x, ""},
		{w.Le(w.x, w.y), w.z, ""},
		{same, w.name, `"on"`},
		{w.Eq(w.a, w.Add(w.a, w.b)), w.a, ""},
		{w.Lt(w.a, w.b), w.b, "a"},
	} {
		got := w.Turn(row.atom, row.of)
		switch {
		case got == nil && row.want != "":
			t.Errorf("%s has no turn in %s", row.atom, row.of)
		case got != nil && got.String() != row.want:
			t.Errorf("%s turns in %s at %s, want %q", row.atom, row.of, got, row.want)
		}
	}
}

func TestBoundedSorts(t *testing.T) {
	for _, row := range []struct {
		sort  *term.Sort
		limit int64
		want  bool
	}{
		{term.Bool, 2, true}, {term.Bool, 1, false}, {term.Range(0, 7), 8, true}, {term.Range(0, 7), 7, false},
		{term.Int, 1 << 40, false}, {term.Nat, 1 << 40, false}, {term.Real, 1 << 40, false}, {term.String, 1 << 40, false},
		{term.Bits(8, true), 256, true}, {term.Bits(64, false), math.MaxInt64, false}, {term.Range(math.MinInt64, math.MaxInt64), 10, false},
		{term.Enum("E", "a", "b"), 2, true}, {term.Enum("E", "a", "b"), 1, false},
	} {
		if got := row.sort.Bounded(row.limit); got != row.want {
			t.Errorf("%s, at most %d: got %t", row.sort, row.limit, got)
		}
	}
}
