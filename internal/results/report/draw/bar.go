package draw

import (
	"slices"
	"strings"
)

// Bar draws a bar of the given width in characters. It is full only if everything is covered and empty only if nothing is; if there is
// nothing to cover, it is full.
func Bar(covered, total, width int) string {
	width = max(width, 0)
	full := width
	if total > 0 {
		full = covered * width / total
	}
	if covered > 0 && covered < total {
		full = min(max(full, 1), width-1)
	}
	full = min(max(full, 0), width)
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}

// Sparkline draws counts as a row of small bars, at most limit of them; if there are more counts, a bar represents several
// neighbours and has the height of the largest.
func Sparkline(counts []int, limit int) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	most, _ := Largest(counts)
	size := (len(counts) + limit - 1) / limit
	var out strings.Builder
	for group := range slices.Chunk(counts, max(size, 1)) {
		height := slices.Max(group) * (len(bars) - 1) / max(most, 1)
		out.WriteRune(bars[min(max(height, 0), len(bars)-1)])
	}
	return out.String()
}

// Largest is the largest count and its index.
func Largest(counts []int) (most, index int) {
	for i, count := range counts {
		if count > most {
			most, index = count, i
		}
	}
	return most, index
}
