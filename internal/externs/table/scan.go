package table

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// cell is one cell of a line: its text without blanks around it and without the quotes of CSV, and where it stands.
type cell struct {
	text       string
	start, end int // in the file, with the quotes
	quoted     bool
}

// offset is the place in the file of a byte of the cell's text: within quotes, "" and a line's end \r\n are one byte of text.
func (c cell) offset(file string, at int) int {
	if !c.quoted {
		return c.start + at
	}
	place := c.start + 1
	for ; at > 0 && place < c.end; at-- {
		if strings.HasPrefix(file[place:], `""`) || strings.HasPrefix(file[place:], "\r\n") {
			place++
		}
		place++
	}
	return place
}

// scanner cuts the text of a table into lines and cells.
type scanner struct {
	source *diag.File
	text   string
	at     int
	list   *diag.List
}

func newScanner(source *diag.File, list *diag.List) *scanner {
	s := &scanner{source: source, text: source.Text, list: list}
	s.at = len(s.text) - len(strings.TrimPrefix(s.text, "\ufeff")) // spreadsheets write a byte order mark
	return s
}

func (s *scanner) span(start, end int) diag.Span {
	return diag.Span{File: s.source, Start: start, End: end}
}

func (s *scanner) done() bool { return s.at >= len(s.text) }

// lineEnd is where the present line ends, without the characters that end it.
func (s *scanner) lineEnd() int {
	end := len(s.text)
	if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
		end = s.at + i
	}
	if end > s.at && s.text[end-1] == '\r' {
		end--
	}
	return end
}

// skipLine goes to the start of the next line.
func (s *scanner) skipLine() {
	if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
		s.at += i + 1
		return
	}
	s.at = len(s.text)
}

// remarks takes the comments and blank lines that stand here.
func (s *scanner) remarks() []string {
	var out []string
	for !s.done() {
		line := s.text[s.at:s.lineEnd()]
		if trimmed := strings.Trim(line, " \t"); trimmed != "" && trimmed[0] != '#' {
			break
		}
		out = append(out, line)
		s.skipLine()
	}
	return out
}

func (s *scanner) skipBlanks() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
	}
}

// cells reads the cells of one line and goes to the next. The cells whose number composite is true for may hold commas within
// brackets. It is false if the quotes are wrong; that is reported, and the line is skipped.
func (s *scanner) cells(composite func(column int) bool) ([]cell, bool) {
	var out []cell
	for {
		c, ok := s.cell(composite(len(out)))
		if !ok {
			s.skipLine()
			return nil, false
		}
		out = append(out, c)
		if s.done() || s.text[s.at] != ',' {
			s.skipLine()
			return out, true
		}
		s.at++
	}
}

// cell reads up to a comma or the end of the line.
func (s *scanner) cell(composite bool) (cell, bool) {
	s.skipBlanks()
	if !s.done() && s.text[s.at] == '"' {
		return s.quotedCell()
	}
	start, end := s.at, s.lineEnd()
	if composite {
		s.at += value.Bracketed(s.text[start:end])
	} else if i := strings.IndexByte(s.text[start:end], ','); i >= 0 {
		s.at = start + i
	} else {
		s.at = end
	}
	text := strings.TrimRight(s.text[start:s.at], " \t")
	return cell{text: text, start: start, end: start + len(text)}, true
}

// quotedCell reads a cell in the quotes of CSV, where "" stands for a quote. It may have several lines.
func (s *scanner) quotedCell() (cell, bool) {
	start := s.at
	end := closingQuote(s.text, start)
	if end < 0 {
		s.list.ErrorHint(diag.CodeTableQuotes, s.span(start, s.lineEnd()), "close it with a double quote; a quote within the cell is written twice",
			"the quoted cell is not closed")
		return cell{}, false
	}
	text := strings.ReplaceAll(s.text[start+1:end], `""`, `"`)
	s.at = end + 1
	s.skipBlanks()
	if stop := s.lineEnd(); s.at < stop && s.text[s.at] != ',' {
		s.list.ErrorHint(diag.CodeTableQuotes, s.span(s.at, stop), "a quote within a quoted cell is written twice: \"\"",
			"text follows the quote that closes the cell")
		return cell{}, false
	}
	return cell{text: strings.ReplaceAll(text, "\r\n", "\n"), start: start, end: end + 1, quoted: true}, true
}

// closingQuote is the place of the quote that closes the cell that begins at start, or -1.
func closingQuote(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		if i+1 >= len(text) || text[i+1] != '"' {
			return i
		}
		i++
	}
	return -1
}
