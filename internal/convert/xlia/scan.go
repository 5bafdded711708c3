package xlia

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// tokenKind distinguishes the tokens.
type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenAt // a word after @
	tokenNumber
	tokenText // in quotes
	tokenSign
)

// token is a word, number, text or sign at its place.
type token struct {
	kind tokenKind
	text string
	at   diag.Span
}

// String is the text for messages.
func (t token) String() string { return convert.Clip(t.text) }

// is reports whether t is a certain word or sign. No word is reserved.
func (t token) is(text string) bool {
	return t.text == text && t.kind != tokenText && t.kind != tokenEnd
}

// signs are those of xLIA, the longest first, so that the first that fits is the right one. Those of constructs that cannot be
// imported are among them, so that they are refused by name.
var signs = func() []string {
	out := strings.Fields(`|;| |.| |/;| |;;| |>| |<| |xor| |and#then| |or#else| |/\| |indet| |a| |async| |and| |strong_sync| |or|
		|weak_sync| |i| |<>| |interleaving| |~| |><| |partial-order| |,| |parallel| |fork| |join| ||a|| ||and|| ||or|| ||i|| ||~|| ||,||
		= := =: <- ::= <=< ^=< ^=> >=> ( ) { } [ ] [^ (: %( )% ${ %{ }% [| |] : , ? ; . .. :: && &&= &&:= ! || ||= ||:= => == != === =!=
		=/= <= < >= > + += +:= ++ - -= -:= -- * *= *:= / /= /:= % %= %:= >> << & &= ~ | |= ^ ^= --> -> <-- <-> <== ==>`)
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}()

// These are tokens at the beginning of a text. A fraction such as 1/2 without blanks is one number.
var (
	wordShape   = regexp.MustCompile(`^@?[A-Za-z_#$][A-Za-z0-9_#$]*`)
	textShape   = regexp.MustCompile(`^"(?:[^"\\\n]|\\.)*"`)
	numberShape = func() *regexp.Regexp {
		re := regexp.MustCompile(`^(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|\d[\d_]*[LuU]{0,2}(?:/\d[\d_]*)?|(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[fFlL]?|\d[\d_]*[eE][+-]?\d+)`)
		re.Longest()
		return re
	}()
)

// maxTokens bounds the length of a system.
const maxTokens = 200_000

type scanner struct {
	file *diag.File
	list *diag.List
	at   int
	out  []token
}

// scan splits a file into tokens, the last of which is the end; false if there is something else in it.
func scan(file *diag.File, list *diag.List) ([]token, bool) {
	s := &scanner{file: file, list: list}
	if !utf8.ValidString(file.Text) {
		list.Errorf(diag.CodeNotUTF8, diag.Span{File: file}, "the file is not UTF-8 text")
		return nil, false
	}
	s.at = len(file.Text) - len(strings.TrimPrefix(file.Text, "\ufeff"))
	for s.skip() && s.at < len(file.Text) {
		if len(s.out) >= maxTokens {
			list.Errorf(diag.CodeImportTooLarge, s.span(s.at), "the system has more than %d tokens", maxTokens)
			return nil, false
		}
		if !s.next() {
			return nil, false
		}
	}
	s.out = append(s.out, token{tokenEnd, "", s.span(s.at)})
	return s.out, !list.HasErrors()
}

// span is from a place to the current one.
func (s *scanner) span(from int) diag.Span { return diag.Span{File: s.file, Start: from, End: s.at} }

// skip passes over blanks and comments; false if a comment does not end.
func (s *scanner) skip() bool {
	for s.at < len(s.file.Text) {
		rest := s.file.Text[s.at:]
		switch {
		case strings.ContainsRune(" \t\r\n\f", rune(rest[0])):
			s.at++
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			s.at += len(line)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				s.at += 2
				s.list.ErrorHint(diag.CodeImportSyntax, s.span(s.at-2), "write */ where the comment ends", "the comment does not end")
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
	rest := s.file.Text[s.at:]
	if word := wordShape.FindString(rest); word != "" {
		kind := tokenWord
		if word[0] == '@' {
			kind = tokenAt
		}
		return s.add(kind, word)
	}
	if number := numberShape.FindString(rest); number != "" {
		return s.add(tokenNumber, number)
	}
	if text := textShape.FindString(rest); text != "" {
		return s.add(tokenText, text)
	}
	for _, sign := range signs {
		if strings.HasPrefix(rest, sign) {
			return s.add(tokenSign, sign)
		}
	}
	start := s.at
	_, size := utf8.DecodeRuneInString(rest)
	s.at += size
	if rest[0] == '"' {
		s.list.Errorf(diag.CodeImportSyntax, s.span(start), "the text does not end on its line")
		return false
	}
	s.list.Errorf(diag.CodeImportSyntax, s.span(start), "the character %q is not part of xLIA", rest[:size])
	return false
}

func (s *scanner) add(kind tokenKind, text string) bool {
	start := s.at
	s.at += len(text)
	s.out = append(s.out, token{kind, text, s.span(start)})
	return true
}
