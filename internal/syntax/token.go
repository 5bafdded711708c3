package syntax

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// tokenKind distinguishes tokens. Every sign and every reserved word has a kind of its own, so that the parser
// compares numbers, never texts.
type tokenKind uint8

// The kinds of tokens: first those whose text varies, then the signs, then the reserved words.
const (
	tokenStop    tokenKind = iota // what a parser sees that cannot go on; never in a token list
	tokenEnd                      // the end of the file
	tokenComment                  // # to the end of the line; only the formatter sees these
	tokenName
	tokenNumber
	tokenDecimal
	tokenString

	// What the parser makes of other tokens when it has read them, for the formatter.
	tokenSoft      // a name that is a word at its place
	tokenSlice     // the colon of s[a:b]
	tokenCondition // the colon of {x in s : c}

	signOpenParen
	signCloseParen
	signOpenBracket
	signCloseBracket
	signOpenBrace
	signCloseBrace
	signComma
	signSemicolon
	signColon
	signDoubleColon
	signAssign
	signEquals
	signArrow
	signDot
	signDotDot
	signIff
	signImplies
	signEqual
	signNotEqual
	signLess
	signLessEqual
	signGreater
	signGreaterEqual
	signBar
	signCaret
	signAmpersand
	signShiftLeft
	signShiftRight
	signPlus
	signMinus
	signStar
	signSlash
	signPercent
	signTilde
	signQuestion

	wordImport
	wordConst
	wordType
	wordInput
	wordOutput
	wordChannel
	wordFifo
	wordExtern
	wordFunction
	wordAssume
	wordInvariant
	wordPredicates
	wordPurpose
	wordMachine
	wordInstance
	wordVar
	wordClock // a name elsewhere; see markClocks
	wordInitial
	wordFinal
	wordLocation
	wordEvent
	wordAny
	wordWhere
	wordWhen
	wordIn
	wordDo
	wordOut
	wordTable
	wordRun
	wordContract
	wordBehavior
	wordRequires
	wordEnsures
	wordEnum
	wordRecord
	wordExists
	wordForall
	wordIf
	wordThen
	wordElse
	wordTrue
	wordFalse
	wordNot
	wordAnd
	wordOr
	wordSystem
	wordCase // a name elsewhere; see markCases
	wordOf

	kindCount
)

// kindText is the text of every sign and word, in the order of the kinds.
var kindText = func() (texts [kindCount]string) {
	copy(texts[signOpenParen:], strings.Fields(`( ) [ ] { } , ; : :: := = -> . .. <=> => == != < <= > >= | ^ & << >> + - * / % ~ ?
		import const type input output channel fifo extern function assume invariant predicates purpose machine instance
		var clock initial final location event any where when in do out table run contract behavior requires ensures
		enum record exists forall if then else true false not and or system case of`))
	return texts
}()

// isWord reports whether the kind is a reserved word.
func (k tokenKind) isWord() bool { return k >= wordImport && k < kindCount }

// startsDeclaration reports whether the word begins a declaration of a file.
func (k tokenKind) startsDeclaration() bool {
	return k >= wordImport && k <= wordEvent && k != wordFifo || k == wordSystem
}

// startsItem reports whether the word begins an item of a machine.
func (k tokenKind) startsItem() bool { return k >= wordVar && k <= wordEvent }

// startsClause reports whether the word begins a clause of a transition.
func (k tokenKind) startsClause() bool { return k == wordAny || k >= wordWhen && k <= wordOut }

// endsOperand reports whether an operand may end with such a token, so that a minus after it is binary, and a
// bracket after it is an index or a length.
func (k tokenKind) endsOperand() bool {
	switch k {
	case tokenName, tokenNumber, tokenDecimal, tokenString, signCloseParen, signCloseBracket, signCloseBrace,
		signQuestion, wordTrue, wordFalse:
		return true
	}
	return false
}

// token is one token; its text is the range [start, end) of the file. It is small because a file of 16 MiB may
// have that many tokens.
type token struct {
	start, end int32
	kind       tokenKind
}

// span is the place of the token in src.
func (t token) span(src *diag.File) diag.Span {
	return diag.Span{File: src, Start: int(t.start), End: int(t.end)}
}

// text is the source text of the token.
func (t token) text(src *diag.File) string { return src.Text[t.start:t.end] }

// reservedWords maps the text of each reserved word to its kind.
var reservedWords = func() map[string]tokenKind {
	words := map[string]tokenKind{}
	for kind := wordImport; kind < kindCount; kind++ {
		if kind != wordClock && kind != wordCase && kind != wordOf {
			words[kindText[kind]] = kind
		}
	}
	return words
}()
