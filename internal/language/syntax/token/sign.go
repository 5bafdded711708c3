package token

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// signsByFirst lists the signs that begin with a byte, longest first, so that <=> is not read as <= and >.
var signsByFirst = func() (table [256][]Kind) {
	for length := 3; length > 0; length-- {
		for kind := OpenParen; kind < Import; kind++ {
			if text := kind.String(); len(text) == length {
				table[text[0]] = append(table[text[0]], kind)
			}
		}
	}
	return table
}()

// foreignSign is a sign of another language or alphabet and the token to read it as.
type foreignSign struct {
	text string
	kind Kind
}

// foreignSigns are operators of other languages, with the tokens that they mean.
var foreignSigns = []foreignSign{
	{"&&", And}, {"||", Or}, {"!", Not}, {"∧", And}, {"∨", Or}, {"¬", Not},
	{"≤", LessEqual}, {"≥", GreaterEqual}, {"≠", NotEqual}, {"→", Arrow}, {"⇒", Implies},
	{"⇔", Iff}, {"∃", Exists}, {"∀", Forall}, {"×", Star}, {"−", Minus}, {"≔", Assign},
	{"∈", In}, {"∪", Plus}, {"∩", Ampersand}, {"∖", Minus}, {"⊆", LessEqual},
}

// foreignHints are the replacements for characters that are not tokens.
var foreignHints = map[rune]string{
	'∉':      "write `not x in s`",
	'∅':      "the empty set is written `{}`",
	'“':      "strings have straight double quotes",
	'”':      "strings have straight double quotes",
	'‘':      "strings have straight double quotes",
	'’':      "strings have straight double quotes",
	'`':      "strings have double quotes",
	'\u00a0': "this is a no-break space; use a plain one",
	'\x00':   "this looks like a binary file",
}

// sign reads the longest sign at the current place. It leaves && || ! and // to foreign.
func (s *scanner) sign() bool {
	rest := s.text[s.at:]
	if strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "||") || strings.HasPrefix(rest, "//") ||
		strings.HasPrefix(rest, "/*") {
		return false
	}
	for _, kind := range signsByFirst[rest[0]] {
		if strings.HasPrefix(rest, kind.String()) {
			s.at += len(kind.String())
			s.emit(kind, s.at-len(kind.String()))
			return true
		}
	}
	return false
}

// foreign reads text that is not a token of the language, and corrects it if the meaning is clear.
func (s *scanner) foreign() {
	rest := s.text[s.at:]
	if strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") {
		s.foreignComment(rest[:2])
		return
	}
	for _, f := range foreignSigns {
		if strings.HasPrefix(rest, f.text) {
			start := s.at
			s.at += len(f.text)
			s.problem(start, s.at, diag.CodeBadOperator, fmt.Sprintf("write `%s`", f.kind.String()),
				"`%s` is not an operator here", f.text)
			s.emit(f.kind, start)
			return
		}
	}
	s.badCharacters()
}

// foreignComment skips // to the end of the line, and /* to */ or the end of the line.
func (s *scanner) foreignComment(opening string) {
	start := s.at
	if end := strings.Index(s.text[s.at:], "*/"); opening == "/*" && end >= 0 {
		s.at += end + 2
	} else {
		s.skipLine()
	}
	s.problem(start, start+2, diag.CodeBadComment, "comments run from `#` to the end of the line",
		"`%s` does not begin a comment", opening)
}

// badCharacters skips a run of characters that begin no token and reports the first.
func (s *scanner) badCharacters() {
	start, first := s.at, s.rune()
	for s.at < len(s.text) && s.text[s.at] != '\n' && s.isBad() {
		s.at += utf8.RuneLen(s.rune())
	}
	s.problem(start, s.at, diag.CodeBadCharacter, foreignHints[first], "the character %s does not belong here",
		describeRune(first))
}

// isBad reports whether the character at the current place begins nothing that the scanner knows.
func (s *scanner) isBad() bool {
	r := s.rune()
	if r < utf8.RuneSelf {
		known := signsByFirst[r] != nil || strings.ContainsRune(" \t\r\n#\"'!", r) || isDigit(byte(r))
		return !known && !isNameStart(r)
	}
	return !isNameStart(r) && !slices.ContainsFunc(foreignSigns, func(f foreignSign) bool { return strings.HasPrefix(f.text, string(r)) })
}

// describeRune shows a printable character in quotes and any other by its number.
func describeRune(r rune) string {
	if unicode.IsPrint(r) && r != ' ' {
		return fmt.Sprintf("`%c`", r)
	}
	return fmt.Sprintf("U+%04X", r)
}
