package diag

import "strings"

// The codes of lexical and syntax errors. The text of a code is what the user sees in brackets and may look up.
const (
	CodeBadCharacter       Code = "bad-character"
	CodeBadOperator        Code = "bad-operator"
	CodeBadComment         Code = "bad-comment"
	CodeBadNumber          Code = "bad-number"
	CodeBadEscape          Code = "bad-escape"
	CodeSingleQuotes       Code = "single-quotes"
	CodeUnterminatedString Code = "unterminated-string"
	CodeUnexpectedToken    Code = "unexpected-token"
	CodeReservedWord       Code = "reserved-word"
	CodeChainedComparison  Code = "chained-comparison"
	CodeEqualsSign         Code = "equals-sign"
	CodeMissingArrow       Code = "missing-arrow"
	CodeMissingBrace       Code = "missing-brace"
	CodeEmptyConst         Code = "empty-const"
	CodeTooDeep            Code = "too-deep"
	CodeTooLong            Code = "too-long"
	CodeNotUTF8            Code = "not-utf8"
)

// SyntaxCodes documents the codes that reading a file may yield. Only CodeTooLong has no Example: it would have to
// be larger than the limit.
var SyntaxCodes = []CodeInfo{
	{CodeBadCharacter, "A character that no token of the language begins with, such as $ or a no-break space.",
		"const N: int = $3\n"},
	{CodeBadOperator, "An operator of another language; the hint names the one to write instead.",
		"assume true && false\n"},
	{CodeBadComment, "A comment in the manner of another language. Comments run from # to the end of the line.",
		"// the limit\nconst N = 3\n"},
	{CodeBadNumber, "A number with letters, a misplaced underscore, no digits after 0x or 0b, or far too many digits.",
		"const N = 12km\n"},
	{CodeBadEscape, `A backslash in a string that begins none of \" \\ \n \t \r \u{41}.`,
		"import \"C:\\models\\lib.sxt\"\n"},
	{CodeSingleQuotes, "A string in single quotes. Strings have double quotes.",
		"import 'lib.sxt'\n"},
	{CodeUnterminatedString, "A string without its closing quote; strings end on the line where they begin.",
		"import \"lib.sxt\n"},
	{CodeUnexpectedToken, "The grammar wants something else here; the message says what.",
		"const N: int = )\n"},
	{CodeReservedWord, "A word of the language is used as a name.",
		"var in: int = 0\n"},
	{CodeChainedComparison, "Comparisons do not chain: a < b < c is written a < b and b < c.",
		"assume 0 < 1 < 2\n"},
	{CodeEqualsSign, "A single = where a comparison needs == or an assignment needs := (or the other way round).",
		"initial a\nt: a -> a when 1 = 2\n"},
	{CodeMissingArrow, "A transition without the arrow between its locations, or a result type without one.",
		"initial a\nt: a a\n"},
	{CodeMissingBrace, "The body of a machine is not closed.",
		"machine M {\n  initial a\n\nconst N = 3\n"},
	{CodeEmptyConst, "A constant with neither type nor value.",
		"const N\n"},
	{CodeTooDeep, "Brackets or operators nest deeper than any sensible model does.",
		"assume " + strings.Repeat("(", 501) + "true" + strings.Repeat(")", 501) + "\n"},
	{CodeTooLong, "The file is larger than 16 MiB.",
		""},
	{CodeNotUTF8, "The file is not UTF-8 text.",
		"const N = 3 # caf\xe9\n"},
}
