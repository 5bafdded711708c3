// Package token is the scanner of Sextant models: the kinds of tokens, and the list of tokens of a file.
package token

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Kind distinguishes tokens. Every sign and every reserved word has a kind of its own, so that the parser
// compares numbers, never texts.
type Kind uint8

// The kinds of tokens: first those whose text varies, then the signs, then the reserved words.
const (
	Stop    Kind = iota // the token that a stuck parser sees; never in a token list
	End                 // the end of the file
	Comment             // # to the end of the line; only the formatter sees these
	Name
	Number
	Decimal
	String

	// Kinds that the parser assigns to other tokens after reading them, for the formatter.
	Soft      // a name that is a word at its place
	Slice     // the colon of s[a:b]
	Condition // the colon of {x in s : c}

	OpenParen
	CloseParen
	OpenBracket
	CloseBracket
	OpenBrace
	CloseBrace
	Comma
	Semicolon
	Colon
	DoubleColon
	Assign
	Equals
	Arrow
	Dot
	DotDot
	Iff
	Implies
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	Bar
	Caret
	Ampersand
	ShiftLeft
	ShiftRight
	Plus
	Minus
	Star
	Slash
	Percent
	Tilde
	Question
	At

	Import
	Const
	Type
	Input
	Output
	Channel
	Fifo
	Extern
	Function
	Assume
	Invariant
	Predicates
	Purpose
	Classify // a name elsewhere; see markClassify
	Machine
	Instance
	Feature // a name elsewhere, as is the next; see markFeatures
	Features
	Var
	Clock // a name elsewhere; see markClocks
	Initial
	Final
	Location
	Event
	Any
	Where
	When
	In
	Do
	Out
	Table
	Run
	Contract
	Behavior
	Requires
	Ensures
	Enum
	Record
	Exists
	Forall
	If
	Then
	Else
	True
	False
	Not
	And
	Or
	System
	Case // a name elsewhere; see markCases
	Of

	Count
)

// kindText is the text of every sign and word, in the order of the kinds.
var kindText = func() (texts [Count]string) {
	copy(texts[OpenParen:], strings.Fields(`( ) [ ] { } , ; : :: := = -> . .. <=> => == != < <= > >= | ^ & << >> + - * / % ~ ? @
		import const type input output channel fifo extern function assume invariant predicates purpose classify machine instance
		feature features var clock initial final location event any where when in do out table run contract behavior requires ensures
		enum record exists forall if then else true false not and or system case of`))
	return texts
}()

// String is the text of a sign or word; it is empty for tokens whose text varies.
func (k Kind) String() string { return kindText[k] }

// IsWord reports whether the kind is a reserved word.
func (k Kind) IsWord() bool { return k >= Import && k < Count }

// StartsDeclaration reports whether the word begins a declaration of a file.
func (k Kind) StartsDeclaration() bool {
	return k >= Import && k <= Event && k != Fifo || k == System
}

// StartsItem reports whether the word begins an item of a machine.
func (k Kind) StartsItem() bool { return k >= Var && k <= Event }

// StartsClause reports whether the word begins a clause of a transition.
func (k Kind) StartsClause() bool { return k == Any || k >= When && k <= Out }

// EndsOperand reports whether an operand may end with such a token, so that a minus after it is binary, and a
// bracket after it is an index or a length.
func (k Kind) EndsOperand() bool {
	switch k {
	case Name, Number, Decimal, String, CloseParen, CloseBracket, CloseBrace,
		Question, True, False:
		return true
	}
	return false
}

// Token is one token; its text is the range [Start, End) of the file. It is small because a file of 16 MiB may have that many
// tokens.
type Token struct {
	Start, End int32
	Kind       Kind
}

// Span is the place of the token in src.
func (t Token) Span(src *diag.File) diag.Span {
	return diag.Span{File: src, Start: int(t.Start), End: int(t.End)}
}

// Text is the source text of the token.
func (t Token) Text(src *diag.File) string { return src.Text[t.Start:t.End] }

// isContextual reports whether the word is a name elsewhere.
func (k Kind) isContextual() bool {
	switch k {
	case Clock, Classify, Feature, Features, Case, Of:
		return true
	}
	return false
}

// reservedWords maps the text of each reserved word to its kind.
var reservedWords = func() map[string]Kind {
	words := map[string]Kind{}
	for kind := Import; kind < Count; kind++ {
		if !kind.isContextual() {
			words[kind.String()] = kind
		}
	}
	return words
}()

// IsReserved reports whether a word cannot be a name.
func IsReserved(word string) bool {
	_, reserved := reservedWords[word]
	return reserved
}

// FirstWords are the words that begin declarations and their clauses, for suggestions.
func FirstWords() []string { return kindText[Import : Ensures+1] }
