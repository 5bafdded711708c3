package draw_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

const shop = `system Shop
input order(item: string, pieces: int)
output ok()
initial open
order: open -> open in order(item, n) when len(item) < 777 and n != 4242 and item != "gift" out ok()
`

func load(t testing.TB) *sts.System {
	t.Helper()
	return testkit.LoadText(t, shop)
}

func newGenerator(t testing.TB, seed uint64) *draw.Generator {
	return draw.NewGenerator(rand.New(rand.NewPCG(seed, 1)), load(t))
}

// sorts are the sorts under test.
var sorts = []*term.Sort{term.Int, term.Nat, term.Real, term.String, term.Bool, term.Range(5, 5000), term.Range(-7, 3), term.Range(math.MinInt64, math.MaxInt64),
	term.Enum("color", "red", "green"), term.Bits(8, true), term.Bits(8, false), term.Bits(32, true), term.Bits(64, false), term.Bits(64, true),
	term.Seq(term.Int), bounded(term.Seq(term.Range(0, 99)), 3), bounded(term.Seq(term.String), 0), term.Seq(term.String), term.Set(term.Nat), term.Map(term.String, term.Seq(term.Real)),
	term.Map(term.Int, term.Tuple(term.Bits(8, true), term.Bool)), term.Seq(term.Set(term.Enum("color", "red", "green")))}

// bounded is a sort of sequences with a greatest length.
func bounded(s *term.Sort, most int64) *term.Sort {
	s.HasHigh, s.High = true, most
	return s
}

// TestValuesAreOfTheirSort: whatever was seen before, and in every theme, a value that is drawn has the sort that is wanted.
func TestValuesAreOfTheirSort(t *testing.T) {
	system := load(t)
	rapid.Check(t, func(r *rapid.T) {
		g := draw.NewGenerator(rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1)), system)
		for range 20 {
			s := rapid.SampledFrom(sorts).Draw(r, "sort")
			for _, v := range []term.Value{g.Draw(s), g.Pointed(s)} {
				if !s.Contains(v) || !isWord(s, v) || !isOrdered(s, v) || !sameKind(s, v) {
					r.Fatalf("%s is not of the sort %s", v.Format(s), s)
				}
				if s.Kind == term.KindString && !utf8.ValidString(v.Text()) {
					r.Fatalf("%q is no text", v.Text())
				}
				g.Note(s, v)
			}
			if rapid.IntRange(0, 5).Draw(r, "theme") == 0 {
				g.Vary()
				g.Reset()
			}
		}
	})
}

// isOrdered reports whether the elements of sets and the keys of maps are in ascending order.
func isOrdered(s *term.Sort, v term.Value) bool {
	items, stride := v.Items(), len(s.Parts)
	for i, item := range items {
		if !isOrdered(s.Parts[i%stride], item) {
			return false
		}
		if i >= stride && i%stride == 0 && (s.Kind == term.KindSet || s.Kind == term.KindMap) && items[i-stride].Compare(item) >= 0 {
			return false
		}
	}
	return true
}

// sameKind reports whether the items of a list have the kinds that the sort requires, so that written values can be read.
func sameKind(s *term.Sort, v term.Value) bool {
	if s.IsScalar() {
		return true
	}
	back, err := value.ReadExact(s, v.Encode())
	return len(v.Encode()) > value.MaxEncoded || err == nil && back.Equal(v)
}

// isWord reports whether a machine integer has no more bits than its sort.
func isWord(s *term.Sort, v term.Value) bool {
	n, small := v.Small()
	switch {
	case s.Kind != term.KindBits || s.Width == 64:
		return true
	case s.Signed:
		return small && n >= -1<<(s.Width-1) && n < 1<<(s.Width-1)
	}
	return small && n >= 0 && n < 1<<s.Width
}

// drawn draws many values in many themes.
func drawn(t *testing.T, s *term.Sort) []term.Value {
	g := newGenerator(t, 7)
	var out []term.Value
	for i := range 40_000 {
		if i%50 == 0 {
			g.Vary()
		}
		v := g.Draw(s)
		g.Note(s, v)
		out = append(out, v)
	}
	return out
}

