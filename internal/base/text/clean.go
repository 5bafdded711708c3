package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Clean makes text fit to show: lines are joined by blanks, and characters that a terminal might interpret or an XML reader refuse become a
// replacement character.
func Clean(text string) string {
	lines := strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), isBreak)
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Map(visible, strings.TrimSpace(strings.Join(lines, " ")))
}

// Visible makes text fit to show as Clean does, but keeps blanks where they are.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if isBreak(r) {
			return ' '
		}
		return visible(r)
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// isBreak recognizes white space that is not a blank.
func isBreak(r rune) bool { return r != ' ' && unicode.IsSpace(r) }

// visible replaces control characters, marks of writing direction, and code points that XML forbids.
func visible(r rune) rune {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == 0xFFFE, r == 0xFFFF:
		return unicode.ReplacementChar
	default:
		return r
	}
}

// Trim returns clean text of at most limit characters, the last an ellipsis if text was cut.
func Trim(text string, limit int) string {
	text = Clean(text)
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

// Label returns trimmed text, or a middle dot for empty text.
func Label(text string, limit int) string {
	if text = Trim(text, limit); text == "" {
		return "·"
	}
	return text
}

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

// short writes two or three significant digits, without a useless ".0".
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
