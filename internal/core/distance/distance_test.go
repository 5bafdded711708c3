package distance

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
)

func TestMeasure(t *testing.T) {
	s := term.NewStore()
	x, y, b := s.Var("x", term.Int), s.Var("y", term.Int), s.Var("b", term.Bool)
	n := func(i int64) *term.Term { return s.Int(i) }
	for _, row := range []struct {
		cond *term.Term
		x, y int64
		want float64
	}{
		{s.Eq(x, n(690)), 0, 0, 690},
		{s.Eq(x, n(690)), 690, 0, 0},
		{s.Le(x, n(5)), 9, 0, 4},
		{s.Lt(n(5), x), 3, 0, 3},
		{s.And(s.Lt(n(5), x), s.Eq(y, n(1))), 3, 4, 6},
		{s.Or(s.Lt(n(5), x), s.Eq(y, n(1))), 3, 4, 3},
		{s.Not(s.And(s.Eq(x, n(1)), s.Eq(y, n(1)))), 1, 1, 1},
		{s.Not(s.Eq(x, y)), 2, 2, 1},
		{s.Lt(x, y), 2, 2, 1},
		{s.Eq(s.Mod(x, n(7)), n(3)), 12, 0, 2},
		{b, 0, 0, 1},
		{s.Not(b), 0, 0, 0},
	} {
		m := Compile(s, []*term.Term{row.cond}, []*term.Term{x, y, b})
		if got := m.At([]term.Value{term.IntValue(row.x), term.IntValue(row.y), term.BoolValue(false)}); got != row.want {
			t.Errorf("%s at %d, %d: distance %v, want %v", row.cond, row.x, row.y, got, row.want)
		}
	}
}

func TestLists(t *testing.T) {
	s := term.NewStore()
	ints := func(numbers ...int64) (out []term.Value) {
		for _, n := range numbers {
			out = append(out, term.IntValue(n))
		}
		return out
	}
	seq, set, table := s.Var("q", term.Seq(term.Int)), s.Var("s", term.Set(term.Int)), s.Var("m", term.Map(term.Int, term.Int))
	values := []term.Value{term.ListValue(ints(5, 1, 9)...), term.SetValue(ints(2, 5, 9)...), term.MapValue(ints(1, 10, 7, 70)...)}
	list := func(sort *term.Sort, numbers ...int64) *term.Term {
		return s.Const(sort, sort.Collect(ints(numbers...)))
	}
	for _, row := range []struct {
		cond *term.Term
		want float64
	}{
		{s.Eq(s.Size(seq), s.Int(7)), 4},
		{s.Has(set, s.Int(5)), 0},
		{s.Has(set, s.Int(12)), 3},
		{s.Not(s.Has(set, s.Int(5))), 1},
		{s.Not(s.Has(set, s.Int(6))), 0},
		{s.Has(table, s.Int(3)), 2},
		{s.Has(seq, s.Int(2)), 1},
		{s.Eq(seq, list(seq.Sort(), 5, 1, 9)), 0},
		{s.Eq(seq, list(seq.Sort(), 5, 2)), 1.5},
		{s.Eq(set, list(set.Sort(), 2, 6, 9, 11)), 3},
		{s.Eq(table, list(table.Sort(), 1, 10, 7, 71)), 2},
	} {
		m := Compile(s, []*term.Term{row.cond}, []*term.Term{seq, set, table})
		if got := m.At(values); got != row.want {
			t.Errorf("%s: distance %v, want %v", row.cond, got, row.want)
		}
	}
}

