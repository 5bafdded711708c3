package trial

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/bench/bugs"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// The ways in which a value is chosen, each as often as it is listed. The first ones are those that shrinking prefers.
var (
	keyWays    = ways("known", 6, "fresh", 3, "earlier", 3, "near", 2, "awkward", 1, "long", 1)
	textWays   = ways("fresh", 5, "earlier", 3, "near", 2, "awkward", 3, "long", 3)
	numberWays = ways("small", 3, "fresh", 5, "edge", 3, "earlier", 4, "near", 1)
	repeating  = ways("no", 5, "yes", 1) // whether all arguments are those of an earlier input
)

// ways returns a generator of words with weights.
func ways(weighted ...any) *rapid.Generator[string] {
	var words []string
	for i := 0; i < len(weighted); i += 2 {
		for range weighted[i+1].(int) {
			words = append(words, weighted[i].(string))
		}
	}
	return rapid.SampledFrom(words)
}

// arguments draws the arguments of an operation.
func (e *earlier) arguments(t *rapid.T, op bugs.Op) []any {
	again := e.inputs[op.Bundles()]
	if len(again) > 0 && repeating.Draw(t, "again") == "yes" {
		return rapid.SampledFrom(again).Draw(t, "input").Args
	}
	var out []any
	for i, a := range op.Args {
		out = append(out, e.draw(t, a, fmt.Sprint("argument ", i)))
	}
	return out
}

// draw chooses a value.
func (e *earlier) draw(t *rapid.T, a bugs.Arg, label string) any {
	switch a.Kind {
	case bugs.Int:
		return e.number(t, a, label)
	case bugs.Choice:
		return rapid.SampledFrom(a.Of).Draw(t, label)
	case bugs.Key:
		return e.text(t, a, keyWays.Draw(t, "way"), label)
	}
	return e.text(t, a, textWays.Draw(t, "way"), label)
}

// text draws a text in a way, or with the generator of rapid where there are no earlier ones.
func (e *earlier) text(t *rapid.T, a bugs.Arg, way, label string) string {
	old := e.texts(a)
	switch {
	case way == "known":
		return rapid.SampledFrom(a.Of).Draw(t, label)
	case way == "earlier" && len(old) > 0:
		return rapid.SampledFrom(old).Draw(t, label)
	case way == "near" && len(old) > 0:
		s := rapid.SampledFrom(old).Draw(t, label)
		return rapid.SampledFrom(changes).Draw(t, "change")(s)
	case way == "awkward":
		return awkward(t, label)
	case way == "long":
		unit := rapid.StringN(1, 4, -1).Draw(t, label)
		return bugs.Stretch(unit, rapid.SampledFrom(a.Lengths()).Draw(t, "length"))
	}
	return rapid.String().Draw(t, label)
}

// awkward draws a text that means something to some program, alone or beside letters.
func awkward(t *rapid.T, label string) string {
	s := rapid.SampledFrom(bugs.Awkward).Draw(t, label)
	switch rapid.IntRange(0, 3).Draw(t, "place") {
	case 1:
		return s + word.Draw(t, "behind")
	case 2:
		return word.Draw(t, "before") + s
	}
	return s
}

var word = rapid.StringMatching(`[a-zA-Z]{1,3}`)

// changes make a text that a careless program takes for the same.
var changes = []func(string) string{
	func(s string) string { return s + " " },
	func(s string) string { return " " + s },
	func(s string) string { return s + "x" },
	func(s string) string {
		_, last := utf8.DecodeLastRuneInString(s)
		return s[:len(s)-last]
	},
	strings.ToUpper, strings.ToLower, norm.NFC.String, norm.NFD.String,
}

// number draws a number in a way, or with the generator of rapid where there are no earlier ones.
func (e *earlier) number(t *rapid.T, a bugs.Arg, label string) int64 {
	all := rapid.Int64Range(a.Low, a.High)
	if a.High-a.Low >= 0 && a.High-a.Low <= 20 {
		return all.Draw(t, label)
	}
	old := e.numbers(a)
	switch way := numberWays.Draw(t, "way"); {
	case way == "small":
		return rapid.Int64Range(max(a.Low, -2), max(a.Low, -2)+20).Draw(t, label)
	case way == "edge":
		return rapid.SampledFrom(a.Numbers()).Draw(t, label)
	case way == "earlier" && len(old) > 0:
		return rapid.SampledFrom(old).Draw(t, label)
	case way == "near" && len(old) > 0:
		n := rapid.SampledFrom(old).Draw(t, label) + rapid.SampledFrom([]int64{1, -1}).Draw(t, "change")
		return min(max(n, a.Low), a.High)
	}
	return all.Draw(t, label)
}
