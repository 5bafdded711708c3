package listing

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
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
	if surplus := width(before) - windowBefore; surplus > 0 {
		before = screen.TruncateLeft(before, surplus, ellipsis)
	}
	if cut := screen.Truncate(marked, windowMarked, ""); cut != marked {
		return before, cut + ellipsis, ""
	}
	return before, marked, screen.Truncate(after, windowColumns-width(before)-width(marked), "") + ellipsis
}

// firstBytes returns at most windowBytes bytes from the beginning of text, without splitting a character.
func firstBytes(text string) string {
	if len(text) <= windowBytes {
		return text
	}
	return strings.ToValidUTF8(text[:windowBytes], "")
}

// lastBytes returns at most windowBytes bytes from the end of text, without splitting a character.
func lastBytes(text string) string {
	if len(text) <= windowBytes {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-windowBytes:], "")
}

// printable replaces tabs by four blanks, and control and other non-printing characters by a replacement character.
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

// screen computes how many columns characters take: none for combining marks, two for wide ones.
var screen = &runewidth.Condition{}

// width is the number of columns that a printable text takes on a terminal.
func width(text string) int { return screen.StringWidth(text) }