func TestTexts(t *testing.T) {
	s := term.NewStore()
	x := s.Var("x", term.String)
	text := func(text string) *term.Term { return s.Const(term.String, term.StringValue(text)) }
	for _, row := range []struct {
		cond *term.Term
		x    string
		want float64
	}{
		{s.Eq(x, text("admin")), "", 5},
		{s.Eq(x, text("admin")), "edmin", 1},
		{s.Eq(x, text("admin")), "admin", 0},
		{s.StartsWith(x, text("ab")), "b", 2},
		{s.StartsWith(x, text("ab")), "acdefg", 1},
		{s.EndsWith(x, text("éb")), "xxxxb", 1},
		{s.Contains(x, text("abc")), "xxxxaxcyyy", 1},
		{s.Contains(x, text("abc")), "", 3},
		{s.Not(s.Contains(x, text("abc"))), "abc", 1},
		{s.Not(s.Contains(x, text("abc"))), "ab", 0},
		{s.Le(x, text("b")), "e", 3},
		{s.Lt(x, text("b")), "b", 1},
		{s.Lt(text("b"), x), "", 99},
		{s.Matches(x, "a*"), "b", 1},
		{s.Eq(x, text(strings.Repeat("a", 5000)+"b")), strings.Repeat("a", 5001), 1},
		{s.Contains(x, text(strings.Repeat("a", 5000)+"b")), strings.Repeat("a", 5001), 1},
	} {
		m := Compile(s, []*term.Term{row.cond}, []*term.Term{x})
		if got := m.At([]term.Value{term.StringValue(row.x)}); got != row.want {
			t.Errorf("%.60s at %.60q: distance %v, want %v", row.cond, row.x, got, row.want)
		}
	}
}

// TestDifference: numbers that differ have a difference with the right sign, also where floats are equal.
func TestDifference(t *testing.T) {
	half, word := term.RatValue(big.NewRat(1, 2)), term.Bits(64, false)
	huge := term.BigValue(new(big.Int).Lsh(big.NewInt(1), 2000))
	for _, row := range []struct {
		sort        *term.Sort
		left, right term.Value
		want        float64
	}{
		{term.Real, half, term.IntValue(1), -0.5},
		{term.Int, term.IntValue(1<<53 + 1), term.IntValue(1 << 53), 1},
		{term.Int, huge, term.IntValue(1), math.Inf(1)},
		{term.Int, huge, term.AddInts(huge, 1), -1},
		{word, term.IntValue(-1), term.IntValue(1), float64(math.MaxUint64) - 1},
		{word, term.IntValue(math.MaxInt64), term.IntValue(math.MinInt64), -1},
	} {
		if got := difference(row.sort, row.left, row.right); got != row.want {
			t.Errorf("%s - %s: %v, want %v", row.left.Format(row.sort), row.right.Format(row.sort), got, row.want)
		}
	}
}

// TestZeroWhereTrue: on random conditions the distance is zero exactly where they hold, and so is the open distance.
func TestZeroWhereTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := term.NewStore()
		g := &random.Grammar{Vars: random.AllVariables(), Strings: true}
		cond := g.Expression(t, term.Bool, 4)(s)
		if cond.HasQuantifier() {
			return
		}
		vars := cond.Vars()
		values, constants := make([]term.Value, len(vars)), map[*term.Term]*term.Term{}
		for i, v := range vars {
			values[i] = random.Value(t, v.Sort())
			constants[v] = s.Const(v.Sort(), values[i])
		}
		applied := s.Substitute(cond, constants)
		far := Compile(s, []*term.Term{cond}, vars).At(values)
		near := Open(cond, func(c *term.Term) *term.Term { return s.Substitute(c, constants) })
		if math.IsNaN(far) || far < 0 || (far == 0) != applied.IsTrue() || (near == 0) != applied.IsTrue() {
			t.Fatalf("%s is %s, but the distance is %v, open %v", cond, applied, far, near)
		}
	})
}

// TestOpen: an atom that open values may satisfy costs nothing; one that they cannot satisfy costs less than 1, and more the farther it is
// from true.
func TestOpen(t *testing.T) {
	s := term.NewStore()
	x, open := s.Var("x", term.Int), s.Var("open", term.Int)
	at := func(cond *term.Term, value int64) float64 {
		return Open(cond, func(c *term.Term) *term.Term { return s.Substitute(c, map[*term.Term]*term.Term{x: s.Int(value)}) })
	}
	if d := at(s.Lt(x, open), 5); d != 0 {
		t.Errorf("the distance of what is open is %v", d)
	}
	far, near := at(s.Eq(x, s.Int(43)), 0), at(s.Eq(x, s.Int(43)), 42)
	if far <= near || near <= 0 || far >= 1 {
		t.Errorf("distances %v and %v", far, near)
	}
}
