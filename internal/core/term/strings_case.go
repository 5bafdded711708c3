package term

import (
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term/chars"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
)

// Letters in upper and lower case, and regular expressions. Solvers barely support the former, but a comparison of upper(t) with a constant
// is a regular expression on t, which they support.

// Upper is t with the letters a to z in capitals.
func (s *Store) Upper(t *Term) *Term { return s.changeCase(OpUpper, t, chars.Upper) }

// Lower is t with the letters A to Z in lower case.
func (s *Store) Lower(t *Term) *Term { return s.changeCase(OpLower, t, chars.Lower) }

func (s *Store) changeCase(op Op, t *Term, change func(string) string) *Term {
	if !s.raw {
		switch {
		case t.IsConst():
			return s.text(change(t.value.Text()))
		case t.op == OpUpper || t.op == OpLower:
			t = t.args[0]
		}
	}
	return s.node(op, String, t)
}

// Matches is whether the whole of t matches a regular expression, whose source package pattern accepts.
func (s *Store) Matches(t *Term, source string) *Term { return s.matches(t, s.text(source)) }

// matches is Matches with the source as a constant, which is how a term holds it.
func (s *Store) matches(t, source *Term) *Term {
	if !s.raw && t.IsConst() {
		return s.Truth(pattern.Of(source.value.Text()).Match(t.value.Text()))
	}
	return s.node(OpMatches, Bool, t, source)
}

// eqText is the equality of strings.
func (s *Store) eqText(a, b *Term) *Term {
	if a.op == OpUpper || a.op == OpLower {
		return s.inAnyCase(a, b, "", "", OpEq)
	}
	return s.node(OpEq, Bool, a, b)
}

// anyText is the pattern of all strings.
const anyText = `(?s:.*)`

// maxLetters is the length of a text up to which it is written as a pattern.
const maxLetters = 64

// inAnyCase is a condition on upper(t) or lower(t) and a constant, as a pattern that is the constant in any case between two others.
func (s *Store) inAnyCase(changed, c *Term, before, after string, op Op) *Term {
	if !c.IsConst() || len(c.value.Text()) > maxLetters {
		return s.node(op, Bool, changed, c)
	}
	text, change := c.value.Text(), chars.Upper
	if changed.op == OpLower {
		change = chars.Lower
	}
	if change(text) != text {
		return s.false_
	}
	return s.Matches(changed.args[0], before+casePattern(text)+after)
}

// casePattern is the pattern of a text in which the letters of ASCII have any case.
func casePattern(text string) string {
	var b strings.Builder
	for _, r := range text {
		c := string(r)
		if low, high := chars.Lower(c), chars.Upper(c); low != high {
			b.WriteString("[" + high + low + "]")
		} else {
			b.WriteString(regexp.QuoteMeta(c))
		}
	}
	return b.String()
}
