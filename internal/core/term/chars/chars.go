// Package chars has the operations on strings: total functions, which count in characters (code points) and agree with SMT-LIB where it
// defines them. Strings are valid UTF-8.
package chars

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

// Length returns the number of characters.
func Length(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// Substring returns at most length characters from the one numbered start; nothing if there is no such character, or if length is
// not positive.
func Substring(s string, start, length int64) string {
	if start < 0 || length <= 0 {
		return ""
	}
	rest := s[offset(s, start):]
	return rest[:offset(rest, length)]
}

// offset returns the number of bytes of the first n characters, or of all if there are fewer.
func offset(s string, n int64) int {
	if n >= int64(len(s)) {
		return len(s)
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// IndexOf returns the number of the first character at or after from where t begins in s. It returns -1 if there is none, or if from
// is not between 0 and the length of s.
func IndexOf(s, t string, from int64) int64 {
	if from < 0 || from > Length(s) {
		return -1
	}
	skipped := offset(s, from)
	i := strings.Index(s[skipped:], t)
	if i < 0 {
		return -1
	}
	return from + Length(s[skipped:skipped+i])
}

// Replace returns s with the first t in it replaced by u. The empty string is found at the beginning of s.
func Replace(s, t, u string) string { return strings.Replace(s, t, u, 1) }

// ReplaceAll returns s with each t in it replaced by u, from left to right; s if t is empty. It reports false if that would have more
// bytes than the limit.
func ReplaceAll(s, t, u string, limit int) (string, bool) {
	if t == "" || len(u) > len(t) && len(s)+strings.Count(s, t)*(len(u)-len(t)) > limit {
		return s, t == ""
	}
	return strings.ReplaceAll(s, t, u), true
}

// ToInt returns the number that s writes in decimal digits, -1 for any other string.
func ToInt(s string) *big.Int {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return big.NewInt(-1)
	}
	n, _ := new(big.Int).SetString(s, 10)
	return n
}

// FromInt returns the decimal digits of a number, the empty string for a negative one.
func FromInt(n *big.Int) string {
	if n.Sign() < 0 {
		return ""
	}
	return n.String()
}

// Upper returns s with the letters a to z in capitals; others stay as they are.
func Upper(s string) string { return shifted(s, 'a', 'z', 'A') }

// Lower returns s with the letters A to Z in lower case; others stay as they are.
func Lower(s string) string { return shifted(s, 'A', 'Z', 'a') }

// shifted moves the bytes from first to last, so that the first becomes to. No other character has such a byte in UTF-8.
func shifted(s string, first, last, to byte) string {
	out := []byte(s)
	for i, c := range out {
		if c >= first && c <= last {
			out[i] = c - first + to
		}
	}
	return string(out)
}
