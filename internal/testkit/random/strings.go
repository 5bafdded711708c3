package random

import (
	"github.com/sextant-mbt/sextant/internal/core/term"
	"pgregory.net/rapid"
)

// texts are the strings to draw from: letters of either case, digits, characters of several bytes, quotes.
var texts = []string{"", "a", "b", "ab", "é😀", "\"\\", "aB", "Ba", "aab", "0", "7", "007", "12", "-5", "1a", "A1\n", "bé", "éé", "*"}

// Patterns are the regular expressions to draw from.
var Patterns = []string{"", "a", "a*", "[ab]+", "(ab|b)*", "a?b{1,2}", ".*a.*", "[^a]*", "(?i)ab*", "\\d+", "[a-zA-Z0-9]*", "(?s).", "(?s)..+", "^a|b$", "é+", `[\x00-\x7f]*`,
	"(a|ab)(b|)", "a{2,}", "()", `[^\x00-\x{10ffff}]`, `(?i)k|\p{Greek}\w`, "(a*)*b"}

// text draws an expression of strings.
func (g *Grammar) text(t *rapid.T, depth int) Recipe {
	if !g.Strings || rapid.IntRange(0, 2).Draw(t, "concat") == 0 {
		return g.two(t, term.String, depth, func(s *term.Store, a, b *term.Term) *term.Term { return s.Concat(a, b) })
	}
	a := g.Expression(t, term.String, depth)
	switch choice := rapid.IntRange(0, 5).Draw(t, "text"); choice {
	case 0:
		from, length := g.place(t, depth), g.place(t, depth)
		return func(s *term.Store) *term.Term { return s.Substring(a(s), from(s), length(s)) }
	case 1, 2:
		part, by := g.Expression(t, term.String, depth), g.Expression(t, term.String, depth)
		return func(s *term.Store) *term.Term {
			if choice == 1 {
				return s.Replace(a(s), part(s), by(s))
			}
			return s.ReplaceAll(a(s), part(s), by(s))
		}
	case 3:
		return func(s *term.Store) *term.Term { return s.Upper(a(s)) }
	case 4:
		return func(s *term.Store) *term.Term { return s.Lower(a(s)) }
	}
	n := g.Expression(t, term.Int, depth)
	return func(s *term.Store) *term.Term { return s.FromInt(n(s)) }
}

// place draws a number, mostly one that is the place of a character in a short string.
func (g *Grammar) place(t *rapid.T, depth int) Recipe {
	if rapid.IntRange(0, 2).Draw(t, "place") == 0 {
		return g.Expression(t, term.Int, depth)
	}
	n := rapid.Int64Range(-1, 4).Draw(t, "place")
	return func(s *term.Store) *term.Term { return s.Int(n) }
}

// textCondition draws a condition on strings.
func (g *Grammar) textCondition(t *rapid.T, depth int) Recipe {
	if rapid.IntRange(0, 3).Draw(t, "matches") == 0 {
		a, source := g.Expression(t, term.String, depth), rapid.SampledFrom(Patterns).Draw(t, "pattern")
		return func(s *term.Store) *term.Term { return s.Matches(a(s), source) }
	}
	relations := []binary{(*term.Store).Le, (*term.Store).Lt, (*term.Store).Contains, (*term.Store).StartsWith, (*term.Store).EndsWith, (*term.Store).Eq}
	return g.two(t, term.String, depth, rapid.SampledFrom(relations).Draw(t, "relation"))
}

// textNumber draws a number that strings have.
func (g *Grammar) textNumber(t *rapid.T, depth int) Recipe {
	a := g.Expression(t, term.String, depth)
	if rapid.Bool().Draw(t, "to int") {
		return func(s *term.Store) *term.Term { return s.ToInt(a(s)) }
	}
	part, from := g.Expression(t, term.String, depth), g.place(t, depth)
	return func(s *term.Store) *term.Term { return s.IndexOf(a(s), part(s), from(s)) }
}
