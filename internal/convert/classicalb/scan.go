package classicalb

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
	tokenLabel
)

// token is a word, number or sign at its place. Signs of Event-B have the text of those of classical B.
type token struct {
	kind tokenKind
	text string
	at   diag.Span
}

// String is the text for messages.
func (t token) String() string { return convert.Clip(t.text) }

func (t token) is(text string) bool {
	return t.text == text && (t.kind == tokenSign || t.kind == tokenKeyword)
}

// signs are those of B, the longest first, so that the first that fits is the right one.
var signs = func() []string {
	out := strings.Fields(`-->> +->> >->> >+>> --> +-> >-> >+> <-> <-- <=> <<: <<| |>> |-> /<: := :: || |> -> <- => == = /= /: /\ /
		\/ \ <= <: <+ <| < >= >< > .. . ** * + - ^ ~ : ; , ( ) { } [ ] ! # % & | '`)
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}()

// unicodeSigns are the signs of Event-B with those of classical B for them.
var unicodeSigns = map[rune]string{'∈': ":", '∉': "/:", '≠': "/=", '≤': "<=", '≥': ">=", '∧': "&", '∨': "or", '⇒': "=>", '⇔': "<=>",
	'¬': "not", '∀': "!", '∃': "#", '·': ".", '≔': ":=", '∥': "||", '→': "-->", '‥': "..", '↦': "|->", '−': "-", '∗': "*", '×': "*",
	'÷': "/", '∪': `\/`, '∩': `/\`, '∖': `\`, '⇸': "+->", '↔': "<->", '∣': "|", 'λ': "%", '≙': "==", '⊆': "<:", '◁': "<|", '▷': "|>"}

// unicodeNames are the sets that Event-B has signs for.
var unicodeNames = map[rune]string{'ℕ': "NATURAL", 'ℤ': "INTEGER"}

// keywords are the words that structure a machine. Those of clauses that cannot be imported are among them, so that they are
// refused by their names.
var keywords = set(`MACHINE SYSTEM MODEL REFINEMENT IMPLEMENTATION CONTEXT SETS CONSTANTS CONCRETE_CONSTANTS ABSTRACT_CONSTANTS
		PROPERTIES AXIOMS VARIABLES CONCRETE_VARIABLES ABSTRACT_VARIABLES INVARIANT INVARIANTS INITIALISATION OPERATIONS EVENTS EVENT END
		BEGIN ANY WHERE WHEN THEN SELECT IF ELSIF ELSE CHOICE OR PRE LET BE IN VAR WHILE DO VARIANT CASE OF EITHER ASSERT
		CONSTRAINTS DEFINITIONS ASSERTIONS SEES INCLUDES EXTENDS USES PROMOTES REFINES IMPORTS VALUES LOCAL_OPERATIONS THEOREMS WITH`)

// set is a set of words.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(words) {
		out[word] = true
	}
	return out
}

// maxTokens bounds the length of a machine.
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
	for s.skip() && s.at < len(file.Text) {
		if len(s.out) >= maxTokens {
			list.Errorf(diag.CodeImportTooLarge, s.span(s.at), "the machine has more than %d tokens", maxTokens)
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
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r) || r == '\ufeff':
			s.at += size
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			s.at += len(line)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				s.at += 2
				s.list.ErrorHint(diag.CodeImportSyntax, s.span(s.at-2), "write */ where the comment ends", "the comment does not end")
				return false
			}
			s.at += end + 2
		default:
			return true
		}
	}
	return true
}

// next reads one token.
func (s *scanner) next() bool {
	start := s.at
	rest := s.file.Text[start:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicodeNames[r] != "":
		s.at += size
		text := unicodeNames[r]
		if strings.HasPrefix(s.file.Text[s.at:], "1") {
			s.at++
			text += "1"
		}
		s.add(tokenWord, text, start)
	case strings.HasPrefix(rest, ":∈"):
		s.at += len(":∈")
		s.add(tokenSign, "::", start)
	case unicodeSigns[r] != "":
		s.at += size
		s.add(tokenSign, unicodeSigns[r], start)
	case unicode.IsLetter(r) || r == '_':
		s.word(start)
	case r >= '0' && r <= '9':
		s.at += prefix(rest, func(r rune) bool { return r >= '0' && r <= '9' })
		s.add(tokenNumber, s.file.Text[start:s.at], start)
	case r == '@':
		s.at += 1 + prefix(rest[1:], isWord)
		s.add(tokenLabel, s.file.Text[start+1:s.at], start)
	default:
		return s.sign(start, size)
	}
	return true
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

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
	s.at += prefix(s.file.Text[start:], isWord)
	text := s.file.Text[start:s.at]
	switch {
	case keywords[text]:
		s.add(tokenKeyword, text, start)
	case text == "or" || text == "not" || text == "mod":
		s.add(tokenSign, text, start)
	default:
		s.add(tokenWord, text, start)
	}
}

func (s *scanner) sign(start, size int) bool {
	for _, sign := range signs {
		if strings.HasPrefix(s.file.Text[start:], sign) {
			s.at += len(sign)
			s.add(tokenSign, sign, start)
			return true
		}
	}
	s.at += size
	s.list.Errorf(diag.CodeImportSyntax, s.span(start), "the character %q is not part of B", s.file.Text[start:s.at])
	return false
}

func (s *scanner) add(kind tokenKind, text string, start int) {
	s.out = append(s.out, token{kind, text, s.span(start)})
}
