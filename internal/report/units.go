package report

import (
	"fmt"
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

// grouped writes a number with commas between groups of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && isDigit(text[i-1]); i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// counted writes a number and a noun in singular or plural.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}