// TestTextsWorthSending: the texts include those that programs often handle wrongly.
func TestTextsWorthSending(t *testing.T) {
	longer := func(n int) func(string) bool { return func(s string) bool { return len(s) > n } }
	kinds := map[string]func(string) bool{
		"empty": func(s string) bool { return s == "" }, "space before": func(s string) bool { return strings.HasPrefix(s, " a") || len(s) > 1 && s[0] == ' ' },
		"space after": func(s string) bool { return len(s) > 1 && strings.HasSuffix(s, " ") }, "16": longer(16), "64": longer(64), "256": longer(256), "1,024": longer(1024),
		"65,536": longer(65536), "combining mark": func(s string) bool { return !norm.NFC.IsNormalString(s) }, "right to left": func(s string) bool { return strings.Contains(s, "ש") },
		"beyond 16 bits": func(s string) bool { return strings.Contains(s, "😀") }, "NUL": func(s string) bool { return strings.Contains(s, "\x00") },
		"quote": func(s string) bool { return strings.Contains(s, "'") }, "backslash": func(s string) bool { return strings.Contains(s, "\\") }, "percent": func(s string) bool { return strings.Contains(s, "%") },
		"number": func(s string) bool { return s == "007" }, "constant of the model": func(s string) bool { return s == "gift" },
		"characters of several bytes": func(s string) bool { return len(s) > 777 && utf8.RuneCountInString(s) == 777 },
		"length in bytes":             func(s string) bool { return len(s) == 777 && utf8.RuneCountInString(s) < 777 },
		"constant in capitals":        func(s string) bool { return s == "GIFT" }, "length of the model": func(s string) bool { return utf8.RuneCountInString(s) == 777 },
	}
	values := drawn(t, term.String)
	for name, is := range kinds {
		n := 0
		for _, v := range values {
			if is(v.Text()) {
				n++
			}
		}
		if n < 4 {
			t.Errorf("%s: %d of %d texts", name, n, len(values))
		}
	}
}

// TestNumbersWorthSending: among numbers are the constants of the model and the ends of machine types, with their neighbours.
func TestNumbersWorthSending(t *testing.T) {
	count := map[int64]int{}
	for _, v := range drawn(t, term.Int) {
		if n, small := v.Small(); small {
			count[n]++
		}
	}
	for _, n := range []int64{0, 1, -1, 4241, 4242, 4243, 127, 128, 255, 256, 1<<31 - 1, 1 << 31, -1 << 31, 1 << 32, 1<<24 + 1, 1 << 53, 1<<53 + 1, 1<<62 + 1, math.MaxInt64, math.MinInt64} {
		if count[n] == 0 {
			t.Errorf("%d was not drawn", n)
		}
	}
}

// TestValuesComeAgain: values that were seen come again, and so do values that are nearly equal to them.
func TestValuesComeAgain(t *testing.T) {
	g := newGenerator(t, 3)
	g.Note(term.String, term.StringValue("Straße"))
	g.Note(term.String, term.StringValue("07"))
	g.Note(term.Int, term.IntValue(123_456_789))
	again := map[string]int{}
	for range 3000 {
		again[g.Draw(term.String).Text()]++
		again[g.Draw(term.Int).Format(term.Int)]++
	}
	for _, want := range []string{"Straße", "Straße ", " Straße", "straße", "STRASSE", "Straß", "7", "123456789", "123456790", "123456788"} {
		if again[want] == 0 && !(want == "STRASSE" && again["STRAßE"] > 0) {
			t.Errorf("%q did not come", want)
		}
	}
}

// TestSameSeedSameValues: a seed determines the values.
func TestSameSeedSameValues(t *testing.T) {
	a, b := newGenerator(t, 5), newGenerator(t, 5)
	for i := range 500 {
		s := sorts[i%len(sorts)]
		if v, w := a.Draw(s), b.Draw(s); !v.Equal(w) {
			t.Fatalf("%s and %s", v.Format(s), w.Format(s))
		}
	}
}

