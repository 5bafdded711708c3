package diag

import (
	"sort"
	"unicode/utf8"
)

// File is one source file: its name as the user gave it, and its text.
type File struct {
	Name  string
	Text  string
	lines []int  // byte offset of the start of each line
	marks []mark // roughly one per markBytes bytes, so that columns in long lines are found quickly

	allowed map[int][]Code // codes that comments silence, by line; see allow.go
}

// markBytes is the distance between marks.
const markBytes = 1 << 10

// NewFile indexes the lines of text.
func NewFile(name, text string) *File {
	f := &File{Name: name, Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	f.mark()
	f.allowed = f.allowances()
	return f
}

// mark is the beginning of a character, and the number of characters before it.
type mark struct{ offset, count int }

// mark notes the first character at or after each multiple of markBytes.
func (f *File) mark() {
	next, count := 0, 0
	for at := range f.Text { // where characters begin
		if at >= next {
			f.marks = append(f.marks, mark{at, count})
			next += markBytes
		}
		count++
	}
}

// characters returns the number of characters before an offset.
func (f *File) characters(offset int) int {
	i := min(offset/markBytes, len(f.marks)-1)
	for i > 0 && f.marks[i].offset > offset {
		i--
	}
	if i < 0 {
		return 0
	}
	return f.marks[i].count + utf8.RuneCountInString(f.Text[f.marks[i].offset:offset])
}

// Position is a line and a column, both counted from 1; columns count characters.
type Position struct {
	Line, Column int
}

// position converts a byte offset.
func (f *File) position(offset int) Position {
	offset = min(max(offset, 0), len(f.Text))
	line := sort.SearchInts(f.lines, offset+1) - 1
	return Position{line + 1, f.characters(offset) - f.characters(f.lines[line]) + 1}
}

// LineStart returns the byte offset of a line, counted from 1; one behind the last line begins at the end.
func (f *File) LineStart(line int) int {
	if line < 1 || line > len(f.lines) {
		return len(f.Text)
	}
	return f.lines[line-1]
}

// line returns the text of the line with the given number, counted from 1, without its end.
func (f *File) line(number int) string {
	if number < 1 || number > len(f.lines) {
		return ""
	}
	start, end := f.lines[number-1], len(f.Text)
	if number < len(f.lines) {
		end = f.lines[number] - 1
	}
	if end > start && f.Text[end-1] == '\r' {
		end--
	}
	return f.Text[start:end]
}

// Span is the half-open byte range [Start, End) of File. The zero Span points nowhere.
type Span struct {
	File       *File
	Start, End int
}

// FileName is the name of the span's file, or the empty string.
func (s Span) FileName() string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}

// To is the span from the start of s to the end of t.
func (s Span) To(t Span) Span {
	if t.File != s.File || t.End < s.Start {
		return s
	}
	return Span{s.File, s.Start, t.End}
}

// Position is where the span starts; the zero Span has the zero Position.
func (s Span) Position() Position {
	if s.File == nil {
		return Position{}
	}
	return s.File.position(s.Start)
}

// Text is the source text of the span.
func (s Span) Text() string {
	if s.File == nil || s.Start < 0 || s.End > len(s.File.Text) || s.Start > s.End {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// Parts splits the line where a span starts into the parts before, under and after the span.
func (s Span) Parts() (before, marked, after string) {
	number := s.Position().Line
	line, first := s.File.line(number), s.File.lines[number-1]
	start := min(max(s.Start-first, 0), len(line))
	end := min(max(s.End-first, start), len(line))
	return line[:start], line[start:end], line[end:]
}
