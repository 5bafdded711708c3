// Package scan splits the text of an imported language into tokens, and provides a cursor over them for a parser. A Language holds the
// differences.
package scan

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
)

// Kind distinguishes the tokens.
type Kind uint8

// The kinds of tokens.
const (
	End Kind = iota
	Word
	Keyword
	Number
	Text // in quotes
	Sign
	Label // begins with @
)

// Token is a word, number, text, sign or label at its place.
type Token struct {
	Kind Kind
	Text string
	At   diag.Span
}

// String is the text for messages.
func (t Token) String() string { return Clip(t.Text) }

// Clip shortens a text of a file for messages.
func Clip(s string) string { return text.Clip(s, 40) }

// Is reports whether t is a certain sign, keyword or word.
func (t Token) Is(text string) bool {
	return t.Text == text && t.Kind != Text && t.Kind != Label && t.Kind != End
}

// Language holds the differences between the languages.
type Language struct {
	Name       string // as in "the character is not part of B"
	Has        string // as in "the machine has more than 10 tokens"
	Blank      func(rune) bool
	Read       func(rest string) (kind Kind, text string, size int) // reads a token that is not a sign; of size 0 if there is none
	Texts      bool                                                 // texts in double quotes are tokens
	Signs      []string                                             // those of Signs
	Keywords   map[string]bool                                      // words that are not names
	Synonyms   map[string]string                                    // words that are signs, and signs with another spelling
	Calls      int                                                  // of Enter for each level of nesting
	Unexpected func(found Token, want string) string                // the message about another token than was expected
}

// Signs are the signs of a list, the longest first, so that the first match is the right one.
func Signs(list string) []string {
	out := strings.Fields(list)
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// Words is the set of the words of a list.
func Words(list string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(list) {
		out[word] = true
	}
	return out
}

// Prefix is the longest prefix of characters that belong.
func Prefix(text string, belongs func(rune) bool) string {
	return text[:len(text)-len(strings.TrimLeftFunc(text, belongs))]
}

// IsDigit reports whether r is a decimal digit of ASCII.
func IsDigit(r rune) bool { return r >= '0' && r <= '9' }

// textShape is a text in quotes, which ends on its line.
var textShape = regexp.MustCompile(`^"(?:[^"\\\n]|\\.)*"`)

// maxTokens bounds the length of a text.
const maxTokens = 200_000

type scanner struct {
	*Language
	list *diag.List
	text string
	at   int
	span func(from, to int) diag.Span
	out  []Token
}

// tokens splits the text into tokens, the last of which is the end; false if there is something else in it.
func (s *scanner) tokens() bool {
	for s.at < len(s.text) {
		blank, ok := s.skip()
		switch {
		case !ok:
			return false
		case blank:
			continue
		case len(s.out) >= maxTokens:
			s.list.Errorf(diag.CodeImportTooLarge, s.span(s.at, s.at), "%s more than %d tokens", s.Has, maxTokens)
			return false
		case !s.next():
			return false
		}
	}
	s.out = append(s.out, Token{End, "", s.span(s.at, s.at)})
	return true
}

// skip passes over blanks or a comment, and reports whether there were some; not ok if the comment does not end.
func (s *scanner) skip() (blank, ok bool) {
	rest := s.text[s.at:]
	size := len(Prefix(rest, s.Blank))
	switch {
	case strings.HasPrefix(rest, "//"):
		line, _, _ := strings.Cut(rest, "\n")
		size = len(line)
	case strings.HasPrefix(rest, "/*"):
		size = s.comment(rest)
	}
	s.at += max(size, 0)
	return size > 0, size >= 0
}

// comment is the length of the comment at the beginning of rest; negative if it does not end.
func (s *scanner) comment(rest string) int {
	from := len("/*") // the star that begins a comment does not end it
	end := strings.Index(rest[from:], "*/")
	if end < 0 {
		s.list.ErrorHint(diag.CodeImportSyntax, s.span(s.at, s.at+2), "write */ where the comment ends", "the comment does not end")
		return -1
	}
	return from + end + len("*/")
}

// next reads one token.
func (s *scanner) next() bool {
	rest := s.text[s.at:]
	kind, text, size := s.read(rest)
	if size == 0 {
		s.unknown(rest)
		return false
	}
	other := s.Synonyms[text]
	switch {
	case other != "" && (kind == Word || kind == Sign):
		kind, text = Sign, other
	case kind == Word && s.Keywords[text]:
		kind = Keyword
	}
	s.out = append(s.out, Token{kind, text, s.span(s.at, s.at+size)})
	s.at += size
	return true
}

func (s *scanner) read(rest string) (Kind, string, int) {
	if kind, text, size := s.Read(rest); size > 0 {
		return kind, text, size
	}
	if text := textShape.FindString(rest); s.Texts && text != "" {
		return Text, text, len(text)
	}
	for _, sign := range s.Signs {
		if strings.HasPrefix(rest, sign) {
			return Sign, sign, len(sign)
		}
	}
	return End, "", 0
}

// unknown reports a character that begins no token.
func (s *scanner) unknown(rest string) {
	_, size := utf8.DecodeRuneInString(rest)
	at := s.span(s.at, s.at+size)
	if s.Texts && rest[0] == '"' {
		s.list.Errorf(diag.CodeImportSyntax, at, "the text does not end on its line")
		return
	}
	s.list.Errorf(diag.CodeImportSyntax, at, "the character %q is not part of %s", rest[:size], s.Name)
}
