package emit

import "github.com/sextant-mbt/sextant/internal/core/term"

// goTextHelpers are operations on strings that Go does not have, as calls of helpers.
var goTextHelpers = map[term.Op]string{
	term.OpSubstring:  "Substring(#1, #2, #3)",
	term.OpIndexOf:    "IndexOf(#1, #2, #3)",
	term.OpReplaceAll: "ReplaceAll(#1, #2, #3)",
	term.OpFromInt:    "Digits(#1)",
	term.OpUpper:      "Shift(#1, 'a', 'A')",
	term.OpLower:      "Shift(#1, 'A', 'a')",
}

// goTextFunctions are their texts, as those of goHelpers.
var goTextFunctions = []goHelper{
	{"Substring", `// %[1]sSubstring is at most length characters of s from the one numbered start.
func %[1]sSubstring(s string, start, length int64) string {
	characters := []rune(s)
	if start < 0 || start >= int64(len(characters)) || length <= 0 {
		return ""
	}
	characters = characters[start:]
	return string(characters[:min(length, int64(len(characters)))])
}`},
	{"IndexOf", `// %[1]sIndexOf is the number of the first character from which on t stands in s, not before from; -1 if there is none.
func %[1]sIndexOf(s, t string, from int64) int64 {
	characters := []rune(s)
	if from < 0 || from > int64(len(characters)) {
		return -1
	}
	rest := string(characters[from:])
	i := strings.Index(rest, t)
	if i < 0 {
		return -1
	}
	return from + int64(utf8.RuneCountInString(rest[:i]))
}`},
	{"ReplaceAll", `// %[1]sReplaceAll is s with each t replaced by u; s if t is empty.
func %[1]sReplaceAll(s, t, u string) string {
	if t == "" {
		return s
	}
	return strings.ReplaceAll(s, t, u)
}`},
	{"Digits", `// %[1]sDigits is a number in decimal digits; nothing for a negative one.
func %[1]sDigits(n int64) string {
	if n < 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}`},
	{"Shift", `// %[1]sShift changes the case of 26 letters, of which the first becomes another.
func %[1]sShift(s string, first, to rune) string {
	return strings.Map(func(r rune) rune {
		if r >= first && r < first+26 {
			return r - first + to
		}
		return r
	}, s)
}`},
}
