package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// signsByFirst lists the signs that begin with a byte, longest first, so that <=> is not read as <= and >.
var signsByFirst = func() (table [256][]tokenKind) {
	for length := 3; length > 0; length-- {
		for kind := signOpenParen; kind < wordImport; kind++ {
			if text := kindText[kind]; len(text) == length {
				table[text[0]] = append(table[text[0]], kind)
			}
		}
	}
	return table
}()

// foreignSign is a sign of another language or alphabet and the token to read it as.
type foreignSign struct {
	text string
	kind tokenKind
}

// foreignSigns are operators of other languages, with the tokens that they mean.
var foreignSigns = []foreignSign{
	{"&&", wordAnd}, {"||", wordOr}, {"!", wordNot}, {"∧", wordAnd}, {"∨", wordOr}, {"¬", wordNot},
	{"≤", signLessEqual}, {"≥", signGreaterEqual}, {"≠", signNotEqual}, {"→", signArrow}, {"⇒", signImplies},
	{"⇔", signIff}, {"∃", wordExists}, {"∀", wordForall}, {"×", signStar}, {"−", signMinus}, {"≔", signAssign},
	{"∈", wordIn}, {"∪", signPlus}, {"∩", signAmpersand}, {"∖", signMinus}, {"⊆", signLessEqual},
}

// foreignHints are what to write instead of a character that is not a token.
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
		if strings.HasPrefix(rest, kindText[kind]) {
			s.at += len(kindText[kind])
			s.emit(kind, s.at-len(kindText[kind]))
			return true
		}
	}
	return false
}

// foreign reads what is not a token of the language, and corrects it if the meaning is clear.
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
			s.problem(start, s.at, diag.CodeBadOperator, fmt.Sprintf("write `%s`", kindText[f.kind]),
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

// string reads a string up to the same quote. One in single quotes is an error, but read like the other.
func (s *scanner) string(quote byte) {
	start := s.at
	for s.at++; s.at < len(s.text) && s.text[s.at] != quote && s.text[s.at] != '\n'; {
		s.stringPart()
	}
	closed := s.peek(0) == quote
	if closed {
		s.at++
	}
	switch {
	case quote == '\'':
		s.problem(start, s.at, diag.CodeSingleQuotes, "write the string with double quotes: \"...\"",
			"strings are not written in single quotes")
	case !closed:
		s.problem(start, s.at, diag.CodeUnterminatedString, "close the string with `\"` on the same line",
			"the string is not closed")
	}
	s.emit(tokenString, start)
}

// stringPart reads one character or one escape of a string.
func (s *scanner) stringPart() {
	if s.text[s.at] != '\\' {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if r < ' ' && r != '\t' && r != '\r' {
			s.problem(s.at, s.at+size, diag.CodeBadCharacter, foreignHints[r], "the character %s is not allowed in a string",
				describeRune(r))
		}
		s.at += size
		return
	}
	if _, size := escape(s.text[s.at:]); size > 0 {
		s.at += size
		return
	}
	s.problem(s.at, min(s.at+2, len(s.text)), diag.CodeBadEscape,
		`the escapes are \" \\ \n \t \r \u{41}; a backslash itself is \\`, "this is not a string escape")
	s.at++
}

// The letters of escapes, and the characters that they stand for.
const escapeLetters, escapedRunes = `"\ntr`, "\"\\\n\t\r"

// escape reads the escape that text begins with: its meaning and its size, which is 0 if it is wrong.
func escape(text string) (value rune, size int) {
	if len(text) < 2 {
		return 0, 0
	}
	if i := strings.IndexByte(escapeLetters, text[1]); i >= 0 {
		return rune(escapedRunes[i]), 2
	}
	end := strings.IndexByte(text[:min(len(text), len(`\u{10ffff}`))], '}')
	if !strings.HasPrefix(text, `\u{`) || end < 0 {
		return 0, 0
	}
	number, err := strconv.ParseUint(text[len(`\u{`):end], 16, 32)
	if err != nil || !utf8.ValidRune(rune(number)) {
		return 0, 0
	}
	return rune(number), end + 1
}

// unquote is the value of a string token. What the scanner found wrong stays as it is written.
func unquote(text string) string {
	body := text[1:]
	if len(body) > 0 && body[len(body)-1] == text[0] {
		body = body[:len(body)-1]
	}
	if !strings.Contains(body, `\`) {
		return body
	}
	var out strings.Builder
	for len(body) > 0 {
		if value, size := escape(body); body[0] == '\\' && size > 0 {
			out.WriteRune(value)
			body = body[size:]
		} else {
			out.WriteByte(body[0])
			body = body[1:]
		}
	}
	return out.String()
}
