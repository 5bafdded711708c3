package bugs

import (
	"slices"
	"strings"
)

// What an expert of property-based testing draws beside what the generators of a tester give: numbers and lengths at which
// programs often go wrong, and texts that mean something to some program. The programs of all peers share these lists.

// widths are numbers of bits that programs keep of a number.
var widths = []int{3, 4, 5, 6, 7, 8, 10, 15, 16, 24, 31, 32, 53, 62, 63}

// rounds are round lengths that programs have as limits, beside the powers of two.
var rounds = []int64{10, 20, 50, 100, 200, 255, 500, 1000}

// stretched is the number of characters of the longest text that is drawn.
const stretched = 4096

// Awkward are texts that programs get wrong: blanks, quotes and other characters with a meaning, characters that end texts, characters
// of several bytes, composed and decomposed ones.
var Awkward = []string{"", " ", "  ", "\t", "\n", "\r\n", "\x00", "\x1b", "\x7f", "'", "\"", "`", "\\", "%", "%s", "%d", "&", "&amp;", "<", "<b>", "/", "/x", "//", "..", "?", "#", ";", ",", "$", "${x}", "{}", "*",
	"null", "true", "0", "-1", "1e3", "é", "e\u0301", "Å", "A\u030a", "ß", "İ", "ı", "ς", "ﬁ", "\u00a0", "\u200b", "\ufeff", "日本語", "가", "\u1100\u1161", "😀", "👩\u200d💻", "🇩🇪", "\u202eabc"}

// Numbers returns the numbers of an argument at which something often changes: the ends of its range, powers of two, the numbers
// that the specification names, and the neighbours of all these. Those of the specification make up half of them.
func (a Arg) Numbers() []int64 {
	common := []int64{0, a.Low, a.High}
	for _, w := range widths {
		power := int64(1) << w // of 63 it is the lowest number
		common = append(common, power, -power)
	}
	return balance(within(common, a.Low, a.High), within(a.Edges, a.Low, a.High))
}

// Lengths returns the lengths of texts at which something often changes, from 2 on, in the same way.
func (a Arg) Lengths() []int64 {
	common := slices.Clone(rounds)
	for w := 3; 1<<w <= stretched; w++ {
		common = append(common, 1<<w)
	}
	return balance(within(common, 2, stretched), within(a.Edges, 2, stretched))
}

// balance returns common numbers and, as often as all of these together, the named ones.
func balance(common, named []int64) []int64 {
	if len(named) == 0 {
		return common
	}
	return append(common, slices.Repeat(named, max(len(common)/len(named), 1))...)
}

// within returns numbers and their neighbours, as far as they are in a range, in order, each once.
func within(around []int64, low, high int64) []int64 {
	var out []int64
	for _, n := range around {
		for _, m := range []int64{n - 1, n, n + 1} { // beyond the ends of int64, the neighbour is at the other end
			if m >= low && m <= high {
				out = append(out, m)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Stretch returns a text of a length in characters, which repeats a unit.
func Stretch(unit string, length int64) string {
	characters := []rune(unit)
	return string([]rune(strings.Repeat(unit, int(length)/len(characters)+1))[:length])
}

// Bundles returns the bundles of the arguments of an operation. Operations with the same bundles can take each other's arguments.
func (o Op) Bundles() string {
	names := make([]string, len(o.Args))
	for i, a := range o.Args {
		names[i] = string(a.Kind) + " " + a.Bundle
	}
	return strings.Join(names, ", ")
}
