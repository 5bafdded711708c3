package distance

import (
	"math"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// isTextRelation reports whether an operation compares two strings.
func isTextRelation(op term.Op) bool {
	switch op {
	case term.OpTextLe, term.OpTextLt, term.OpContains, term.OpStartsWith, term.OpEndsWith:
		return true
	}
	return false
}

// betweenTexts returns the distance of a relation of two strings: the number of characters that would have to change, or the difference of
// the first characters that are in the wrong order.
func (a atom) betweenTexts(s, t string) float64 {
	holds, far := false, 0.0
	switch a.cond.Op() {
	case term.OpTextLe:
		holds, far = s <= t, gap(s, t)
	case term.OpTextLt:
		holds, far = s < t, gap(s, t)
	case term.OpContains:
		holds, far = strings.Contains(s, t), nearest(s, t)
	case term.OpStartsWith:
		holds, far = strings.HasPrefix(s, t), mismatch(firstRunes(s, t), runes(t))
	case term.OpEndsWith:
		holds, far = strings.HasSuffix(s, t), mismatch(lastRunes(s, t), runes(t))
	}
	if holds || a.negated {
		return penalty(holds != a.negated)
	}
	return max(far, 1)
}

// longest is the maximum number of bytes of a string that are compared.
const longest = 4096

// runes returns the characters of a string; of a very long one only the first.
func runes(s string) []rune { return []rune(s[:min(len(s), longest)]) }

// firstRunes returns the first characters of s, at most as many as t has.
func firstRunes(s, t string) []rune {
	all := runes(s)
	return all[:min(len(all), len(runes(t)))]
}

// lastRunes returns the last characters of s, at most as many as t has.
func lastRunes(s, t string) []rune {
	all := []rune(s[max(len(s)-longest, 0):])
	return all[max(len(all)-len(runes(t)), 0):]
}

// mismatch returns the number of positions in which two strings differ.
func mismatch(a, b []rune) float64 {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return float64(n) + math.Abs(float64(len(a)-len(b)))
}

// maxComparisons bounds the search for the nearest part of a string.
const maxComparisons = 1 << 16

// nearest returns the smallest mismatch of t with a substring of s.
func nearest(s, t string) float64 {
	in, part := runes(s), runes(t)
	least := float64(len(part))
	for i := 0; i < len(in) && (i+1)*len(part) <= maxComparisons; i++ {
		least = min(least, mismatch(in[i:min(i+len(part), len(in))], part))
	}
	return least
}

// gap returns the difference of the first characters in which two strings differ; the end of a string stands before all characters.
func gap(s, t string) float64 {
	a, b := runes(s), runes(t)
	for i := 0; i < len(a) || i < len(b); i++ {
		x, y := rune(-1), rune(-1)
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return math.Abs(float64(x - y))
		}
	}
	return 0
}
