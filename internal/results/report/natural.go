package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// sortedNames lists the keys of a map so that value[2] comes before value[10].
func sortedNames(values map[string]string) []string {
	return slices.SortedFunc(maps.Keys(values), compareNatural)
}

// compareNatural compares texts, with runs of digits as numbers.
func compareNatural(a, b string) int {
	restA, restB := a, b
	for restA != "" && restB != "" {
		var partA, partB string
		partA, restA = cutPart(restA)
		partB, restB = cutPart(restB)
		if order := compareParts(partA, partB); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(restA), len(restB)), cmp.Compare(a, b))
}

// cutPart splits a text after its first run of digits or of anything else.
func cutPart(text string) (part, rest string) {
	end := 1
	for end < len(text) && isDigit(text[end]) == isDigit(text[0]) {
		end++
	}
	return text[:end], text[end:]
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// compareParts compares two runs; numbers without leading zeros compare by length first.
func compareParts(a, b string) int {
	if isDigit(a[0]) && isDigit(b[0]) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	return cmp.Compare(a, b)
}
