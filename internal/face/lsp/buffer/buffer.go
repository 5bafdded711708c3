// Package buffer has the texts of documents, with positions as editors count them: lines that end with \n, \r\n or \r, and UTF-16 code
// units.
package buffer

import (
	"sort"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// Buffer is a text. It does not change.
type Buffer struct {
	Text  string
	lines []int // offsets of the beginnings of lines
}

// New indexes the lines of a text.
func New(text string) *Buffer {
	b := &Buffer{Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			b.lines = append(b.lines, i+1)
		}
	}
	return b
}

// width is the number of UTF-16 code units of a character.
func width(r rune) uint32 {
	if r > 0xffff {
		return 2
	}
	return 1
}

// Position returns the position of a byte offset. An offset inside a character is mapped to its beginning, and an offset outside
// the text to the nearest end.
func (b *Buffer) Position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(b.Text))
	line := sort.SearchInts(b.lines, offset+1) - 1
	units := uint32(0)
	for i := b.lines[line]; i < offset; {
		r, size := utf8.DecodeRuneInString(b.Text[i:])
		if i += size; i <= offset {
			units += width(r)
		}
	}
	return protocol.Position{Line: uint32(line), Character: units}
}

// Offset returns the byte offset of a position. A position after the end of its line is mapped to that end, as the protocol requires,
// one after the last line to the end of the text, and one inside a character to its beginning.
func (b *Buffer) Offset(p protocol.Position) int {
	if uint64(p.Line) >= uint64(len(b.lines)) {
		return len(b.Text)
	}
	at, end := b.lines[p.Line], b.lineEnd(int(p.Line))
	for units := uint32(0); at < end; {
		r, size := utf8.DecodeRuneInString(b.Text[at:])
		if units += width(r); units > p.Character {
			break
		}
		at += size
	}
	return at
}

// lineEnd returns the offset of the end of a line, before its line break.
func (b *Buffer) lineEnd(line int) int {
	if line+1 == len(b.lines) {
		return len(b.Text)
	}
	end := b.lines[line+1] - 1
	if end > b.lines[line] && b.Text[end] == '\n' && b.Text[end-1] == '\r' {
		end--
	}
	return end
}

// Line returns the text of a line without its line break; empty if there is no such line.
func (b *Buffer) Line(line int) string {
	if line < 0 || line >= len(b.lines) {
		return ""
	}
	return b.Text[b.lines[line]:b.lineEnd(line)]
}

// Lines returns the number of lines.
func (b *Buffer) Lines() int { return len(b.lines) }

// Range returns the range between two offsets.
func (b *Buffer) Range(start, end int) protocol.Range {
	return protocol.Range{Start: b.Position(start), End: b.Position(max(start, end))}
}

// Offsets returns the offsets of a range, in ascending order.
func (b *Buffer) Offsets(r protocol.Range) (start, end int) {
	start, end = b.Offset(r.Start), b.Offset(r.End)
	return min(start, end), max(start, end)
}

// Replace returns the buffer with a range replaced by another text, or the whole text if r is nil.
func (b *Buffer) Replace(r *protocol.Range, text string) *Buffer {
	if r == nil {
		return New(text)
	}
	start, end := b.Offsets(*r)
	return New(b.Text[:start] + text + b.Text[end:])
}

// Difference returns the edit that changes the buffer to text: from the first to the last line that differs. It returns false if
// the texts are equal.
func (b *Buffer) Difference(text string) (protocol.TextEdit, bool) {
	if text == b.Text {
		return protocol.TextEdit{}, false
	}
	same := 0
	for same < min(len(text), len(b.Text)) && text[same] == b.Text[same] {
		same++
	}
	first := b.lines[sort.SearchInts(b.lines, same+1)-1]
	tail := 0
	for tail < min(len(text), len(b.Text))-first && text[len(text)-1-tail] == b.Text[len(b.Text)-1-tail] {
		tail++
	}
	for tail > 0 && tail < len(b.Text) && b.Text[len(b.Text)-tail-1] != '\n' { // from the beginning of a line
		tail--
	}
	return protocol.TextEdit{Range: b.Range(first, len(b.Text)-tail), NewText: text[first : len(text)-tail]}, true
}
