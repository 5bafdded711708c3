package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The window of a source line that is shown. A line of a megabyte must not be printed, nor even be processed as a
// whole, so longer parts are first cut to a number of bytes that certainly fills the window.
const (
	windowColumns = 120
	windowBefore  = 40 // columns kept before the span if the line is too long
	windowMarked  = 60 // columns kept of the span itself
	windowBytes   = 4 * windowColumns
	ellipsis      = "..."
)

// cutWindow makes the parts of a line printable, and cuts them around the span if the line is too long.
func cutWindow(before, marked, after string) (string, string, string) {
	short := len(before) <= windowBytes && len(marked) <= windowBytes && len(after) <= windowBytes
	before, marked, after = printable(lastBytes(before)), printable(firstBytes(marked)), printable(firstBytes(after))
	if short && width(before)+width(marked)+width(after) <= windowColumns {
		return before, marked, after
	}
	before = lastColumns(before, windowBefore)
	cut := firstColumns(marked, windowMarked)
	if cut != marked {
		return before, cut + ellipsis, ""
	}
	return before, marked, firstColumns(after, windowColumns-width(before)-width(marked)) + ellipsis
}

// firstBytes cuts text at a character border after windowBytes at most.
func firstBytes(text string) string {
	if len(text) <= windowBytes {
		return text
	}
	end := windowBytes
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// lastBytes keeps windowBytes at most of the end of text, from a character border.
func lastBytes(text string) string {
	if len(text) <= windowBytes {
		return text
	}
	start := len(text) - windowBytes
	for start < len(text) && !utf8.RuneStart(text[start]) {
		start++
	}
	return text[start:]
}

// firstColumns cuts text after the given number of columns.
func firstColumns(text string, columns int) string {
	for i, r := range text {
		if columns -= runeWidth(r); columns < 0 {
			return text[:i]
		}
	}
	return text
}

// lastColumns keeps the given number of columns of the end of text, with an ellipsis for what is cut.
func lastColumns(text string, columns int) string {
	surplus := width(text) - columns
	if surplus <= 0 {
		return text
	}
	for i, r := range text {
		if surplus <= 0 {
			return ellipsis + text[i:]
		}
		surplus -= runeWidth(r)
	}
	return ellipsis
}

// printable replaces tabs by four blanks, and control characters and what a terminal does not show by a replacement character.
func printable(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			out.WriteString("    ")
		case unicode.IsGraphic(r):
			out.WriteRune(r)
		default:
			out.WriteRune(utf8.RuneError)
		}
	}
	return out.String()
}

// width is the number of columns that a printable text takes on a terminal.
func width(text string) int {
	columns := 0
	for _, r := range text {
		columns += runeWidth(r)
	}
	return columns
}

// wideRanges are the blocks of East Asian characters and pictures that take two columns.
var wideRanges = [][2]rune{
	{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f},
	{0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
}

// runeWidth is 0 for combining marks, 2 for wide characters and 1 for all others.
func runeWidth(r rune) int {
	if r < wideRanges[0][0] && !unicode.Is(unicode.Mn, r) {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	for _, block := range wideRanges {
		if block[0] <= r && r <= block[1] {
			return 2
		}
	}
	return 1
}
