package token

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

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
	s.emit(String, start)
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

// Unquote is the value of a string token. Faulty escapes are left as written.
func Unquote(text string) string {
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

// Quote is a string with the escapes of the language.
func Quote(value string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range value {
		switch i := strings.IndexRune(escapedRunes, r); {
		case i >= 0:
			out.WriteString(`\` + escapeLetters[i:i+1])
		case unicode.IsPrint(r):
			out.WriteRune(r)
		default:
			out.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
		}
	}
	out.WriteByte('"')
	return out.String()
}