// TestListsWorthSending: among lists are empty and long ones, and pairs that differ in one element, or by a duplicated element.
func TestListsWorthSending(t *testing.T) {
	lengths, changed, doubled := map[int]int{}, 0, 0
	var last term.Value
	for _, v := range drawn(t, term.Seq(term.Int)) {
		n := len(v.Items())
		lengths[min(n, 100)]++
		if n > 1 && n == len(last.Items()) && v.Items()[0].Equal(last.Items()[0]) != v.Items()[1].Equal(last.Items()[1]) {
			changed++
		}
		if n == 2 && v.Items()[0].Equal(v.Items()[1]) {
			doubled++
		}
		last = v
	}
	for _, n := range []int{0, 1, 2, 3, 4, 100} {
		if lengths[n] < 100 {
			t.Errorf("%d lists of length %d", lengths[n], n)
		}
	}
	if lengths[0] > 20_000 || changed < 10 || doubled < 100 {
		t.Errorf("%d empty lists, %d nearly equal, %d with equal elements", lengths[0], changed, doubled)
	}
	atBound := 0
	for _, v := range drawn(t, bounded(term.Seq(term.Bool), 8)) {
		if len(v.Items()) == 8 {
			atBound++
		}
	}
	if atBound < 100 {
		t.Errorf("%d lists as long as their type allows", atBound)
	}
}

// TestConstantsOfCollections: elements of the initial collections of the model are drawn.
func TestConstantsOfCollections(t *testing.T) {
	system := testkit.LoadText(t, `type Book = record { title: string, year: int }
input give(title: string)
output year(year: int)
var shelf: map string -> Book = {"a1": Book{title: "Emma", year: 1815}}
initial open
give: open -> open in give(t) when t in shelf out year(shelf[t].year)
`)
	g := draw.NewGenerator(rand.New(rand.NewPCG(3, 1)), system)
	seen := map[string]bool{}
	for range 2000 {
		seen[g.Draw(term.String).Text()] = true
		seen[g.Draw(term.Int).Encode()] = true
	}
	if !seen["a1"] || !seen["Emma"] || !seen["1815"] {
		t.Error("a1, Emma or 1815 was not drawn")
	}
}

// TestClassesOfLists: lists are in one class by the power of two of their length, except those as long as their type allows and those with a
// duplicated element.
func TestClassesOfLists(t *testing.T) {
	list := func(items ...int64) term.Value {
		var values []term.Value
		for _, n := range items {
			values = append(values, term.IntValue(n))
		}
		return term.ListValue(values...)
	}
	upTo := func(n int64) (out []int64) {
		for i := range n {
			out = append(out, i)
		}
		return out
	}
	number, limited := term.Seq(term.Int), bounded(term.Seq(term.Int), 20)
	for _, c := range []struct {
		sort  *term.Sort
		a, b  term.Value
		alike bool
	}{
		{number, list(), list(1), false},
		{number, list(1, 2), list(1, 2, 3), false},
		{number, list(upTo(17)...), list(upTo(30)...), true},
		{number, list(upTo(17)...), list(upTo(40)...), false},
		{number, list(upTo(100)...), list(upTo(900)...), false},
		{number, list(1, 2, 3, 4), list(1, 2, 3, 3), false},
		{number, list(5, 2, 3, 5), list(1, 2, 3, 3), true},
		{limited, list(upTo(19)...), list(upTo(20)...), false},
		{limited, list(upTo(18)...), list(upTo(19)...), true},
		{term.Map(term.Int, term.Int), list(1, 1), list(1, 2), true},
		{term.Map(term.Int, term.Int), list(1, 7, 2, 7), list(1, 7, 2, 8), false},
	} {
		if got := draw.Class(c.sort, c.a) == draw.Class(c.sort, c.b); got != c.alike {
			t.Errorf("%s and %s: alike is %v", c.a.Format(c.sort), c.b.Format(c.sort), got)
		}
	}
}
