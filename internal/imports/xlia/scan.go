package xlia

import (
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// token is a word, number, text or sign at its place. No word is reserved.
type token = scan.Token

var language = &scan.Language{
	Name:  "xLIA",
	Has:   "the system has",
	Blank: func(r rune) bool { return strings.ContainsRune(" \t\r\n\f", r) },
	Read:  read,
	Texts: true,
	// Those of constructs that cannot be imported are among the signs, so that they are refused by name.
	Signs: scan.Signs(`|;| |.| |/;| |;;| |>| |<| |xor| |and#then| |or#else| |/\| |indet| |a| |async| |and| |strong_sync| |or|
		|weak_sync| |i| |<>| |interleaving| |~| |><| |partial-order| |,| |parallel| |fork| |join| ||a|| ||and|| ||or|| ||i|| ||~|| ||,||
		= := =: <- ::= <=< ^=< ^=> >=> ( ) { } [ ] [^ (: %( )% ${ %{ }% [| |] : , ? ; . .. :: && &&= &&:= ! || ||= ||:= => == != === =!=
		=/= <= < >= > + += +:= ++ - -= -:= -- * *= *:= / /= /:= % %= %:= >> << & &= ~ | |= ^ ^= --> -> <-- <-> <== ==>`),
	Calls: 1,
}

// These are tokens at the beginning of a text. A fraction such as 1/2 without blanks is one number.
var (
	wordShape   = regexp.MustCompile(`^@?[A-Za-z_#$][A-Za-z0-9_#$]*`)
	numberShape = func() *regexp.Regexp {
		re := regexp.MustCompile(`^(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|\d[\d_]*[LuU]{0,2}(?:/\d[\d_]*)?|(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[fFlL]?|\d[\d_]*[eE][+-]?\d+)`)
		re.Longest()
		return re
	}()
)

// read reads words, with or without @, and numbers.
func read(rest string) (scan.Kind, string, int) {
	word := wordShape.FindString(rest)
	switch {
	case strings.HasPrefix(word, "@"):
		return scan.Label, word, len(word)
	case word != "":
		return scan.Word, word, len(word)
	}
	number := numberShape.FindString(rest)
	return scan.Number, number, len(number)
}
