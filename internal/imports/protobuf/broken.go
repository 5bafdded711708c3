package protobuf

import (
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// The compiler counts the columns of a token from the beginning of its line, so that a file of one long line takes time that grows with the
// square of its size. It gets the text with long lines broken between tokens, where a line break has no meaning.

// maxLine is the number of bytes after which a line is broken, at the next place where that is possible.
const maxLine = 1000

// broken is a text without long lines.
type broken struct {
	*diag.File
	breaks []int // offsets of the line breaks that were added
}

// breakLines breaks the long lines of a text, not within names, numbers, strings and comments.
func breakLines(text string) *broken {
	out := &broken{}
	var b strings.Builder
	for at, column := 0, 0; at < len(text); {
		size := piece(text[at:])
		b.WriteString(text[at : at+size])
		column += size
		last := text[at+size-1]
		at += size
		switch {
		case last == '\n':
			column = 0
		case column >= maxLine && endsToken(last) && !strings.HasPrefix(text[at:], "\n"):
			out.breaks = append(out.breaks, b.Len())
			b.WriteByte('\n')
			column = 0
		}
	}
	out.File = diag.NewFile("", b.String())
	return out
}

// piece is the length of the string, the comment or the character at the beginning of a text.
func piece(text string) int {
	switch {
	case strings.HasPrefix(text, "//"):
		return through(text, "\n", 2)
	case strings.HasPrefix(text, "/*"):
		return through(text, "*/", 2)
	case text[0] == '"', text[0] == '\'':
		return quoted(text)
	}
	return 1
}

// through is the length of a text up to and with an end, which is looked for from an offset; all of the text if there is none.
func through(text, end string, from int) int {
	if i := strings.Index(text[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(text)
}

// quoted is the length of a string; one that is not closed ends with its line.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0], '\n':
			return i + 1
		}
	}
	return len(text)
}

// endsToken reports whether a token ends with a character, whatever follows it.
func endsToken(c byte) bool { return strings.IndexByte(" \t;,{}[]()<>=:\"'", c) >= 0 }

// original is the offset in the original text of an offset in the broken one.
func (b *broken) original(offset int) int { return offset - sort.SearchInts(b.breaks, offset) }
