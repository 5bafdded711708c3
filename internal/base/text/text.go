// Package text has the small helpers with which all packages word their messages.
package text

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Clip returns the first n characters of a text, followed by "..." if there are more.
func Clip[T string | []byte](s T, n int) string {
	if len(s) <= n {
		return string(s)
	}
	runes := []rune(string(s[:min(len(s), 4*n+4)]))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n]) + "..."
}

// Plural returns the noun if n is 1, and its regular plural otherwise.
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "ry"), strings.HasSuffix(noun, "ty"):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "ss"):
		return noun + "es"
	}
	return noun + "s"
}

// Count returns a number with its noun: "1 test", "2 tests", "12,000 tests".
func Count(n int, noun string) string { return Number(n) + " " + Plural(n, noun) }

// Number returns a number with commas between groups of three digits.
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// And joins a list as in "a, b and c".
func And(items []string) string { return join(items, " and ") }

// Or joins a list as in "a, b or c".
func Or(items []string) string { return join(items, " or ") }

func join(items []string, word string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + word + items[last]
}

// Quote returns a word as it is written in a shell: in quotes if it needs them.
func Quote(word string) string {
	special := func(r rune) bool {
		plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !plain && !strings.ContainsRune("_-./,=:@%+", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Pattern returns a function that compiles a regular expression when it is first called. Compiling those of all packages takes longer than
// checking a small model.
func Pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
