package source

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// tokenKind distinguishes the tokens.
type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenKeyword
	tokenNumber
	tokenSign
)

// Token is a word, number or sign at its place.
type Token struct {
	kind tokenKind
	Text string
	At   diag.Span
}

// String is the token for messages.
func (t Token) String() string {
	if t.kind == tokenEnd {
		return "the end"
	}
	return convert.Clip(t.Text)
}

func (t Token) is(text string) bool {
	return t.Text == text && (t.kind == tokenSign || t.kind == tokenKeyword)
}

// Word makes a token of a word.
func Word(text string, at diag.Span) Token { return Token{tokenWord, text, at} }

// signs are the longest first, so that the first that fits is the right one.
var signs = func() []string {
	out := strings.Fields(`<<= >>= := += -= *= /= %= |= &= ^= ++ -- << >> <= >= == != && || <? >? --> -> [] <> ** = < > + - * / % & | ^
		! ? : ; , . ( ) [ ] { } ' ~ #`)
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}()

// keywords are words that are not names. Those of constructs that cannot be imported are among them, so that they are refused by name.
var keywords = words(`const int bool clock chan urgent broadcast meta hybrid double string void struct scalar typedef true false and or not imply
		xor forall exists sum foreach if else while do for return break continue switch system process priority progress gantt
		before_update after_update import dynamic spawn exit numOf deadlock query`)

// synonyms are signs with another spelling.
var synonyms = map[string]string{"and": "&&", "or": "||", "not": "!", ":=": "="}

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(list) {
		out[word] = true
	}
	return out
}

// maxTokens bounds the length of a passage.
const maxTokens = 200_000

type scanner struct {
	*passage
	list *diag.List
	at   int
	out  []Token
}

// scan splits a passage into tokens, the last of which is the end; false if there is something else in it.
func scan(p *passage, list *diag.List) ([]Token, bool) {
	s := &scanner{passage: p, list: list}
	for s.skip() && s.at < len(s.text) {
		if len(s.out) >= maxTokens {
			list.Errorf(diag.CodeImportTooLarge, s.from(s.at), "there are more than %d tokens", maxTokens)
			return nil, false
		}
		if !s.next() {
			return nil, false
		}
	}
	ok := s.at == len(s.text)
	s.out = append(s.out, Token{tokenEnd, "", s.from(s.at)})
	return s.out, ok
}

func (s *scanner) from(start int) diag.Span { return s.span(start, s.at) }

// skip passes over blanks and comments; false if a comment does not end.
func (s *scanner) skip() bool {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r):
			s.at += size
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			s.at += len(line)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				s.at += 2
				s.list.ErrorHint(diag.CodeImportSyntax, s.from(s.at-2), "write */ where the comment ends", "the comment does not end")
				s.at--
				return false
			}
			s.at += end + 4
		default:
			return true
		}
	}
	return true
}

// next reads one token.
func (s *scanner) next() bool {
	start := s.at
	rest := s.text[start:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case isLetter(r):
		s.at += prefix(rest, isWord)
		s.word(start)
	case isDigit(r):
		s.at += prefix(rest, isDigit)
		s.add(tokenNumber, s.text[start:s.at], start)
	default:
		for _, sign := range signs {
			if strings.HasPrefix(rest, sign) {
				s.at += len(sign)
				s.add(tokenSign, sign, start)
				return true
			}
		}
		s.at += size
		s.list.Errorf(diag.CodeImportSyntax, s.from(start), "the character %q is not part of the language of UPPAAL", s.text[start:s.at])
		return false
	}
	return true
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || r == '_' || r == '$' }
func isDigit(r rune) bool  { return r >= '0' && r <= '9' }
func isWord(r rune) bool   { return isLetter(r) || unicode.IsDigit(r) || r == '#' }

// prefix is the length of the longest prefix of characters that belong.
func prefix(text string, belongs func(rune) bool) int {
	for i, r := range text {
		if !belongs(r) {
			return i
		}
	}
	return len(text)
}

func (s *scanner) word(start int) {
	text := s.text[start:s.at]
	switch {
	case synonyms[text] != "":
		s.add(tokenSign, text, start)
	case keywords[text]:
		s.add(tokenKeyword, text, start)
	default:
		s.add(tokenWord, text, start)
	}
}

func (s *scanner) add(kind tokenKind, text string, start int) {
	if other := synonyms[text]; other != "" && kind == tokenSign {
		text = other
	}
	s.out = append(s.out, Token{kind, text, s.from(start)})
}
