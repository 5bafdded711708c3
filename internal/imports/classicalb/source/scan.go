package source

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// Token is a word, number or sign at its place. Signs of Event-B have the text of those of classical B.
type Token = scan.Token

var language = &scan.Language{
	Name:  "B",
	Texts: true,
	Has:   "the machine has",
	Blank: func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' },
	Read:  read,
	Signs: scan.Signs(`-->> +->> >->> >+>> --> +-> >-> >+> <-> <-- <=> <<: <<| |>> |-> /<: := :: || |> -> <- => == = /= /: /\ /
		\/ \ <= <: <+ <| <> < >= >< > .. . ** * + - ^ ~ : ; , ( ) { } [ ] ! # % & | '`),
	// Those of clauses that cannot be imported are among the keywords, so that they are refused by their names.
	Keywords: scan.Words(`MACHINE SYSTEM MODEL REFINEMENT IMPLEMENTATION CONTEXT SETS CONSTANTS CONCRETE_CONSTANTS ABSTRACT_CONSTANTS
		PROPERTIES AXIOMS VARIABLES CONCRETE_VARIABLES ABSTRACT_VARIABLES INVARIANT INVARIANTS INITIALISATION INITIALIZATION OPERATIONS EVENTS EVENT END
		BEGIN ANY WHERE WHEN THEN SELECT IF ELSIF ELSE CHOICE OR PRE LET BE IN VAR WHILE DO VARIANT CASE OF EITHER ASSERT
		CONSTRAINTS DEFINITIONS ASSERTIONS SEES INCLUDES EXTENDS USES PROMOTES REFINES IMPORTS VALUES LOCAL_OPERATIONS THEOREMS WITH`),
	Synonyms: map[string]string{"or": "or", "not": "not", "mod": "mod"},
	Calls:    1,
}

// unicodeSigns are the signs of Event-B with those of classical B for them.
var unicodeSigns = map[rune]string{'∈': ":", '∉': "/:", '≠': "/=", '≤': "<=", '≥': ">=", '∧': "&", '∨': "or", '⇒': "=>", '⇔': "<=>",
	'¬': "not", '∀': "!", '∃': "#", '·': ".", '≔': ":=", '∥': "||", '→': "-->", '‥': "..", '↦': "|->", '−': "-", '∗': "*", '×': "*",
	'÷': "/", '∪': `\/`, '∩': `/\`, '∖': `\`, '⇸': "+->", '↔': "<->", '∣': "|", 'λ': "%", '≙': "==", '⊆': "<:", '⊂': "<<:",
	'⊈': "/<:", '◁': "<|", '⩤': "<<|", '▷': "|>", '⩥': "|>>", '∅': "∅", '⤔': ">+>", '↣': ">->", '⤀': "+->>", '↠': "-->>", '⤖': ">->>"}

// unicodeNames are the sets that Event-B has signs for.
var unicodeNames = map[rune]string{'ℕ': "NATURAL", 'ℤ': "INTEGER"}

// read reads words, numbers, labels and the signs of Event-B.
func read(rest string) (scan.Kind, string, int) {
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicodeNames[r] != "" && strings.HasPrefix(rest[size:], "1"):
		return scan.Word, unicodeNames[r] + "1", size + 1
	case unicodeNames[r] != "":
		return scan.Word, unicodeNames[r], size
	case strings.HasPrefix(rest, ":∈"):
		return scan.Sign, "::", len(":∈")
	case unicodeSigns[r] != "":
		return scan.Sign, unicodeSigns[r], size
	case r == '@':
		label := scan.Prefix(rest[1:], isWord)
		return scan.Label, label, 1 + len(label)
	case unicode.IsLetter(r) || r == '_':
		word := scan.Prefix(rest, isWord)
		if strings.HasPrefix(rest[len(word):], OldValue) {
			word += OldValue
		}
		return scan.Word, word, len(word)
	}
	digits := scan.Prefix(rest, scan.IsDigit)
	return scan.Number, digits, len(digits)
}

// OldValue follows the name of a variable in x : (P) where its value before is meant.
const OldValue = "$0"

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
