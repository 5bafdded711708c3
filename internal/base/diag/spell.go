package diag

import "unicode/utf8"

// longestSpelt is the length in bytes above which a name is not worth comparing: the table of distances grows with the product of the
// lengths, and such names are rarely off by a single letter.
const longestSpelt = 100

// Closest returns the candidate that the writer of name most likely meant, or "" if none is close.
//
// Close means a Damerau-Levenshtein distance (insert, delete, replace, swap neighbours) of at most a third of the length of
// name, but at least one; and less than the whole length, since otherwise any one-letter name would match any other. Among
// equally close candidates the first in byte order wins, so the result does not depend on the order of candidates.
func Closest(name string, candidates []string) string {
	length := utf8.RuneCountInString(name)
	best, bestDistance := "", max(1, length/3)+1
	for _, candidate := range candidates {
		if candidate == name || len(name) > longestSpelt || len(candidate) > longestSpelt {
			continue
		}
		if other := utf8.RuneCountInString(candidate); max(other-length, length-other) > bestDistance {
			continue // the distance is at least the difference of the lengths
		}
		d := distance([]rune(name), []rune(candidate))
		if d >= length || d > bestDistance {
			continue
		}
		if d < bestDistance || best != "" && candidate < best {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// DidYouMean is a hint with the closest candidate, or empty.
func DidYouMean(name string, candidates []string) string {
	if best := Closest(name, candidates); best != "" {
		return "did you mean \"" + best + "\"?"
	}
	return ""
}

// distance is the number of edits between a and b, where no part is edited twice (optimal string alignment).
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			rows[i][j] = edit(rows, a, b, i, j)
		}
	}
	return rows[len(a)][len(b)]
}

// edit is the distance between the first i runes of a and the first j runes of b, given all shorter ones.
func edit(rows [][]int, a, b []rune, i, j int) int {
	replace := rows[i-1][j-1]
	if a[i-1] != b[j-1] {
		replace++
	}
	best := min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
	if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
		best = min(best, rows[i-2][j-2]+1)
	}
	return best
}
