package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Seconds writes a duration for people: 12 µs, 3.4 ms, 2.1 s, 2 min 5 s, 1 h 12 min.
func Seconds(s float64) string {
	switch {
	case !(s > 0):
		return "0 s"
	case s < 0.9995e-6:
		return "under 1 µs"
	case s < 0.9995e-3:
		return short(s*1e6) + " µs"
	case s < 0.9995:
		return short(s*1e3) + " ms"
	case s < 59.5:
		return short(s) + " s"
	default:
		return long(s)
	}
}

// short writes two or three digits that matter, without a useless ".0".
func short(x float64) string {
	if x >= 9.95 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}

// long writes a duration of a minute or more.
func long(s float64) string {
	const minute, hour = 60, 3600
	if s >= hour-0.5 {
		minutes := int64(s/minute + 0.5)
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
	seconds := int64(s + 0.5)
	return fmt.Sprintf("%d min %d s", seconds/minute, seconds%minute)
}

// CoverageBar draws a bar of the given width in characters. It is full only if all is covered and empty only if nothing
// is; of nothing, all is covered.
func CoverageBar(covered, total, width int) string {
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

// sparkline draws counts as a row of small bars, at most limit of them; if there are more counts, a bar stands for several
// neighbours and has the height of the largest.
func sparkline(counts []int, limit int) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	most, _ := largest(counts)
	size := (len(counts) + limit - 1) / limit
	var out strings.Builder
	for group := range slices.Chunk(counts, max(size, 1)) {
		height := slices.Max(group) * (len(bars) - 1) / max(most, 1)
		out.WriteRune(bars[min(max(height, 0), len(bars)-1)])
	}
	return out.String()
}

// largest is the largest count and its index.
func largest(counts []int) (most, index int) {
	for i, count := range counts {
		if count > most {
			most, index = count, i
		}
	}
	return most, index
}
