package source

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// Token is a word, number or sign at its place.
type Token = scan.Token

// Word makes a token of a word.
func Word(text string, at diag.Span) Token { return Token{Kind: scan.Word, Text: text, At: at} }

var language = &scan.Language{
	Name:  "the language of UPPAAL",
	Has:   "there are",
	Blank: unicode.IsSpace,
	Read:  read,
	Signs: scan.Signs(`<<= >>= := += -= *= /= %= |= &= ^= ++ -- << >> <= >= == != && || <? >? --> -> [] <> ** = < > + - * / % & | ^
		! ? : ; , . ( ) [ ] { } ' ~ #`),
	// Those of constructs that cannot be imported are among the keywords, so that they are refused by name.
	Keywords: scan.Words(`const int bool clock chan urgent broadcast meta hybrid double string void struct scalar typedef true false and or not imply
		xor forall exists sum foreach if else while do for return break continue switch system process priority progress gantt
		before_update after_update import dynamic spawn exit numOf deadlock query`),
	Synonyms:   map[string]string{"and": "&&", "or": "||", "not": "!", ":=": "="},
	Calls:      4,
	Unexpected: unexpected,
}

func unexpected(found Token, want string) string {
	if found.Kind == scan.End {
		return "unexpected the end, expected " + want
	}
	return fmt.Sprintf("unexpected %s, expected %s", found, want)
}

// read reads words and numbers.
func read(rest string) (scan.Kind, string, int) {
	if r, _ := utf8.DecodeRuneInString(rest); isLetter(r) {
		word := scan.Prefix(rest, isWord)
		return scan.Word, word, len(word)
	}
	digits := scan.Prefix(rest, scan.IsDigit)
	return scan.Number, digits, len(digits)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || r == '_' || r == '$' }
func isWord(r rune) bool   { return isLetter(r) || unicode.IsDigit(r) || r == '#' }
