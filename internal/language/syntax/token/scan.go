package token

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
)

// MaxFileSize is the number of bytes that a file of a model may have.
const MaxFileSize = 16 << 20

// The other limits of the scanner. A file beyond them is not a model, and its errors would not help.
const (
	maxDigits   = 1000
	maxProblems = 2 * diag.MaxShown
)

// Problem is a lexical error. The scanner repairs what it can (&& becomes the token "and") and continues; the parser reports the problem when
// it reaches that place, because it reports only one error per declaration.
type Problem struct {
	At   diag.Span
	Code diag.Code
	Text string
	Hint string
}

// scanner cuts a file into tokens.
type scanner struct {
	src      *diag.File
	text     string
	at       int // byte offset of the next character
	comments bool
	tokens   []Token
	problems []Problem
}

// Scan returns the tokens of src, the last of which is End, and the lexical problems in order. Comments are
// included only on request. A file with very many problems is cut short.
func Scan(src *diag.File, comments bool) ([]Token, []Problem) {
	s := &scanner{src: src, text: src.Text, comments: comments}
	if !s.readable() {
		s.emit(End, 0)
		return s.tokens, s.problems
	}
	s.tokens = make([]Token, 0, len(s.text)/4+1)
	s.at = len(s.text) - len(strings.TrimPrefix(s.text, "\ufeff"))
	for s.skipSpace(); s.at < len(s.text) && len(s.problems) < maxProblems; s.skipSpace() {
		s.token()
	}
	s.emit(End, s.at)
	s.markSoftWords()
	return s.tokens, s.problems
}

// readable rejects files that are too large or not text as a whole.
func (s *scanner) readable() bool {
	if len(s.text) > MaxFileSize {
		s.problem(0, 0, diag.CodeTooLong, "split the model with import",
			"the file has %d bytes; the limit is %d", len(s.text), MaxFileSize)
		return false
	}
	if utf8.ValidString(s.text) {
		return true
	}
	for i, r := range s.text {
		if _, size := utf8.DecodeRuneInString(s.text[i:]); r == utf8.RuneError && size == 1 {
			s.problem(i, i+1, diag.CodeNotUTF8, "save the file as UTF-8",
				"the file is not UTF-8 text: it has the byte 0x%02x here", s.text[i])
			return false
		}
	}
	return false
}

func (s *scanner) problem(start, end int, code diag.Code, hint, format string, args ...any) {
	at := diag.Span{File: s.src, Start: start, End: end}
	s.problems = append(s.problems, Problem{at, code, fmt.Sprintf(format, args...), hint})
}

// emit appends the token from start to the current place.
func (s *scanner) emit(kind Kind, start int) {
	s.tokens = append(s.tokens, Token{int32(start), int32(s.at), kind})
}

func (s *scanner) skipSpace() {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// peek is the byte at the given distance, or 0 beyond the end.
func (s *scanner) peek(distance int) byte {
	if s.at+distance < len(s.text) {
		return s.text[s.at+distance]
	}
	return 0
}

// token reads one token; the current character is not white space.
func (s *scanner) token() {
	switch c := s.text[s.at]; {
	case c == '#':
		s.comment()
	case isDigit(c):
		s.number()
	case c == '"', c == '\'':
		s.string(c)
	case isNameStart(s.rune()):
		s.name()
	case !s.sign():
		s.foreign()
	}
}

// rune is the character at the current place.
func (s *scanner) rune() rune {
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return r
}

func (s *scanner) comment() {
	start := s.at
	s.skipLine()
	if s.comments {
		s.emit(Comment, start)
	}
}

// skipLine goes to the end of the line.
func (s *scanner) skipLine() {
	line, _, _ := strings.Cut(s.text[s.at:], "\n")
	s.at += len(line)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameStart(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_'
	}
	return unicode.IsLetter(r)
}

func isNamePart(r rune) bool { return isNameStart(r) || unicode.IsDigit(r) }

// skipName skips letters, digits and underscores.
func (s *scanner) skipName() {
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if !isNamePart(r) {
			return
		}
		s.at += size
	}
}

func (s *scanner) name() {
	start := s.at
	s.skipName()
	kind, reserved := reservedWords[s.text[start:s.at]]
	if !reserved {
		kind = Name
	}
	s.emit(kind, start)
}

// number reads 12, 0xff, 0b101 or 12.5. In 0..7 the dots do not begin a fraction.
func (s *scanner) number() {
	start, kind := s.at, Number
	s.skipName()
	if s.peek(0) == '.' && isDigit(s.peek(1)) {
		kind = Decimal
		s.at++
		s.skipName()
	}
	if text, hint := wrongNumber(s.text[start:s.at]); text != "" {
		s.problem(start, s.at, diag.CodeBadNumber, hint, "%s", text)
	}
	s.emit(kind, start)
}

// wrongNumber returns what is wrong with a number and how to correct it; both are empty for a valid number.
func wrongNumber(literal string) (message, hint string) {
	if len(literal) > maxDigits {
		return fmt.Sprintf("a number of %d digits; the limit is %d", len(literal), maxDigits), ""
	}
	digits, allowed := literal, "0123456789"
	if strings.HasPrefix(literal, "0x") {
		digits, allowed = literal[2:], "0123456789abcdefABCDEF"
	} else if strings.HasPrefix(literal, "0b") {
		digits, allowed = literal[2:], "01"
	}
	whole, fraction, decimal := strings.Cut(digits, ".")
	if badDigits(whole, allowed) || decimal && (len(digits) < len(literal) || badDigits(fraction, allowed)) {
		return fmt.Sprintf("%s is not a number", text.Clip(literal, 40)),
			"numbers look like 12, 1_000, 0xff, 0b101 or 12.5; a name cannot begin with a digit"
	}
	return "", ""
}

// badDigits reports whether text is not a run of allowed digits with single underscores between them.
func badDigits(text, allowed string) bool {
	for _, part := range strings.Split(text, "_") {
		if part == "" || strings.Trim(part, allowed) != "" {
			return true
		}
	}
	return false
}
